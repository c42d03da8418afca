package wire

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"owl/engine"
	"owl/engine/query"
	"owl/engine/tools"
	"owl/epics"
	"owl/epics/archiver"
)

// toolHistory is what a tool says of a window of the archive. Times are in the
// site's zone.
type toolHistory struct {
	PV      engine.Untrusted `json:"pv"`
	From    string           `json:"from"`
	To      string           `json:"to"`
	Op      string           `json:"op,omitempty"`
	Units   engine.Untrusted `json:"units,omitempty"`
	Count   int              `json:"count"`
	Min     *toolPoint       `json:"min,omitempty"`
	Max     *toolPoint       `json:"max,omitempty"`
	Mean    any              `json:"mean,omitempty"` // of the samples
	Alarms  []toolPoint      `json:"alarms,omitempty"`
	Gaps    []toolPoint      `json:"gaps,omitempty"`
	Samples []toolPoint      `json:"samples,omitempty"`
	Bins    []toolBin        `json:"bins,omitempty"` // in the place of samples when these are too many
	Notes   []string         `json:"notes,omitempty"`
	Error   string           `json:"error,omitempty"`
	Note    string           `json:"note,omitempty"` // the nearest names of one that does not exist
}

// toolPoint is a sample, a change of the alarm state or the begin of a gap.
type toolPoint struct {
	Time     string           `json:"time"`
	Value    any              `json:"value,omitempty"`
	Severity string           `json:"severity,omitempty"`
	Message  engine.Untrusted `json:"message,omitempty"` // of the alarm, or the cause of the gap
}

type toolBin struct {
	From string `json:"from"`
	Min  any    `json:"min"`
	Max  any    `json:"max"`
	Last any    `json:"last"`
	Gap  string `json:"gap,omitempty"`
}

const (
	toolBins   = 60
	toolEvents = 40 // most alarms and most gaps that are listed
)

func (p *PVs) readHistory(ctx context.Context, a readArgs) (tools.Result, error) {
	q, err := p.toolWindow(a)
	if err != nil {
		return tools.Result{}, fmt.Errorf("%w: %w", tools.ErrArguments, err)
	}
	out := make([]toolHistory, 0, len(a.PVs))
	for _, q.PV = range a.PVs {
		h, err := p.toolHistory(ctx, q)
		if ctx.Err() != nil {
			return tools.Result{}, ctx.Err()
		}
		if err != nil {
			h.Error = err.Error()
			if errors.Is(err, engine.ErrNotFound) {
				h.Note = p.Nearest(ctx, q.PV)
			}
		}
		out = append(out, h)
	}
	return tools.Result{Value: map[string]any{"histories": out}}, nil
}

func (p *PVs) toolWindow(a readArgs) (q HistoryQuery, err error) {
	now := p.now()
	q.To = now
	if q.From, err = query.ParseTime(a.From, now); err != nil {
		return q, fmt.Errorf("from: %w", err)
	}
	if a.To != "" {
		if q.To, err = query.ParseUntil(a.To, now); err != nil {
			return q, fmt.Errorf("to: %w", err)
		}
	}
	if !q.From.Before(q.To) {
		return q, errors.New("from is not before to")
	}
	q.Op, err = archiver.ParseOp(a.Op)
	return q, err
}

func (p *PVs) toolHistory(ctx context.Context, q HistoryQuery) (toolHistory, error) {
	zone := p.now().Location()
	clock := func(t time.Time) string { return t.In(zone).Format("2006-01-02T15:04:05.000Z07:00") }
	fold := &toolFold{bins: archiver.NewBins(q.From, q.To, toolBins), clock: clock}
	sum, err := p.History(ctx, q, fold.add)
	h := fold.out
	h.PV, h.From, h.To, h.Op, h.Notes = engine.Untrusted(q.PV), clock(q.From), clock(q.To), string(q.Op), append(h.Notes, sum.Notes...)
	if sum.Meta != nil {
		h.Units = sum.Meta.Units
	}
	if h.Count = sum.Samples; fold.numbers > 0 {
		h.Mean = finite(fold.sum / float64(fold.numbers))
	}
	if sum.Samples > toolSamples {
		h.Samples = nil
		h.Notes = append(h.Notes, fmt.Sprintf("%d samples, folded", sum.Samples))
		for _, b := range fold.bins.All(p.now()) {
			h.Bins = append(h.Bins, toolBin{From: clock(b.From), Min: known(b.Min), Max: known(b.Max), Last: known(b.Last), Gap: b.Gap})
		}
	}
	return h, err
}

// known is a number, or nil when there is none.
func known(x float64) any {
	if math.IsNaN(x) {
		return nil
	}
	return finite(x)
}

// toolFold folds a history into what a tool says of it.
type toolFold struct {
	out       toolHistory
	bins      *archiver.Bins
	clock     func(time.Time) string
	severity  epics.Severity
	low, high float64
	sum       float64
	numbers   int
}

func (f *toolFold) add(s HistorySample) {
	f.bins.Add(s)
	point := toolPoint{Time: f.clock(s.Time), Message: s.Message}
	if s.Quality == epics.Gap {
		f.out.Gaps = f.listed(f.out.Gaps, point, "gaps")
		return
	}
	point.Value = PVData(s.Value)
	if s.Severity != 0 {
		point.Severity = s.Severity.String()
	}
	if len(f.out.Samples) < toolSamples {
		f.out.Samples = append(f.out.Samples, point)
	}
	if s.Severity != f.severity {
		f.severity = s.Severity
		changed := point
		changed.Severity = s.Severity.String()
		f.out.Alarms = f.listed(f.out.Alarms, changed, "changes of the alarm state")
	}
	if x, ok := epics.Float(s.Value); ok && !s.Before {
		f.number(x, s, point)
	}
}

func (f *toolFold) number(x float64, s HistorySample, point toolPoint) {
	low, high := x, x
	if s.Stats != nil && s.Stats.Count > 0 {
		low, high = s.Stats.Min, s.Stats.Max
	}
	if f.out.Min == nil || low < f.low {
		f.low, f.out.Min = low, &toolPoint{Time: point.Time, Value: finite(low)}
	}
	if f.out.Max == nil || high > f.high {
		f.high, f.out.Max = high, &toolPoint{Time: point.Time, Value: finite(high)}
	}
	f.sum += x
	f.numbers++
}

// listed adds a point to a list that does not grow for ever.
func (f *toolFold) listed(list []toolPoint, point toolPoint, what string) []toolPoint {
	if len(list) < toolEvents {
		return append(list, point)
	}
	note := fmt.Sprintf("only the first %d %s are listed", toolEvents, what)
	if n := len(f.out.Notes); n == 0 || f.out.Notes[n-1] != note {
		f.out.Notes = append(f.out.Notes, note)
	}
	return list
}
