package signals

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"owl/engine"
	"owl/views/theme"
	"owl/views/widget"
)

// Model is the chart pane. Its methods are for one goroutine.
type Model struct {
	th      theme.Theme
	zone    *time.Location
	strips  []*strip
	sel     int
	one     bool // only the selected strip is shown
	span    span
	now     time.Time // of the last Live
	mark    Goto
	source  string // what is wrong with the source of PVs
	said    string // what came of the last key; empty when there is nothing to say
	looking bool   // a Found is awaited
	cells   int    // columns of the chart when it was last shown
}

// New returns a chart without PVs, with its axis in a zone. Now is the time until
// the first Live comes.
func New(th theme.Theme, zone *time.Location, now time.Time) *Model {
	return &Model{th: th, zone: zone, now: now, span: span{step: firstLength}, cells: 100}
}

// Empty reports whether there is no PV on the chart.
func (m *Model) Empty() bool { return len(m.strips) == 0 }

// Quiet reports whether nothing is on the chart and nothing is looked for.
func (m *Model) Quiet() bool { return len(m.strips) == 0 && !m.looking }

// PVs lists what is on the chart.
func (m *Model) PVs() []string {
	list := make([]string, 0, len(m.strips))
	for _, s := range m.strips {
		list = append(list, s.pv)
	}
	return list
}

// Selected is the PV that was chosen; empty when there is none.
func (m *Model) Selected() string {
	if m.sel >= len(m.strips) {
		return ""
	}
	return m.strips[m.sel].pv
}

// Update takes a message of this package, an action, a widget.Chart, a
// widget.Said or a theme. It returns a Request, a widget.Prompt or nil.
func (m *Model) Update(msg any) any {
	switch msg := msg.(type) {
	case theme.Theme:
		m.th = msg
	case Live:
		return m.live(msg)
	case History:
		if s := m.strip(msg.Fetch.PV); s != nil {
			s.answer(msg)
		}
		return m.wanted(false)
	case Found:
		return m.found(msg)
	case widget.Chart:
		return m.chart(msg)
	case Goto:
		m.goTo(msg)
		return m.wanted(false)
	case widget.Said:
		return m.asked(msg)
	case widget.Action:
		return m.do(msg)
	}
	return nil
}

func (m *Model) strip(pv string) *strip {
	for _, s := range m.strips {
		if s.pv == pv {
			return s
		}
	}
	return nil
}

func (m *Model) live(msg Live) any {
	before := m.now
	m.now, m.source = msg.Now, clean(msg.Notice)
	for _, u := range msg.PVs {
		if s := m.strip(u.PV); s != nil {
			s.take(u)
		}
	}
	if m.now.Unix() == before.Unix() { // once a second is enough
		return nil
	}
	return m.wanted(false)
}

// wanted is a Request for what the archive lacks; nil when it lacks nothing and
// the PVs are the same.
func (m *Model) wanted(changed bool) any {
	r := Request{Follow: m.PVs()}
	from, to := m.window()
	for _, s := range m.strips {
		if f := s.fetch(from, to, m.now); f != nil {
			r.Fetch = append(r.Fetch, *f)
		}
	}
	if !changed && len(r.Fetch) == 0 {
		return nil
	}
	return r
}

func (m *Model) window() (from, to time.Time) { return m.span.window(m.now, 2*m.cells) }

// prompt is the Subject of the line in which PVs are named.
const prompt = "chart"

func (m *Model) asked(msg widget.Said) any {
	if msg.Subject != prompt || strings.TrimSpace(msg.Text) == "" {
		return nil
	}
	m.looking = true
	m.said = "looking for " + clean(engine.Untrusted(msg.Text))
	return Request{Follow: m.PVs(), Find: engine.Untrusted(msg.Text)}
}

func (m *Model) found(msg Found) any {
	m.looking = false
	notes := make([]string, 0, len(msg.Notes))
	for _, n := range msg.Notes {
		notes = append(notes, clean(n))
	}
	m.said = strings.Join(notes, "; ")
	if len(msg.PVs) == 0 {
		if m.said == "" {
			m.said = "no channel is meant by " + clean(msg.Words)
		}
		return nil
	}
	return m.add(msg.PVs)
}

// chart moves the chart and looks for PVs that a text names: not all that look
// like names are.
func (m *Model) chart(msg widget.Chart) any {
	m.said = ""
	if !msg.At.IsZero() {
		m.goTo(Goto{At: msg.At})
	}
	r, ok := m.wanted(false).(Request)
	if !ok && len(msg.PVs) == 0 {
		return nil
	}
	r.Follow = m.PVs()
	for _, pv := range msg.PVs {
		if m.strip(pv) == nil {
			r.Names = append(r.Names, pv)
		}
	}
	if len(r.Names) > 0 {
		m.looking = true
		m.said = fmt.Sprintf("looking for %d names", len(r.Names))
	}
	return r
}

func (m *Model) add(pvs []string) any {
	added, over := 0, 0
	for _, pv := range pvs {
		switch {
		case m.strip(pv) != nil:
		case len(m.strips) >= MaxPVs:
			over++
		default:
			m.strips = append(m.strips, &strip{pv: pv})
			m.sel = len(m.strips) - 1
			added++
		}
	}
	if over > 0 {
		m.say(fmt.Sprintf("%d PVs have no room: a chart holds %d; d removes one", over, MaxPVs))
	}
	return m.wanted(added > 0)
}

// say adds to what is said.
func (m *Model) say(text string) {
	if m.said != "" {
		text = m.said + "; " + text
	}
	m.said = text
}

// goTo shows a time that a record speaks of. The cursor stands on it.
func (m *Model) goTo(g Goto) {
	if g.At.After(m.now) {
		m.said = "that is after now"
		return
	}
	m.mark = g
	m.span.cursor = g.At
	m.span.goTo(g.At, m.now)
}

func (m *Model) do(a widget.Action) any {
	m.said = ""
	switch a {
	case Add:
		return widget.Prompt{Subject: prompt, Title: "Chart"}
	case Remove:
		return m.remove()
	case widget.Up, widget.Down, widget.Top, widget.Bottom, widget.PageUp, widget.PageDown:
		m.choose(a)
	case One:
		m.one = !m.one
	case Log:
		if len(m.strips) > 0 {
			m.strips[m.sel].log = !m.strips[m.sel].log
		}
	default:
		m.move(a)
	}
	return m.wanted(false)
}

// move moves in time.
func (m *Model) move(a widget.Action) {
	switch a {
	case Shorter:
		m.span.zoom(-1, m.now)
	case Longer:
		m.span.zoom(1, m.now)
	case Earlier:
		m.span.pan(-1, m.now)
	case Later:
		m.span.pan(1, m.now)
	case Now:
		m.span.end, m.span.cursor, m.mark = time.Time{}, time.Time{}, Goto{}
	case widget.Left:
		m.span.move(-1, m.cells, m.now)
	case widget.Right:
		m.span.move(1, m.cells, m.now)
	case Cursor:
		if m.span.cursor.IsZero() {
			from, to := m.window()
			m.span.cursor = minTime(from.Add(to.Sub(from)/2), m.now)
		} else {
			m.span.cursor = time.Time{}
		}
	}
}

func (m *Model) choose(a widget.Action) {
	switch a {
	case widget.Up:
		m.sel--
	case widget.Down:
		m.sel++
	case widget.Top, widget.PageUp:
		m.sel = 0
	case widget.Bottom, widget.PageDown:
		m.sel = len(m.strips) - 1
	}
	m.sel = max(0, min(m.sel, len(m.strips)-1))
}

func (m *Model) remove() any {
	if len(m.strips) == 0 {
		return nil
	}
	m.strips = slices.Delete(m.strips, m.sel, m.sel+1)
	m.choose(widget.NoAction)
	return m.wanted(true)
}
