// Package walk shows a troubleshooting walkthrough: the causes as they stand, the
// check to make with the live values of its PVs, and what was answered.
//
// A host mounts it like any pane:
//
//	m := walk.New(th, now)
//	intent := m.Update(walk.Begun{Walk: w})       // a new walk, or one that is resumed
//	intent  = m.Update(walk.Readings(readings))   // live values, whenever they come
//	intent  = m.Update(walk.Yes)                  // No, Skip, Back, Note, Why, Export; widget.Open
//	m.Typing()                                    // keys go to Update as tea.KeyPressMsg:
//	                                              // a note is typed, widget.Submit ends it
//
// Its intents:
//
//	Changed   the walk moved on: keep it, and read Changed.PVs for the next check
//	Opened    open a record at its quote
//	Exported  write the walk for the logbook
package walk

import (
	"time"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"owl/engine"
	"owl/engine/walk"
	"owl/views/theme"
	"owl/views/widget"
)

// Begun gives the pane a walk, which it changes from now on.
type Begun struct{ Walk *walk.Walk }

// Readings are live values of PVs.
type Readings []walk.Reading

// Failed tells the pane why there is no walk.
type Failed struct{ Why string }

// Said tells the pane what came of an intent, in one line.
type Said struct{ Line string }

// Changed is the intent after every answer: the walk is to be kept, and these PVs
// are to be read.
type Changed struct {
	Walk *walk.Walk
	PVs  []string
}

// Opened is the intent to open a record at its quote.
type Opened struct{ Citation engine.Citation }

// Exported is the intent to write the walk for the logbook.
type Exported struct{ Walk *walk.Walk }

// Model is the walkthrough pane. Its methods are for one goroutine.
type Model struct {
	th     theme.Theme
	now    func() time.Time
	walk   *walk.Walk
	failed string
	said   string
	why    bool
	typing bool
	input  textinput.Model
	scroll widget.Scroll
	reveal bool // the check must come into the window
	total  int
}

// New returns an empty pane. Answers are dated by now.
func New(th theme.Theme, now func() time.Time) *Model {
	input := textinput.New()
	input.SetVirtualCursor(false)
	input.Prompt = ""
	return &Model{th: th, now: now, input: input}
}

// Empty reports whether there is no walk.
func (m *Model) Empty() bool { return m.walk == nil && m.failed == "" }

// Typing reports whether a note is being typed.
func (m *Model) Typing() bool { return m.typing }

// Spoken is what the check names: its PVs, and its citation; none without a check.
func (m *Model) Spoken() ([]string, engine.Citation) {
	if m.walk == nil {
		return nil, engine.Citation{}
	}
	at, ok := m.walk.Now()
	if !ok {
		return nil, engine.Citation{}
	}
	c := m.walk.Plan.Checks[at]
	return c.Names(), m.walk.Plan.Cited(c.Cite)
}

// Update takes Begun, Readings, Failed, Said, an action, a key while Typing, or a
// theme; it returns an intent or nil.
func (m *Model) Update(msg any) any {
	switch msg := msg.(type) {
	case theme.Theme:
		m.th = msg
	case Begun:
		*m = Model{th: m.th, now: m.now, input: m.input, walk: msg.Walk, reveal: true}
		return m.changed()
	case Failed:
		m.failed, m.walk = msg.Why, nil
	case Said:
		m.said = msg.Line
	case Readings:
		m.see(msg)
	case tea.KeyPressMsg, tea.PasteMsg:
		if m.typing {
			m.input, _ = m.input.Update(msg)
		}
	case widget.Action:
		return m.do(msg)
	}
	return nil
}

func (m *Model) see(readings Readings) {
	if m.walk != nil {
		m.walk.See(readings)
	}
}

func (m *Model) do(a widget.Action) any {
	if m.walk == nil || m.scroll.Do(a) {
		return nil
	}
	if m.typing {
		return m.doTyping(a)
	}
	m.said = ""
	switch a {
	case Yes:
		return m.answer(walk.Yes)
	case No:
		return m.answer(walk.No)
	case Skip:
		return m.answer(walk.Skip)
	case Back:
		if m.walk.Back() {
			return m.changed()
		}
	case Note:
		m.typing = true
		m.input.Reset()
		m.input.Focus()
	case Why:
		m.why = !m.why
	case widget.Open:
		return m.open()
	case Export:
		return Exported{m.walk}
	}
	return nil
}

func (m *Model) doTyping(a widget.Action) any {
	switch a {
	case widget.Submit:
		m.typing = false
		if text := m.input.Value(); text != "" {
			m.walk.Write(engine.Untrusted(text))
			return Changed{Walk: m.walk}
		}
	case widget.Leave, widget.Cancel:
		m.typing = false
	}
	return nil
}

func (m *Model) answer(v walk.Verdict) any {
	if m.walk.Ended() {
		return nil
	}
	m.walk.Answer(v, m.now())
	return m.changed()
}

// changed asks for the PVs of the check that is shown now.
func (m *Model) changed() any {
	m.reveal, m.why = true, false
	intent := Changed{Walk: m.walk}
	if at, ok := m.walk.Now(); ok {
		intent.PVs = m.walk.Plan.Checks[at].Names()
	}
	return intent
}

// open is the record of the check, or at the end of what helped or of the cause.
func (m *Model) open() any {
	if at, ok := m.walk.Now(); ok {
		return Opened{m.walk.Plan.Cited(m.walk.Plan.Checks[at].Cite)}
	}
	e := m.walk.Ending()
	switch {
	case e.Helped != nil:
		return Opened{m.walk.Plan.Cited(e.Helped.Cite)}
	case e.Cause >= 0:
		return Opened{m.walk.Plan.Cited(m.walk.Plan.Causes[e.Cause].Evidence[0])}
	}
	return nil
}

// Tab names the pane.
func (m *Model) Tab() widget.Tab { return widget.Tab{Title: "Walk", Note: m.scroll.Position(m.total)} }
