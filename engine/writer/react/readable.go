package react

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// readable writes a JSON value for people: each object of plain values is a line
// of "name: value", a value before its unit. Values keep their own spelling and
// fields their order.
func readable(raw json.RawMessage) string {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	n, err := readNode(d)
	if err != nil {
		return string(raw)
	}
	var out strings.Builder
	n.write(&out, "")
	return strings.TrimSpace(out.String())
}

// node is a JSON value that remembers the order of its fields.
type node struct {
	plain  string
	names  []string // of an object
	values []node   // of an object or a list
	list   bool
}

func readNode(d *json.Decoder) (node, error) {
	t, err := d.Token()
	if err != nil {
		return node{}, fmt.Errorf("read a result: %w", err)
	}
	delim, nested := t.(json.Delim)
	if !nested {
		return node{plain: fmt.Sprint(t)}, nil
	}
	n := node{list: delim == '['}
	for d.More() {
		if !n.list {
			key, err := d.Token()
			if err != nil {
				return node{}, fmt.Errorf("read a result: %w", err)
			}
			n.names = append(n.names, fmt.Sprint(key))
		}
		inner, err := readNode(d)
		if err != nil {
			return node{}, err
		}
		n.values = append(n.values, inner)
	}
	if _, err = d.Token(); err != nil {
		return node{}, fmt.Errorf("read a result: %w", err)
	}
	return n, nil
}

func (n node) isPlain() bool { return !n.list && n.names == nil }

func (n node) write(out *strings.Builder, name string) {
	switch {
	case n.isPlain() && name != "":
		fmt.Fprintf(out, "%s: %s\n", name, n.plain)
	case n.isPlain():
		out.WriteString(n.plain + "\n")
	case n.list:
		for _, v := range n.values {
			v.write(out, name)
		}
	default:
		n.writeObject(out, name)
	}
}

// writeObject writes the plain fields on one line and the others below.
func (n node) writeObject(out *strings.Builder, name string) {
	unit := n.unit()
	var line []string
	for i, field := range n.names {
		switch v := n.values[i]; {
		case !v.isPlain():
		case field == "value" && unit != "":
			line = append(line, "value: "+v.plain+" "+unit)
		case v.plain != "":
			line = append(line, field+": "+v.plain)
		}
	}
	if len(line) > 0 {
		if name != "" {
			out.WriteString(name + ": ")
		}
		out.WriteString(strings.Join(line, ", ") + "\n")
	}
	for i, field := range n.names {
		if !n.values[i].isPlain() {
			n.values[i].write(out, strings.TrimSpace(name+" "+field))
		}
	}
}

func (n node) unit() string {
	for i, field := range n.names {
		if (field == "unit" || field == "units" || field == "egu") && n.values[i].isPlain() {
			return n.values[i].plain
		}
	}
	return ""
}
