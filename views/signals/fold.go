package signals

import (
	"math"
	"time"

	"owl/views/widget/chart"
)

// fold makes the bins of a window from what comes in order of time. Between two
// pieces the last value stays in force.
type fold struct {
	from, to time.Time
	width    time.Duration
	bins     []chart.Bin
	at       time.Time // how far the bins are filled
	value    float64   // in force; NaN when there is none
	alarm    int
	gap      string // why there is none
}

func newFold(from, to time.Time, n int) *fold {
	f := &fold{from: from, to: to, width: max(1, to.Sub(from)/time.Duration(n)), bins: make([]chart.Bin, n), at: from, value: math.NaN()}
	none := math.NaN()
	for i := range f.bins {
		f.bins[i] = chart.Bin{From: from.Add(time.Duration(i) * f.width), To: from.Add(time.Duration(i+1) * f.width), Low: none, High: none, Last: none}
	}
	f.bins[n-1].To = to
	return f
}

func (f *fold) index(t time.Time) int {
	return max(0, min(len(f.bins)-1, int(t.Sub(f.from)/f.width)))
}

// add takes the next piece.
func (f *fold) add(p Piece) {
	if p.From.After(f.to) {
		return
	}
	f.hold(p.From)
	if !p.To.Before(f.from) {
		f.over(maxTime(p.From, f.from), p.To, func(b *bin) { b.take(p) })
	}
	f.value, f.alarm, f.gap = p.Last, p.Alarm, ""
	if math.IsNaN(p.Last) {
		f.gap = p.Gap
	}
	f.at = maxTime(f.at, p.To)
}

// hold fills the bins up to a time with what is in force.
func (f *fold) hold(until time.Time) {
	if !until.After(f.at) {
		return
	}
	if !math.IsNaN(f.value) || f.gap != "" {
		state := Piece{Bin: chart.Bin{Low: f.value, High: f.value, Last: f.value, Severity: f.alarm, Gap: f.gap}}
		f.over(f.at, until, func(b *bin) { b.take(state) })
	}
	f.at = until
}

// over calls do for the bins that have a part of a time.
func (f *fold) over(from, to time.Time, do func(*bin)) {
	if from.After(f.to) || to.Before(f.from) {
		return
	}
	last := f.index(to)
	if last > 0 && to.After(from) && to.Equal(f.bins[last].From) {
		last-- // it ends where the bin begins
	}
	for i := f.index(from); i <= last; i++ {
		do((*bin)(&f.bins[i]))
	}
}

// bin is a bin that is being filled.
type bin chart.Bin

func (b *bin) take(p Piece) {
	b.Severity = max(b.Severity, p.Severity)
	if p.Gap != "" {
		b.Gap = p.Gap
	}
	b.Last = p.Last
	if math.IsNaN(p.Low) {
		return
	}
	if math.IsNaN(b.Low) || p.Low < b.Low {
		b.Low = p.Low
	}
	if math.IsNaN(b.High) || p.High > b.High {
		b.High = p.High
	}
}

func maxTime(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func minTime(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
