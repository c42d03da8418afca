package plan

import (
	"regexp"
	"slices"
	"strings"

	"owl/engine"
	"owl/engine/graph"
	"owl/engine/prose"
)

// table is a table of a document.
type table struct {
	docID  string
	header []string
	rows   [][]graph.Span // cells
}

// tablesOf reads the tables of a Markdown text: lines of cells between bars, the
// second of which only draws.
func tablesOf(docID, text string) []table {
	var out []table
	var now *table
	ruled := false
	for start := 0; start < len(text); {
		end := start + strings.IndexByte(text[start:], '\n')
		if end < start {
			end = len(text)
		}
		cells := cellsOf(text, start, end)
		switch {
		case cells == nil:
			now = nil
		case now == nil:
			out = append(out, table{docID: docID, header: texts(text, cells)})
			now, ruled = &out[len(out)-1], false
		case !ruled && strings.Trim(text[start:end], "|-: \t\r") == "":
			ruled = true
		case ruled && len(cells) == len(now.header):
			now.rows = append(now.rows, cells)
		}
		start = end + 1
	}
	return slices.DeleteFunc(out, func(t table) bool { return len(t.rows) == 0 })
}

// cellsOf returns the cells of a line, nil when it is no row.
func cellsOf(text string, start, end int) []graph.Span {
	line := strings.TrimSpace(text[start:end])
	if len(line) < 3 || line[0] != '|' {
		return nil
	}
	var cells []graph.Span
	from := start + strings.IndexByte(text[start:end], '|') + 1
	for i := from; i < end; i++ {
		if text[i] == '|' {
			cells = append(cells, prose.Trim(text, graph.Span{Start: from, End: i}))
			from = i + 1
		}
	}
	return cells
}

func texts(text string, cells []graph.Span) []string {
	out := make([]string, len(cells))
	for i, c := range cells {
		out[i] = text[c.Start:c.End]
	}
	return out
}

// The columns of a table of diagnosis.
var (
	reasonColumn = regexp.MustCompile(`(?i)\b(reason|cause|fault is|diagnosis|suspect|culprit)`)
	remedyColumn = regexp.MustCompile(`(?i)^(do|action|remedy|what to do|then do|cure|fix|step)\b`)
)

// columns returns the columns of reason and remedy; reason is -1 when the table is
// none of diagnosis.
func (t table) columns() (reason, remedy int) {
	reason = slices.IndexFunc(t.header, reasonColumn.MatchString)
	remedy = slices.IndexFunc(t.header, remedyColumn.MatchString)
	if len(t.header) < 2 || reason == 0 {
		reason = -1
	}
	return reason, remedy
}

// sure is what a row of a table of diagnosis counts beside a statement about one
// fault: it is what was learned from several.
const sure = 1.8

// addTables adds the causes of tables of diagnosis. A superseded document is not
// asked.
func (m *maker) addTables(found []engine.Passage) {
	for i, p := range found {
		tables := tablesOf(p.Record.DocID, string(p.Record.Content))
		m.tables = append(m.tables, tables...)
		if m.superseded(p.Record.DocID) {
			continue
		}
		for _, t := range tables {
			if reason, remedy := t.columns(); reason >= 0 {
				m.addTable(p.Record, t, reason, remedy, byRank(i)*sure)
			}
		}
	}
}

// superseded reports whether a later revision stands in a document's place.
func (m *maker) superseded(docID string) bool {
	node, ok := m.Graph.OfRecord(docID)
	if !ok {
		return false
	}
	for e := range m.Graph.In(node) {
		if e.Relation == graph.Supersedes {
			return true
		}
	}
	return false
}

func (m *maker) addTable(r engine.Record, t table, reason, remedy int, weight float64) {
	sees := func(i int) bool { return i != reason && i != remedy }
	for _, row := range m.meant(r, t, sees) {
		at := place{r.DocID, graph.Span{Start: row[0].Start, End: row[len(row)-1].End}, r.Created, weight}
		name := r.Content[row[reason].Start:row[reason].End]
		d := m.draft([]named{{name, wordsOf(string(name)), at}})
		if d == nil {
			continue
		}
		for i, cell := range row {
			text := string(r.Content[cell.Start:cell.End])
			switch {
			case !says(text) || i == reason:
			case i == remedy:
				d.deeds = append(d.deeds, deed{text: engine.Untrusted(text), at: at})
			case wordsOf(text).shared(m.symptom) == 0: // else it is what was asked
				d.looks = append(d.looks, look{engine.Untrusted(t.header[i] + ": " + text), at, inTable})
			}
		}
	}
}

// inTable is the score of a look that a table names.
const inTable = 5

// meant returns the rows that share a word with the symptom in what is seen; all
// of them when none does.
func (m *maker) meant(r engine.Record, t table, sees func(column int) bool) [][]graph.Span {
	var out [][]graph.Span
	for _, row := range t.rows {
		for i, cell := range row {
			if sees(i) && wordsOf(string(r.Content[cell.Start:cell.End])).shared(m.symptom) > 0 {
				out = append(out, row)
				break
			}
		}
	}
	if len(out) == 0 {
		return t.rows
	}
	return out
}

// says reports whether a cell says something.
func says(cell string) bool {
	switch strings.ToLower(strings.Trim(cell, " .-")) {
	case "", "any", "n/a", "none", "all":
		return false
	}
	return true
}
