package record

import (
	"strings"

	"owl/engine"
	"owl/engine/guard"
	"owl/views/widget"
)

// page is a record laid out for one width.
type page struct {
	w         int
	head      []string
	body      []string
	quoteLine int // index in body of the first line of the quote, or -1
	files     int // index in body of the attachments
}

func (p page) total() int { return len(p.body) }

// span is a part of the cleaned text that is a quote.
type span struct {
	from, to int
	current  bool
}

const margin = "  " // as wide as the sign of a quoted line and a space

// layOut wraps the record and marks its quotes.
func (m *Model) layOut(w int) page {
	p := page{w: w, head: m.header(w), quoteLine: -1}
	text, quotes := m.clean()
	for _, line := range widget.Wrap(text, w-len(margin)) {
		body, current := m.line(text, line, quotes)
		if current && p.quoteLine < 0 {
			p.quoteLine = len(p.body)
		}
		p.body = append(p.body, body)
	}
	p.files = len(p.body)
	p.body = append(p.body, m.attachments(w)...)
	return p
}

// clean returns the content as terminal text, with the places of its quotes in
// it. Cleaning changes lengths, so the text is cleaned piece by piece between
// the ends of the quotes.
func (m *Model) clean() (string, []span) {
	var b strings.Builder
	var spans []span
	content := m.rec.Content
	done := 0
	write := func(to int) {
		b.WriteString(guard.Text(content[done:to]))
		done = to
	}
	for i, c := range m.quotes {
		if !m.found(c) || c.Start < done { // quotes may overlap: the first one wins
			if i == m.at && m.found(c) {
				return m.cleanOne(c)
			}
			continue
		}
		write(c.Start)
		from := b.Len()
		write(c.End)
		spans = append(spans, span{from, b.Len(), i == m.at})
	}
	write(len(content))
	return b.String(), spans
}

// cleanOne is clean with one quote only.
func (m *Model) cleanOne(c engine.Citation) (string, []span) {
	before, quote := guard.Text(m.rec.Content[:c.Start]), guard.Text(m.rec.Content[c.Start:c.End])
	return before + quote + guard.Text(m.rec.Content[c.End:]), []span{{len(before), len(before) + len(quote), true}}
}

// line draws one line of text; current reports whether the quote to show is
// on it.
func (m *Model) line(text string, l widget.Line, quotes []span) (drawn string, current bool) {
	var b strings.Builder
	at, quoted := l.Start, false
	for _, q := range quotes {
		from, to := max(q.from, at), min(q.to, l.End)
		if from >= to {
			continue
		}
		b.WriteString(text[at:from])
		if q.current {
			b.WriteString(m.th.Quote.Render(text[from:to]))
		} else {
			b.WriteString(m.th.Accent.Render(text[from:to]))
		}
		at, quoted, current = to, true, current || q.current
	}
	b.WriteString(text[at:l.End])
	if current {
		return m.th.Focus.Render(m.th.Glyphs.Margin) + " " + b.String(), true
	}
	if quoted {
		return m.th.Rule.Render(m.th.Glyphs.Column) + " " + b.String(), false
	}
	return margin + b.String(), false
}
