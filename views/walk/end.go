package walk

import (
	"fmt"

	"owl/engine"
	"owl/engine/guard"
	"owl/engine/walk"
	"owl/views/widget"
	"owl/views/words"
)

func untrusted(s string) engine.Untrusted { return engine.Untrusted(s) }

// ending says what the walk came to.
func (m *Model) ending(w int) []string {
	e := m.walk.Ending()
	lines := m.indented(m.th.Glyphs.Focus+" "+walk.Says(e.Outcome), w, "", m.th.Focus.Render)
	if e.Cause >= 0 {
		lines = append(lines, m.evidence(m.walk.Plan.Causes[e.Cause], w)...)
	}
	if e.Helped != nil {
		lines = append(lines, m.deed("helped", *e.Helped, w)...)
	}
	for _, d := range e.Tried {
		lines = append(lines, m.deed("did not help", d, w)...)
	}
	if len(m.walk.Plan.Contacts) > 0 {
		lines = append(lines, m.indented("Ask", w, "  ", m.th.Title.Render)...)
	}
	for _, c := range m.walk.Plan.Contacts {
		text := words.Join(" "+m.th.Glyphs.Dot+" ", guard.Line(c.Name), "last record "+words.When(c.Last), mark(c.Cite))
		lines = append(lines, widget.Truncate("    "+text, w, m.th.Glyphs.Ellipsis))
	}
	return append(lines, m.noteLines(w)...)
}

func (m *Model) deed(what string, d walk.Deed, w int) []string {
	lines := m.indented(what+": "+guard.Line(d.Text), w, "  ", m.th.Selected.Render)
	if d.CameBack != "" {
		text := m.th.Glyphs.Warn + " then the fault came back on " + words.When(d.CameBack)
		lines = append(lines, m.indented(text, w, "  ", m.th.Warn.Render)...)
	}
	return append(lines, m.source(d.Cite, guard.Line(d.Text), w)...)
}

// log is what was answered, the latest first.
func (m *Model) log(w int) []string {
	if len(m.walk.Answers) == 0 {
		return nil
	}
	lines := []string{"", m.th.Title.Render("Answered")}
	for i := len(m.walk.Answers) - 1; i >= 0; i-- {
		a := m.walk.Answers[i]
		c := m.walk.Plan.Checks[a.Check]
		text := fmt.Sprintf("%2d %s %s", i+1, m.verdict(a.Verdict), guard.Line(c.Text))
		lines = append(lines, widget.Truncate(text, w, m.th.Glyphs.Ellipsis))
		if a.Note != "" {
			lines = append(lines, m.indented("note: "+guard.Text(a.Note), w, "       ", m.th.Muted.Render)...)
		}
	}
	return lines
}

// verdict is a word of four cells, so that it needs no colour.
func (m *Model) verdict(v walk.Verdict) string {
	switch v {
	case walk.Yes:
		return m.th.Good.Render("yes ")
	case walk.No:
		return m.th.Bad.Render("no  ")
	case walk.Skip:
	}
	return m.th.Muted.Render("skip")
}

// mark is that of a citation, empty without one.
func mark(cite int) string {
	if cite == 0 {
		return ""
	}
	return fmt.Sprintf("[%d]", cite)
}
