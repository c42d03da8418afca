// Package review shows the questions of a benchmark one by one, for a person to
// accept, change or reject: the question with its gold answer, its nuggets and
// evidence, and below it the record of the chosen nugget with its quote marked.
//
//	m := review.New(th)
//	intent := m.Update(review.Questions(list))  // all of them, with what was decided
//	m.Update(record.Opened{...})                // the record that Wanted asked for
//	m.Update(review.Accept)                     // Reject, Reword, Rewrite, Next, Back
//	m.Typing()                                  // keys go to Update as tea.KeyPressMsg:
//	                                            // widget.Submit ends what is typed
//
// Its intents:
//
//	Wanted   the record of a nugget is to be shown
//	Decided  a question was decided about
//	Rewrote  the question is to be changed in an editor
package review

import (
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"owl/engine"
	"owl/views/record"
	"owl/views/theme"
	"owl/views/widget"
)

// State is what was decided about a question.
type State string

// The states.
const (
	Open     State = ""
	Accepted State = "accepted"
	Edited   State = "edited"
	Rejected State = "rejected"
)

// Question is a question to decide about.
type Question struct {
	ID, Kind, Collection, Difficulty string
	Text, Gold                       engine.Untrusted
	Nuggets                          []Nugget
	Evidence                         []Evidence
	State                            State
	Reason                           engine.Untrusted
}

// Nugget is a fact of the answer with its place. N tells the quotes of one
// question apart.
type Nugget struct {
	N           int
	Label, Role string
	Text        engine.Untrusted
	DocID       string
	Quote       engine.Untrusted
}

// Evidence is a record with its grade, in words.
type Evidence struct{ DocID, Grade string }

// Questions gives the pane all questions. It stays at the one that is shown, or
// goes to the first that is open.
type Questions []Question

// Said tells the pane what came of an intent, in one line.
type Said struct{ Line string }

// Wanted is the intent to show a record at the quote of a nugget.
type Wanted struct{ Question, Nugget int }

// Decided is the intent to keep a decision.
type Decided struct {
	Question int
	State    State
	Reason   string // of a rejection
	Text     string // of an edited question
}

// Rewrote is the intent to change all of a question in an editor.
type Rewrote struct{ Question int }

// entry is what is being typed.
type entry int

const (
	nothing entry = iota
	reason
	wording
)

// Model is the review pane. Its methods are for one goroutine.
type Model struct {
	th     theme.Theme
	all    Questions
	at     int // question
	nugget int
	typing entry
	input  textinput.Model
	record *record.Model
	said   string
}

// New returns an empty pane.
func New(th theme.Theme) *Model {
	input := textinput.New()
	input.SetVirtualCursor(false)
	input.Prompt = ""
	return &Model{th: th, input: input, record: record.New(th)}
}

// Typing reports whether a reason or a question is being typed.
func (m *Model) Typing() bool { return m.typing != nothing }

// Update takes Questions, Said, what package record takes, an action, a key while
// Typing, or a theme; it returns an intent or nil.
func (m *Model) Update(msg any) any {
	switch msg := msg.(type) {
	case theme.Theme:
		m.th = msg
		m.record.Update(msg)
	case Questions:
		return m.take(msg)
	case Said:
		m.said = msg.Line
	case record.Opened:
		m.record.Update(msg)
	case record.Failed:
		m.record = record.New(m.th)
		m.record.Update(record.Opening{Citation: engine.Citation{DocID: m.doc(), Title: engine.Untrusted(m.doc())}})
		m.record.Update(msg)
	case tea.KeyPressMsg, tea.PasteMsg:
		if m.Typing() {
			m.input, _ = m.input.Update(msg)
		}
	case widget.Action:
		if len(m.all) > 0 {
			return m.do(msg)
		}
	}
	return nil
}

func (m *Model) take(all Questions) any {
	first := m.all == nil
	m.all = all
	if len(all) == 0 {
		return nil
	}
	if first {
		m.at = max(0, m.open(0))
	}
	m.at = min(m.at, len(all)-1)
	return m.show(min(m.nugget, max(0, len(m.question().Nuggets)-1)))
}

// open is the first open question from a place on, in a circle; -1 when none is.
func (m *Model) open(from int) int {
	for i := range m.all {
		if at := (from + i) % len(m.all); m.all[at].State == Open {
			return at
		}
	}
	return -1
}

func (m *Model) question() Question { return m.all[m.at] }

// show goes to a nugget of the question and wants its record; of a question
// without nuggets that of its first evidence.
func (m *Model) show(nugget int) any {
	m.nugget = nugget
	if q := m.question(); len(q.Nuggets)+len(q.Evidence) == 0 {
		m.record = record.New(m.th)
		return nil
	}
	return Wanted{m.at, nugget}
}

// doc is the record that is shown.
func (m *Model) doc() string {
	q := m.question()
	switch {
	case m.nugget < len(q.Nuggets) && q.Nuggets[m.nugget].DocID != "":
		return q.Nuggets[m.nugget].DocID
	case len(q.Evidence) > 0:
		return q.Evidence[0].DocID
	}
	return "record"
}

// goTo goes to another question, if there is one.
func (m *Model) goTo(at int) any {
	if at < 0 || at >= len(m.all) {
		return nil
	}
	m.at, m.said = at, ""
	return m.show(0)
}

func (m *Model) do(a widget.Action) any {
	if m.Typing() {
		return m.typed(a)
	}
	switch a {
	case Accept:
		return m.decide(Accepted, "", "")
	case Reject:
		m.begin(reason, "")
	case Reword:
		m.begin(wording, string(m.question().Text))
	case Rewrite:
		return Rewrote{m.at}
	case Next:
		return m.goTo(m.at + 1)
	case Back:
		return m.goTo(m.at - 1)
	case NextNugget:
		return m.turn(1)
	case PrevNugget:
		return m.turn(-1)
	default:
		m.record.Update(a)
	}
	return nil
}

// turn goes to another nugget, in a circle.
func (m *Model) turn(by int) any {
	n := len(m.question().Nuggets)
	if n == 0 {
		return nil
	}
	return m.show((m.nugget + by + n) % n)
}

// begin begins to type.
func (m *Model) begin(what entry, text string) {
	m.typing, m.said = what, ""
	m.input.SetValue(text)
	m.input.CursorEnd()
	m.input.Focus()
}

// typed ends what is typed.
func (m *Model) typed(a widget.Action) any {
	what, text := m.typing, m.input.Value()
	switch a {
	case widget.Leave:
		m.typing = nothing
		return nil
	case widget.Submit:
	default:
		return nil
	}
	if text == "" {
		m.said = "type something, or leave with Esc"
		return nil
	}
	m.typing = nothing
	if what == reason {
		return m.decide(Rejected, text, "")
	}
	return m.decide(Edited, "", text)
}

// decide keeps a decision and goes to the next open question.
func (m *Model) decide(s State, why, text string) any {
	d := Decided{m.at, s, why, text}
	if s == Accepted && m.question().State == Edited {
		d.State = Edited // what was changed stays changed
	}
	return d
}

// Advance goes to the next open question, after a decision was kept.
func (m *Model) Advance() any {
	if next := m.open(m.at); next >= 0 {
		return m.goTo(next)
	}
	m.said = "every question was decided; q leaves"
	return nil
}
