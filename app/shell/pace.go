package shell

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

const (
	// probeDelay lets the renderer write the frame before the query that
	// follows it; the renderer writes every 17 ms.
	probeDelay = 20 * time.Millisecond
	// silence is how long a terminal that has never answered may keep a frame
	// waiting. Then frames are drawn without asking.
	silence = 400 * time.Millisecond
	// An answer can get lost. A terminal that does answer is given patient times
	// as long as it took before, within these bounds.
	patient          = 8
	leastWait, stall = 250 * time.Millisecond, 10 * time.Second
	// overtake is how long after a frame a key may have one more drawn at once:
	// on a fast link the answer to the first is on its way.
	overtake = 50 * time.Millisecond
)

// pace decides when to draw. The renderer writes to the terminal without
// looking whether the terminal keeps up; over a slow link, frames pile up in
// the way of the keys. So after each frame the terminal is asked for its cursor
// position, and the next frame is not drawn before it has answered.
type pace struct {
	stale   bool          // the screen is older than the state
	draw    bool          // View draws a new frame
	waiting bool          // the last frame was not confirmed
	asked   bool          // the query for it was sent
	extra   bool          // a key has overtaken it
	answers bool          // the terminal is known to answer
	open    bool          // it is known not to
	frame   int           // number of the last frame
	since   time.Time     // when it was drawn
	least   time.Duration // to wait for a terminal that answers
	silence time.Duration // to wait for one that never has
	slowest time.Duration // of the answers, the latest counting most
}

type (
	probeDue     struct{ frame int }
	probeOverdue struct{ frame int }
)

// step decides whether a frame is drawn now. It returns true when the frame
// must be confirmed.
func (p *pace) step(now time.Time, urgent bool) bool {
	if !p.stale {
		return false
	}
	if p.waiting && !p.open {
		if !urgent || p.extra || now.Sub(p.since) > overtake {
			return false
		}
		p.extra = true
		p.stale, p.draw = false, true
		return false
	}
	p.stale, p.draw = false, true
	if p.open {
		return false
	}
	p.waiting, p.asked, p.extra = true, false, false
	p.frame++
	p.since = now
	return true
}

// force draws at once, whatever the terminal has taken.
func (p *pace) force() { p.draw, p.stale = true, false }

// confirmed notes that the terminal has answered. One answer can be read as
// two, so that only the first after a query counts.
func (p *pace) confirmed(now time.Time) {
	if !p.asked {
		return
	}
	p.asked = false
	if p.waiting {
		p.slowest = max(now.Sub(p.since), p.slowest*7/8)
	}
	p.stale = p.stale || p.waiting && p.extra // the frame that overtook needs its own answer
	p.waiting, p.answers, p.open = false, true, false
}

// overdue notes that a frame was not confirmed in time.
func (p *pace) overdue(frame int) {
	if frame != p.frame || !p.waiting {
		return
	}
	p.waiting = false
	p.open = !p.answers
}

// limit is how long to wait for the confirmation of a frame.
func (p *pace) limit() time.Duration {
	if p.answers {
		return min(stall, max(p.least, patient*p.slowest))
	}
	return p.silence
}

const (
	// promptly is what a frame takes that nothing holds up: the renderer's and the
	// query's own time.
	promptly = 60 * time.Millisecond
	// What moves by itself leaves the line free for so many times as long as its
	// frames hold it, but moves at least so often.
	spare, slowestChart = 4, 2 * time.Second
)

// rest is the least time between two frames of what moves by itself: least on a
// fast link, longer on one that is slow to take them, so that keys find it free.
func (p *pace) rest(least time.Duration) time.Duration {
	return min(slowestChart, max(least, spare*(p.slowest-promptly)))
}

// pacing handles the messages that belong to pace.
func (m *model) pacing(msg tea.Msg) (tea.Cmd, bool) {
	switch msg := msg.(type) {
	case probeDue:
		if msg.frame != m.pace.frame || m.exit.quitting {
			return nil, true
		}
		m.pace.asked = true
		return tea.Batch(tea.RequestCursorPosition, m.fx.later(m.pace.limit(), probeOverdue(msg))), true
	case probeOverdue:
		m.pace.overdue(msg.frame)
		return nil, true
	case tea.KeyPressMsg:
		// In the first row the answer looks like F3 with modifiers, and is taken
		// for it. Nothing is bound to F3.
		if msg.Code == tea.KeyF3 {
			return m.confirmed(), true
		}
	case tea.CursorPositionMsg:
		return m.confirmed(), true
	}
	return nil, false
}

func (m *model) confirmed() tea.Cmd {
	m.pace.confirmed(m.fx.now())
	if m.exit.quitting {
		return tea.Quit
	}
	return nil
}
