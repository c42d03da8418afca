package signals

import (
	"math"
	"time"

	"owl/engine"
	"owl/engine/guard"
	"owl/views/widget/chart"
)

// strip is one PV: what is known of it.
type strip struct {
	pv      string
	log     bool
	trail   Trail
	state   State
	known   bool // a state came
	history *History
	pending *Fetch // asked for, not answered yet
}

const (
	// trailSize bounds the live pieces of a PV, and grain is how close they are:
	// ten minutes before they get coarser.
	trailSize = 6000
	grain     = 100 * time.Millisecond
	// archiveBins is how many bins of the archive are asked for, and finest how
	// many a window must have at least.
	archiveBins = 900
	finest      = 200
	// longest is up to which length a window is fetched with what is beside it.
	longest = 2 * day
)

// take takes what the PV did.
func (s *strip) take(u Update) {
	for _, p := range u.Pieces {
		s.trail.Add(p, grain, trailSize)
	}
	if u.State == nil {
		return
	}
	meta := s.state.Meta
	s.state, s.known = *u.State, true
	if s.state.Meta == nil {
		s.state.Meta = meta
	}
}

// meta is what the PV or, before it is there, the archive says.
func (s *strip) meta() *Meta {
	if s.state.Meta == nil && s.history != nil {
		return s.history.Meta
	}
	return s.state.Meta
}

// archived tells whether there are bins of the archive.
func (s *strip) archived() bool { return s.history != nil && s.history.Why == "" }

// joint is where, for a window of a length, the live values begin: what lies
// before comes from the archive when it has it. It is zero without live values.
func (s *strip) joint(length time.Duration) time.Time {
	if !s.archived() && s.history != nil {
		return s.trail.begin()
	}
	return s.trail.fineFrom(length / finest)
}

// fetch is what a window needs of the archive; nil when it is there, or on its
// way, or cannot be had.
func (s *strip) fetch(from, to, now time.Time) *Fetch {
	length := to.Sub(from)
	until := minTime(to, now)
	if joint := s.joint(length); !joint.IsZero() {
		until = minTime(until, joint)
	}
	if !from.Before(until) || s.covered(from, until, length) {
		return nil
	}
	f := &Fetch{PV: s.pv, From: from, To: minTime(to, now), Bins: archiveBins}
	if length <= longest {
		f.From, f.To = from.Add(-length/4), minTime(to.Add(length/4), now)
	}
	s.pending = f
	return f
}

// covered tells whether the window is there or on its way. The end of a live
// window may lag behind by a little.
func (s *strip) covered(from, until time.Time, length time.Duration) bool {
	lag := max(length/100, 5*time.Second)
	if s.history != nil && !s.archived() {
		lag = max(lag, time.Minute) // it is asked again, but not often
	}
	enough := func(f Fetch) bool {
		return !f.From.After(from) && !f.To.Before(until.Add(-lag)) && f.To.Sub(f.From)/archiveBins <= length/finest
	}
	if s.pending != nil {
		return enough(*s.pending)
	}
	return s.history != nil && enough(s.history.Fetch)
}

// answer takes a window of the archive, unless another one is awaited.
func (s *strip) answer(h History) {
	if s.pending == nil || *s.pending != h.Fetch {
		return
	}
	s.pending, s.history = nil, &h
}

// series is the strip in a window of n bins.
func (s *strip) series(from, to, now time.Time, n int) chart.Series {
	f := newFold(from, to, n)
	joint := s.joint(to.Sub(from))
	cut := joint
	if s.archived() {
		if end := s.history.Fetch.To; cut.IsZero() || end.Before(cut) {
			cut = end
		}
		for _, b := range s.history.Bins {
			if !b.From.Before(cut) {
				break
			}
			b.To = minTime(b.To, cut)
			f.add(Piece{Bin: b, Alarm: b.Severity})
		}
	}
	for i, p := range s.trail.pieces {
		if i+1 < len(s.trail.pieces) && !s.trail.pieces[i+1].From.After(cut) {
			continue // the archive has it
		}
		if p.From.Before(cut) {
			p.From = cut
		}
		p.To = maxTime(p.To, p.From)
		f.add(p)
	}
	f.hold(minTime(to, now))
	return s.dressed(f.bins)
}

// dressed is a series with all that is said of the PV.
func (s *strip) dressed(bins []chart.Bin) chart.Series {
	out := chart.Series{Name: clean(engine.Untrusted(s.pv)), Places: -1, Limits: chart.NoLimits(), Log: s.log, Bins: bins}
	if m := s.meta(); m != nil {
		out.Unit, out.Places, out.Limits = clean(m.Unit), m.Places, m.Limits
		for _, label := range m.Choices {
			out.Choices = append(out.Choices, clean(label))
		}
	}
	out.Newest = &chart.Newest{Text: clean(s.state.Text), Severity: s.state.Severity, Message: clean(s.state.Message), Away: clean(s.state.Away)}
	if !s.known {
		out.Newest.Away = "connecting"
	}
	return out
}

// then is the series of a window that is not live: its title tells of the end of
// the window, not of now.
func (s *strip) then(from, to, now time.Time, n int) chart.Series {
	out := s.series(from, to, now, n)
	out.Newest = nil
	if s.history != nil && s.history.Why != "" && empty(out.Bins) {
		out.Newest = &chart.Newest{Away: clean(s.history.Why)}
	}
	return out
}

func empty(bins []chart.Bin) bool {
	for _, b := range bins {
		if !math.IsNaN(b.Last) || b.Gap != "" {
			return false
		}
	}
	return true
}

func clean(u engine.Untrusted) string { return guard.Line(u) }
