package shell

import (
	tea "charm.land/bubbletea/v2"

	"owl/views/ask"
	"owl/views/widget"
)

// prompt is a line of text that a pane asked for. It stands in the place of the
// ask line until it was given or given up.
type prompt struct {
	asked *widget.Prompt // nil when there is none
	line  *ask.Model
}

// prompted opens the line.
func (m *model) prompted(p widget.Prompt) {
	line := ask.New(m.look.theme)
	line.Update(ask.Title(p.Title))
	if p.Text != "" {
		line.Update(tea.PasteMsg{Content: p.Text})
	}
	m.stage.prompt = prompt{asked: &p, line: line}
}

// promptKey gives a key to the line.
func (m *model) promptKey(k tea.KeyPressMsg) tea.Cmd {
	p := m.stage.prompt
	switch k.String() {
	case "ctrl+c", "esc":
		m.stage.prompt = prompt{}
	case "enter":
		given, ok := p.line.Update(widget.Submit).(ask.Asked)
		m.stage.prompt = prompt{}
		if ok {
			return m.intent(m.at(m.stage.tab).Update(widget.Said{Subject: p.asked.Subject, Text: string(given.Question)}))
		}
	default:
		p.line.Update(k)
	}
	return nil
}

// topLine is the line at the top of the screen: the ask line, or the one that a
// pane asked for.
func (m *model) topLine() *ask.Model {
	if m.stage.prompt.asked != nil {
		return m.stage.prompt.line
	}
	return m.panes.ask
}
