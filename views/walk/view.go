package walk

import (
	"fmt"
	"strings"

	"owl/engine"
	"owl/engine/guard"
	"owl/engine/walk"
	"owl/views/widget"
	"owl/views/words"
)

// View draws the pane.
func (m *Model) View(w, h int) string {
	if m.walk == nil {
		return m.empty(w)
	}
	lines := m.head(w)
	lines = append(lines, "")
	from := len(lines)
	lines = append(lines, m.present(w)...)
	to := len(lines) - 1
	lines = append(lines, m.log(w)...)
	m.total = len(lines)
	m.scroll.Window(m.total, h)
	if m.reveal {
		m.scroll.Reveal(from, to)
		m.reveal = false
	}
	first, last := m.scroll.Window(m.total, h)
	return strings.Join(lines[first:last], "\n")
}

func (m *Model) empty(w int) string {
	if m.failed == "" {
		return m.th.Muted.Render(widget.Truncate("No walkthrough yet.", w, ""))
	}
	return m.th.Warn.Render(strings.Join(widget.WrapText(m.th.Glyphs.Warn+" "+words.Clean(m.failed), w), "\n"))
}

// head is the symptom and the causes as they stand.
func (m *Model) head(w int) []string {
	var lines []string
	for _, l := range widget.WrapText(guard.Line(m.walk.Plan.Symptom), w) {
		lines = append(lines, m.th.Title.Render(l))
	}
	for _, s := range m.walk.Standing() {
		lines = append(lines, m.cause(s, w))
		if also := m.walk.Plan.Causes[s.Cause].Also; s.State != walk.Out && len(also) > 0 {
			text := strings.Repeat(" ", barCells+8) + "also: " + joined(also)
			lines = append(lines, m.th.Muted.Render(widget.Truncate(text, w, m.th.Glyphs.Ellipsis)))
		}
	}
	rest := fmt.Sprintf("%s %3.0f %%  none of these", strings.Repeat(" ", barCells), 100*m.walk.Elsewhere())
	return append(lines, m.th.Muted.Render(widget.Truncate(rest, w, "")))
}

const (
	barCells  = 8
	leastName = 16 // cells for the name of a cause; the note gives way
)

// cause is one line: a bar, the share, the name, and how often it was.
func (m *Model) cause(s walk.Standing, w int) string {
	c := m.walk.Plan.Causes[s.Cause]
	share := fmt.Sprintf("%s %3.0f %%", m.bar(s.Share), 100*s.Share)
	name := guard.Line(c.Name)
	note := words.Count(c.Times, "record") + since(c.Last)
	switch s.State {
	case walk.Out:
		share = strings.Repeat(" ", barCells) + "   " + m.th.Glyphs.Bad + " " + pad(m.th.Glyphs.Bad)
		note = "ruled out"
	case walk.Confirmed:
		note = "found" + since(c.Last)
	case walk.Open:
	}
	room := w - widget.Width(share) - 2 - widget.Width(note) - 2
	if room < leastName {
		room, note = w-widget.Width(share)-2, ""
	}
	name = widget.Truncate(name, room, m.th.Glyphs.Ellipsis)
	name += strings.Repeat(" ", max(0, room-widget.Width(name)))
	line := share + "  " + name
	if note != "" {
		line += "  "
	}
	switch s.State {
	case walk.Out:
		return m.th.Muted.Render(line + note)
	case walk.Confirmed:
		return m.th.Good.Render(line + note)
	case walk.Open:
	}
	return line + m.th.Muted.Render(note)
}

// pad fills a glyph to the two cells that it may take.
func pad(glyph string) string { return strings.Repeat(" ", max(0, 2-widget.Width(glyph))) }

func since(date string) string {
	if date == "" {
		return ""
	}
	return ", last " + date[:min(len(date), len("2006-01-02"))]
}

func (m *Model) bar(share float64) string {
	full := min(barCells, int(share*barCells+0.5))
	on, off := "█", "·"
	if m.th.ASCII {
		on, off = "#", "."
	}
	return strings.Repeat(on, full) + strings.Repeat(off, barCells-full)
}

// present is the check to make, or the end.
func (m *Model) present(w int) []string {
	at, ok := m.walk.Now()
	if !ok {
		return m.ending(w)
	}
	c := m.walk.Plan.Checks[at]
	lines := m.indented(fmt.Sprintf("%s %d. %s", m.th.Glyphs.Focus, len(m.walk.Answers)+1, walk.Asks(c.Kind)), w, "", m.th.Focus.Render)
	lines = append(lines, m.indented(guard.Text(c.Text), w, "  ", m.th.Selected.Render)...)
	lines = append(lines, m.source(c.Cite, guard.Line(c.Text), w)...)
	for _, pv := range c.PVs {
		lines = append(lines, m.pv(pv, w)...)
	}
	if v, why, ok := m.walk.Hint(); ok {
		lines = append(lines, m.th.Accent.Render(widget.Truncate(fmt.Sprintf("  the live value %s: that is %s", why, v), w, m.th.Glyphs.Ellipsis)))
	}
	if m.why {
		lines = append(lines, m.because(c, w)...)
	}
	return append(lines, m.noteLines(w)...)
}

// source is where a check comes from: the quote, when it says more, and its record.
func (m *Model) source(n int, text string, w int) []string {
	c := m.walk.Plan.Cited(n)
	var lines []string
	if quote := guard.Text(c.Quote); strings.TrimSpace(quote) != text {
		lines = m.indented(quote, w, "  "+m.th.Glyphs.Margin+" ", m.th.Muted.Render)
	}
	parts := []string{fmt.Sprintf("[%d]", n), words.Clean(c.DocID), words.When(c.Date), guard.Line(c.Title)}
	for _, l := range widget.Flow(parts, " "+m.th.Glyphs.Dot+" ", w-2) {
		lines = append(lines, "  "+m.th.Muted.Render(l))
	}
	return lines
}

func (m *Model) indented(text string, w int, indent string, style func(...string) string) []string {
	var lines []string
	for _, l := range widget.WrapText(strings.TrimSpace(text), w-widget.Width(indent)) {
		lines = append(lines, indent+style(l))
	}
	return lines
}

// pv is a process variable with its live value and what records say of it.
func (m *Model) pv(pv walk.PV, w int) []string {
	parts := []string{m.th.Accent.Render(words.Clean(pv.Name)), m.reading(pv.Name)}
	if !pv.Named {
		parts = append(parts, m.th.Muted.Render("(likely meant)"))
	}
	lines := []string{widget.Truncate("  "+words.Join("  ", parts...), w, m.th.Glyphs.Ellipsis)}
	for _, l := range pv.Limits {
		text := guard.Line(l.Text) + fmt.Sprintf(" [%d]", l.Cite)
		lines = append(lines, m.indented(text, w, "    ", m.th.Muted.Render)...)
	}
	return lines
}

func (m *Model) reading(pv string) string {
	for _, r := range m.walk.Seen {
		if r.PV != pv {
			continue
		}
		if r.Err != "" {
			return m.th.Warn.Render("no value: " + words.Clean(r.Err))
		}
		value := guard.Line(r.Value)
		if r.Alarm != "" {
			return m.th.Bad.Render(value + " " + m.th.Glyphs.Warn + " " + words.Clean(r.Alarm))
		}
		return value
	}
	return m.th.Muted.Render("not read")
}

// because says what the check is good for.
func (m *Model) because(c walk.Check, w int) []string {
	var names []engine.Untrusted
	for _, i := range c.For {
		names = append(names, m.walk.Plan.Causes[i].Name)
	}
	lines := m.indented("Yes speaks for: "+joined(names), w, "  ", m.th.Muted.Render)
	for _, v := range []walk.Verdict{walk.Yes, walk.No} {
		top := m.walk.If(v)[0]
		text := fmt.Sprintf("After %s the likeliest is %s with %.0f %%.", v, guard.Line(m.walk.Plan.Causes[top.Cause].Name), 100*top.Share)
		lines = append(lines, m.indented(text, w, "  ", m.th.Muted.Render)...)
	}
	for _, i := range c.For {
		lines = append(lines, m.evidence(m.walk.Plan.Causes[i], w)...)
	}
	return lines
}

// maxEvidence is how many records are shown for a cause.
const maxEvidence = 3

// evidence is what speaks for a cause and against it.
func (m *Model) evidence(c walk.Cause, w int) []string {
	lines := m.indented(guard.Line(c.Name)+":", w, "  ", m.th.Selected.Render)
	add := func(what string, n int) {
		x := m.walk.Plan.Cited(n)
		text := words.Join(" "+m.th.Glyphs.Dot+" ", what, "“"+guard.Line(x.Quote)+"”", fmt.Sprintf("[%d] ", n)+words.Clean(x.DocID), words.When(x.Date))
		lines = append(lines, m.indented(text, w, "    ", m.th.Muted.Render)...)
	}
	for _, n := range c.Evidence[:min(maxEvidence, len(c.Evidence))] {
		add("", n)
	}
	for _, n := range c.Against {
		add("ruled out once", n)
	}
	for _, d := range c.Failed[:min(1, len(c.Failed))] {
		add("did not help", d.Cite)
	}
	return lines
}

// noteLines are the note of the check, and the line that is typed.
func (m *Model) noteLines(w int) []string {
	var lines []string
	if m.walk.Note != "" {
		lines = append(lines, m.indented("note: "+guard.Text(m.walk.Note), w, "  ", m.th.Muted.Render)...)
	}
	if m.typing {
		m.input.SetWidth(max(1, w-10))
		lines = append(lines, "  note: "+guard.Line(untrusted(m.input.Value()))+m.th.Focus.Render("_"))
	}
	if m.said != "" {
		lines = append(lines, m.th.Good.Render(widget.Truncate("  "+words.Clean(m.said), w, m.th.Glyphs.Ellipsis)))
	}
	return lines
}

func joined(names []engine.Untrusted) string {
	var out []string
	for _, n := range names {
		out = append(out, guard.Line(n))
	}
	return strings.Join(out, "; ")
}
