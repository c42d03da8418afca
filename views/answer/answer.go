// Package answer shows the answer of a run: its Markdown as it grows, the
// marks of its citations, how sure it is, and what was searched for it.
//
// While a question is in flight the answer before it stays, under a line that
// says what is being done. A run that failed or was cancelled is said in plain
// words above the answer that is still valid.
package answer

import (
	"slices"
	"time"

	"owl/engine"
	"owl/engine/compose"
	"owl/engine/trace"
	"owl/views/theme"
	"owl/views/widget"
)

// maxText is the widest that prose is set; longer lines are hard to read.
const maxText = 100

// Runs is what there is to show.
type Runs struct {
	Shown    trace.State // the last run that answered; zero when none has
	Live     trace.State // the latest run; zero before its first event
	InFlight bool        // the latest question is being worked on
	Question engine.Untrusted
	Elapsed  time.Duration // since Question was asked
}

// Keys are the keys of the pane.
func Keys() []widget.Key {
	return []widget.Key{
		{Keys: []string{"["}, Act: widget.OlderAnswer, Label: "[", Does: "the answer before, in this conversation"},
		{Keys: []string{"]"}, Act: widget.NewerAnswer, Label: "]", Does: "the answer after"},
		{Keys: []string{"u"}, Act: widget.Good, Label: "u", Does: "thumbs up: keep that this answer is good, and why"},
		{Keys: []string{"d"}, Act: widget.Bad, Label: "d", Does: "thumbs down: keep that it is not, and why"},
	}
}

// Model is the answer pane. Its methods are for one goroutine.
type Model struct {
	th     theme.Theme
	runs   Runs
	scroll widget.Scroll
	blocks blocks
	more   blocks // of what an answer unfolds
	total  int    // lines when it was last shown
}

// New returns an empty pane.
func New(th theme.Theme) *Model { return &Model{th: th} }

// Update takes Runs, an action or a theme. It has no intents.
func (m *Model) Update(msg any) any {
	switch msg := msg.(type) {
	case theme.Theme:
		m.th = msg
	case Runs:
		if other(subject(msg), subject(m.runs)) {
			m.scroll = widget.Scroll{}
		}
		m.runs = msg
	case widget.Action:
		m.scroll.Do(msg)
	}
	return nil
}

// other reports whether two states are of different runs.
func other(a, b trace.State) bool { return a.Run != b.Run || !a.Began.Equal(b.Began) }

// subject is the run whose text is shown: the live one as soon as it has any.
func subject(r Runs) trace.State {
	if r.Live.Answer != nil || r.Live.Running() && r.Live.Draft != "" {
		return r.Live
	}
	return r.Shown
}

// Tab names the pane.
func (m *Model) Tab() widget.Tab {
	return widget.Tab{Title: "Answer", Note: m.scroll.Position(m.total)}
}

// View draws the pane.
func (m *Model) View(w, h int) string {
	lines := m.lines(w)
	m.total = len(lines)
	from, to := m.scroll.Window(m.total, h)
	return joinLines(lines[from:to])
}

func (m *Model) lines(w int) []string {
	text := min(w, maxText)
	run := subject(m.runs)
	lines := m.state(text)
	if run.Seq == 0 {
		return lines
	}
	if len(lines) > 0 {
		lines = append(lines, "")
	}
	lines = append(lines, m.question(run.Question, text)...)
	lines = append(lines, "")
	if run.Answer == nil {
		return append(lines, m.blocks.render(m.th, run.Draft, text)...)
	}
	return append(lines, m.answer(*run.Answer, run, text)...)
}

func (m *Model) answer(a engine.Answer, run trace.State, w int) []string {
	var lines []string
	if a.Abstained {
		lines = append(lines, m.th.Warn.Render(m.th.Glyphs.Warn+" Not enough evidence to answer."), "")
	}
	for i, d := range run.Degraded {
		if slices.Contains(run.Degraded[:i], d) { // a second look lacks the same
			continue
		}
		lines = append(lines, m.degraded(d, w)...)
	}
	text, more := compose.Fold(a.Text)
	lines = append(lines, m.blocks.render(m.th, text, w)...)
	lines = append(lines, "")
	lines = append(lines, m.footer(a, run, w)...)
	if more == "" {
		return lines
	}
	lines = append(lines, "", m.th.Title.Render("More from the records"), "")
	return append(lines, m.more.render(m.th, more, w)...)
}
