package when

import (
	"strings"
	"testing"
	"time"
)

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// site is a calendar on Thursday 15 October 2026, 06:30.
func site(t testing.TB) Calendar {
	t.Helper()
	z := zone(t, "America/Chicago")
	day := func(y int, m time.Month, d int) time.Time { return time.Date(y, m, d, 8, 0, 0, 0, z) }
	return Calendar{
		Now: time.Date(2026, 10, 15, 6, 30, 0, 0, z),
		Runs: []Period{
			{"2026-1", day(2026, 1, 27), day(2026, 4, 20)},
			{"2025-1", day(2025, 1, 28), day(2025, 4, 21)},
			{"2025-2", day(2025, 5, 20), day(2025, 8, 11)},
			{"2026-2", day(2026, 5, 19), day(2026, 8, 10)},
			{"2026-3", day(2026, 9, 15), day(2026, 12, 14)},
		},
		Shutdowns: []Period{
			{"May 2026", day(2026, 4, 20), day(2026, 5, 19)},
			{"August 2026", day(2026, 8, 10), day(2026, 9, 15)},
			{"June 2025", day(2025, 6, 2), day(2025, 6, 20)},
		},
	}
}

const short = "2006-01-02T15:04"

func shown(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return strings.TrimSuffix(t.Format(short), "T00:00")
}

// readings are phrases and what they mean on 2026-10-15 at 06:30.
var readings = []struct{ text, from, until, other string }{
	{"what happened last week?", "2026-10-05", "2026-10-12", ""},
	{"trips this week", "2026-10-12", "2026-10-15T06:30", ""},
	{"last Tuesday", "2026-10-13", "2026-10-14", "2026-10-06"},
	{"on Tuesday", "2026-10-13", "2026-10-14", ""},
	{"on Friday", "2026-10-09", "2026-10-10", ""},
	{"Tuesday night", "2026-10-13T18:00", "2026-10-14T07:00", ""},
	{"the 10/8/24 shift", "2024-10-08", "2024-10-09T07:00", "2024-08-10"},
	{"10/8/24", "2024-10-08", "2024-10-09", "2024-08-10"},
	{"10/8/2026", "2026-10-08", "2026-10-09", "2026-08-10"},
	{"12/10/2026", "2026-10-12", "2026-10-13", ""},
	{"25/10/2024", "2024-10-25", "2024-10-26", ""},
	{"8.10.2024", "2024-10-08", "2024-10-09", ""},
	{"owl shift Tuesday", "2026-10-13T23:00", "2026-10-14T07:00", "2026-10-12T23:00"},
	{"Tuesday's owl", "2026-10-13T23:00", "2026-10-14T07:00", "2026-10-12T23:00"},
	{"owl of the 14th", "2026-10-14T23:00", "2026-10-15T06:30", "2026-10-13T23:00"},
	{"swing shift on 10 October", "2026-10-10T15:00", "2026-10-10T23:00", ""},
	{"last shift", "2026-10-14T15:00", "2026-10-14T23:00", ""},
	{"since my last shift", "2026-10-14T15:00", "", ""},
	{"this shift", "2026-10-14T23:00", "2026-10-15T06:30", ""},
	{"last day shift", "2026-10-14T07:00", "2026-10-14T15:00", ""},
	{"the last 3 shifts", "2026-10-14T07:00", "2026-10-15T06:30", ""},
	{"since the June shutdown", "2025-06-20T08:00", "", ""},
	{"since the May 2026 shutdown", "2026-05-19T08:00", "", ""},
	{"before the August maintenance", "", "2026-08-10T08:00", ""},
	{"since the last shutdown", "2026-09-15T08:00", "", ""},
	{"during the shutdown of May 2026", "2026-04-20T08:00", "2026-05-19T08:00", ""},
	{"since the March shutdown", "2026-03-01", "", ""},
	{"in run 2026-2", "2026-05-19T08:00", "2026-08-10T08:00", ""},
	{"the second run of 2025", "2025-05-20T08:00", "2025-08-11T08:00", ""},
	{"this run", "2026-09-15T08:00", "2026-10-15T06:30", ""},
	{"last run", "2026-05-19T08:00", "2026-08-10T08:00", ""},
	{"Q3 2025", "2025-07-01", "2025-10-01", ""},
	{"in the third quarter of 2025", "2025-07-01", "2025-10-01", ""},
	{"last quarter", "2026-07-01", "2026-10-01", ""},
	{"between March and May 2025", "2025-03-01", "2025-06-01", ""},
	{"from November to February 2025", "2024-11-01", "2025-03-01", ""},
	{"March to May", "2026-03-01", "2026-06-01", ""},
	{"from November to March", "2025-11-01", "2026-04-01", ""},
	{"from 8 to 12 October 2025", "2025-10-08", "2025-10-13", ""},
	{"8–12 October", "2026-10-08", "2026-10-13", ""},
	{"8-12 October", "2026-10-08", "2026-10-13", ""},
	{"from Friday to Sunday", "2026-10-09", "2026-10-12", ""},
	{"Mon-Wed", "2026-10-12", "2026-10-15", ""},
	{"between 25 September and the MIP of 7 October", "2026-09-25", "2026-10-08", ""},
	{"in September", "2026-09-01", "2026-10-01", ""},
	{"in October", "2026-10-01", "2026-10-15T06:30", "2025-10-01"},
	{"in November", "2025-11-01", "2025-12-01", ""},
	{"on October 14", "2026-10-14", "2026-10-15", ""},
	{"on October 16", "2025-10-16", "2025-10-17", ""},
	{"on Oct 15, 2025", "2025-10-15", "2025-10-16", ""},
	{"the 15th of October 2025", "2025-10-15", "2025-10-16", ""},
	{"since the 3rd", "2026-10-03", "", ""},
	{"feb 29", "2024-02-29", "2024-03-01", ""},
	{"Oct '25", "2025-10-01", "2025-11-01", ""},
	{"2025-10-22", "2025-10-22", "2025-10-23", ""},
	{"in 2025-11", "2025-11-01", "2025-12-01", ""},
	{"two weeks ago", "2026-09-28", "2026-10-05", ""},
	{"3 days ago", "2026-10-12", "2026-10-13", ""},
	{"since 3 days ago", "2026-10-12", "", ""},
	{"half an hour ago", "2026-10-15T05:30", "2026-10-15T06:30", ""},
	{"the past 36 hours", "2026-10-13T18:30", "2026-10-15T06:30", ""},
	{"in the last couple of weeks", "2026-10-01T06:30", "2026-10-15T06:30", ""},
	{"over the past month", "2026-09-15T06:30", "2026-10-15T06:30", ""},
	{"around 02:47 last night", "2026-10-15T02:17", "2026-10-15T03:17", ""},
	{"last night around quarter to three", "2026-10-15T02:15", "2026-10-15T03:15", ""},
	{"at 02:47 on 14 October 2026", "2026-10-14T02:17", "2026-10-14T03:17", ""},
	{"half past one on 10/12/2026", "2026-10-12T01:00", "2026-10-12T02:00", "2026-10-12T13:00"},
	{"yesterday at 3 pm", "2026-10-14T14:30", "2026-10-14T15:30", ""},
	{"between 02:00 and 04:00 last night", "2026-10-15T02:00", "2026-10-15T04:00", ""},
	{"2026-10-14T02:47", "2026-10-14T02:17", "2026-10-14T03:17", ""},
	{"last night", "2026-10-14T18:00", "2026-10-15T06:30", ""},
	{"after last night's dump", "2026-10-14T18:00", "2026-10-15T06:30", ""},
	{"yesterday evening", "2026-10-14T18:00", "2026-10-15", ""},
	{"today", "2026-10-15", "2026-10-15T06:30", ""},
	{"the day before yesterday", "2026-10-13", "2026-10-14", ""},
	{"last weekend", "2026-10-10", "2026-10-12", ""},
	{"this weekend", "2026-10-10", "2026-10-12", "2026-10-17"},
	{"autumn 2024", "2024-09-01", "2024-12-01", ""},
	{"last winter", "2025-12-01", "2026-03-01", ""},
	{"last summer", "2026-06-01", "2026-09-01", ""},
	{"early summer 2024", "2024-06-01", "2024-07-01", ""},
	{"early 2025", "2025-01-01", "2025-05-02", ""},
	{"mid-March 2025", "2025-03-11", "2025-03-21", ""},
	{"late January 2025", "2025-01-21", "2025-02-01", ""},
	{"the end of May 2024", "2024-05-21", "2024-06-01", ""},
	{"in 2023", "2023-01-01", "2024-01-01", ""},
	{"since 2026", "2026-01-01", "", ""},
	{"before 2025", "", "2025-01-01", ""},
	{"after 2024", "2025-01-01", "", ""},
	{"last year", "2025-01-01", "2026-01-01", ""},
	{"March of last year", "2025-03-01", "2025-04-01", ""},
	{"the first Sunday of November 2024", "2024-11-03", "2024-11-04", ""},
	{"the last Friday of May 2026", "2026-05-29", "2026-05-30", ""},
	{"the week of 6 October", "2026-10-05", "2026-10-12", ""},
	{"week 41 of 2025", "2025-10-06", "2025-10-13", ""},
	{"around 14 October 2025", "2025-10-13", "2025-10-16", ""},
	{"in May 2026", "2026-05-01", "2026-06-01", ""},
	{"tomorrow", "2026-10-16", "2026-10-17", ""},
	{"next week", "2026-10-19", "2026-10-26", ""},
}

func TestReadings(t *testing.T) {
	cal := site(t)
	for _, want := range readings {
		got := Find(want.text, cal)
		if len(got.Ranges) != 1 {
			t.Errorf("%q: %d ranges %v, missed %v", want.text, len(got.Ranges), got.Ranges, got.Missed)
			continue
		}
		r := got.Ranges[0]
		other := ""
		if r.Other != nil {
			other = shown(r.Other.From)
		}
		if shown(r.From) != want.from || shown(r.Until) != want.until || other != want.other {
			t.Errorf("%q: %s to %s, other %q; want %s to %s, other %q (%s)", want.text, shown(r.From), shown(r.Until), other, want.from, want.until, want.other, r.Why)
		}
	}
}

func TestWhatIsNoTime(t *testing.T) {
	for _, text := range []string{
		"it may 3 times", "may 40 trips", "marching 3 steps, decimal 4", "SR14 Q3A tripped", "Q3 current is low", "spring contact of the bellows",
		"did the beam fall again", "run the script", "Bucketeer 24 bunches at 250 mA", "valve sat open", "WRQ_2024 and DT_2026_2880", "7-5003 does not answer",
		"the 3rd klystron", "step 2 to 4 of the procedure", "one Monday dawn", "every Tuesday", "Sundays", "from 92 to 38", "", "\x00", "?!", "2024 rpm",
		"shift the pattern by one", "day crew", "a second klystron", "quarter to", "in", "since", "between", "between and", "last", "the",
		"May we search? May I go on?", "back to winter time", "stop the pump", "last stop button",
	} {
		if got := Find(text, site(t)); len(got.Ranges) > 0 {
			t.Errorf("%q was read as %+v", text, got.Ranges)
		}
	}
}

func TestWhatCannotBeReadIsSaid(t *testing.T) {
	for text, want := range map[string]string{
		"trips in run 2019-1":                     "2019-1",
		"on 31 February 2025":                     "no such time",
		"on 2025-02-30":                           "no such time",
		"13/40/24":                                "no such time",
		"what changed since KLY-11":               "since KLY-11",
		"a while ago":                             "a while ago",
		"what tripped recently":                   "recently",
		"fifty moons ago":                         "ago",
		"the fourth run of 2025":                  "no run 4",
		"at 16:00 last night":                     "no such time in it",
		"from 20 October 2025 to 10 October 2025": "ends before",
	} {
		got := Find(text, site(t))
		said := ""
		for _, m := range got.Missed {
			said += m.Phrase + ": " + m.Why + "; "
		}
		if !strings.Contains(said, want) || len(got.Ranges) > 0 {
			t.Errorf("%q: ranges %v, said %q, want %q", text, got.Ranges, said, want)
		}
	}
}

func TestSeveralTimesInOneQuestion(t *testing.T) {
	got := Find("RFA in March 2025 and RFB this month, compared with summer 2024 (not 2023).", site(t))
	var all []string
	for _, r := range got.Ranges {
		all = append(all, r.Phrase)
	}
	if want := "in March 2025|this month|summer 2024|2023"; strings.Join(all, "|") != want {
		t.Errorf("%q, want %q", strings.Join(all, "|"), want)
	}
}

func TestWhatHasNoYearFollowsTheOtherDates(t *testing.T) {
	for text, want := range map[string]string{
		"the kick of September 2025, when all was fine in May":             "2025-05-01",
		"May 2026: it hung like in autumn":                                 "2025-09-01",
		"the cure of spring as against autumn 2025":                        "2025-09-01",
		"space in 2025, and what changed in July":                          "2025-07-01",
		"how hot was it after the July 2026 repair":                        "2026-07-01",
		"flat bottom from the October 2024 trouble to March 2025, no more": "2024-10-01",
		"May 2026 it is": "2026-05-01",
		"Two studies with the cavity tuned in, 2024 was the first":            "2024-01-01",
		"What should the crew keep an eye on today with the RF water, please": "2026-10-15",
	} {
		got := Find(text, site(t)).Ranges
		if len(got) == 0 || shown(got[len(got)-1].From) != want {
			t.Errorf("%q: %v, want %s", text, got, want)
		}
	}
}

func TestDayFirstSite(t *testing.T) {
	cal := site(t)
	cal.DayFirst = true
	r := Find("the 10/8/24 shift", cal).Ranges[0]
	if shown(r.From) != "2024-08-10" || r.Other == nil || shown(r.Other.From) != "2024-10-08" || !strings.Contains(r.Why, "day/month/year") {
		t.Errorf("%+v", r)
	}
}

func TestHourThatTheClocksShowTwice(t *testing.T) {
	r := Find("at 01:30 on 3 November 2024", site(t)).Ranges[0]
	if got := r.Until.Sub(r.From); got != 2*time.Hour {
		t.Errorf("%s long: %v (%s)", got, r, r.Why)
	}
}

func TestShiftKeepsItsHoursWhenTheClocksChange(t *testing.T) {
	for text, hours := range map[string]float64{"owl shift 2026-03-07": 7, "owl shift 2024-11-02": 9, "owl shift 2026-03-06": 8} {
		r := Find(text, site(t)).Ranges[0]
		if got := r.Until.Sub(r.From).Hours(); got != hours || r.From.Hour() != 23 || r.Until.Hour() != 7 {
			t.Errorf("%q: %v is %v h, want %v", text, r, got, hours)
		}
	}
}

func TestCutTakesThePhrasesOut(t *testing.T) {
	text := "why did the beam dump last night, and again in May 2026?"
	if got := Cut(text, Find(text, site(t)).Ranges); got != "why did the beam dump , and again ?" {
		t.Errorf("%q", got)
	}
}
