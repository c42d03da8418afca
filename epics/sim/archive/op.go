package archive

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"time"

	"owl/epics/archiver/pb"
)

// wrapped is a PV inside an operator, such as mean_60(A:B).
var wrapped = regexp.MustCompile(`^([A-Za-z]+)((?:_[0-9.]+)*)\((.*)\)$`)

// defaultBin is the width of a bin when none is given, in seconds, and the
// number of points of the optimizing operators.
const (
	defaultBin    = 900
	defaultPoints = 1000
	maxBins       = 2_000_000
)

// processed gives the samples of what was asked for: a PV, or an operator on
// one.
func (a *Archive) processed(pv string, from, to time.Time) (series, error) {
	m := wrapped.FindStringSubmatch(pv)
	if m == nil {
		return a.series(pv, from, to)
	}
	s, err := a.series(m[3], from, to)
	if err != nil {
		return series{}, err
	}
	s.info.PV = pv
	numbers, err := parameters(m[2])
	if err != nil {
		return series{}, err
	}
	if now := a.now(); to.After(now) {
		to = now
	}
	return process(s, m[1], numbers, from, to)
}

func parameters(text string) ([]float64, error) {
	var numbers []float64
	for _, part := range regexp.MustCompile(`[0-9.]+`).FindAllString(text, -1) {
		x, err := strconv.ParseFloat(part, 64)
		if err != nil || x <= 0 {
			return nil, fmt.Errorf("%q is no parameter of an operator", part)
		}
		numbers = append(numbers, x)
	}
	return numbers, nil
}

// process applies an operator.
func process(s series, op string, numbers []float64, from, to time.Time) (series, error) {
	first := func(otherwise float64) float64 {
		if len(numbers) > 0 {
			return numbers[0]
		}
		return otherwise
	}
	switch op {
	case "nth":
		return nth(s, int(first(1))), nil
	case "optimized", "optimLastSample":
		return optimized(s, int(first(defaultPoints)), from, to)
	case "firstSample", "lastSample", "firstFill", "lastFill":
		grid, err := newGrid(int64(first(defaultBin)), from, to)
		return filled(s, op, grid), err
	}
	stat, ok := statistics()[op]
	if !ok {
		return series{}, fmt.Errorf("there is no operator %q", op)
	}
	if s.info.Type == pb.String || s.info.Type.Wave() {
		return series{}, fmt.Errorf("%s works on numbers; this PV has %s", op, s.info.Type)
	}
	grid, err := newGrid(int64(first(defaultBin)), from, to)
	return binned(s, stat, grid), err
}

// grid is the appliance's bins: counted from 1970, so that they do not move with
// the window.
type grid struct {
	width       int64 // seconds
	first, last int64
	from        time.Time
}

func newGrid(width int64, from, to time.Time) (grid, error) {
	width = max(1, width)
	g := grid{width: width, first: from.Unix() / width, last: to.Unix() / width, from: from}
	if g.last-g.first > maxBins {
		return g, fmt.Errorf("more than %d bins", maxBins)
	}
	return g, nil
}

// bin is that of a time; what lies before the window has one of its own.
func (g grid) bin(t time.Time) int64 {
	if t.Before(g.from) {
		return g.first - 1
	}
	return t.Unix() / g.width
}

// middle is the time that stands for a bin.
func (g grid) middle(bin int64) time.Time {
	return time.Unix(bin*g.width, 0).Add(time.Duration(g.width) * time.Second / 2).UTC()
}

// nth gives every nth sample.
func nth(s series, n int) series {
	all := s.points
	s.points = func(yield func(point) bool) {
		i := 0
		for p := range all {
			if i%max(1, n) == 0 && !yield(p) {
				return
			}
			i++
		}
	}
	return s
}

// filled gives the first or last sample of every bin. The Fill operators repeat
// it where a bin has none and put it into the middle.
func filled(s series, op string, g grid) series {
	all, keepLast, fill := s.points, op == "lastSample" || op == "lastFill", op == "firstFill" || op == "lastFill"
	s.points = func(yield func(point) bool) {
		f := filler{grid: g, fill: fill, yield: yield, next: g.first - 1}
		for p := range all {
			if !f.add(p, keepLast) {
				return
			}
		}
		f.end()
	}
	return s
}

// filler hands bins on in order, also those that have no sample.
type filler struct {
	grid  grid
	fill  bool
	yield func(point) bool
	next  int64 // bin to hand on
	now   int64 // bin of held
	held  *point
	stop  bool
}

func (f *filler) add(p point, keepLast bool) bool {
	b := f.grid.bin(p.at)
	if f.held != nil && b == f.now {
		if keepLast {
			f.held = &p
		}
		return true
	}
	f.upTo(b)
	f.held, f.now, f.next = &p, b, b
	return !f.stop
}

// upTo hands on the held sample for its bin and, filling, for those up to b.
func (f *filler) upTo(b int64) {
	if f.held == nil {
		return
	}
	for ; f.next < b && !f.stop; f.next++ {
		if f.next > f.now && !f.fill {
			return
		}
		p := *f.held
		p.Fields, p.Changed = nil, false
		if f.fill {
			p.at = f.grid.middle(f.next)
		}
		f.stop = !f.yield(p)
	}
}

func (f *filler) end() { f.upTo(f.grid.last + 1) }

// optimized gives the samples when there are at most n, else n bins with mean,
// standard deviation, minimum, maximum and count.
func optimized(s series, n int, from, to time.Time) (series, error) {
	n = max(1, n)
	var few []point
	for p := range s.points {
		if few = append(few, p); len(few) > n {
			break
		}
	}
	if len(few) <= n || s.info.Type == pb.String || s.info.Type.Wave() {
		if len(few) <= n {
			s.points = slices.Values(few)
		}
		return s, nil
	}
	g, err := newGrid(int64(to.Sub(from).Seconds())/int64(n), from, to)
	return binned(s, statistics()["statistics"], g), err
}
