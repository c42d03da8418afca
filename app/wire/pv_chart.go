package wire

import (
	"math"

	"owl/engine"
	"owl/engine/guard"
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
