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
	err := w.walk(t.Tree, 0, branch{values: map[string]string{}, joints: map[string]string{}})
	return w.out, err
}

type walker struct {
	tree *tree
	out  []Entry
}

// branch is what is known on the way down.
type branch struct {
	values map[string]string // what the levels stand for
	joints map[string]string // the separator before a level, where it is another one
	said   []string          // descriptions
}

// walk goes down one level.
func (w *walker) walk(node map[string]json.RawMessage, level int, b branch) error {
	children := childrenOf(node)
	if level == len(w.tree.Hierarchy.Levels) || len(children) == 0 {
		return w.end(level, b)
	}
	for _, name := range children {
		child := objectOf(node[name])
		at := w.levelOf(child, level)
		if err := w.down(name, child, node, at, b); err != nil {
			return err
		}
	}
	return nil
}

// levelOf is the level that a child stands at: one that ends a name skips levels
// that need not be there.
func (w *walker) levelOf(child map[string]json.RawMessage, level int) int {
	levels := w.tree.Hierarchy.Levels
	ends := len(childrenOf(child)) == 0 || text(child["_is_leaf"]) == "true"
	for at := level; ends && at < len(levels); at++ {
		if !levels[at].Optional {
			return at
		}
	}
	return level
}

func (w *walker) down(name string, child, node map[string]json.RawMessage, level int, b branch) error {
	l := w.tree.Hierarchy.Levels[level]
	if d := text(child["_description"]); d != "" {
		b.said = append(slices.Clone(b.said), d)
	}
	if joint := text(node["_separator"]); joint != "" {
		b.joints = with(b.joints, l.Name, joint)
	}
	instances, err := instancesOf(name, child)
	if err != nil {
		return err
	}
	for _, instance := range instances {
		if part, ok := child["_channel_part"]; ok && len(instances) == 1 {
			instance = text(part)
		}
		next := b
		next.values = with(b.values, l.Name, instance)
		if text(child["_is_leaf"]) == "true" && len(childrenOf(child)) > 0 {
			if err := w.end(level+1, next); err != nil {
				return err
			}
		}
		if err := w.walk(child, level+1, next); err != nil {
			return err
		}
	}
	return nil
}

// end makes a channel of a branch, when the levels below need not be there.
func (w *walker) end(level int, b branch) error {
	for _, l := range w.tree.Hierarchy.Levels[level:] {
		if !l.Optional {
			return nil
		}
	}
	return w.leaf(b)
}

func (w *walker) leaf(b branch) error {
	if len(w.out) >= maxNames {
		return fmt.Errorf("a hierarchy stands for more than %d names", maxNames)
	}
	pv := w.tree.Hierarchy.Pattern
	fields := map[string]string{}
	for _, l := range w.tree.Hierarchy.Levels {
		value, brace := b.values[l.Name], "{"+l.Name+"}"
		joint, other := b.joints[l.Name]
		for _, sep := range []string{":", ".", "_", "-"} {
			switch {
			case value == "":
				pv = strings.ReplaceAll(pv, sep+brace, "")
			case other:
				pv = strings.ReplaceAll(pv, sep+brace, joint+brace)
			}
		}
		pv = strings.ReplaceAll(pv, "{"+l.Name+"}", value)
		fields[l.Name] = value
	}
	if strings.TrimSpace(pv) == "" {
		return errors.New("a hierarchy has a branch without a name")
	}
	w.out = append(w.out, Entry{PV: pv, Description: engine.Untrusted(headings(b.said)), Fields: fields})
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
