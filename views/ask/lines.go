package ask

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"owl/engine"
	"owl/engine/guard"
	"owl/views/widget"
)

// maxRows is how many lines of a question are shown at once.
const maxRows = 5

// lines are the lines of the question beside the one that has the cursor.
type lines struct{ above, below []string }

func (l lines) count() int { return len(l.above) + 1 + len(l.below) }

// Height is how many rows the question takes.
func (m *Model) Height() int { return min(maxRows, m.lines.count()) }

// value is the whole question with its pastes folded.
func (m *Model) value() string {
	all := append(append(m.lines.above[:len(m.lines.above):len(m.lines.above)], m.input.Value()), m.lines.below...)
	return strings.Join(all, "\n")
}

// breakLine parts the line at the cursor.
func (m *Model) breakLine() {
	m.unchoose("")
	runes, pos := []rune(m.input.Value()), m.input.Position()
	m.lines.above = append(m.lines.above, string(runes[:pos]))
	m.input.SetValue(string(runes[pos:]))
	m.input.CursorStart()
	m.left = 0
}

// joinLine takes the break before the cursor away. It reports whether there was
// one.
func (m *Model) joinLine() bool {
	n := len(m.lines.above)
	if n == 0 || m.input.Position() > 0 {
		return false
	}
	before := m.lines.above[n-1]
	m.lines.above = m.lines.above[:n-1]
	m.input.SetValue(before + m.input.Value())
	m.input.SetCursor(len([]rune(before)))
	return true
}

// move goes to another line of the question. It reports whether there is one.
func (m *Model) move(by int) bool {
	from, to := &m.lines.above, &m.lines.below
	if by > 0 {
		from, to = to, from
	}
	if len(*from) == 0 {
		return false
	}
	next := 0
	if by < 0 {
		next = len(*from) - 1
	}
	line, pos := (*from)[next], m.input.Position()
	if by < 0 {
		*from, *to = (*from)[:next], append([]string{m.input.Value()}, *to...)
	} else {
		*from, *to = (*from)[1:], append(*to, m.input.Value())
	}
	m.input.SetValue(line)
	m.input.SetCursor(min(pos, len([]rune(line))))
	m.left = 0
	return true
}

// set replaces the question by a few lines.
func (m *Model) set(text []string) {
	m.lines = lines{above: text[: len(text)-1 : len(text)-1]}
	m.input, _ = m.input.Update(tea.PasteMsg{Content: text[len(text)-1]})
}

// rows draws the lines: that of the cursor is drawn by line, the others are cut.
func (m *Model) rows(w int) []string {
	indent := strings.Repeat(" ", widget.Width(m.prompt()))
	var rows []string
	for _, l := range m.lines.above {
		rows = append(rows, indent+m.other(l, w-len(indent)))
	}
	m.row = len(rows)
	rows = append(rows, m.line(w))
	for _, l := range m.lines.below {
		rows = append(rows, indent+m.other(l, w-len(indent)))
	}
	first := max(0, min(m.row-maxRows/2, len(rows)-maxRows))
	m.row -= first
	rows = rows[first:min(len(rows), first+maxRows)]
	if m.row > 0 { // the prompt stands before the first row
		rows[m.row] = indent + ansi.Cut(rows[m.row], len(indent), w)
		rows[0] = m.prompt() + ansi.Cut(rows[0], len(indent), w)
	}
	return rows
}

func (m *Model) other(text string, w int) string {
	return widget.Truncate(guard.Line(engine.Untrusted(text)), w, m.th.Glyphs.Ellipsis)
}
