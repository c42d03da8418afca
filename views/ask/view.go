package ask

import (
	"fmt"
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	"github.com/charmbracelet/x/ansi"

	"owl/views/widget"
)

// View draws the question in w cells and Height rows.
func (m *Model) View(w, _ int) string {
	chips := m.chipLine(w / 2)
	rows := m.rows(w - widget.Width(chips))
	rows[0] = widget.Spread(rows[0], chips, w)
	return strings.Join(rows, "\n")
}

// chipLine is what goes with the question, at the right end of the line.
func (m *Model) chipLine(w int) string {
	line := ""
	for _, c := range m.chips {
		line += " [" + c + "]"
	}
	if line == "" {
		return ""
	}
	return m.th.Accent.Render(widget.Truncate(line, w, m.th.Glyphs.Ellipsis))
}

func (m *Model) line(w int) string {
	prompt := m.prompt()
	room := w - widget.Width(prompt) - 1 // the cursor may stand behind the text
	if room < 1 {
		return widget.Truncate(prompt, w, "")
	}
	before, after := m.shown()
	if before+after == "" && m.lines.count() == 1 {
		m.cursor = widget.Width(prompt)
		return prompt + m.th.Muted.Render(widget.Truncate(m.placeholder(), room, ""))
	}
	at := widget.Width(before)
	m.left = scrolled(before, m.left, at, room)
	m.cursor = widget.Width(prompt) + at - m.left
	return prompt + ansi.Cut(before+after, m.left, m.left+room)
}

func (m *Model) placeholder() string {
	if m.title != "Ask" {
		return ""
	}
	switch len(m.offered) {
	case 0:
		return "type a question"
	case 1:
		return "type a question, or 1 and Enter"
	}
	return fmt.Sprintf("type a question, or 1-%d and Enter", len(m.offered))
}

// scrolled returns the first cell to show so that the cursor cell is among the
// room shown. It is always the first cell of a character.
func scrolled(before string, left, at, room int) int {
	if at < left {
		left = at
	}
	if at > left+room {
		left = at - room
	}
	cell := 0
	for cell < left {
		size, _ := widget.Cluster(before)
		cell += widget.Width(before[:size])
		before = before[size:]
	}
	return cell
}

func (m *Model) prompt() string {
	if m.input.Focused() {
		return m.th.Focus.Render(m.th.Glyphs.Focus+" "+m.title) + "  "
	}
	return "  " + m.th.Title.Render(m.title) + "  "
}

// Cursor is the cell of the cursor in what View drew last.
func (m *Model) Cursor() (x, y int, shown bool) { return m.cursor, m.row, m.input.Focused() }

// editingKeys leaves out what tmux and screen take for themselves (Ctrl-A,
// Ctrl-B) and the clipboard, which would be read behind the terminal's back.
func editingKeys() textinput.KeyMap {
	keys := func(k ...string) key.Binding { return key.NewBinding(key.WithKeys(k...)) }
	return textinput.KeyMap{
		CharacterForward: keys("right"), CharacterBackward: keys("left"),
		WordForward: keys("alt+right", "ctrl+right", "alt+f"), WordBackward: keys("alt+left", "ctrl+left", "alt+b"),
		DeleteWordBackward: keys("alt+backspace", "ctrl+w"), DeleteWordForward: keys("alt+delete", "alt+d"),
		DeleteAfterCursor: keys("ctrl+k"), DeleteBeforeCursor: keys("ctrl+u"),
		DeleteCharacterBackward: keys("backspace", "ctrl+h"), DeleteCharacterForward: keys("delete", "ctrl+d"),
		LineStart: keys("home"), LineEnd: keys("end", "ctrl+e"),
	}
}
