package shell

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"owl/engine"
	"owl/engine/query"
	"owl/views/ask"
	"owl/views/words"
)

// asking is what goes with the next questions beside their text.
type asking struct {
	mode   engine.Mode
	filter engine.Filter
	typed  string // the filter as it was typed
}

func (a asking) request(question engine.Untrusted) engine.Request {
	return engine.Request{Question: question, Mode: a.mode, Filter: a.filter}
}

// nextMode goes to the next mode of answers.
func (m *model) nextMode() {
	modes := engine.Modes()
	m.mode(modes[(slices.Index(modes, m.asking.mode)+1)%len(modes)])
}

func (m *model) mode(to engine.Mode) {
	m.asking.mode = to
	m.chips()
	m.say("the next answers are made in mode " + string(to) + ": " + modeDoes(to))
}

// modeDoes says what a mode is good for.
func modeDoes(mode engine.Mode) string {
	switch mode {
	case engine.Fast:
		return "one look, at once"
	case engine.Thinking:
		return "looks again while the evidence is thin"
	case engine.Troubleshoot:
		return "causes, checks and repairs of a fault first"
	case engine.Auto:
	}
	return "as much work as the question needs"
}

// narrow asks for the filter of the next questions.
func (m *model) narrow() {
	m.prompt("Only (since: until: collection: system:)", m.asking.typed, func(text string) tea.Cmd {
		m.filter(text)
		return nil
	})
}

// filter reads a filter; an empty one lets everything through.
func (m *model) filter(text string) {
	q, _ := query.Parse(engine.Untrusted(text), m.fx.now())
	rest := strings.TrimSpace(q.Text)
	if rest != "" || len(q.Phrases)+len(q.Exclude) > 0 {
		m.say("not a filter: " + words.Clean(text) + "; write since:7d until:yesterday collection:wiki system:RF")
		return
	}
	m.asking.filter, m.asking.typed = q.Filter, strings.TrimSpace(text)
	m.chips()
	if q.Filter.IsZero() {
		m.say("all records are asked")
		return
	}
	m.say("the next questions are asked of these records only; Ctrl-F changes it")
}

// chips shows on the ask line what goes with the next question.
func (m *model) chips() {
	var chips ask.Chips
	if m.asking.mode != engine.Auto {
		chips = append(chips, string(m.asking.mode))
	}
	f := m.asking.filter
	for _, c := range f.Collections {
		chips = append(chips, words.Clean(string(c)))
	}
	for _, s := range f.Systems {
		chips = append(chips, words.Clean(s))
	}
	if !f.Since.IsZero() {
		chips = append(chips, "since "+words.Time(f.Since))
	}
	if !f.Until.IsZero() {
		chips = append(chips, "until "+words.Time(f.Until))
	}
	m.panes.ask.Update(chips)
}
