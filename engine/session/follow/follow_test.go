package follow

import (
	"testing"
	"time"

	"owl/engine/query"
	"pgregory.net/rapid"
)

func now() query.Context {
	return query.Context{
		Now:     time.Date(2026, 10, 15, 6, 30, 0, 0, time.FixedZone("", -5*3600)),
		Systems: []string{"RF", "Vacuum", "Power Supplies", "Storage Ring"},
	}
}

func TestFollowUps(t *testing.T) {
	for _, c := range []struct{ before, question, want string }{
		{"why did the beam dump on 2026-10-14?", "and on the 12th?", "why did the beam dump on 2026-10-12?"},
		{"why did the beam dump yesterday?", "and on 2026-10-12?", "why did the beam dump on 2026-10-12?"},
		{"why did the beam dump on October 14?", "What about last week?", "why did the beam dump last week?"},
		{"how many trips of RFB", "in March 2026?", "how many trips of RFB in March 2026?"},
		{"how many trips of RFB", "on the 20th?", "how many trips of RFB on 2026-09-20?"},
		{"what is the flow limit of RFB?", "and RFA?", "what is the flow limit of RFA?"},
		{"what is the set-point of SR:RF:B:CIRC:FLOW?", "what about SR:RF:A:CIRC:FLOW?", "what is the set-point of SR:RF:A:CIRC:FLOW?"},
		{"who changed strainer ST-B3?", "same for ST-A3", "who changed strainer ST-A3?"},
		{"who is the contact for vacuum leaks?", "what about power supplies?", "who is the contact for power supplies leaks?"},
		{"what is the current limit of the storage ring?", "what about the booster?", "what is the current limit of the booster?"},
		{"what is the current limit of the storage ring?", "how about top-up?", "what is the current limit of the storage ring top-up?"},
		{"why did the RFB circulator flow fall?", "who fixed it?", "RFB circulator flow fall: who fixed it?"},
		{"why did the RFB circulator flow fall?", "why?", "RFB circulator flow fall: why?"},
		{"why did the RFB circulator flow fall?", "and when was that?", "RFB circulator flow fall: when was that?"},
		{"why did the RFB circulator flow fall?", "what does [2] say about resin?", "what does WRQ_2 say about resin?"},
		{"why did the RFB circulator flow fall?", "show source 1", "show BELY_1"},
	} {
		got := Read([]Turn{{Question: "older?"}, {Question: c.before, Cited: []string{"BELY_1", "WRQ_2"}}}, c.question, now())
		if got.Text != c.want || got.Why == "" {
			t.Errorf("%q after %q: %q (%s), want %q", c.question, c.before, got.Text, got.Why, c.want)
		}
	}
}

func TestQuestionsThatStandAlone(t *testing.T) {
	before := []Turn{{Question: "why did the RFB circulator flow fall?", Cited: []string{"BELY_1"}}}
	for _, question := range []string{
		"how do I reset the beamline interlock?",
		"what happened yesterday?",
		"which strainer did the crew find that was clogged?",
		"when did the pump trip and was it restarted?",
		"what is the vacuum limit of the front end before it closes?",
		"see [7]",
		"who is the contact of the RF group?",
		"",
	} {
		if got := Read(before, question, now()); got.Text != question || got.Why != "" {
			t.Errorf("%q was read as %q", question, got.Text)
		}
	}
	if got := Read(nil, "and on the 12th?", now()); got.Text != "and on the 12th?" || got.Why != "" {
		t.Errorf("without a question before: %+v", got)
	}
}

func TestTheTopicStaysOverSeveralFollowUps(t *testing.T) {
	history := []Turn{{Question: "why did the RFB circulator flow fall?"}}
	for _, question := range []string{"who fixed it?", "when?", "how did they do it?"} {
		got := Read(history, question, now())
		if got.Text != "RFB circulator flow fall: "+question {
			t.Errorf("%q was read as %q", question, got.Text)
		}
		history = append(history, Turn{Question: got.Text, Topic: got.Topic})
	}
}

func TestNoQuestionIsLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before := rapid.StringMatching(`[a-zA-Z0-9 ?\[\]:.,-]{0,60}`).Draw(t, "before")
		question := rapid.OneOf(rapid.String(), rapid.StringMatching(`(and|what about|why|on the) ?[a-zA-Z0-9 \[\]?]{0,30}`)).Draw(t, "question")
		got := Read([]Turn{{Question: before, Cited: []string{"A_1"}}}, question, now())
		if got.Why == "" && got.Text != question {
			t.Fatalf("%q became %q, and nothing says so", question, got.Text)
		}
	})
}

func TestMonthAndMarksAreThoseThatWereLastSpokenOf(t *testing.T) {
	before := []Turn{
		{Question: "why did RFB trip on 2026-08-14?", Cited: []string{"BELY_1"}},
		{Question: "who changed the strainer?"},
	}
	for question, want := range map[string]string{
		"and on the 6th?":                   "who changed the strainer on 2026-08-06?",
		"what does [1] say about the flow?": "what does BELY_1 say about the flow?",
	} {
		if got := Read(before, question, now()); got.Text != want {
			t.Errorf("%q: %q, want %q", question, got.Text, want)
		}
	}
}
