package query

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"owl/engine/query/when"
)

func TestWideningGoesStepByStep(t *testing.T) {
	day := time.Date(2026, 3, 8, 0, 0, 0, 0, time.UTC)
	r := DateRange{Phrase: "on 8 March", From: day, Until: day.AddDate(0, 0, 1), Latest: day.AddDate(1, 0, 0), Grain: when.Day, Hard: true}
	want := []string{"2026-03-07..2026-03-10", "2026-03-01..2026-03-16", "2026-02-08..2026-04-09", "2025-12-08..2026-06-09", ".."}
	for i, w := range want {
		got, words, ok := Widen(r, i+1)
		show := func(t time.Time) string {
			if t.IsZero() {
				return ""
			}
			return t.Format(time.DateOnly)
		}
		if !ok || show(got.From)+".."+show(got.Until) != w || !strings.Contains(words, "on 8 March") {
			t.Errorf("step %d: %s..%s %q %v, want %s", i+1, show(got.From), show(got.Until), words, ok, w)
		}
	}
	for _, step := range []int{0, -1, len(want) + 1} {
		if _, _, ok := Widen(r, step); ok {
			t.Errorf("step %d widens", step)
		}
	}
	if _, _, ok := Widen(DateRange{}, 1); ok {
		t.Error("any time can be widened")
	}
}

func TestAWideRangeSkipsSmallSteps(t *testing.T) {
	year := DateRange{From: time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC), Until: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	if got, _, _ := Widen(year, 1); got.From.Month() != time.October {
		t.Errorf("%v", got)
	}
	since := DateRange{From: year.From}
	if got, _, ok := Widen(since, 1); !ok || !got.Until.IsZero() || !got.From.Before(since.From) {
		t.Errorf("%v", got)
	}
}

// TestEachStepHoldsTheOneBefore: widening never loses a time and never goes
// beyond what the phrase allows.
func TestEachStepHoldsTheOneBefore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from := time.Unix(rapid.Int64Range(1_500_000_000, 1_700_000_000).Draw(t, "from"), 0).UTC()
		r := DateRange{From: from, Until: from.Add(time.Duration(rapid.Int64Range(1, 1e8).Draw(t, "seconds")) * time.Second)}
		r.Latest = r.Until.Add(time.Duration(rapid.Int64Range(0, 1e7).Draw(t, "spare")) * time.Second)
		last, steps := r, 0
		for step := 1; ; step++ {
			wider, words, ok := Widen(r, step)
			if !ok {
				break
			}
			steps++
			if words == "" || wider.From.After(last.From) || !wider.Until.IsZero() && wider.Until.Before(last.Until) {
				t.Fatalf("step %d: %v does not hold %v", step, wider, last)
			}
			if !wider.Until.IsZero() && wider.Until.After(r.Latest) {
				t.Fatalf("step %d: %v ends after %s", step, wider, r.Latest)
			}
			last = wider
		}
		if steps < 2 || !last.IsZero() {
			t.Fatalf("%d steps end with %v", steps, last)
		}
	})
}
