package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"owl/views/widget"
)

// The rows of a frame's parts.
const (
	minStrip  = 3 // with a title and two rows of curve
	windowRow = 8 // rows from which a frame has a line with its window
)

// Draw draws a frame: exactly Height lines of exactly Width cells. Series that
// have no room are counted in the last line.
func Draw(series []Series, o Options) []string {
	if o.Width < 1 || o.Height < 1 {
		return nil
	}
	if o.Zone == nil {
		o.Zone = time.UTC
	}
	f := frame{Options: o, gutter: gutter(series, o)}
	foot := f.foot()
	room := max(1, o.Height-len(foot))
	shown := min(len(series), room)
	if shown < len(series) {
		shown = max(0, room-1)
	}
	var lines []string
	for i := range shown {
		rows := room / shown
		if i < room%shown {
			rows++
		}
		if shown < len(series) {
			rows = 1
		}
		lines = append(lines, f.strip(series[i], rows)...)
	}
	if shown < len(series) {
		lines = append(lines, o.Theme.Muted.Render(fmt.Sprintf("and %d more", len(series)-shown)))
	}
	for len(lines) < room {
		lines = append(lines, "")
	}
	lines = append(lines[:room], foot...)
	return widget.Fit(strings.Join(lines, "\n"), o.Width, o.Height, 0)
}

// frame is a drawing under way.
type frame struct {
	Options
	gutter int // cells of the labels, with their tick
}

func (f *frame) width() int { return f.Width - f.gutter }

// strip draws one series: title and curve, or both in one line.
func (f *frame) strip(s Series, rows int) []string {
	if rows < 2 {
		return []string{f.compact(s)}
	}
	out := []string{f.title(s)}
	c := newCanvas(f.Width, rows-1)
	cols := columns(s.Bins, f.From, f.To, f.width()*f.Mode.dots())
	sc := newScale(cols, s, ticks(rows-1))
	g := glyphsOf(f.Mode)
	plot(c, f.gutter, cols, sc, s, f.Mode, f.uprights())
	taken := map[int]bool{}
	for _, tick := range sc.ticks {
		y := row(sc.height(tick), c.h)
		text := []rune(sc.label(tick))
		if taken[y] || f.gutter < 2 || c.h < 2 || len(text) == 0 {
			continue
		}
		taken[y] = true
		text = text[:min(len(text), f.gutter-1)]
		for i, r := range text {
			c.set(f.gutter-1-len(text)+i, y, r, muted)
		}
		c.set(f.gutter-1, y, g.tick, muted)
	}
	for y := range c.h {
		out = append(out, c.line(y, f.Theme))
	}
	return out
}

// ticks is how many labels rows have room for.
func ticks(rows int) int { return max(2, min(6, (rows+1)/2)) }

// gutter is how many cells the labels of all series take, at most a third.
func gutter(series []Series, o Options) int {
	if o.Width < 16 {
		return 0
	}
	w := 4
	for _, s := range series {
		sc := newScale(columns(s.Bins, o.From, o.To, o.Width*o.Mode.dots()), s, ticks(max(1, (o.Height-2)/max(1, len(series))-1)))
		for _, tick := range sc.ticks {
			w = max(w, widget.Width(sc.label(tick)))
		}
	}
	return min(w+1, o.Width/3)
}

// cursor is the column of cells of the cursor, -1 when it is not in the window.
func (f *frame) cursor() int { return f.column(f.Cursor) }

// column is the column of cells of a time, -1 when it is not in the window.
func (f *frame) column(t time.Time) int {
	if t.IsZero() || t.Before(f.From) || !t.Before(f.To) {
		return -1
	}
	return place(t.Sub(f.From), f.To.Sub(f.From), f.width())
}

// upright is a line from top to bottom of a strip.
type upright struct {
	column int
	sign   rune
	as     role
}

// uprights are the cursor and the marks that are in the window.
func (f *frame) uprights() []upright {
	g := glyphsOf(f.Mode)
	var list []upright
	for _, m := range f.Marks {
		list = append(list, upright{f.column(m), g.mark, minor})
	}
	list = append(list, upright{f.cursor(), g.cursor, muted})
	return slices.DeleteFunc(list, func(u upright) bool { return u.column < 0 })
}

// foot is the time axis and, when there is room, the window in words.
func (f *frame) foot() []string {
	if f.Height < 4 || !f.From.Before(f.To) {
		return nil
	}
	pad := strings.Repeat(" ", f.gutter)
	zone := offset(f.From, f.To, f.Zone)
	if f.Height < windowRow {
		room := f.width() - len(zone) - 1
		if room < 5 {
			return []string{f.Theme.Muted.Render(widget.Truncate(pad+zone, f.Width, ""))}
		}
		part := f.From.Add(time.Duration(float64(f.To.Sub(f.From)) * float64(room) / float64(f.width())))
		return []string{f.Theme.Muted.Render(pad + write(marks(f.From, part, f.Zone, room), room) + " " + zone)}
	}
	return []string{
		f.Theme.Muted.Render(pad + write(marks(f.From, f.To, f.Zone, f.width()), f.width())),
		f.Theme.Muted.Render(widget.Spread(f.window(f.Width-widget.Width(zone)-1), zone, f.Width)),
	}
}

// window says from when to when, in as many words as there is room for.
func (f *frame) window(room int) string {
	from, to := f.From.In(f.Zone), f.To.In(f.Zone)
	const whole, minute, day = "2006-01-02 15:04:05", "2006-01-02 15:04", time.DateOnly
	end := minute
	if from.Format(day) == to.Format(day) {
		end = "15:04"
	}
	for _, text := range []string{
		strings.Repeat(" ", f.gutter) + from.Format(whole) + " to " + to.Format(whole),
		from.Format(whole) + " to " + to.Format(whole),
		from.Format(minute) + " to " + to.Format(end), from.Format(day) + " to " + to.Format(day),
	} {
		if len(text) <= room {
			return text
		}
	}
	return widget.Truncate(from.Format(day), room, "")
}

// compact is a series in one line: its name, its curve, its value.
func (f *frame) compact(s Series) string {
	name := widget.Truncate(f.name(s), f.Width/3, "")
	state, severity := f.now(s)
	if _, sign := alarm(severity); sign != "" {
		state += " " + sign[:strings.IndexByte(sign, ' ')]
	}
	state = widget.Truncate(state, f.Width/3, "")
	room := f.Width - widget.Width(name) - widget.Width(state) - 2
	if room < 3 {
		return widget.Spread(name, state, f.Width)
	}
	c := newCanvas(room, 1)
	cols := columns(s.Bins, f.From, f.To, room*f.Mode.dots())
	plot(c, 0, cols, newScale(cols, s, 2), Series{Limits: NoLimits()}, f.Mode, nil)
	return f.Theme.Title.Render(name) + " " + c.line(0, f.Theme) + " " + state
}

// now is the newest value of a series, and the severity of its alarm.
func (f *frame) now(s Series) (value string, severity int) {
	if n := s.Newest; n != nil && (n.Away != "" || n.Text != "") {
		if n.Away != "" {
			return "no value: " + n.Away, 0
		}
		return n.Text, n.Severity
	}
	for i := len(s.Bins) - 1; i >= 0; i-- {
		b := s.Bins[i]
		if !math.IsNaN(b.Last) {
			if s.Newest != nil {
				return s.value(b.Last), s.Newest.Severity
			}
			return s.value(b.Last), b.Severity
		}
		if b.Gap != "" {
			return "no value: " + b.Gap, 0
		}
	}
	return "no value", 0
}
