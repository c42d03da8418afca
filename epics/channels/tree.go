package channels

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"owl/engine"
)

// tree is a hierarchy of names: levels, each a choice of a tree or a number of
// instances, and a pattern that joins them, such as {ring}:{family}{device}:{field}.
type tree struct {
	Hierarchy struct {
		Levels []struct {
			Name     string `json:"name"`
			Type     string `json:"type"` // "tree" or "instances"
			Optional bool   `json:"optional"`
		} `json:"levels"`
		Pattern string `json:"naming_pattern"`
	} `json:"hierarchy"`
	Tree map[string]json.RawMessage `json:"tree"`
}

// expansion lists the instances of a level.
type expansion struct {
	Type      string   `json:"_type"`
	Pattern   string   `json:"_pattern"`
	Range     []int    `json:"_range"`
	Instances []string `json:"_instances"`
}

func readTree(raw json.RawMessage) ([]Entry, error) {
	var t tree
	if err := json.Unmarshal(raw, &t); err != nil {
		return nil, fmt.Errorf("a hierarchy: %w", err)
	}
	if len(t.Hierarchy.Levels) == 0 || t.Hierarchy.Pattern == "" {
		return nil, errors.New("a hierarchy needs levels and a naming_pattern")
	}
	w := walker{tree: &t}
	err := w.walk(t.Tree, 0, map[string]string{}, nil)
	return w.out, err
}

type walker struct {
	tree *tree
	out  []Entry
}

// walk goes down one level. Values are what the levels above stand for.
func (w *walker) walk(node map[string]json.RawMessage, level int, values map[string]string, said []string) error {
	if level == len(w.tree.Hierarchy.Levels) {
		return w.leaf(values, said)
	}
	l := w.tree.Hierarchy.Levels[level]
	children := childrenOf(node)
	if len(children) == 0 || text(node["_is_leaf"]) == "true" {
		if err := w.skip(level, values, said); err != nil || len(children) == 0 {
			return err
		}
	}
	if l.Optional && !w.fits(children, level) {
		return w.walk(node, level+1, with(values, l.Name, ""), said)
	}
	for _, name := range children {
		child := objectOf(node[name])
		next := said
		if d := text(child["_description"]); d != "" {
			next = append(slices.Clone(said), d)
		}
		instances, err := instancesOf(name, child)
		if err != nil {
			return err
		}
		for _, instance := range instances {
			if l.Type != "instances" && len(instances) == 1 {
				if part, ok := child["_channel_part"]; ok {
					instance = text(part)
				}
			}
			if err := w.walk(child, level+1, with(values, l.Name, instance), next); err != nil {
				return err
			}
		}
	}
	return nil
}

// skip ends a branch early: the levels below must be optional.
func (w *walker) skip(level int, values map[string]string, said []string) error {
	rest := values
	for _, l := range w.tree.Hierarchy.Levels[level:] {
		if !l.Optional {
			return nil
		}
		rest = with(rest, l.Name, "")
	}
	return w.leaf(rest, said)
}

// fits tells whether children stand at an optional level: something lies below
// them, as deep as the levels that are left.
func (w *walker) fits(children []string, level int) bool {
	return len(children) > 0 && level < len(w.tree.Hierarchy.Levels)
}

func (w *walker) leaf(values map[string]string, said []string) error {
	if len(w.out) >= maxNames {
		return fmt.Errorf("a hierarchy stands for more than %d names", maxNames)
	}
	pv := w.tree.Hierarchy.Pattern
	fields := map[string]string{}
	for _, l := range w.tree.Hierarchy.Levels {
		value := values[l.Name]
		if value == "" { // without its separator
			for _, sep := range []string{":", ".", "_", "-"} {
				pv = strings.ReplaceAll(pv, sep+"{"+l.Name+"}", "")
			}
		}
		pv = strings.ReplaceAll(pv, "{"+l.Name+"}", value)
		fields[l.Name] = value
	}
	w.out = append(w.out, Entry{PV: pv, Description: engine.Untrusted(headings(said)), Fields: fields})
	return nil
}

// headings keeps of each description what stands before its first colon or full
// stop: its name, without the explanation.
func headings(said []string) string {
	var out []string
	for _, s := range said {
		if i := strings.IndexAny(s, ":(."); i > 0 {
			s = s[:i]
		}
		out = append(out, strings.TrimSpace(s))
	}
	return strings.Join(out, ", ")
}

func instancesOf(name string, child map[string]json.RawMessage) ([]string, error) {
	raw, ok := child["_expansion"]
	if !ok {
		return []string{name}, nil
	}
	var e expansion
	if err := json.Unmarshal(raw, &e); err != nil {
		return nil, fmt.Errorf("the expansion of %s: %w", name, err)
	}
	if e.Type == "list" {
		return e.Instances, nil
	}
	if len(e.Range) != 2 || e.Range[1] < e.Range[0] || e.Range[1]-e.Range[0] >= maxNames {
		return nil, fmt.Errorf("the expansion of %s has no range of two numbers", name)
	}
	var out []string
	for n := e.Range[0]; n <= e.Range[1]; n++ {
		out = append(out, formatted(e.Pattern, n))
	}
	return out, nil
}

// formatted writes a number as a pattern such as B{:02d} says.
func formatted(pattern string, n int) string {
	before, rest, ok := strings.Cut(pattern, "{")
	inside, after, closed := strings.Cut(rest, "}")
	if !ok || !closed {
		return fmt.Sprint(n)
	}
	width := 0
	if _, err := fmt.Sscanf(strings.TrimPrefix(inside, ":"), "%dd", &width); err != nil || width > 12 {
		width = 0
	}
	return before + fmt.Sprintf("%0*d", width, n) + after
}

func with(values map[string]string, key, value string) map[string]string {
	out := maps.Clone(values)
	out[key] = value
	return out
}

func childrenOf(node map[string]json.RawMessage) []string {
	var out []string
	for name, raw := range node {
		if !strings.HasPrefix(name, "_") && len(raw) > 0 && raw[0] == '{' {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

func objectOf(raw json.RawMessage) map[string]json.RawMessage {
	var out map[string]json.RawMessage
	if json.Unmarshal(raw, &out) != nil {
		return nil
	}
	return out
}

func text(raw json.RawMessage) string {
	if raw == nil {
		return ""
	}
	s, _ := textOf(raw)
	return s
}

// readLayer collects the ChannelNames of a middle layer, with the names and
// descriptions of the objects they stand in.
func readLayer(raw json.RawMessage, path, said []string) []Entry {
	node := objectOf(raw)
	if d := text(node["_description"]); d != "" {
		said = append(slices.Clone(said), d)
	}
	var out []Entry
	var names []string
	if list := node["ChannelNames"]; list != nil && json.Unmarshal(list, &names) == nil {
		for _, pv := range names {
			if pv != "" {
				out = append(out, Entry{PV: pv, Description: engine.Untrusted(headings(said)), Fields: map[string]string{"path": strings.Join(path, ", ")}})
			}
		}
	}
	for _, name := range childrenOf(node) {
		out = append(out, readLayer(node[name], append(slices.Clone(path), name), said)...)
	}
	return out
}
