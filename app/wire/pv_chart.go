package wire

import (
	"math"
	"time"

	"owl/engine"
	"owl/engine/guard"
	"owl/epics"
	"owl/epics/archiver"
	"owl/views/widget/chart"
)

// ChartSeries makes the strip of a history.
func ChartSeries(pv string, sum HistorySummary, bins []HistoryBin) chart.Series {
	s := chart.Series{Name: guard.Line(engine.Untrusted(pv)), Places: -1, Limits: chart.NoLimits()}
	if m := sum.Meta; m != nil {
		s.Unit, s.Places = guard.Line(m.Units), m.Precision
		s.Limits = chart.Limits{LoLo: m.Limits.LoLo, Low: m.Limits.Low, High: m.Limits.High, HiHi: m.Limits.HighHigh}
		for _, label := range m.Choices {
			s.Choices = append(s.Choices, guard.Line(label))
		}
	}
	for _, b := range bins {
		last := b.Last
		if b.Count == 0 && math.IsNaN(b.Min) {
			last = math.NaN()
		}
		s.Bins = append(s.Bins, chart.Bin{From: b.From, To: b.To, Low: b.Min, High: b.Max, Last: last, Severity: int(b.Severity), Gap: guard.Line(engine.Untrusted(b.Gap))})
	}
	return s
}

// LiveChart keeps the samples of live PVs for a chart. It belongs to one
// goroutine.
type LiveChart struct {
	names  []string
	window time.Duration
	now    func() time.Time
	held   map[string][]PVSample
}

// maxHeld bounds the samples of one PV that are kept.
const maxHeld = 20_000

// NewLiveChart keeps what a window holds of the names.
func NewLiveChart(names []string, window time.Duration, now func() time.Time) *LiveChart {
	return &LiveChart{names: names, window: window, now: now, held: map[string][]PVSample{}}
}

// Add takes a sample. One without a reading stands for the time of its coming,
// since it has none of its own.
func (l *LiveChart) Add(s PVSample) {
	if s.Time.IsZero() || s.Err != nil || s.Quality == epics.Stale {
		s.Time = l.now()
	}
	list := append(l.held[s.PV], s)
	if len(list) > maxHeld {
		list = append(list[:0], list[len(list)-maxHeld/2:]...)
	}
	l.held[s.PV] = list
}

// Series are the strips of the window up to now, of n columns.
func (l *LiveChart) Series(now time.Time, n int) []chart.Series {
	var out []chart.Series
	from := now.Add(-l.window)
	for _, name := range l.names {
		bins := archiver.NewBins(from, now, n)
		sum := HistorySummary{}
		for _, s := range l.since(name, from) {
			h := HistorySample{Sample: s, Before: s.Time.Before(from)}
			if s.Quality == epics.Stale {
				h.Quality, h.Message = epics.Gap, "disconnected"
			}
			if s.Meta != nil {
				sum.Meta = s.Meta
			}
			bins.Add(h)
		}
		out = append(out, ChartSeries(name, sum, bins.All(now)))
	}
	return out
}

// since drops what is older than the window, but for the sample in force at its
// start.
func (l *LiveChart) since(name string, from time.Time) []PVSample {
	list := l.held[name]
	keep := 0
	for i, s := range list {
		if s.Time.Before(from) {
			keep = i
		}
	}
	l.held[name] = list[keep:]
	return list[keep:]
}
