package query

import (
	"strings"
	"testing"
	"time"

	"owl/engine"
)

func siteNow(t testing.TB) time.Time {
	t.Helper()
	zone, err := time.LoadLocation("America/Chicago")
	if err != nil {
		t.Fatal(err)
	}
	return time.Date(2026, 3, 9, 6, 30, 0, 0, zone) // the day after the clocks went forward
}

func TestOperatorsWhereMeant(t *testing.T) {
	now := siteNow(t)
	q, _ := Parse(`kicker "failed to charge" -ramp collection:wiki collection:bely system:RF since:2026-03-07 until:2026-03-08`, now)
	if q.Text != "kicker failed to charge" {
		t.Errorf("text = %q", q.Text)
	}
	if len(q.Phrases) != 1 || q.Phrases[0] != "failed to charge" {
		t.Errorf("phrases = %q", q.Phrases)
	}
	if len(q.Exclude) != 1 || q.Exclude[0] != "ramp" {
		t.Errorf("exclude = %q", q.Exclude)
	}
	if len(q.Filter.Collections) != 2 || q.Filter.Collections[1] != engine.Logbook || q.Filter.Systems[0] != "RF" {
		t.Errorf("filter = %+v", q.Filter)
	}
	if got := q.Filter.Since.Format(time.RFC3339); got != "2026-03-07T00:00:00-06:00" {
		t.Errorf("since = %s", got)
	}
	if got := q.Filter.Until.Format(time.RFC3339); got != "2026-03-09T00:00:00-05:00" {
		t.Errorf("until = %s, want the end of the day on which the clocks change", got)
	}
}

func TestTextThatLooksLikeSyntaxIsText(t *testing.T) {
	for _, text := range []string{
		`NOTE: beam (lost) AND NOT back OR what`,
		`what does -w do in pvxlist, and --full?`,
		`mvn -Pdeployable-jar clean install`,
		`S-DCCT:CurrentM at -3.5 kV`,
		`a lone " quote and 5" pipe`,
		`"unclosed`,
		`since: last week`,
		`collection: what is it`,
		`since:whenever`,
		`std::string`,
	} {
		q, _ := Parse(engine.Untrusted(text), siteNow(t))
		if q.Text != text {
			t.Errorf("text of %q = %q", text, q.Text)
		}
		if len(q.Phrases)+len(q.Exclude) > 0 || !q.Filter.IsZero() {
			t.Errorf("%q was read as syntax: %+v", text, q)
		}
	}
}

func TestWhatWasNotUnderstoodIsSaid(t *testing.T) {
	_, steps := Parse("trips since:whenever", siteNow(t))
	if len(steps) != 1 || steps[0].Name != "not understood" || !strings.Contains(steps[0].Did, "since:whenever") {
		t.Errorf("steps = %+v", steps)
	}
}

func TestCurlyQuotesAndPunctuationAfterAQuote(t *testing.T) {
	q, _ := Parse(`what does “not connected” mean, or "stale"?`, siteNow(t))
	if len(q.Phrases) != 2 || q.Phrases[0] != "not connected" || q.Phrases[1] != "stale" {
		t.Errorf("phrases = %q", q.Phrases)
	}
}

func TestHugeQuestionIsCut(t *testing.T) {
	q, steps := Parse(engine.Untrusted(strings.Repeat("vacuum ", 100_000)), siteNow(t))
	if len(q.Text) > MaxBytes || len(steps) != 1 || steps[0].Name != "length" {
		t.Errorf("%d bytes, steps %+v", len(q.Text), steps)
	}
}

func TestRecentTimes(t *testing.T) {
	now := siteNow(t) // Monday 06:30; the clocks went forward on Sunday
	for in, want := range map[string]struct{ text, since string }{
		"why did the beam dump last night?":  {"why did the beam dump ?", "2026-03-08T18:00:00-05:00"},
		"Yesterday vacuum trips":             {"vacuum trips", "2026-03-08T00:00:00-06:00"},
		"trips today":                        {"trips", "2026-03-09T00:00:00-05:00"},
		"trips in the last 48 hours":         {"trips", "2026-03-07T05:30:00-06:00"},
		"what changed over the past 2 weeks": {"what changed", "2026-02-23T06:30:00-06:00"},
		"since:7d trips last night":          {"trips last night", "2026-03-02T06:30:00-06:00"},
		"last night":                         {"last night", ""},
		"the last 3 shifts":                  {"the last 3 shifts", ""},
		"todayish":                           {"todayish", ""},
	} {
		q, _ := Parse(engine.Untrusted(in), now)
		since := ""
		if !q.Filter.Since.IsZero() {
			since = q.Filter.Since.Format(time.RFC3339)
		}
		if q.Text != want.text || since != want.since {
			t.Errorf("%q: text %q since %q, want %q %q", in, q.Text, since, want.text, want.since)
		}
	}
}

func TestDaysWithoutAYear(t *testing.T) {
	now := siteNow(t) // 2026-03-09
	for in, want := range map[string]string{
		"why did the beam dump on Oct 15?": "why did the beam dump on 2025-10-15?",
		"the 8th of March, and 10 March":   "the 2026-03-08, and 2025-03-10",
		"Sept. 3 trip":                     "2025-09-03 trip",
		"feb 29":                           "2024-02-29",
		"on Oct 8, 2024":                   "on Oct 8, 2024",
		"8 October 2024":                   "8 October 2024",
		"it may 3 times":                   "it may 3 times",
		"may 40 trips":                     "may 40 trips",
		"marching 3 steps, decimal 4":      "marching 3 steps, decimal 4",
	} {
		if q, _ := Parse(engine.Untrusted(in), now); q.Text != want {
			t.Errorf("%q became %q, want %q", in, q.Text, want)
		}
	}
}

func TestParseTime(t *testing.T) {
	now := siteNow(t)
	for in, want := range map[string]string{
		"2024-10-08":                "2024-10-08T00:00:00-05:00",
		"10/8/24":                   "2024-10-08T00:00:00-05:00",
		"2024-10-08 14:30":          "2024-10-08T14:30:00-05:00",
		"2024-10-08T14:30:00+02:00": "2024-10-08T14:30:00+02:00",
		"today":                     "2026-03-09T00:00:00-05:00",
		"yesterday":                 "2026-03-08T00:00:00-06:00",
		"24h":                       "2026-03-08T06:30:00-05:00",
		"7d":                        "2026-03-02T06:30:00-06:00",
		"2w":                        "2026-02-23T06:30:00-06:00",
		"90m":                       "2026-03-09T05:00:00-05:00",
	} {
		got, err := ParseTime(in, now)
		if err != nil || got.Format(time.RFC3339) != want {
			t.Errorf("ParseTime(%q) = %s, %v; want %s", in, got.Format(time.RFC3339), err, want)
		}
	}
	for _, bad := range []string{"", "soon", "2024-13-01", "-5d", "13/40/24", "999999999d"} {
		if got, err := ParseTime(bad, now); err == nil {
			t.Errorf("ParseTime(%q) = %s, want an error", bad, got)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{`a "b c" -ddd since:7d`, "\x00\xff\"", `“”"" collection:x:y`} {
		f.Add(seed)
	}
	now := time.Date(2026, 3, 9, 6, 30, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, raw string) {
		q, _ := Parse(engine.Untrusted(raw), now)
		for _, part := range append(append([]string{q.Text}, q.Phrases...), q.Exclude...) {
			if strings.ToValidUTF8(part, "") != part {
				t.Errorf("%q gave invalid UTF-8 %q", raw, part)
			}
		}
	})
}
