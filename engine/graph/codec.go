package graph

import (
	"encoding/binary"
	"fmt"
	"math"
	"time"

	"owl/engine"
)

// sheetFormat is the first byte of an encoded sheet.
const sheetFormat = 1

// Encode writes a sheet in few bytes: each text once, numbers by their size.
func (s *Sheet) Encode() []byte {
	e := encoder{numbers: []byte{}, known: map[string]uint64{}}
	e.texts(s.DocID, s.FileID, s.ParentID, string(s.Title))
	e.number(int64(s.Kind))
	e.time(s.Created)
	e.time(s.Until)
	e.number(int64(s.Revision))
	e.trouble(s.Fault)
	e.number(int64(len(s.Facts)))
	for i := range s.Facts {
		e.fact(&s.Facts[i], s.Created)
	}
	out := append(make([]byte, 0, 2+len(e.pool)+len(e.numbers)), sheetFormat)
	out = binary.AppendUvarint(out, uint64(len(e.list)))
	for _, n := range e.list {
		out = binary.AppendUvarint(out, uint64(n))
	}
	out = append(out, e.pool...)
	return append(out, e.numbers...)
}

type encoder struct {
	known   map[string]uint64
	list    []int // lengths of the texts
	pool    []byte
	numbers []byte
}

func (e *encoder) text(s string) {
	n, ok := e.known[s]
	if !ok {
		n = uint64(len(e.list))
		e.known[s] = n
		e.list = append(e.list, len(s))
		e.pool = append(e.pool, s...)
	}
	e.numbers = binary.AppendUvarint(e.numbers, n)
}

func (e *encoder) texts(list ...string) {
	for _, s := range list {
		e.text(s)
	}
}

func (e *encoder) number(n int64) { e.numbers = binary.AppendVarint(e.numbers, n) }

func (e *encoder) flag(set bool) {
	n := int64(0)
	if set {
		n = 1
	}
	e.number(n)
}

func (e *encoder) span(s Span) {
	e.number(int64(s.Start))
	e.number(int64(s.Len()))
}

// time writes the offset, and the seconds; a zero time as an offset that there
// is not.
func (e *encoder) time(t time.Time) {
	if t.IsZero() {
		e.number(noTime)
		return
	}
	_, zone := t.Zone()
	e.number(int64(zone))
	e.number(t.Unix())
}

const noTime = math.MaxInt32

func (e *encoder) trouble(t *Trouble) {
	e.flag(t != nil)
	if t == nil {
		return
	}
	e.text(string(t.Name))
	e.span(t.Span)
	for _, list := range [][]string{t.Components, t.Systems, t.Signature, t.Days} {
		e.number(int64(len(list)))
		e.texts(list...)
	}
	e.flag(t.Weak)
	e.flag(t.Event)
	e.flag(t.Again)
}

func (e *encoder) fact(f *Fact, created time.Time) {
	e.number(int64(f.Relation))
	e.number(int64(f.Modality))
	e.mention(f.From)
	e.mention(f.To)
	e.span(f.Quote)
	e.text(f.Extractor)
	e.number(int64(math.Round(f.Confidence * 1000)))
	same := f.Date.Equal(created)
	e.flag(same)
	if !same {
		e.time(f.Date)
	}
}

func (e *encoder) mention(m Mention) {
	e.number(int64(m.Kind))
	e.texts(m.Key, string(m.Name))
	e.span(m.Span)
}

// DecodeSheet reads what Encode wrote; anything else is engine.ErrDamaged.
func DecodeSheet(data []byte) (Sheet, error) {
	d := decoder{data: data}
	if len(data) == 0 || data[0] != sheetFormat {
		return Sheet{}, fmt.Errorf("read facts: unknown format: %w", engine.ErrDamaged)
	}
	d.data = data[1:]
	d.readTexts()
	s := Sheet{DocID: d.text(), FileID: d.text(), ParentID: d.text(), Title: engine.Untrusted(d.text()), Kind: Kind(d.number())}
	s.Created, s.Until, s.Revision = d.time(), d.time(), int(d.number())
	s.Fault = d.trouble()
	for n := d.length(); n > 0 && !d.bad; n-- {
		s.Facts = append(s.Facts, d.fact(s.Created))
	}
	if d.bad || len(d.data) > 0 {
		return Sheet{}, fmt.Errorf("read facts: %w", engine.ErrDamaged)
	}
	return s, nil
}

type decoder struct {
	data  []byte
	known []string
	bad   bool
}

func (d *decoder) size() int {
	n, used := binary.Uvarint(d.data)
	if used <= 0 || n > math.MaxInt32 {
		d.bad = true
		return 0
	}
	d.data = d.data[used:]
	return int(n)
}

// readTexts cuts the pool of texts, which share one string.
func (d *decoder) readTexts() {
	count := d.size()
	if count > len(d.data) {
		d.bad = true
		return
	}
	lengths := make([]int, count)
	total := 0
	for i := range lengths {
		lengths[i] = d.size()
		total += lengths[i]
		if total > len(d.data) {
			d.bad = true
			return
		}
	}
	if d.bad || total > len(d.data) {
		d.bad = true
		return
	}
	pool := string(d.data[:total])
	d.data = d.data[total:]
	d.known = make([]string, count)
	for i, n := range lengths {
		d.known[i], pool = pool[:n], pool[n:]
	}
}

func (d *decoder) text() string {
	n := d.size()
	if n >= len(d.known) {
		d.bad = true
		return ""
	}
	return d.known[n]
}

func (d *decoder) number() int64 {
	n, used := binary.Varint(d.data)
	if used <= 0 {
		d.bad = true
		return 0
	}
	d.data = d.data[used:]
	return n
}

// length reads the length of a list, each element of which takes a byte at
// least.
func (d *decoder) length() int {
	n := d.number()
	if n < 0 || n > int64(len(d.data)) {
		d.bad = true
		return 0
	}
	return int(n)
}

func (d *decoder) span() Span {
	start, length := d.number(), d.number()
	if start < 0 || length < 0 || start > math.MaxInt32 || length > math.MaxInt32 {
		d.bad = true
		return Span{}
	}
	return Span{Start: int(start), End: int(start + length)}
}

func (d *decoder) time() time.Time {
	zone := d.number()
	if zone == noTime {
		return time.Time{}
	}
	t := time.Unix(d.number(), 0)
	if zone == 0 {
		return t.UTC()
	}
	if zone < -86400 || zone > 86400 {
		d.bad = true
		return time.Time{}
	}
	return t.In(time.FixedZone("", int(zone)))
}

func (d *decoder) trouble() *Trouble {
	if d.number() != 1 {
		return nil
	}
	t := &Trouble{Name: engine.Untrusted(d.text()), Span: d.span()}
	for _, list := range []*[]string{&t.Components, &t.Systems, &t.Signature, &t.Days} {
		for n := d.length(); n > 0 && !d.bad; n-- {
			*list = append(*list, d.text())
		}
	}
	t.Weak, t.Event, t.Again = d.number() == 1, d.number() == 1, d.number() == 1
	return t
}

func (d *decoder) fact(created time.Time) Fact {
	f := Fact{Relation: Relation(d.number()), Modality: Modality(d.number()), From: d.mention(), To: d.mention(), Quote: d.span(), Extractor: d.text()}
	f.Confidence = float64(d.number()) / 1000
	f.Date = created
	if d.number() != 1 {
		f.Date = d.time()
	}
	return f
}

func (d *decoder) mention() Mention {
	return Mention{Kind: Kind(d.number()), Key: d.text(), Name: engine.Untrusted(d.text()), Span: d.span()}
}
