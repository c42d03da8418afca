package chart

import (
	"math"
	"strconv"
	"strings"
	"time"

	"owl/views/widget"
)

// value writes a value of a series with its unit.
func (s Series) value(x float64) string {
	if i := int(math.Round(x)); s.Choices != nil {
		if i >= 0 && i < len(s.Choices) {
			return s.Choices[i]
		}
		return strconv.Itoa(i)
	}
	text := ""
	switch size := math.Abs(x); {
	case size != 0 && (size < 1e-3 || size >= 1e7):
		text = shortExponent(strconv.FormatFloat(x, 'e', max(2, s.Places), 64))
	case s.Places >= 0:
		text = strconv.FormatFloat(x, 'f', s.Places, 64)
	default:
		text = strconv.FormatFloat(x, 'g', 6, 64)
	}
	if s.Unit != "" {
		text += " " + s.Unit
	}
	return text
}

// title is the line over a strip: name, value, alarm, and at its right end what
// is under the cursor, else the last gap, else the range.
func (f *frame) title(s Series) string {
	value, severity := f.now(s)
	as, sign := alarm(severity)
	if n := s.Newest; n != nil && n.Message != "" && sign != "" {
		sign += " " + n.Message
	}
	full := f.name(s)
	if short, _, ok := strings.Cut(sign, " "); ok && f.Width < widget.Width(full)+widget.Width(value)+widget.Width(sign)+4 {
		sign = short
	}
	name := widget.Truncate(full, max(4, f.Width-widget.Width(value)-widget.Width(sign)-4), f.Theme.Glyphs.Ellipsis)
	left := f.Theme.Title.Render(name) + "  " + value
	if s.Chosen {
		left = f.Theme.Focus.Render(name) + "  " + value
	}
	if sign != "" {
		left += "  " + style(f.Theme, as).Render(sign)
	}
	for _, right := range []string{f.underCursor(s), f.lastGap(s), f.extent(s)} {
		if right != "" && widget.Width(left)+widget.Width(right)+2 <= f.Width {
			return widget.Spread(left, f.Theme.Muted.Render(right), f.Width)
		}
	}
	return widget.Truncate(left, f.Width, "")
}

// name is the name of a series with what is said of its strip.
func (f *frame) name(s Series) string {
	name := s.Name
	if s.Chosen {
		name = f.Theme.Glyphs.Focus + " " + name
	}
	if s.Log {
		name += " (log)"
	}
	return name
}

// underCursor is the time and value at the cursor.
func (f *frame) underCursor(s Series) string {
	if f.cursor() < 0 {
		return ""
	}
	for _, b := range s.Bins {
		if f.Cursor.Before(b.From) || !f.Cursor.Before(b.To) {
			continue
		}
		at := f.Cursor.In(f.Zone).Format("15:04:05") + " "
		switch {
		case !math.IsNaN(b.Last):
			return at + s.value(b.Last)
		case b.Gap != "":
			return at + b.Gap
		}
	}
	return f.Cursor.In(f.Zone).Format("15:04:05") + " no value"
}

// lastGap names the last gap of a series.
func (f *frame) lastGap(s Series) string {
	end := len(s.Bins) - 1
	for end >= 0 && (s.Bins[end].Gap == "" || !math.IsNaN(s.Bins[end].Last)) {
		end--
	}
	if end < 0 {
		return ""
	}
	start := end
	for start > 0 && s.Bins[start-1].Gap == s.Bins[end].Gap && math.IsNaN(s.Bins[start-1].Last) {
		start--
	}
	clock := func(t time.Time) string { return t.In(f.Zone).Format("15:04") }
	return s.Bins[end].Gap + " " + clock(s.Bins[start].From) + "-" + clock(s.Bins[end].To)
}

// extent is the lowest and highest value of the window.
func (f *frame) extent(s Series) string {
	low, high := math.Inf(1), math.Inf(-1)
	for _, b := range s.Bins {
		if !math.IsNaN(b.Low) && b.To.After(f.From) && b.From.Before(f.To) {
			low, high = min(low, b.Low), max(high, b.High)
		}
	}
	if low > high || s.Choices != nil {
		return ""
	}
	s.Unit = ""
	return s.value(low) + " to " + s.value(high)
}
