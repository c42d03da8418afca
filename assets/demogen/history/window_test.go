package history

import (
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// A part of a window holds the same samples as the window does there, and the
// sample in force before it is the last one before.
func TestPartsOfAWindowAgree(t *testing.T) {
	a := open(t)
	channels := a.Channels()
	begin := a.at(t, "2023-12-31 00:00").Unix()
	end := a.at(t, "2026-10-16 00:00").Unix()
	rapid.Check(t, func(t *rapid.T) {
		c := channels[rapid.IntRange(0, len(channels)-1).Draw(t, "channel")]
		from := time.UnixMilli(rapid.Int64Range(begin*1000, end*1000).Draw(t, "from"))
		whole := Window{From: from, To: from.Add(time.Duration(rapid.Int64Range(0, int64(3*time.Hour)).Draw(t, "length")))}
		cut := whole.From.Add(time.Duration(rapid.Int64Range(0, int64(whole.To.Sub(whole.From))).Draw(t, "cut")))
		checkParts(t, a, c.Name, whole, cut)
	})
}

// The same around the things that stories do: gaps, tracks, losses of beam.
func TestPartsOfAWindowAgreeInTheStories(t *testing.T) {
	a := open(t)
	for _, c := range []struct{ pv, from, to, cut string }{
		{"SR14:VAC:CCG1:P", "2025-10-22 14:00", "2025-10-22 14:40", "2025-10-22 14:20"},
		{"SR14:VAC:GV1:STS", "2025-10-22 14:00", "2025-10-22 14:40", "2025-10-22 14:20"},
		{"BO:PS:DIPS:I", "2025-01-14 05:50", "2025-01-14 06:10", "2025-01-14 06:00:03"},
		{"SR:RF:B:STS", "2026-10-15 02:40", "2026-10-15 05:00", "2026-10-15 03:58"},
		{"SR:RF:B:ARC", "2026-10-15 02:40", "2026-10-15 05:00", "2026-10-15 03:00"},
		{"SR:DI:DCCT1:I", "2026-10-15 02:40", "2026-10-15 02:55", "2026-10-15 02:47:12"},
		{"SR:DI:DCCT2:I", "2024-11-03T00:55:00-05:00", "2024-11-03T01:05:00-06:00", "2024-11-03T01:00:00-06:00"},
	} {
		checkParts(t, a, c.pv, Window{From: a.at(t, c.from), To: a.at(t, c.to)}, a.at(t, c.cut))
	}
}

// reporter is what rapid's T and testing's T have in common here.
type reporter interface {
	Helper()
	Fatalf(format string, args ...any)
}

func checkParts(t reporter, a *Archive, pv string, whole Window, cut time.Time) {
	t.Helper()
	read := func(w Window) []Sample {
		seq, err := a.Samples(pv, w)
		if err != nil {
			t.Fatalf("%v", err)
		}
		var list []Sample
		seq(func(s Sample) bool { list = append(list, s); return true })
		return list
	}
	all := read(whole)
	first, second := read(Window{From: whole.From, To: cut}), read(Window{From: cut, To: whole.To})
	if !reflect.DeepEqual(all, append(first, second...)) {
		t.Fatalf("%s from %s: %d samples, cut at %s %d and %d", pv, whole.From, len(all), cut, len(first), len(second))
	}
	for i, s := range all {
		if s.Time.Before(whole.From) || !s.Time.Before(whole.To) || i > 0 && s.Time.Before(all[i-1].Time) {
			t.Fatalf("%s: sample at %s is out of place in %s to %s", pv, s.Time, whole.From, whole.To)
		}
	}
	if len(first) == 0 {
		return
	}
	held := read(Window{From: cut, To: cut, Before: true})
	if len(held) != 1 || !reflect.DeepEqual(held[0], first[len(first)-1]) {
		t.Fatalf("%s at %s: in force %v, last sample %v", pv, cut, held, first[len(first)-1])
	}
}
