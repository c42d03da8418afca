package build

import (
	"regexp"
	"strings"

	"owl/bench/suite"
)

var (
	figure    = regexp.MustCompile(`\d`)
	letters   = regexp.MustCompile(`\p{L}{2}`)
	telling   = regexp.MustCompile(`\p{L}{4}|\p{Lu}{2}|\p{L} \p{L}`) // a column name that can be asked for
	dayInCell = regexp.MustCompile(`^\d{4}-\d{2}|^\d{1,2}\.\d{1,2}\.`)
)

// fromTables asks for the cells of one row, of two rows, and for the second
// column of a table that has only two.
func (c *corpus) fromTables() []sample {
	var out []sample
	for _, p := range c.pages {
		if !c.isDocument(p) {
			continue
		}
		for _, t := range p.tables {
			named := t.named()
			out = append(out, p.pairsOf(t, named)...)
			for i, r := range named {
				out = append(out, p.cells(t, r)...)
				if i > 0 {
					out = append(out, p.compared(t, named[i-1], r)...)
				}
			}
		}
	}
	return out
}

// named returns the rows that can be asked for by their first cell, when it is
// no day and no mere number.
func (t table) named() []row {
	count := map[string]int{}
	for _, r := range t.rows {
		count[r.cells[0]]++
	}
	var out []row
	for _, r := range t.rows {
		name := r.cells[0]
		if count[name] == 1 && letters.MatchString(name) && !dayInCell.MatchString(name) && len(name) <= 60 && !strings.Contains(name, "](") {
			out = append(out, r)
		}
	}
	return out
}

// filled lists the columns of a row, without the first, that say something.
func (t table) filled(r row) []int {
	var out []int
	for i := 1; i < len(r.cells); i++ {
		cell := r.cells[i]
		if len(cell) > 0 && len(cell) <= 80 && strings.Trim(cell, "-–—?") != "" && telling.MatchString(t.columns[i]) && !strings.Contains(cell, "](") {
			out = append(out, i)
		}
	}
	return out
}

func (p *page) cell(t table, r row, column int) fact {
	text := r.cells[0] + " " + lowered(t.columns[column]) + ": " + r.cells[column]
	f := p.from(r.line, text, suite.Vital, suite.NoRole)
	f.above = strings.Join(t.columns, " ") + "\n"
	return f
}

func (p *page) tableSample(template, kind string, t table, facts []fact, slots map[string]string) sample {
	slots["where"] = p.place(t.heading)
	return sample{template: template, kind: kind, collection: string(p.rec.Collection), facts: facts, slots: slots, hops: 1}
}

// cells asks for at least three cells of a row.
func (p *page) cells(t table, r row) []sample {
	filled := t.filled(r)
	if len(filled) < minNuggets {
		return nil
	}
	var facts []fact
	var names []string
	for _, i := range filled[:min(len(filled), 5)] {
		facts, names = append(facts, p.cell(t, r, i)), append(names, lowered(t.columns[i]))
	}
	slots := map[string]string{"columns": enumerate(names), "row": r.cells[0]}
	return []sample{p.tableSample("row", kindOf(facts), t, facts, slots)}
}

// kindOf is parametric when most cells hold a figure.
func kindOf(facts []fact) string {
	n := 0
	for _, f := range facts {
		if _, cell, _ := strings.Cut(f.text, ": "); figure.MatchString(cell) {
			n++
		}
	}
	if 2*n > len(facts) {
		return "parametric"
	}
	return "factual"
}

// number is a number as cells have it.
var number = regexp.MustCompile(`[+-]?\d+(?:[.,]\d+)*(?:e[+-]?\d+)?`)

// quantity is a cell without its numbers: only what is measured alike compares.
func quantity(cell string) string { return number.ReplaceAllString(cell, "#") }

// compared asks for the same cells of two rows.
func (p *page) compared(t table, a, b row) []sample {
	var facts []fact
	var names []string
	for _, i := range t.filled(a) {
		if len(names) == 3 || !figure.MatchString(a.cells[i]) || a.cells[i] == b.cells[i] || quantity(a.cells[i]) != quantity(b.cells[i]) {
			continue
		}
		facts, names = append(facts, p.cell(t, a, i), p.cell(t, b, i)), append(names, lowered(t.columns[i]))
	}
	if len(names) < 2 {
		return nil
	}
	slots := map[string]string{"columns": enumerate(names), "row": a.cells[0], "other": b.cells[0]}
	return []sample{p.tableSample("rows", "comparative", t, facts, slots)}
}

// pairsOf asks for values of a table of names and values, four at a time.
func (p *page) pairsOf(t table, named []row) []sample {
	if len(t.columns) != 2 {
		return nil
	}
	var out []sample
	for at := 0; at+minNuggets <= len(named); at += 4 {
		var facts []fact
		var names []string
		for _, r := range named[at:min(at+4, len(named))] {
			if len(t.filled(r)) == 1 {
				text := r.cells[0] + ": " + r.cells[1]
				facts, names = append(facts, p.from(r.line, text, suite.Vital, suite.NoRole)), append(names, lowered(r.cells[0]))
			}
		}
		if len(facts) >= minNuggets {
			out = append(out, p.tableSample("values", kindOf(facts), t, facts, map[string]string{"rows": enumerate(names)}))
		}
	}
	return out
}

// lowered writes a name as inside of a sentence: an acronym stays as it is.
func lowered(name string) string {
	if len(name) > 1 && name[1] >= 'a' && name[1] <= 'z' && !figure.MatchString(name) {
		return strings.ToLower(name[:1]) + name[1:]
	}
	return name
}

// enumerate reads "a, b and c", with semicolons where a name holds a comma.
func enumerate(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last, between, and := len(names)-1, ", ", " and "
	if strings.Contains(strings.Join(names, ""), ",") {
		between, and = "; ", "; and "
	}
	return strings.Join(names[:last], between) + and + names[last]
}
