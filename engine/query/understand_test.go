package query

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"owl/engine"
	"owl/engine/lexicon"
	"owl/engine/query/intent"
	"owl/engine/query/spell"
)

// demo is a context with the demo's acronyms and a few words.
func demo(t testing.TB) Context {
	t.Helper()
	file, err := os.Open("../../assets/demo/acronyms.json")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	entries, err := lexicon.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	zone, err := time.LoadLocation("America/Chicago")
	if err != nil {
		t.Fatal(err)
	}
	day := func(m time.Month, d int) time.Time { return time.Date(2026, m, d, 8, 0, 0, 0, zone) }
	return Context{
		Now: time.Date(2026, 10, 15, 6, 30, 0, 0, zone), Lexicon: lexicon.New(entries),
		Vocabulary: spell.New(maps.All(map[string]int{
			"beam": 300, "circulator": 40, "vacuum": 90, "strainer": 12, "flow": 70, "dump": 90, "trip": 80, "tripped": 60, "fell": 9, "happened": 5,
			"log": 9, "entries": 9, "about": 9, "septum": 20, "valve": 50, "lose": 4, "brought": 3, "back": 30, "leak": 30, "interlock": 44, "quarter": 2, "night": 40,
		})),
		Runs:      []Period{{Name: "2026-2", From: day(5, 19), To: day(8, 10)}},
		Shutdowns: []Period{{Name: "May 2026", From: day(4, 20), To: day(5, 19)}},
	}
}

func did(u Understanding, name string) string {
	var all []string
	for _, s := range u.Steps {
		if s.Name == name {
			all = append(all, s.Did)
		}
	}
	return strings.Join(all, " | ")
}

const short = "2006-01-02T15:04"

func bounds(f engine.Filter) string {
	show := func(t time.Time) string {
		if t.IsZero() {
			return ""
		}
		return strings.TrimSuffix(t.Format(short), "T00:00")
	}
	return show(f.Since) + ".." + show(f.Until)
}

func TestTimesFilterOnlyWhereTheyRestrict(t *testing.T) {
	c := demo(t)
	for _, want := range []struct {
		text, left, bounds string
		hard               bool
	}{
		{"vacuum trips last week", "vacuum trips", "2026-10-05..2026-10-12", true},
		{"why did the beam dump last week?", "why did the beam dump?", "2026-10-05..", true}, // reports come later
		{"why did the beam dump around 02:47 last night?", "why did the beam dump 02:47?", "2026-10-14T14:17..", true},
		{"log entries about the septum in June 2025", "log entries about the septum in June 2025", "2025-06-01..2025-07-01", true},
		{"what happened in run 2026-2", "what happened in run 2026-2", "2026-05-19T08:00..2026-08-10T08:00", true},
		{"why did the beam dump in June 2025?", "why did the beam dump in June 2025?", "..", false},
		{"the trip of 15 October 2026", "the trip of 15 October 2026", "..", false},
		{"trips in June 2025 compared with May 2026", "trips in June 2025 compared with May 2026", "..", false},
		{"beam dump on Oct 14", "beam dump on 2026-10-14", "..", false},
		{"what is the limit today?", "what is the limit today?", "..", false},
		{"what tripped today?", "what tripped?", "2026-10-15..2026-10-15T06:30", true},
		{"what is planned for next week", "what is planned for next week", "..", false},
		{"trips since:2026-10-01 last night", "trips last night", "2026-10-01..", false},
		{"trips since the May shutdown", "trips since the May shutdown", "2026-05-19T08:00..", true},
	} {
		u := Understand(engine.Untrusted(want.text), c)
		if u.Query.Text != want.left || bounds(u.Query.Filter) != want.bounds || u.Date.Hard != want.hard {
			t.Errorf("%q: text %q, filter %s, hard %v; want %q, %s, %v (%s)", want.text, u.Query.Text, bounds(u.Query.Filter), u.Date.Hard, want.left, want.bounds, want.hard, did(u, "filter"))
		}
	}
}

func TestBothReadingsAreSaid(t *testing.T) {
	u := Understand("what happened in the 10/8/24 shift", demo(t))
	if u.Date.Other == nil || !u.Date.Hard || bounds(u.Query.Filter) != "2024-10-08..2024-10-09T07:00" {
		t.Errorf("%+v", u.Date)
	}
	for _, want := range []string{"2024-10-08", "2024-08-10", "month/day/year"} {
		if said := did(u, "time"); !strings.Contains(said, want) {
			t.Errorf("%q lacks %q", said, want)
		}
	}
}

func TestOnlyATimeAsksForItsRecords(t *testing.T) {
	u := Understand("owl shift Tuesday", demo(t))
	if !u.Browse || bounds(u.Query.Filter) != "2026-10-13T23:00..2026-10-14T07:00" || u.Query.Text != "owl shift Tuesday" {
		t.Errorf("browse %v, %s, %q", u.Browse, bounds(u.Query.Filter), u.Query.Text)
	}
	if u := Understand("septum leak last night", demo(t)); u.Browse {
		t.Error("a question with words only browses")
	}
}

func TestWhatIsNotUnderstoodIsSaidAndSearched(t *testing.T) {
	u := Understand("trips in run 2019-1", demo(t))
	if said := did(u, "not understood"); !strings.Contains(said, "2019-1") || u.Query.Text != "trips in run 2019-1" || u.Date.Hard {
		t.Errorf("%q, %q", said, u.Query.Text)
	}
}

func TestAcronymsKeepTheOriginal(t *testing.T) {
	u := Understand("why did RFB trip? BPM S12:BPM3 and FE12", demo(t))
	if u.Query.Text != "why did RFB trip? BPM S12:BPM3 and FE12" {
		t.Errorf("text = %q", u.Query.Text)
	}
	if want := "why did RF station B (RFB) trip? Beam Position Monitor (BPM) S12:BPM3 and FE12"; u.Reranker != want {
		t.Errorf("for the cross-encoder %q, want %q", u.Reranker, want)
	}
}

func TestTheMeaningFollowsTheQuestion(t *testing.T) {
	for text, want := range map[string]string{
		"BLM dump, was it the loss detector":     "Beam Loss Monitor",
		"BLM, the lengthened mode of the cavity": "Bunch Lengthening Mode",
		"PS of the front end":                    "Photon Shutter",
		"PS of the QF magnet, power lost":        "Power Supply",
		"FE of the circulator system:RF":         "Ferrite Element",
		"TC":                                     "",
		"AR":                                     "",
	} {
		u := Understand(engine.Untrusted(text), demo(t))
		got, meanings := "", 0
		for _, e := range u.Expansions {
			if e.Term != strings.Fields(text)[0] && e.Term+"," != strings.Fields(text)[0] {
				continue
			}
			if meanings++; e.Chosen {
				got = e.Text
			} else if e.Weight >= expansionWeight {
				t.Errorf("%q: %+v was not chosen and counts in full", text, e)
			}
		}
		if got != want || meanings < 2 {
			t.Errorf("%q: %d meanings, %q chosen, want %q: %s", text, meanings, got, want, did(u, "acronyms"))
		}
	}
}

func TestSynonymsGoBothWays(t *testing.T) {
	texts := func(text string) []string {
		var all []string
		for _, term := range Understand(engine.Untrusted(text), demo(t)).Terms() {
			all = append(all, term.Text)
		}
		return all
	}
	for text, want := range map[string]string{
		"dipole slave reads low":       "DIPS",
		"DIPS reads low":               "dipole slave",
		"beam position monitors drift": "BPM",
		"harmonic cavity warm":         "BLC",
	} {
		if got := texts(text); !slices.Contains(got, want) {
			t.Errorf("%q adds %q, want %q", text, got, want)
		}
	}
}

func TestTyposOfWordsNeverOfIdentifiers(t *testing.T) {
	u := Understand(`vaccum valve "strainr" interlok ST-B33 SR:RF:B:CIRC:FLWO WRQ_435411 Tuesday RFBB last Tuesdy`, demo(t))
	want := `vacuum valve strainr interlock ST-B33 SR:RF:B:CIRC:FLWO WRQ_435411 RFBB last Tuesdy`
	if u.Query.Text != want || len(u.Corrections) != 2 {
		t.Errorf("%q, %+v", u.Query.Text, u.Corrections)
	}
	if said := did(u, "typos"); !strings.Contains(said, `"vaccum" occurs in no record; searched as "vacuum"`) {
		t.Errorf("said %q", said)
	}
}

func TestParaphrasesAreFewAndDifferent(t *testing.T) {
	u := Understand("Why did RFB trip last night, who fixed it, when was the beam back, and which valve leaked at the dipole slave?", demo(t))
	if len(u.Paraphrases) == 0 || len(u.Paraphrases) > maxParaphrases {
		t.Fatalf("%d paraphrases", len(u.Paraphrases))
	}
	seen := map[string]bool{normal(u.Query.Text): true}
	for _, p := range u.Paraphrases {
		if seen[normal(p.Text)] || p.Why == "" {
			t.Errorf("%+v comes again or has no reason", p)
		}
		seen[normal(p.Text)] = true
	}
	if len(u.Facets) != 4 {
		t.Errorf("%d facets: %+v", len(u.Facets), u.Facets)
	}
}

func TestFeedbackAddsNewWordsOnly(t *testing.T) {
	u := Understand("why did the circulator flow fall?", demo(t))
	with := u.WithFeedback([]string{"resin", "flow", "strainer", "resin"})
	if !slices.Equal(with.Feedback, []string{"resin", "strainer"}) || len(u.Feedback) != 0 {
		t.Errorf("%q, before %q", with.Feedback, u.Feedback)
	}
	last := with.Paraphrases[len(with.Paraphrases)-1]
	if !strings.Contains(last.Text, "resin strainer") || !strings.Contains(did(with, "feedback"), "resin") {
		t.Errorf("%+v, said %q", last, did(with, "feedback"))
	}
	if none := u.WithFeedback([]string{"flow"}); !strings.HasPrefix(did(none, "feedback"), "nothing to do") {
		t.Errorf("said %q", did(none, "feedback"))
	}
}

func TestEveryStepSaysWhatItDid(t *testing.T) {
	steps := []string{"identifiers", "time", "typos", "parts", "intent", "filter", "acronyms", "synonyms", "multi-query"}
	offs := map[string]Off{"time": {Temporal: true}, "filter": {Temporal: true}, "typos": {Typos: true}, "acronyms": {Acronyms: true}, "synonyms": {Synonyms: true}, "multi-query": {MultiQuery: true}}
	const text = "why did RFB tripp last night, and who fixed the dipole slave?"
	for _, name := range append(steps, "") {
		c := demo(t)
		c.Off = offs[name]
		u := Understand(text, c)
		for _, s := range steps {
			if did(u, s) == "" {
				t.Errorf("%q says nothing when %q is off", s, name)
			}
		}
		if off, found := offs[name]; found && did(u, name) != "off" {
			t.Errorf("%q says %q with %+v", name, did(u, name), off)
		}
	}
	u := Understand(text, Context{Now: demo(t).Now})
	for _, s := range []string{"typos", "acronyms", "synonyms"} {
		if !strings.HasPrefix(did(u, s), "off: ") {
			t.Errorf("%q says %q without its list", s, did(u, s))
		}
	}
}

// faulty is a vocabulary that fails.
type faulty struct{}

func (faulty) Frequency(string) int     { panic("segment is damaged") }
func (faulty) Near(string) []spell.Near { return nil }

func TestAFaultOfAStepIsSaidAndTheRestStands(t *testing.T) {
	c := demo(t)
	c.Vocabulary = faulty{}
	u := Understand("why did RFB trip?", c)
	if said := did(u, "typos"); !strings.HasPrefix(said, "failed: segment is damaged") {
		t.Errorf("said %q", said)
	}
	if len(u.Expansions) == 0 || u.Intent != intent.MultiHop && u.Intent != intent.Troubleshooting {
		t.Errorf("%+v", u)
	}
}

func TestStepsAreThoseOfOperatorsFirst(t *testing.T) {
	u := Understand(`kicker -ramp collection:wiki "failed to charge"`, demo(t))
	first := u.Steps[:3]
	if first[0].Name != "exclude" || first[1].Name != "filter" || first[2].Name != "phrase" || u.Query.Exclude[0] != "ramp" {
		t.Errorf("%+v", first)
	}
}
