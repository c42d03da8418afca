package signals

import (
	"math"
	"time"

	"owl/views/widget/chart"
)

// Piece is what a PV did from the first to the last sample that it stands for.
// Last is in force until the next piece; it is NaN, with the cause as Gap, when
// there is no value from here on.
type Piece struct {
	chart.Bin     // Severity is the worst in it
	Alarm     int // severity of Last
}

// Trail holds pieces in order of time, at most as many as asked for. When there
// are more, neighbours among the older half become one: old times are coarser,
// but no extreme is lost. The zero value holds nothing.
type Trail struct{ pieces []Piece }

// Len is how many pieces there are.
func (t *Trail) Len() int { return len(t.pieces) }

// Add appends a piece; one that begins less than grain after the last one began
// becomes a part of it. One that is older than the last counts as its end: clocks
// of servers step back.
func (t *Trail) Add(p Piece, grain time.Duration, most int) {
	if n := len(t.pieces); n > 0 {
		last := &t.pieces[n-1]
		if p.From.Before(last.To) {
			p.From = last.To
		}
		if p.To.Before(p.From) {
			p.To = p.From
		}
		if p.From.Sub(last.From) < grain && mergeable(*last, p) {
			*last = merged(*last, p)
			return
		}
	}
	t.pieces = append(t.pieces, p)
	if len(t.pieces) > most {
		t.thin(most)
	}
}

// Take returns the pieces and forgets them.
func (t *Trail) Take() []Piece {
	out := t.pieces
	t.pieces = nil
	return out
}

// thin makes one of every two neighbours of the older half.
func (t *Trail) thin(most int) {
	half := len(t.pieces) / 2
	kept := t.pieces[:0]
	for i := 0; i < half; i++ {
		p := t.pieces[i]
		if i+1 < half && mergeable(p, t.pieces[i+1]) {
			p = merged(p, t.pieces[i+1])
			i++
		}
		kept = append(kept, p)
	}
	kept = append(kept, t.pieces[half:]...)
	if len(kept) > most { // mostly gaps, which are not folded
		kept = append(kept[:0], kept[len(kept)-most:]...)
	}
	t.pieces = kept
}

// mergeable tells pieces that have a value both: a gap must stay what it is.
func mergeable(a, b Piece) bool { return !math.IsNaN(a.Last) && !math.IsNaN(b.Last) }

func merged(a, b Piece) Piece {
	a.To, a.Last, a.Alarm = b.To, b.Last, b.Alarm
	a.Low, a.High = min(a.Low, b.Low), max(a.High, b.High)
	a.Severity = max(a.Severity, b.Severity)
	return a
}

// begin is the time of the first piece; zero when there is none.
func (t *Trail) begin() time.Time {
	if len(t.pieces) == 0 {
		return time.Time{}
	}
	return t.pieces[0].From
}

// fineFrom is since when all pieces are no longer than a grain.
func (t *Trail) fineFrom(grain time.Duration) time.Time {
	at := t.begin()
	for i := len(t.pieces) - 1; i >= 0; i-- {
		p := t.pieces[i]
		if p.To.Sub(p.From) > grain {
			return p.To
		}
		at = p.From
	}
	return at
}
