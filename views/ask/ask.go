// Package ask is the line in which questions are typed.
//
// It survives what people do to it: a paste of 100 kB or of many lines is
// folded into a short sign and asked in full; history is walked with up and
// down and keeps what was being typed.
package ask

import (
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"owl/engine"
	"owl/engine/guard"
	"owl/views/theme"
	"owl/views/widget"
)

// Asked is the intent to ask a question.
type Asked struct{ Question engine.Untrusted }

// Left is the intent to leave the line.
type Left struct{}

// Title says what stands before the line.
type Title string

// Chips say what goes with the next question beside its text, in clean words.
type Chips []string

// Focused tells the line whether it has the focus.
type Focused bool

// Suggestions are the questions that the digits 1 to 9 offer while the line is
// empty; nil ends the offer.
type Suggestions []string

// NewLine begins another line of the question.
const NewLine widget.Action = "new line"

// Remember adds a question to those that were asked before.
type Remember engine.Untrusted

// Keys are the keys of the line beside those that edit it.
func Keys() []widget.Key {
	return []widget.Key{
		{Keys: []string{"enter"}, Act: widget.Submit, Label: "Enter", Short: "ask", Does: "ask the question"},
		{Keys: []string{"alt+enter", "ctrl+j", "shift+enter"}, Act: NewLine, Label: "Alt-Enter", Does: "another line of the question (also Ctrl-J)"},
		{Keys: []string{"up"}, Act: widget.Older, Label: "Up", Does: "the line before, or an older question"},
		{Keys: []string{"down"}, Act: widget.Newer, Label: "Down", Does: "the next line, or a newer question"},
		{Keys: []string{"esc"}, Act: widget.Leave, Label: "Esc", Short: "leave", Does: "leave the line; its text stays"},
	}
}

// Model is the ask line. Its methods are for one goroutine.
type Model struct {
	th      theme.Theme
	title   string
	chips   Chips
	input   textinput.Model // the line that has the cursor
	lines   lines
	pastes  pastes
	offered []string
	chosen  int // index of the offered question that was picked by digit, or -1
	history history
	left    int // first cell of the text that is shown
	row     int // of the cursor among those last shown
	cursor  int // cell of the cursor in the line as last shown
}

// New returns an empty line that has the focus.
func New(th theme.Theme) *Model {
	input := textinput.New()
	input.SetVirtualCursor(false)
	input.CharLimit = 0
	input.KeyMap = editingKeys()
	input.Focus() // the command it returns only makes a drawn cursor blink
	return &Model{th: th, title: "Ask", input: input, chosen: -1}
}

// Update takes a key, a paste, an action or a setting; it returns Asked, Left
// or nil.
func (m *Model) Update(msg any) any {
	switch msg := msg.(type) {
	case theme.Theme:
		m.th = msg
	case Remember:
		m.history.add(string(msg))
	case Chips:
		m.chips = msg
	case Title:
		m.title = string(msg)
	case Focused:
		m.focus(bool(msg))
	case Suggestions:
		m.offered, m.chosen = msg, -1
	case tea.PasteMsg:
		m.insertPaste(msg.Content)
	case tea.KeyPressMsg:
		m.key(msg)
	case widget.Action:
		return m.do(msg)
	}
	return nil
}

func (m *Model) focus(on bool) {
	if on {
		m.input.Focus()
		return
	}
	m.input.Blur()
}

func (m *Model) do(a widget.Action) any {
	switch a {
	case widget.Submit:
		return m.submit()
	case NewLine:
		m.breakLine()
	case widget.Older:
		if !m.move(-1) {
			m.show(m.history.older(m.text()))
		}
	case widget.Newer:
		if !m.move(1) {
			m.show(m.history.newer(m.text()))
		}
	case widget.Leave:
		m.chosen = -1
		return Left{}
	}
	return nil
}

func (m *Model) submit() any {
	question := m.text()
	if strings.TrimSpace(question) == "" {
		return nil
	}
	m.history.add(question)
	m.show("")
	return Asked{Question: engine.Untrusted(question)}
}

// Text is what stands on the line, its pastes unfolded.
func (m *Model) Text() string { return m.text() }

// text is what would be asked: the line with its pastes unfolded.
func (m *Model) text() string {
	if m.chosen >= 0 {
		return m.offered[m.chosen]
	}
	return m.pastes.unfold(m.value())
}

// show replaces the line by a question.
func (m *Model) show(question string) {
	m.chosen, m.left = -1, 0
	m.pastes, m.lines = pastes{}, lines{}
	m.input.Reset()
	if text := strings.Split(question, "\n"); len(text) > 1 && len(text) <= maxRows && len(question) <= maxInline {
		m.set(text)
	} else if question != "" {
		m.insertPaste(question)
	}
}

func (m *Model) insertPaste(text string) {
	m.unchoose("")
	m.insert(m.pastes.fold(text))
}

// insert puts text at the cursor.
func (m *Model) insert(text string) {
	m.input, _ = m.input.Update(tea.PasteMsg{Content: text})
}

func (m *Model) key(k tea.KeyPressMsg) {
	if m.choose(k.Text) {
		return
	}
	m.unchoose(k.Text)
	if k.Code == tea.KeyBackspace && (m.removeFold() || m.joinLine()) {
		return
	}
	m.input, _ = m.input.Update(k)
}

// choose takes a digit on the empty line for the question of that number.
func (m *Model) choose(text string) bool {
	if len(text) != 1 || m.chosen >= 0 || m.value() != "" {
		return false
	}
	n := int(text[0]) - '1'
	if n < 0 || n >= len(m.offered) {
		return false
	}
	m.chosen = n
	return true
}

// unchoose gives up a picked question. When typing goes on, the digit that
// picked it was the first character of something else.
func (m *Model) unchoose(typed string) {
	if m.chosen >= 0 && typed != "" {
		m.insert(string(rune('1' + m.chosen)))
	}
	m.chosen = -1
}

// removeFold deletes a folded paste in one stroke.
func (m *Model) removeFold() bool {
	runes := []rune(m.input.Value())
	before := string(runes[:m.input.Position()])
	sign := m.pastes.signAtEnd(before)
	if sign == "" {
		return false
	}
	kept := strings.TrimSuffix(before, sign)
	m.input.SetValue(kept + string(runes[m.input.Position():]))
	m.input.SetCursor(len([]rune(kept)))
	return true
}

// shown is the line as terminal text, split at the cursor.
func (m *Model) shown() (before, after string) {
	if m.chosen >= 0 {
		return guard.Line(engine.Untrusted(m.offered[m.chosen])), ""
	}
	runes := []rune(m.input.Value())
	pos := m.input.Position()
	return guard.Line(engine.Untrusted(runes[:pos])), guard.Line(engine.Untrusted(runes[pos:]))
}
