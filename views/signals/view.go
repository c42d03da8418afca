package signals

import (
	"fmt"
	"strings"
	"time"

	"owl/views/widget"
	"owl/views/widget/chart"
)

// Tab names the pane.
func (m *Model) Tab() widget.Tab {
	tab := widget.Tab{Title: "Signals"}
	if len(m.strips) > 0 {
		tab.Title += fmt.Sprintf(" %d", len(m.strips))
		tab.Note = spoken(m.span.length())
		if m.span.live() {
			tab.Note += ", live"
		} else {
			tab.Note += ", past"
		}
	}
	return tab
}

// View draws the pane.
func (m *Model) View(w, h int) string {
	if w < 1 || h < 1 {
		return ""
	}
	if len(m.strips) == 0 {
		return m.invitation(w, h)
	}
	head := m.head(w)
	o := chart.Options{Width: w, Height: h - 1, Mode: chart.Braille, Theme: m.th, Zone: m.zone, Cursor: m.span.cursor}
	if m.th.ASCII {
		o.Mode = chart.ASCII
	}
	m.cells = max(1, w-w/10) // the labels take about a tenth
	o.From, o.To = m.window()
	if !m.mark.At.IsZero() {
		o.Marks = []time.Time{m.mark.At}
	}
	lines := append([]string{head}, chart.Draw(m.series(o.From, o.To), o)...)
	return strings.Join(lines[:min(len(lines), h)], "\n")
}

func (m *Model) series(from, to time.Time) []chart.Series {
	draw := (*strip).series
	if !m.span.live() {
		draw = (*strip).then
	}
	var list []chart.Series
	for i, s := range m.strips {
		if m.one && i != m.sel {
			continue
		}
		out := draw(s, from, to, m.now, 2*m.cells)
		out.Chosen = i == m.sel && len(m.strips) > 1
		list = append(list, out)
	}
	return list
}

// head says in a line what is shown, and what there is to know about it.
func (m *Model) head(w int) string {
	state := m.th.Good.Render("live")
	if !m.span.live() {
		state = m.th.Warn.Render("past") + m.th.Muted.Render(", t is live")
	}
	parts := []string{state, m.th.Muted.Render(spoken(m.span.length()))}
	if m.one {
		parts = append(parts, m.th.Muted.Render(fmt.Sprintf("%d of %d, o is all", m.sel+1, len(m.strips))))
	}
	if n := m.waiting(); n > 0 {
		parts = append(parts, m.th.Muted.Render("reading the archive"))
	}
	if !m.mark.At.IsZero() {
		text := "mark " + m.mark.At.In(m.zone).Format("01-02 15:04:05")
		if name := clean(m.mark.Name); name != "" {
			text += " " + name
		}
		parts = append(parts, m.th.Warn.Render(text))
	}
	left := strings.Join(parts, m.th.Muted.Render(" "+m.th.Glyphs.Dot+" "))
	notice := m.notice()
	if notice != "" {
		notice = m.th.Warn.Render(m.th.Glyphs.Warn + " " + widget.Truncate(notice, max(0, w-widget.Width(left)-4), m.th.Glyphs.Ellipsis))
	}
	return widget.Spread(left, notice, w)
}

// notice is what to say beside the chart: what came of the last key, else what is
// wrong with an archive, else with the source.
func (m *Model) notice() string {
	if m.said != "" {
		return m.said
	}
	for _, s := range m.strips {
		if s.history != nil && s.history.Why != "" && !m.span.live() {
			return clean(s.history.Why)
		}
	}
	return m.source
}

// waiting is how many windows of the archive are on their way.
func (m *Model) waiting() int {
	n := 0
	for _, s := range m.strips {
		if s.pending != nil {
			n++
		}
	}
	return n
}

// invitation is the pane without PVs.
func (m *Model) invitation(w, h int) string {
	var lines []string
	for _, text := range []string{m.notice(), "No PV is on the chart.", "", "a adds PVs by name, glob or words, such as: vacuum gauges in sector 17"} {
		lines = append(lines, widget.WrapText(text, w)...)
	}
	if m.notice() == "" {
		lines = lines[1:]
	}
	for i := range lines {
		lines[i] = m.th.Muted.Render(lines[i])
	}
	return strings.Join(lines[:min(h, len(lines))], "\n")
}

// spoken writes the length of a window.
func spoken(d time.Duration) string {
	switch {
	case d >= 2*day:
		return fmt.Sprintf("%d days", d/day)
	case d >= time.Hour:
		return fmt.Sprintf("%d h", d/time.Hour)
	case d >= time.Minute:
		return fmt.Sprintf("%d min", d/time.Minute)
	}
	return fmt.Sprintf("%d s", d/time.Second)
}
