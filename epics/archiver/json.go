package archiver

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"owl/engine"
	"owl/epics"
)

// jsonEvent is one sample of a JSON reply.
type jsonEvent struct {
	Secs     int64           `json:"secs"`
	Nanos    int64           `json:"nanos"`
	Val      json.RawMessage `json:"val"`
	Severity int             `json:"severity"`
	Status   int             `json:"status"`
	Fields   map[string]any  `json:"fields"`
	Meta     map[string]any  `json:"meta"` // only of getDataAtTime
}

// readJSON reads a reply in JSON, one sample at a time. It calls begin and take
// as readRaw does.
func readJSON(r io.Reader, q Query, begin func(head) *epics.Meta, take func(*item) error) error {
	d := json.NewDecoder(newBare(r))
	switch first, err := d.Token(); {
	case errors.Is(err, io.EOF):
		return fmt.Errorf("%w: it is empty", errShape)
	case err != nil:
		return shape(err)
	case first != json.Delim('['):
		return errShape
	}
	for d.More() {
		if err := readPV(d, q, begin, take); err != nil {
			return err
		}
	}
	return want(d, json.Delim(']'))
}

var errShape = errors.New("the reply is not the JSON of an archiver")

func want(d *json.Decoder, delim json.Delim) error {
	t, err := d.Token()
	if err != nil {
		return shape(err)
	}
	if t != delim {
		return errShape
	}
	return nil
}

// shape tells a broken reply from one that was cut off.
func shape(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	if errors.As(err, &syntax) || errors.As(err, &kind) {
		return fmt.Errorf("%w: %w", errShape, err)
	}
	return err
}

// readPV reads the object of one PV: its meta, then its data.
func readPV(d *json.Decoder, q Query, begin func(head) *epics.Meta, take func(*item) error) error {
	if err := want(d, json.Delim('{')); err != nil {
		return err
	}
	var meta *epics.Meta
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return shape(err)
		}
		switch key {
		case "meta":
			var fields map[string]any
			if err := d.Decode(&fields); err != nil {
				return shape(err)
			}
			meta = begin(jsonHead(fields))
		case "data":
			if err := readData(d, q, meta, take); err != nil {
				return err
			}
		default:
			var skipped json.RawMessage
			if err := d.Decode(&skipped); err != nil {
				return shape(err)
			}
		}
	}
	return want(d, json.Delim('}'))
}

func jsonHead(fields map[string]any) head {
	headers := make(map[string]string, len(fields))
	for name, v := range fields {
		headers[name] = fmt.Sprint(v)
	}
	pv := headers["name"]
	delete(headers, "name")
	return head{pv: pv, meta: metaOf(headers)}
}

func readData(d *json.Decoder, q Query, meta *epics.Meta, take func(*item) error) error {
	if err := want(d, json.Delim('[')); err != nil {
		return err
	}
	for d.More() {
		var e jsonEvent
		if err := d.Decode(&e); err != nil {
			return shape(err)
		}
		it := jsonItem(e, meta, q)
		if err := take(&it); err != nil {
			return err
		}
	}
	return want(d, json.Delim(']'))
}

func jsonItem(e jsonEvent, meta *epics.Meta, q Query) item {
	it := item{time: time.Unix(e.Secs, e.Nanos).UTC(), status: e.Status, meta: meta}
	it.mark(e.Severity)
	for name, v := range e.Fields {
		it.field(name, fmt.Sprint(v))
	}
	if it.gap == "" {
		it.jsonValue(e.Val, meta, q)
	}
	return it
}

// jsonValue takes the value of a sample, whose kind only its form tells.
func (it *item) jsonValue(val json.RawMessage, meta *epics.Meta, q Query) {
	if len(val) == 0 || string(val) == "null" {
		it.gap = "null"
		return
	}
	switch val[0] {
	case '"':
		var text string
		if err := json.Unmarshal(val, &text); err != nil {
			it.err = err
			return
		}
		if x, ok := bareNumber(text); ok {
			it.number(x, false, meta)
			return
		}
		it.value = epics.Text(text)
	case '[':
		it.jsonList(val, q)
	case '{':
		it.jsonStructure(val, meta, q)
	case 't', 'f':
		truth := 0.0
		if val[0] == 't' {
			truth = 1
		}
		it.number(truth, true, meta)
	default:
		x, err := strconv.ParseFloat(string(val), 64)
		if err != nil && !errors.Is(err, strconv.ErrRange) {
			it.err = fmt.Errorf("value %s: %w", val, err)
			return
		}
		_, whole := strconv.ParseInt(string(val), 10, 64)
		it.number(x, whole == nil && (meta == nil || meta.Precision <= 0), meta)
	}
}

func (it *item) jsonList(val json.RawMessage, q Query) {
	var list []any
	if err := json.Unmarshal(val, &list); err != nil {
		it.err = err
		return
	}
	wave, texts := make([]float64, 0, len(list)), make(epics.Texts, 0, len(list))
	for _, v := range list {
		switch v := v.(type) {
		case float64:
			wave = append(wave, v)
		case string:
			if x, ok := bareNumber(v); ok {
				wave = append(wave, x)
			}
			texts = append(texts, engine.Untrusted(v))
		}
	}
	switch {
	case len(wave) == len(list):
		it.wave(wave, q)
	case len(texts) == len(list):
		it.value = texts
	default:
		it.err = errors.New("a waveform of mixed elements")
	}
}

// bareNumber reads the words for what JSON has no number for.
func bareNumber(text string) (float64, bool) {
	switch text {
	case "NaN", "Infinity", "-Infinity":
		x, err := strconv.ParseFloat(text, 64)
		return x, err == nil
	}
	return 0, false
}

// bare puts the bare words NaN, Infinity and -Infinity, which archivers write
// and JSON does not have, into quotes.
type bare struct {
	in     *bufio.Reader
	quoted bool // inside a string
	escape bool // after a backslash in it
	out    []byte
	err    error
}

func newBare(r io.Reader) *bare { return &bare{in: bufio.NewReaderSize(r, 32<<10)} }

// Read implements io.Reader.
func (b *bare) Read(p []byte) (int, error) {
	for len(b.out) == 0 && b.err == nil {
		b.fill()
	}
	n := copy(p, b.out)
	b.out = b.out[n:]
	if n == 0 && len(p) > 0 {
		return 0, b.err
	}
	return n, nil
}

// fill takes on what is buffered of the input.
func (b *bare) fill() {
	b.out = b.out[:0]
	for {
		c, err := b.in.ReadByte()
		if err != nil {
			b.err = err
			return
		}
		switch {
		case b.quoted:
			b.inString(c)
		case c == 'N' || c == 'I' || c == '-':
			b.word(c)
		default:
			b.quoted = c == '"'
			b.out = append(b.out, c)
		}
		if b.in.Buffered() == 0 || len(b.out) >= 32<<10 {
			return
		}
	}
}

func (b *bare) inString(c byte) {
	b.out = append(b.out, c)
	switch {
	case b.escape:
		b.escape = false
	case c == '\\':
		b.escape = true
	case c == '"':
		b.quoted = false
	}
}

// word takes a minus, or a bare word whose first letter is c.
func (b *bare) word(c byte) {
	start := string(c)
	if c == '-' {
		if next, err := b.in.Peek(1); err != nil || next[0] != 'I' {
			b.out = append(b.out, c)
			return
		}
	}
	for len(start) < len("-Infinity") {
		next, err := b.in.Peek(1)
		if err != nil || (next[0] < 'A' || next[0] > 'Z') && (next[0] < 'a' || next[0] > 'z') {
			break
		}
		start += string(next[0])
		_, _ = b.in.Discard(1) // it was peeked
	}
	if _, ok := bareNumber(start); ok {
		start = `"` + start + `"`
	}
	b.out = append(b.out, start...)
}
