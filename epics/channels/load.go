package channels

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"owl/engine"
)

// maxDatabase is the largest database file that is read.
const maxDatabase = 1 << 30

// Read reads a database of channels. Its form is told from its content:
//
//   - JSON lines or a JSON list of objects with pv, description and more; pv may
//     also be called address, name or channel
//   - an object with pattern, description and values is a naming rule: the
//     pattern SR{sector=1..12}:BPM{n}:X with values {"n": "1..8"}
//   - an object with tree and hierarchy describes names level by level, see tree
//   - nested objects with ChannelNames, as middle layers have them
//   - CSV with a head line, separated by comma, semicolon or tab
//
// The error names the line that is wrong.
func Read(r io.Reader) ([]Entry, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxDatabase+1))
	if err != nil {
		return nil, fmt.Errorf("read channels: %w", err)
	}
	if len(data) > maxDatabase {
		return nil, fmt.Errorf("read channels: more than %d bytes", maxDatabase)
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	switch trimmed := bytes.TrimLeft(data, " \t\r\n"); {
	case len(trimmed) == 0:
		return nil, nil
	case trimmed[0] == '{' || trimmed[0] == '[':
		return readJSON(data)
	}
	return readCSV(data)
}

func readJSON(data []byte) ([]Entry, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	var out []Entry
	for {
		start := d.InputOffset()
		var raw json.RawMessage
		err := d.Decode(&raw)
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, fmt.Errorf("read channels: line %d: the JSON is cut off", lineOf(data, int64(len(bytes.TrimSpace(data)))))
		}
		if err != nil {
			return nil, fmt.Errorf("read channels: line %d: %w", lineOf(data, d.InputOffset()), err)
		}
		more, err := readValue(raw)
		if err != nil {
			return nil, fmt.Errorf("read channels: line %d: %w", lineOf(data, start+1), err)
		}
		out = append(out, more...)
	}
}

func lineOf(data []byte, offset int64) int {
	offset = min(offset, int64(len(data)))
	return 1 + bytes.Count(data[:offset], []byte("\n"))
}

// readValue reads one JSON value of a database.
func readValue(raw json.RawMessage) ([]Entry, error) {
	if raw[0] == '[' {
		var list []json.RawMessage
		if err := json.Unmarshal(raw, &list); err != nil {
			return nil, err
		}
		var out []Entry
		for i, one := range list {
			more, err := readValue(one)
			if err != nil {
				return nil, fmt.Errorf("channel %d: %w", i+1, err)
			}
			out = append(out, more...)
		}
		return out, nil
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(raw, &object); err != nil {
		return nil, errors.New("a channel is no JSON object")
	}
	return readObject(raw, object)
}

func readObject(raw json.RawMessage, object map[string]json.RawMessage) ([]Entry, error) {
	fields := map[string]string{}
	for key, value := range object {
		if text, ok := textOf(value); ok {
			fields[strings.ToLower(key)] = text
		}
	}
	switch {
	case object["tree"] != nil:
		return readTree(raw)
	case object["channels"] != nil && object["channels"][0] == '[':
		return readValue(object["channels"])
	case fields["pattern"] != "":
		return readRule(fields, object["values"])
	}
	if e, ok := entryOf(fields); ok {
		return []Entry{e}, nil
	}
	if out := readLayer(raw, nil, nil); len(out) > 0 {
		return out, nil
	}
	return nil, errors.New("a channel has no pv")
}

// textOf writes a simple value as text; a list of them is joined.
func textOf(raw json.RawMessage) (string, bool) {
	var v any
	if json.Unmarshal(raw, &v) != nil {
		return "", false
	}
	switch v := v.(type) {
	case string:
		return v, true
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64), true
	case bool:
		return strconv.FormatBool(v), true
	case []any:
		var parts []string
		for _, one := range v {
			s, ok := one.(string)
			if !ok {
				return "", false
			}
			parts = append(parts, s)
		}
		return strings.Join(parts, ", "), true
	}
	return "", false
}

// nameFields and descriptionFields are what databases call these, best first.
func nameFields() []string {
	return []string{"pv", "address", "pvname", "pv_name", "channelname", "channel_name", "channel", "name"}
}

func descriptionFields() []string { return []string{"description", "desc", "comment", "title"} }

// entryOf makes a channel of its fields.
func entryOf(fields map[string]string) (Entry, bool) {
	e := Entry{Fields: map[string]string{}}
	for _, key := range nameFields() {
		if e.PV == "" {
			e.PV = strings.TrimSpace(fields[key])
			if e.PV != "" {
				delete(fields, key)
			}
		}
	}
	for _, key := range descriptionFields() {
		if e.Description == "" {
			e.Description = engine.Untrusted(fields[key])
			if fields[key] != "" {
				delete(fields, key)
			}
		}
	}
	for key, value := range fields {
		if value != "" {
			e.Fields[key] = value
		}
	}
	return e, e.PV != ""
}

// readRule lists the channels of a naming rule.
func readRule(fields map[string]string, values json.RawMessage) ([]Entry, error) {
	var given map[string]string
	if values != nil {
		if err := json.Unmarshal(values, &given); err != nil {
			return nil, errors.New("the values of a rule are no object of texts")
		}
	}
	rows, err := expandRule(fields["pattern"], given)
	if err != nil {
		return nil, err
	}
	out := make([]Entry, 0, len(rows))
	for _, row := range rows {
		filled := map[string]string{}
		for key, value := range fields {
			if key != "pattern" {
				filled[key] = row.fill(value)
			}
		}
		filled["pv"] = row.name
		e, ok := entryOf(filled)
		if !ok {
			return nil, fmt.Errorf("%q stands for an empty name", fields["pattern"])
		}
		out = append(out, e)
	}
	return out, nil
}

func readCSV(data []byte) ([]Entry, error) {
	r := csv.NewReader(bufio.NewReader(bytes.NewReader(data)))
	r.Comment, r.FieldsPerRecord, r.TrimLeadingSpace, r.LazyQuotes = '#', -1, true, true
	first, _, _ := bytes.Cut(data, []byte("\n"))
	for _, sep := range []rune{';', '\t'} {
		if bytes.Count(first, []byte(string(sep))) > bytes.Count(first, []byte(string(r.Comma))) {
			r.Comma = sep
		}
	}
	head, err := r.Read()
	if err != nil {
		return nil, fmt.Errorf("read channels: %w", err)
	}
	for i := range head {
		head[i] = strings.ToLower(strings.TrimSpace(head[i]))
	}
	if !slices.ContainsFunc(nameFields(), func(f string) bool { return slices.Contains(head, f) }) {
		return nil, fmt.Errorf("read channels: line 1: the head line has no pv; it has %s", strings.Join(head, ", "))
	}
	var out []Entry
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read channels: %w", err)
		}
		line, _ := r.FieldPos(0)
		fields := map[string]string{}
		for i, value := range row {
			if i < len(head) {
				fields[head[i]] = strings.TrimSpace(value)
			}
		}
		e, ok := entryOf(fields)
		if !ok {
			return nil, fmt.Errorf("read channels: line %d: a channel has no pv", line)
		}
		out = append(out, e)
	}
}
