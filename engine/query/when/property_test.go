package when

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// zones change their clocks at different hours, by different steps, and one of
// them at midnight.
var zones = []string{"America/Chicago", "Europe/Berlin", "Australia/Lord_Howe", "Africa/Cairo", "America/Sao_Paulo", "Asia/Kathmandu", "UTC", "Asia/Beirut"}

var units = []string{"hour", "day", "week", "month", "quarter", "year", "shift", "weekend", "minute"}

// pastPhrase draws a phrase about the past.
func pastPhrase(t *rapid.T, now time.Time) string {
	day := daysOn(now, -rapid.IntRange(1, 900).Draw(t, "days ago"))
	month, weekday := day.Month().String(), day.Weekday().String()
	unit, n := rapid.SampledFrom(units).Draw(t, "unit"), rapid.IntRange(1, 40).Draw(t, "n")
	return rapid.SampledFrom([]string{
		day.Format("2006-01-02"), day.Format("1/2/06"), day.Format("2 January 2006"), day.Format("Jan 2, 2006"), day.Format("2 January"),
		"in " + month, "since " + month, "last " + weekday, "on " + weekday, weekday + " night", "owl shift " + weekday,
		"owl shift " + day.Format("2006-01-02"), "the " + day.Format("1/2/06") + " shift", "swing shift on " + day.Format("2 January"),
		"last " + unit, "this " + unit, "the past " + unit, fmt.Sprintf("the last %d %ss", n, unit), fmt.Sprintf("%d %ss ago", n, unit),
		fmt.Sprintf("since %d %ss ago", n, unit), "yesterday", "today", "last night", "this morning", "yesterday evening", "last shift", "this shift",
		day.Format("at 15:04 on 2 January 2006"), "last night around quarter to three", "last spring", "early " + day.Format("2006"), "mid-" + month,
		"from " + weekday + " to Sunday", "between " + month + " and May", "from 3 to 9 " + month, "Q2 " + daysOn(day, -366).Format("2006"), "before " + weekday,
		"between 01:00 and 03:00 on " + day.Format("2 January 2006"), "the first " + weekday + " of " + month, "around " + day.Format("2 January"),
	}).Draw(t, "phrase")
}

// daysOn is noon some days on: there is one on every day.
func daysOn(t time.Time, days int) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day()+days, 12, 0, 0, 0, t.Location())
}

func anyNow(t *rapid.T) time.Time {
	z, err := time.LoadLocation(rapid.SampledFrom(zones).Draw(t, "zone"))
	if err != nil {
		t.Fatal(err)
	}
	return time.Unix(rapid.Int64Range(1_400_000_000, 2_000_000_000).Draw(t, "now"), 0).In(z)
}

func TestPastRangesAreOrderedAndNotInTheFuture(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := anyNow(t)
		text := pastPhrase(t, now)
		for _, r := range Find(text, Calendar{Now: now}).Ranges {
			for _, x := range []*Range{&r, r.Other} {
				if x == nil {
					continue
				}
				if !x.From.IsZero() && !x.Until.IsZero() && !x.From.Before(x.Until) {
					t.Errorf("%q at %s: %v is empty", text, now, x)
				}
				if x == &r && !x.From.Equal(now) && (x.From.After(now) || x.Until.After(now)) {
					t.Errorf("%q at %s: %v is in the future", text, now, x)
				}
			}
		}
	})
}

// TestDaysComeBack: the days of a range, written out and read again, are the
// same range, whatever the clocks do on them.
func TestDaysComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := anyNow(t)
		day := daysOn(now, -rapid.IntRange(1, 3000).Draw(t, "days ago"))
		layout := rapid.SampledFrom([]string{"2006-01-02", "2 January 2006", "January 2, 2006", "1/2/2006", "Jan 2 2006"}).Draw(t, "layout")
		got := Find("on "+day.Format(layout), Calendar{Now: now}).Ranges
		if len(got) != 1 {
			t.Fatalf("%q gave %v", day.Format(layout), got)
		}
		r := got[0]
		if r.From.Format("2006-01-02") != day.Format("2006-01-02") || r.Until.Add(-time.Second).Format("2006-01-02") != day.Format("2006-01-02") {
			t.Errorf("%s: %v", day.Format("2006-01-02"), r)
		}
		if before := r.From.Add(-time.Second); before.Day() == day.Day() {
			t.Errorf("%s: %v begins late", day.Format("2006-01-02"), r)
		}
		if r.Until.Day() == day.Day() {
			t.Errorf("%s: %v ends early", day.Format("2006-01-02"), r)
		}
	})
}

// TestShiftsCoverEveryInstantOnce: shifts keep their local hours, and the owl,
// day and evening shifts of neighbouring days meet without gap or overlap.
func TestShiftsCoverEveryInstantOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := anyNow(t)
		day := daysOn(now, -rapid.IntRange(3, 3000).Draw(t, "days ago"))
		read := func(shift string, plus int) Range {
			text := shift + " shift " + daysOn(day, plus).Format("2006-01-02")
			got := Find(text, Calendar{Now: now}).Ranges
			if len(got) != 1 {
				t.Fatalf("%q gave %v", text, got)
			}
			return got[0]
		}
		dayShift, evening, owl, next := read("day", 0), read("evening", 0), read("owl", 0), read("day", 1)
		if !dayShift.Until.Equal(evening.From) || !evening.Until.Equal(owl.From) || !owl.Until.Equal(next.From) {
			t.Errorf("%v, %v, %v, %v do not meet", dayShift, evening, owl, next)
		}
		if dayShift.From.Hour() != 7 || evening.From.Hour() != 15 || owl.From.Hour() != 23 {
			t.Errorf("%v, %v, %v are not at their hours", dayShift, evening, owl)
		}
	})
}

func TestWeeksBeginOnMonday(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := anyNow(t)
		last, this := Find("last week", Calendar{Now: now}).Ranges, Find("this week", Calendar{Now: now}).Ranges
		if last[0].From.Weekday() != time.Monday || last[0].Until.Weekday() != time.Monday || now.Sub(last[0].Until) > 7*24*time.Hour+2*time.Hour {
			t.Errorf("last week of %s: %v", now, last[0])
		}
		if len(this) == 1 && !this[0].From.Equal(last[0].Until) {
			t.Errorf("this week %v does not follow last week %v", this[0], last[0])
		}
	})
}

func FuzzFind(f *testing.F) {
	for _, r := range readings {
		f.Add(r.text)
	}
	f.Add("–-’'s\x00 '25 of - to 8–")
	cal := site(f)
	f.Fuzz(func(t *testing.T, text string) {
		got := Find(text, cal)
		end := 0
		for _, r := range got.Ranges {
			if r.Start < end || r.End <= r.Start || r.End > len(text) || text[r.Start:r.End] != r.Phrase {
				t.Fatalf("%q: %+v lies wrong", text, r)
			}
			if !r.From.IsZero() && !r.Until.IsZero() && !r.From.Before(r.Until) {
				t.Errorf("%q: %v is empty", text, r)
			}
			end = r.End
		}
		if cut := Cut(text, got.Ranges); len(cut) > len(text)+len(got.Ranges) {
			t.Errorf("%q was cut to %q", text, cut)
		}
	})
}

func BenchmarkFind(b *testing.B) {
	cal := site(b)
	for name, text := range map[string]string{
		"question": "Why did we lose the ring last night around quarter to three, and what brought it back?",
		"hostile":  strings.Repeat("between the first Tuesday of the last 3 ", 3000),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Find(text, cal)
			}
		})
	}
}
