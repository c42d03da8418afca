package archiver

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"owl/engine"
	"owl/epics"
	"owl/epics/archiver/pb"
)

func (b Bin) line() string {
	return fmt.Sprintf("%g %g %g %g n=%d %s", b.Min, b.Mean, b.Max, b.Last, b.Count, b.Gap)
}

func TestBinsHoldAndShowGaps(t *testing.T) {
	from := at("2025-01-01T00:00:00Z")
	b := NewBins(from, from.Add(100*time.Second), 10)
	add := func(second float64, v epics.Value, gap string, before bool) {
		s := Sample{Before: before}
		s.Time, s.Value = from.Add(time.Duration(second*float64(time.Second))), v
		if gap != "" {
			s.Quality, s.Message = epics.Gap, engine.Untrusted(gap)
		}
		b.Add(s)
	}
	add(-500, epics.Number(4), "", true)
	add(12, epics.Number(5), "", false)
	add(15, epics.Number(9), "", false)
	add(35, nil, "disconnected", false)
	add(52, epics.Number(2), "", false)
	add(89, nil, "NaN", false)
	for i, want := range []string{
		"4 4 4 4 n=0 ", "5 7 9 9 n=2 ", "9 9 9 9 n=0 ", "NaN NaN NaN NaN n=0 disconnected", "NaN NaN NaN NaN n=0 disconnected",
		"2 2 2 2 n=1 disconnected", "2 2 2 2 n=0 ", "2 2 2 2 n=0 ", "NaN NaN NaN NaN n=0 NaN", "NaN NaN NaN NaN n=0 NaN",
	} {
		if got := b.All(from.Add(100 * time.Second))[i].line(); got != want {
			t.Errorf("bin %d: %s, want %s", i, got, want)
		}
	}
}

func TestBinsAfterNowAreEmpty(t *testing.T) {
	from := at("2025-01-01T00:00:00Z")
	b := NewBins(from, from.Add(100*time.Second), 10)
	s := Sample{}
	s.Time, s.Value = from, epics.Choice{Index: 3}
	b.Add(s)
	all := b.All(from.Add(45 * time.Second))
	if all[4].Last != 3 || !math.IsNaN(all[5].Last) || all[5].Gap != "" {
		t.Errorf("%v", all)
	}
}

// However the samples lie, the bins hold their count, extremes and sum.
func TestBinsLoseNothing(t *testing.T) {
	from := at("2025-01-01T00:00:00Z")
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 50).Draw(t, "bins")
		length := time.Duration(rapid.Int64Range(0, int64(time.Hour)).Draw(t, "length"))
		b := NewBins(from, from.Add(length), n)
		steps := rapid.SliceOf(rapid.Int64Range(0, int64(5*time.Minute))).Draw(t, "steps")
		when, count, sum, top := from, 0, 0.0, math.Inf(-1)
		for i, step := range steps {
			when = when.Add(time.Duration(step))
			if when.After(from.Add(length)) {
				break
			}
			s := Sample{}
			s.Time, s.Value = when, epics.Number(i%7)
			b.Add(s)
			count, sum, top = count+1, sum+float64(i%7), max(top, float64(i%7))
		}
		gotCount, gotSum, gotTop := 0, 0.0, math.Inf(-1)
		for _, bin := range b.All(from.Add(length)) {
			if bin.Count > 0 {
				gotCount, gotSum, gotTop = gotCount+bin.Count, gotSum+bin.Mean*float64(bin.Count), max(gotTop, bin.Max)
			}
		}
		if gotCount != count || math.Abs(gotSum-sum) > 1e-6 || gotTop != top {
			t.Fatalf("%d samples of sum %v, top %v; bins hold %d, %v, %v", count, sum, top, gotCount, gotSum, gotTop)
		}
	})
}

func TestServerMakesTheBinsOfALongWindow(t *testing.T) {
	var asked []string
	refuse := false
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.FormValue("pv"))
		switch {
		case refuse && strings.HasPrefix(r.FormValue("pv"), "optimized"):
			http.Error(w, "no such operator", http.StatusBadRequest)
		case strings.HasPrefix(r.FormValue("pv"), "optimized"):
			same := []float64{5, 1, 2, 9, 360}
			_, _ = w.Write(stream(t, pb.Info{Type: pb.DoubleWave, PV: r.FormValue("pv"), Elements: 5}, stamped{"2025-01-02T00:00:00Z", pb.Event{Wave: same}}, stamped{"2025-02-02T00:00:00Z", pb.Event{Wave: same}}))
		default:
			_, _ = w.Write(stream(t, pb.Info{Type: pb.Double, PV: "A:B"}, number64("2025-01-02T00:00:00Z", 7)))
		}
	})
	q := Query{PV: "A:B", From: at("2025-01-01T00:00:00Z"), To: at("2025-03-01T00:00:00Z")}
	bins, _, err := c.Bins(context.Background(), q, 2, Auto, q.To)
	if err != nil || bins[0].line() != "2 5 9 5 n=360 " || bins[1].line() != "5 5 5 5 n=0 " {
		t.Errorf("%v %v", bins, err)
	}
	refuse = true
	bins, _, err = c.Bins(context.Background(), q, 2, Auto, q.To)
	if err != nil || bins[0].line() != "7 7 7 7 n=1 " {
		t.Errorf("%v %v", bins, err)
	}
	if want := "[optimized_2(A:B) optimized_2(A:B) A:B]"; fmt.Sprint(asked) != want {
		t.Errorf("asked %v, want %s", asked, want)
	}
}

func TestTextHasNoChart(t *testing.T) {
	c := serve(t, reply(stream(t, pb.Info{Type: pb.String, PV: "A:B"}, stamped{"2025-01-01T00:00:01Z", pb.Event{Text: []byte("x")}})))
	if _, _, err := c.Bins(context.Background(), window1, 5, Here, window1.To); !errors.Is(err, ErrNoNumbers) {
		t.Error(err)
	}
}
