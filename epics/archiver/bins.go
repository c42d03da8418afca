package archiver

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"owl/engine"
	"owl/epics"
)

// Bin is what happened in one column of a chart: From <= t < To. Its numbers
// are NaN when nothing is known. A bin of Count 0 with a Last has no sample of
// its own: the value before it was still in force.
type Bin struct {
	From, To             time.Time
	Min, Max, Mean, Last float64
	Count                int
	Severity             epics.Severity // the worst
	Gap                  string         // why there is no value in a part of it; empty when there is one all along
}

// Bins folds samples into bins as they come. It keeps nothing else.
type Bins struct {
	from, to time.Time
	width    time.Duration
	bins     []Bin
	sums     []float64
	at       int            // bin of the last sample
	last     float64        // in force; NaN in a gap
	severity epics.Severity // of it
	gap      string         // that lasts now
	stats    *Stats         // of the last sample
	other    int            // samples that are no number
}

// NewBins returns n bins over a window.
func NewBins(from, to time.Time, n int) *Bins {
	b := &Bins{from: from, to: to, bins: make([]Bin, n), sums: make([]float64, n), last: math.NaN()}
	b.width = max(1, to.Sub(from)/time.Duration(n))
	none := math.NaN()
	for i := range b.bins {
		b.bins[i] = Bin{From: from.Add(time.Duration(i) * b.width), To: from.Add(time.Duration(i+1) * b.width), Min: none, Max: none, Mean: none, Last: none}
	}
	b.bins[n-1].To = to
	return b
}

// Add takes the next sample. Samples must come in order of time.
func (b *Bins) Add(s Sample) {
	if s.Time.After(b.to) {
		return
	}
	i := b.index(s.Time)
	b.hold(i)
	if s.Quality == epics.Gap || s.Quality == epics.None {
		b.gap, b.last = string(s.Message), math.NaN()
		if s.Err != nil {
			b.gap = s.Err.Error()
		}
		if !s.Before {
			b.bins[i].Gap = b.gap
		}
		return
	}
	x, ok := epics.Float(s.Value)
	if !ok {
		b.other++
		return
	}
	if b.gap != "" && !s.Before && s.Time.After(b.bins[i].From) && b.bins[i].Gap == "" {
		b.bins[i].Gap = b.gap // its first part
	}
	b.gap, b.last, b.severity = "", x, s.Severity
	if s.Before {
		return
	}
	if s.Stats != nil && b.stats != nil && *s.Stats == *b.stats {
		return // the archiver repeats a bin where it has no sample
	}
	b.stats = s.Stats
	b.bins[i].add(x, &b.sums[i], s)
}

func (b *Bin) add(x float64, sum *float64, s Sample) {
	low, high, mean, count := x, x, x, 1
	if s.Stats != nil && s.Stats.Count > 0 {
		low, high, mean, count = s.Stats.Min, s.Stats.Max, s.Stats.Mean, s.Stats.Count
	}
	if b.Count == 0 {
		b.Min, b.Max = low, high
	}
	b.Min, b.Max, b.Last = min(b.Min, low), max(b.Max, high), x
	b.Count += count
	*sum += mean * float64(count)
	b.Mean = *sum / float64(b.Count)
	b.Severity = max(b.Severity, s.Severity)
}

func (b *Bins) index(t time.Time) int {
	return max(0, min(len(b.bins)-1, int(t.Sub(b.from)/b.width)))
}

// hold carries what was in force over the bins up to i, without i itself.
func (b *Bins) hold(i int) {
	for ; b.at < i; b.at++ {
		b.finish(b.at)
	}
}

// finish says what holds in a bin that got no sample of its own.
func (b *Bins) finish(i int) {
	bin := &b.bins[i]
	if b.gap != "" && bin.Gap == "" {
		bin.Gap = b.gap
	}
	if bin.Count == 0 && !math.IsNaN(b.last) {
		bin.Min, bin.Max, bin.Mean, bin.Last, bin.Severity = b.last, b.last, b.last, b.last, b.severity
	}
}

// All returns the bins. Until is how far the history reaches, such as now:
// later bins stay empty.
func (b *Bins) All(until time.Time) []Bin {
	if until.Before(b.from) {
		return b.bins
	}
	end := b.index(until)
	b.hold(end)
	b.finish(end)
	return b.bins
}

// Numbers tells whether all samples were numbers or choices.
func (b *Bins) Numbers() bool { return b.other == 0 }

// Where says who makes bins.
type Where int

// Who makes bins. Auto lets the archiver do it for windows of more than a
// month, because it does not say where its bins have gaps.
const (
	Auto Where = iota
	Here
	Server
)

// ErrNoNumbers says that a history cannot be binned.
var ErrNoNumbers = errors.New("its values are neither numbers nor choices")

const month = 31*24*time.Hour + time.Hour

// Bins reads a history in n bins. What lies after now stays empty.
func (c *Client) Bins(ctx context.Context, q Query, n int, where Where, now time.Time) ([]Bin, Summary, error) {
	if n < 1 || n > 100_000 {
		return nil, Summary{}, fmt.Errorf("%w: %d bins", engine.ErrUsage, n)
	}
	until := q.To
	if until.After(now) {
		until = now
	}
	if q.Op == None && (where == Server || where == Auto && q.To.Sub(q.From) > month) {
		binned := q
		binned.Op = Op(fmt.Sprintf("optimized_%d", n))
		bins, sum, err := c.bins(ctx, binned, n, until)
		if err == nil || errors.Is(err, engine.ErrNotFound) || ctx.Err() != nil {
			return bins, sum, err
		}
	}
	return c.bins(ctx, q, n, until)
}

func (c *Client) bins(ctx context.Context, q Query, n int, until time.Time) ([]Bin, Summary, error) {
	b := NewBins(q.From, q.To, n)
	sum, err := c.History(ctx, q, b.Add)
	if err == nil && !b.Numbers() {
		err = fmt.Errorf("history of %s: %w", q.PV, ErrNoNumbers)
	}
	return b.All(until), sum, err
}
