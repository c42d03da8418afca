package wire

import (
	"cmp"
	"context"
	"math"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/guard"
	"owl/epics"
	"owl/views/signals"
	"owl/views/widget/chart"
)

// follow is a PV that is followed live. Its fields are behind the feed's mutex.
type follow struct {
	stop  context.CancelFunc
	trail signals.Trail
	state *signals.State // since the last update; nil when nothing came
	meta  *epics.Meta    // that the pane has
}

// update takes what came; false when nothing did.
func (l *follow) update(pv string) (signals.Update, bool) {
	u := signals.Update{PV: pv, Pieces: l.trail.Take(), State: l.state}
	l.state = nil
	return u, len(u.Pieces) > 0 || u.State != nil
}

// followOnly follows these PVs and no others.
func (f *Feed) followOnly(pvs []string) {
	wanted := map[string]bool{}
	for _, pv := range pvs {
		wanted[pv] = true
		if f.follows[pv] == nil {
			l := &follow{}
			f.follows[pv] = l
			l.stop = f.run(func(ctx context.Context) { f.follow(ctx, pv, l) })
		}
	}
	for pv, l := range f.follows {
		if !wanted[pv] {
			l.stop()
			delete(f.follows, pv)
		}
	}
}

// follow watches a PV until ctx is done. When live PVs cannot be had at all it
// says so and tries again.
func (f *Feed) follow(ctx context.Context, pv string, l *follow) {
	for {
		err := f.pvs.Watch(ctx, []string{pv}, func(samples []PVSample) error {
			f.take(l, samples)
			return nil
		})
		if ctx.Err() != nil {
			return
		}
		f.take(l, []PVSample{{PV: pv, Quality: epics.None, Err: cmp.Or(err, epics.ErrClosed)}})
		if !f.sleep(ctx, feedRetry, nil) {
			return
		}
	}
}

func (f *Feed) take(l *follow, samples []PVSample) {
	now := f.pvs.Now()
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, s := range samples {
		piece, state := told(s, now)
		l.trail.Add(piece, feedGrain, feedPieces)
		if l.state != nil && l.state.Meta != nil {
			state.Meta = l.state.Meta // the pane does not have it yet
		}
		if s.Meta != nil && s.Meta != l.meta {
			l.meta, state.Meta = s.Meta, metaOf(s.Meta)
		}
		l.state = &state
	}
	f.ring()
}

// skew is how much the time of a sample may differ from that of its coming. Where
// it differs more, as with a value that is older than the watch or a clock that
// is wrong, the sample counts from its coming on.
const skew = 30 * time.Second

// told is a live sample in the words of the pane.
func told(s PVSample, now time.Time) (signals.Piece, signals.State) {
	at := s.Time
	if s.Quality == epics.Stale || s.Quality == epics.None || now.Sub(at).Abs() > skew {
		at = now
	}
	state := signals.State{Severity: int(s.Severity), Message: s.Message}
	none := math.NaN()
	gap := signals.Piece{Bin: chart.Bin{From: at, To: at, Low: none, High: none, Last: none}}
	switch x, ok := PVFloat(s); {
	case s.Err != nil:
		state = signals.State{Away: engine.Untrusted(strings.TrimPrefix(s.Err.Error(), s.PV+": "))}
		gap.Gap = guard.Line(state.Away)
	case s.Quality == epics.Stale:
		state = signals.State{Away: "disconnected"}
		gap.Gap = "disconnected"
	case s.Quality == epics.Undefined:
		state.Away = "its record was never processed"
		gap.Gap = string(state.Away)
	case !ok:
		state.Text = PVValue(s)
		gap.Gap = "no number"
	case math.IsNaN(x) || math.IsInf(x, 0):
		state.Text = PVValue(s)
		gap.Gap = "not finite"
	default:
		return signals.Piece{Bin: chart.Bin{From: at, To: at, Low: x, High: x, Last: x, Severity: int(s.Severity)}, Alarm: int(s.Severity)}, state
	}
	return gap, state
}

func metaOf(m *epics.Meta) *signals.Meta {
	return &signals.Meta{
		Unit: m.Units, Places: m.Precision, Choices: m.Choices,
		Limits: chart.Limits{LoLo: m.Limits.LoLo, Low: m.Limits.Low, High: m.Limits.High, HiHi: m.Limits.HighHigh},
	}
}
