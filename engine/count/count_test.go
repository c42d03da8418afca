package count_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"owl/engine"
	"owl/engine/count"
	"owl/engine/porttest"
	"owl/engine/query"
)

func day(month, d int) time.Time { return time.Date(2026, time.Month(month), d, 3, 0, 0, 0, time.UTC) }

func record(c engine.Collection, id, part, title, content string, created time.Time) engine.Record {
	r := engine.Record{DocID: string(c) + "/" + id + part, FileID: id, Collection: c, Title: engine.Untrusted(title), Content: engine.Untrusted(content), Created: created}
	if part != "" {
		r.ParentID = id
	}
	return r
}

func records() []engine.Record {
	return []engine.Record{
		record(engine.WorkOrder, "W1", "/description", "IK3 pulser", "The kicker dances.", day(2, 1)),
		record(engine.WorkOrder, "W1", "/comments", "IK3 pulser", "Thyratron of the kicker.", day(2, 1)),
		record(engine.WorkOrder, "W2", "/description", "Septum", "Water valve.", day(3, 1)),
		record(engine.WorkOrder, "W2", "/comments", "Septum", "Both kickers were looked at.", day(3, 1)),
		record(engine.WorkOrder, "W3", "/description", "Kicker", "In another year.", time.Date(2025, 3, 1, 0, 0, 0, 0, time.UTC)),
		record(engine.Downtime, "D1", "", "RF: trip", "Cause: cooling", day(4, 1)),
		record(engine.Downtime, "D2", "", "RF: trip", "Cause: arc", day(5, 1)),
		record(engine.Downtime, "D3", "", "Linac: K4", "Cause: 4 pulses short, K 2", day(5, 3)),
		record(engine.Logbook, "L1", "", "kicker", "kicker", day(5, 2)),
	}
}

func read(t *testing.T, question string) (count.Question, bool) {
	t.Helper()
	return count.Read(query.Understand(engine.Untrusted(question), query.Context{Now: day(10, 15)}))
}

func TestQuestionsForACount(t *testing.T) {
	memory := porttest.Memory{Stored: records()}
	for question, want := range map[string]string{
		"How many work requests in 2026 for kickers?":              "2 work requests [kickers]",
		"how many WRQs mention the septum":                         "1 work request [septum]",
		"How many open work orders concern the kicker?":            "0 work requests [concern kicker]",
		"number of downtimes in April 2026":                        "1 row of lost beam []",
		"How many times did we lose beam?":                         "",
		"How many RF trips were there in 2026?":                    "2 rows of lost beam [RF]",
		"How many log entries are there about the kicker?":         "1 log entry [kicker]",
		"How many trips did K4 have?":                              "1 row of lost beam [K4]",
		"How many beam dumps had cooling as their cause":           "1 row of lost beam [cooling cause]",
		"How many records hold kicker and thyratron?":              "1 record [kicker thyratron]",
		"How many kilovolts does the kicker need?":                 "",
		"Why did the work request take so long?":                   "",
		"What is the number of the water pager?":                   "",
		"How many documents say one two three four five six seven": "",
	} {
		q, ok := read(t, question)
		if !ok {
			if want != "" {
				t.Errorf("%q is not read", question)
			}
			continue
		}
		r, err := count.Source{Lister: memory, Text: memory, Records: memory}.Count(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		noun := q.Kind.Many
		if r.N == 1 {
			noun = q.Kind.One
		}
		if got := fmt.Sprintf("%d %s %v", r.N, noun, q.Words); got != want {
			t.Errorf("%q: %s, want %q", question, got, want)
		}
	}
}

func TestManyRecordsAreFoundByTheirWords(t *testing.T) {
	list := records()
	for i := range 3000 {
		list = append(list, record(engine.Logbook, fmt.Sprint("N", i), "", "round", "All dry.", day(6, 1)))
	}
	memory := porttest.Memory{Stored: list}
	s := count.Source{Lister: memory, Text: memory, Records: memory}
	for question, want := range map[string]string{"How many log entries hold kicker?": "1 false", "How many log entries are there?": "2000 true", "How many log entries hold dry?": "2000 true"} {
		q, ok := read(t, question)
		r, err := s.Count(t.Context(), q)
		if got := fmt.Sprint(r.N, " ", r.AtLeast); !ok || err != nil || got != want {
			t.Errorf("%q: %s, %v; want %s", question, got, err, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("How many work requests in 2026 for kickers?")
	f.Add("number of records \x00 \xff")
	f.Fuzz(func(t *testing.T, question string) {
		q, ok := count.Read(query.Understand(engine.Untrusted(question), query.Context{Now: day(10, 15)}))
		if ok && (q.Kind.One == "" || len(q.Words) > 5) {
			t.Errorf("%q: %+v", question, q)
		}
		for _, w := range q.Words {
			if !strings.Contains(question, w) {
				t.Errorf("%q: the word %q was not typed", question, w)
			}
		}
	})
}
