package shell

import (
	tea "charm.land/bubbletea/v2"

	"owl/views/ask"
	"owl/views/widget"
)

// prompt is a line of text that a pane or the console asked for. It stands in the
// place of the ask line until it was given or given up.
type prompt struct {
	line  *ask.Model                // nil when there is none
	given func(text string) tea.Cmd // takes the line, which may be empty
}

func (p prompt) open() bool { return p.line != nil }

// prompted opens the line for the pane that has the focus. An empty one counts
// only when it had a text to be taken away.
func (m *model) prompted(p widget.Prompt) {
	at := m.stage.tab
	m.prompt(p.Title, p.Text, func(text string) tea.Cmd {
		if text == "" && p.Text == "" {
			return nil
		}
		return m.intent(m.at(at).Update(widget.Said{Subject: p.Subject, Text: text}))
	})
}

func (m *model) prompt(title, text string, given func(string) tea.Cmd) {
	line := ask.New(m.look.theme)
	line.Update(ask.Title(title))
	if text != "" {
		line.Update(tea.PasteMsg{Content: text})
	}
	m.stage.prompt = prompt{line: line, given: given}
}

// promptKey gives a key to the line.
func (m *model) promptKey(k tea.KeyPressMsg) tea.Cmd {
	p := m.stage.prompt
	switch k.String() {
	case "ctrl+c", "esc":
		m.stage.prompt = prompt{}
	case "enter":
		asked, _ := p.line.Update(widget.Submit).(ask.Asked)
		m.stage.prompt = prompt{}
		return p.given(string(asked.Question))
	default:
		p.line.Update(k)
	}
	return nil
}

// topLine is the line at the top of the screen: the ask line, or the one that a
// pane asked for.
func (m *model) topLine() *ask.Model {
	if m.stage.prompt.open() {
		return m.stage.prompt.line
	}
	return m.panes.ask
}

// topLineFocus gives the ask line the cursor or takes it away.
func (m *model) topLineFocus(on bool) { m.panes.ask.Update(ask.Focused(on)) }
