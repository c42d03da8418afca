package compose

import (
	"cmp"
	"fmt"
	"math/bits"
	"regexp"
	"slices"
	"strings"

	"owl/engine/query/intent"
	"owl/engine/terms"
	"owl/engine/verify"
)

// Table sets what the records say of two things beside each other.
type Table struct {
	Sides []string // what is compared, as typed
	Rows  [][]Link // one statement a side
}

const (
	sidesMost = 2
	rowsMost  = 3
	cellWords = 40
	// cellShare is how much of the best statement's worth the weaker side of a row
	// must have: a table with an empty or idle side misleads.
	cellShare = 0.1
)

// compared makes the table of a question that compares two things, of statements
// that are each about one of them. It is empty unless every row has both.
func (a *asked) compared(list []*passage) Table {
	names := a.sideNames()
	if a.Intent != intent.Comparative || len(names) != sidesMost {
		return Table{}
	}
	var of [sidesMost][]stretch
	for _, p := range list {
		for i := range p.units {
			if s := a.sideOf(p, i); s < sidesMost && p.isCell(i) {
				of[s] = append(of[s], stretch{passage: p, from: i, to: i + 1, value: p.worth[i], words: p.marks[i].words})
			}
		}
	}
	t := Table{Sides: names}
	for _, row := range a.rows(of) {
		links := make([]Link, sidesMost)
		for s, c := range row {
			links[s] = c.link()
		}
		t.Rows = append(t.Rows, links)
	}
	if len(t.Rows) == 0 {
		return Table{}
	}
	return t
}

// beforeTime is what stands before a time in a sentence and not over a column.
var beforeTime = regexp.MustCompile(`(?i)^(?:(?:in|on|of|at|from|since|during|the)\s+)+`)

// sideNames are the two times or devices that a question compares, as typed.
func (a *asked) sideNames() []string {
	var out []string
	if len(a.closed) == sidesMost {
		for _, d := range a.closed {
			out = append(out, beforeTime.ReplaceAllString(d.Phrase, ""))
		}
		return out
	}
	for _, i := range a.deviceTerms() {
		out = append(out, a.terms[i].Shown)
	}
	return out
}

// sideOf is which side a unit is about: that of its record, or else the one that it
// names by itself. One that names the other side than its record's may be about
// either.
func (a *asked) sideOf(p *passage, i int) int {
	own := a.side(p)
	switch named := a.sideNamed(p, i); {
	case own == maxBits:
		return named
	case named == maxBits || named == own:
		return own
	}
	return maxBits
}

// sideNamed is the one side that a unit names, if it names one.
func (a *asked) sideNamed(p *passage, i int) int {
	sides := uint64(p.marks[i].times)
	if len(a.closed) < sidesMost {
		sides = 0
		for n, t := range a.deviceTerms() {
			if a.weight(p.marks[i].held, 1<<t) > 0 {
				sides |= 1 << n
			}
		}
	}
	if bits.OnesCount64(sides) != 1 {
		return maxBits
	}
	return bits.TrailingZeros64(sides)
}

// isCell reports a statement that can stand in a table.
func (p *passage) isCell(i int) bool {
	s := stretch{passage: p, from: i, to: i + 1}
	if p.units[i].kind == field {
		return p.marks[i].words <= cellWords
	}
	return s.standsAlone(i) && p.marks[i].words <= cellWords
}

// rows pairs the statements of the sides, part by part of the question: of each
// side the one that is worth most for the part and was not used.
func (a *asked) rows(of [sidesMost][]stretch) [][sidesMost]stretch {
	var out [][sidesMost]stretch
	top := 0.0
	for _, side := range of {
		for _, c := range side {
			top = max(top, c.value)
		}
	}
	used := map[*passage]map[int]bool{}
	for n := range max(rowsMost-1, len(a.parts)) {
		part := a.parts[n%len(a.parts)]
		var row [sidesMost]stretch
		full := true
		for s := range of {
			best, ok := a.bestCell(of[s], part, used)
			row[s], full = best, full && ok && best.value >= cellShare*top
		}
		if !full || len(out) == rowsMost {
			continue
		}
		for _, c := range row {
			if used[c.passage] == nil {
				used[c.passage] = map[int]bool{}
			}
			used[c.passage][c.from] = true
		}
		if !repeats(terms.SetOf(row[0].text(row[0].from)), terms.SetOf(row[1].text(row[1].from))) {
			out = append(out, row)
		}
	}
	return out
}

func (a *asked) bestCell(cells []stretch, of part, used map[*passage]map[int]bool) (best stretch, ok bool) {
	free := slices.DeleteFunc(slices.Clone(cells), func(c stretch) bool { return used[c.passage][c.from] })
	if len(free) == 0 {
		return best, false
	}
	worth := func(c stretch) float64 {
		return c.value * (0.3 + a.weight(c.marks[c.from].held, of.terms)/of.total)
	}
	return slices.MaxFunc(free, func(x, y stretch) int { return cmp.Compare(worth(x), worth(y)) }), true
}

// link quotes the first unit of a stretch.
func (s stretch) link() Link {
	u := s.units[s.from]
	return Link{Record: s.rec, Claim: verify.Claim{Text: s.text(s.from), DocID: s.rec.DocID, Start: u.start, End: u.end}}
}

// table writes the comparison, each cell with its citation.
func (r *renderer) table(t Table) {
	if len(t.Rows) == 0 {
		return
	}
	var heads []string
	for _, s := range t.Sides {
		heads = append(heads, cell(escape(oneLine(s))))
	}
	fmt.Fprintf(&r.out, "| %s |\n|%s\n", strings.Join(heads, " | "), strings.Repeat("---|", len(heads)))
	for _, row := range t.Rows {
		var cells []string
		for _, l := range row {
			cells = append(cells, fmt.Sprintf("%s [%d]", cell(r.quoted(l)), r.cite(l)))
		}
		fmt.Fprintf(&r.out, "| %s |\n", strings.Join(cells, " | "))
	}
	r.out.WriteString("\n")
}

// cell is a text as it may stand in a table.
func cell(text string) string { return strings.ReplaceAll(text, "|", "/") }

// quoted is the text of a link on one line, without the mark of a list.
func (r *renderer) quoted(l Link) string {
	r.quoteOf(l.Record)
	if startsItem(strings.TrimSpace(l.Text)) {
		return r.quote(itemText(l.Text))
	}
	return r.quote(oneLine(l.Text))
}

// cite adds the citation of a link and returns its number.
func (r *renderer) cite(l Link) int {
	c := citationOf(Block{Record: l.Record}, Claim{Claim: l.Claim}, len(r.citations)+1)
	c.Quote = l.Record.Content[c.Start:c.End]
	r.citations = append(r.citations, c)
	return c.N
}

// withTable begins the answer with a table, in place of single sentences.
func (d Draft) withTable(t Table) Draft {
	d.Table = t
	d.Blocks = slices.DeleteFunc(d.Blocks, func(b Block) bool { return b.Part == Lead })
	return d
}
