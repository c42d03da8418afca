package plan

import (
	"cmp"
	"slices"
	"strings"

	"owl/engine"
	"owl/engine/graph"
	"owl/engine/walk"
)

// maxPVs is how many PVs a check shows.
const maxPVs = 3

// pvs lists the PVs of a check: those that its text names, else those of its record
// or of what its cause was found on that share a word with the text.
func (m *maker) pvs(c walk.Check, on []graph.ID) []walk.PV {
	var out []walk.PV
	for _, e := range m.Graph.Entities(string(c.Text), maxPVs, graph.PV) {
		out = append(out, m.pv(e.ID, true))
	}
	if len(out) > 0 {
		return out
	}
	for _, id := range m.alike(c, on) {
		out = append(out, m.pv(id, false))
	}
	return out
}

func (m *maker) pv(id graph.ID, named bool) walk.PV {
	name := string(m.Graph.Node(id).Name)
	return walk.PV{Name: name, Named: named, Limits: m.limits(name)}
}

// alike lists the PVs of the check's record and of some components that share a
// word with its text, those of the components that the symptom names first.
func (m *maker) alike(c walk.Check, on []graph.ID) []graph.ID {
	text := wordsOf(string(c.Text))
	scores := map[graph.ID]float64{}
	var list []graph.ID
	add := func(id graph.ID) {
		if m.Graph.Kind(id) != graph.PV || slices.Contains(list, id) {
			return
		}
		if n := m.signal(id).shared(text); n > 0 {
			scores[id] = float64(n) + m.belongs(id)
			list = append(list, id)
		}
	}
	if node, ok := m.Graph.OfRecord(m.plan.Citations[c.Cite-1].DocID); ok {
		for e := range m.Graph.Out(node) {
			add(e.To)
		}
	}
	for _, id := range on {
		if m.Graph.Degree(id) > maxParts {
			continue
		}
		for e := range m.Graph.In(id) {
			if e.Relation == graph.PartOf {
				add(e.From)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b graph.ID) int { return cmp.Compare(scores[b], scores[a]) })
	if len(list) > 0 && m.belongs(list[0]) > 0 { // those of other components are not meant
		list = slices.DeleteFunc(list, func(id graph.ID) bool { return m.belongs(id) == 0 })
	}
	return list[:min(len(list), maxPVs)]
}

// maxParts is the degree from which a component is a place and not a device.
const maxParts = 400

// signal is the words of a PV: the last parts of its name, and its description.
func (m *maker) signal(id graph.ID) words {
	name := string(m.Graph.Node(id).Name)
	parts := strings.Split(name, ":")
	text := strings.Join(parts[max(0, len(parts)-2):], " ")
	if m.Describe != nil {
		text += " " + m.Describe(name)
	}
	return wordsOf(text)
}

// belongs is 2 for a PV of a component that the symptom names.
func (m *maker) belongs(id graph.ID) float64 {
	for e := range m.Graph.Out(id) {
		if e.Relation == graph.PartOf && slices.Contains(m.named, e.To) {
			return 2
		}
	}
	return 0
}

// maxLimits is how many lines of limits a PV shows.
const maxLimits = 2

// limits are the rows of tables that name a PV.
func (m *maker) limits(pv string) []walk.Limit {
	var out []walk.Limit
	for _, t := range m.tables {
		content := m.records[t.docID].Content
		for _, row := range t.rows {
			if len(out) == maxLimits || !names(content, row, pv) || m.superseded(t.docID) {
				continue
			}
			at := graph.Span{Start: row[0].Start, End: row[len(row)-1].End}
			if n := m.cite(t.docID, at); n > 0 {
				out = append(out, walk.Limit{Text: t.said(content, row, pv), Cite: n})
			}
		}
	}
	return out
}

// names reports whether a cell of a row names a PV.
func names(content engine.Untrusted, row []graph.Span, pv string) bool {
	return slices.ContainsFunc(row, func(c graph.Span) bool { return holds(string(content[c.Start:c.End]), pv) })
}

func holds(cell, pv string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(cell, func(r rune) bool { return r == ' ' || r == ',' }), func(w string) bool { return strings.EqualFold(w, pv) })
}

// said is what a row says of a PV: "HI alarm 55 C, trip 60 C".
func (t table) said(content engine.Untrusted, row []graph.Span, pv string) engine.Untrusted {
	var parts []string
	for i, c := range row {
		text := string(content[c.Start:c.End])
		if says(text) && !holds(text, pv) {
			parts = append(parts, strings.TrimSpace(t.header[i]+" "+text))
		}
	}
	return engine.Untrusted(strings.Join(parts, ", "))
}
