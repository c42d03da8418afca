package graph

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	fault "owl/engine/graph"
	"owl/engine/guard"
	"owl/views/theme"
	"owl/views/widget"
	"owl/views/words"
)

// View draws the pane: the rows, and below them what the selected one rests on.
func (m *Model) View(w, h int) string {
	lines := m.state(w)
	rows := m.rows()
	if len(rows) == 0 {
		return strings.Join(lines, "\n")
	}
	chosen, _ := m.selected()
	foot := m.foot(chosen, w, h)
	room := max(1, h-len(lines)-len(foot))
	at := max(0, slices.IndexFunc(rows, func(r row) bool { return r.choice() && r.id == chosen.id }))
	m.total, m.page = len(rows), room
	m.scroll.Window(len(rows), room)
	if m.reveal {
		m.scroll.Reveal(at, at)
		m.reveal = false
	}
	from, to := m.scroll.Window(len(rows), room)
	for i, r := range rows[from:to] {
		lines = append(lines, m.draw(r, from+i == at, w))
	}
	lines = append(lines, make([]string, max(0, room-(to-from)))...)
	return strings.Join(append(lines, foot...), "\n")
}

// state says what is going on beside the rows.
func (m *Model) state(w int) []string {
	switch {
	case m.failed != "":
		return styled(m.th.Warn.Render, widget.WrapText(m.th.Glyphs.Warn+" "+words.Clean(m.failed), w))
	case m.seeking:
		return []string{m.th.Muted.Render(widget.Truncate("reading the fault graph "+m.th.Glyphs.Ellipsis, w, ""))}
	case len(m.at.roots) == 0:
		return []string{m.th.Muted.Render(widget.Truncate("Nothing of the fault graph yet; f finds a thing by its name.", w, m.th.Glyphs.Ellipsis))}
	}
	return nil
}

func styled(style func(...string) string, lines []string) []string {
	for i := range lines {
		lines[i] = style(lines[i])
	}
	return lines
}

// leastName is the width that a name keeps however deep it stands.
const leastName = 24

// draw draws one row.
func (m *Model) draw(r row, selected bool, w int) string {
	mark := "  "
	if selected {
		mark = m.th.Focus.Render(m.th.Glyphs.Focus) + " "
	}
	if r.note != "" {
		return widget.Truncate(mark+m.lead(r, w)+m.th.Muted.Render("  "+r.note), w, m.th.Glyphs.Ellipsis)
	}
	left := mark + m.lead(r, w) + m.th.Accent.Render(sign(r)) + m.relation(r)
	right := m.columns(r, w)
	room := w - widget.Width(left) - widget.Width(right) - 1
	if room < leastName {
		room, right = w-widget.Width(left), ""
	}
	name := m.name(r, selected, room)
	return left + name + pad(room-widget.Width(name)+1, right) + right
}

// lead is what stands before a row; very deep ones stand no deeper.
func (m *Model) lead(r row, w int) string {
	lead := r.lead
	if over := widget.Width(lead) - w/3; over > 0 {
		lead = ansi.TruncateLeft(lead, over, "")
	}
	if strings.TrimSpace(lead) == "" {
		return lead
	}
	return m.th.Rule.Render(lead)
}

func sign(r row) string {
	switch {
	case r.head:
		return ""
	case r.open:
		return "- "
	case r.kids:
		return "+ "
	}
	return "  "
}

// relation is how a row is joined to the one above, in a column of its own.
func (m *Model) relation(r row) string {
	if r.root() || r.head {
		return ""
	}
	text := relation(r.edge)
	return m.th.Muted.Render(text) + strings.Repeat(" ", max(0, r.column-widget.Width(text))+2) + m.doubt(r.edge)
}

// doubt is the sign of what was not asserted.
func (m *Model) doubt(e Edge) string {
	switch e.Modality {
	case fault.Suspected:
		return m.th.Warn.Render("?") + " "
	case fault.RuledOut:
		return m.th.Bad.Render(m.th.Glyphs.Bad) + " "
	case fault.Asserted:
	}
	return ""
}

// name is the name of a node in so many cells.
func (m *Model) name(r row, selected bool, room int) string {
	back := ""
	if !r.root() && !r.head && !r.edge.CameBack.IsZero() {
		back = " " + m.th.Glyphs.Warn + " back " + day(r.edge.CameBack)
	}
	if room < leastName/2+widget.Width(back) { // the foot says it too
		back = ""
	}
	if n := len(r.edge.Says); n > 1 && !r.head {
		back = fmt.Sprintf(" %s%d", m.th.Glyphs.Times, n) + back
	}
	name := widget.Truncate(guard.Line(r.node.Name), room-widget.Width(back), m.th.Glyphs.Ellipsis)
	switch {
	case selected:
		name = m.th.Selected.Render(name)
	case r.root() || r.head:
		name = m.th.Title.Render(name)
	case r.edge.Modality == fault.RuledOut:
		name = m.th.Muted.Render(name)
	}
	if back == "" {
		return name
	}
	return name + m.th.Warn.Render(back)
}

// The widths from which on a row has more columns.
const withDate, withSure, withKind, withRecord = 44, 64, 92, 112

// columns are what stands at the right end of a row.
func (m *Model) columns(r row, w int) string {
	if r.root() || r.head {
		return m.th.Muted.Render(kind(r.node.Kind) + ", " + words.Count(r.node.Edges, "statement"))
	}
	var parts []string
	add := func(from, cells int, text string) {
		if w >= from {
			text = widget.Truncate(text, cells, m.th.Glyphs.Ellipsis)
			parts = append(parts, text+strings.Repeat(" ", max(0, cells-widget.Width(text))))
		}
	}
	add(withKind, 12, kind(r.node.Kind))
	add(withRecord, 18, words.Clean(r.cite().RecordID))
	add(withDate, 10, day(r.statement().Date))
	add(withSure, 5, fmt.Sprintf("%3.0f %%", 100*r.statement().Confidence))
	return m.th.Muted.Render(strings.Join(parts, "  "))
}

// pad is n spaces, when something follows.
func pad(n int, what string) string {
	if what == "" {
		return ""
	}
	return strings.Repeat(" ", max(1, n))
}

// day is the day of a time; ten spaces when it is unknown.
func day(t time.Time) string {
	if t.IsZero() {
		return strings.Repeat(" ", len("2006-01-02"))
	}
	return t.Format("2006-01-02")
}

// The foot has at most so many lines, and a third of the pane.
const mostFoot, leastFoot = 7, 3

// foot is what the selected row rests on: when, how sure, by which rule, in which
// record and with which words.
func (m *Model) foot(r row, w, h int) []string {
	most := min(mostFoot, h/3)
	if most < leastFoot {
		return nil
	}
	dot := " " + m.th.Glyphs.Dot + " "
	lines := []string{m.th.Rule.Render(strings.Repeat(m.th.Glyphs.Rule, max(0, w)))}
	for _, parts := range [][]string{about(r), origin(r)} {
		for _, l := range widget.Flow(parts, dot, w-2) {
			lines = append(lines, "  "+m.th.Muted.Render(l))
		}
	}
	for _, l := range widget.WrapText(strings.TrimSpace(guard.Text(r.cite().Quote)), w-4) {
		if strings.TrimSpace(l) != "" {
			lines = append(lines, "  "+m.th.Rule.Render(m.th.Glyphs.Margin)+" "+l)
		}
	}
	if len(lines) > most {
		lines = lines[:most]
		lines[most-1] = widget.Truncate(lines[most-1], w-widget.Width(m.th.Glyphs.Ellipsis), "") + m.th.Glyphs.Ellipsis
	}
	return append(lines, make([]string, most-len(lines))...) // the rows above must not jump
}

// about says what a statement is worth.
func about(r row) []string {
	if r.root() {
		return []string{"first named " + words.When(r.cite().Date)}
	}
	e, s := r.edge, r.statement()
	return []string{
		r.place(), kindBeside(r.node.Kind, relation(e)), relation(e), words.Time(s.Date), e.Modality.String(),
		fmt.Sprintf("%.0f %% sure", 100*s.Confidence), "read by " + words.Clean(s.Rule), cameBack(e),
	}
}

// kindBeside is what a node is, unless the relation says it.
func kindBeside(k fault.Kind, relation string) string {
	if kind(k) == relation {
		return ""
	}
	return kind(k)
}

// place says which of several statements is shown.
func (r row) place() string {
	if len(r.edge.Says) < 2 {
		return ""
	}
	return fmt.Sprintf("%d of %d: n next", r.turn+1, len(r.edge.Says))
}

// cameBack says that a fault was there again after what helped.
func cameBack(e Edge) string {
	if e.CameBack.IsZero() {
		return ""
	}
	return "the fault came back on " + day(e.CameBack)
}

// origin names the record.
func origin(r row) []string {
	c := r.cite()
	return []string{words.Clean(string(c.Collection)), words.Clean(c.RecordID), guard.Line(c.Title)}
}

// Text is what is unfolded, as plain text with the records.
func (m *Model) Text() string {
	const wide = 140
	plain := *m
	plain.th = theme.New(theme.None, true)
	var b strings.Builder
	for _, r := range plain.rows() {
		b.WriteString(strings.TrimRight(ansi.Strip(plain.draw(r, false, wide)), " "))
		b.WriteByte('\n')
	}
	return b.String()
}
