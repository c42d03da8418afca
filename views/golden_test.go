package views_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"owl/engine"
	fault "owl/engine/graph"
	"owl/engine/trace"
	"owl/views/answer"
	"owl/views/ask"
	"owl/views/graph"
	"owl/views/help"
	"owl/views/home"
	"owl/views/record"
	"owl/views/sources"
	"owl/views/status"
	"owl/views/theme"
	"owl/views/tracer"
	"owl/views/widget"
)

var update = flag.Bool("update", false, "rewrite the golden frames")

// view is what all panes have in common.
type view interface {
	Update(msg any) any
	View(w, h int) string
}

func panes(th theme.Theme) map[string]view {
	quotes := citations()
	made := map[string]view{
		"ask": ask.New(th), "home": home.New(th, "Test Ring"), "answer": answer.New(th), "abstained": answer.New(th),
		"cancelled": answer.New(th), "sources": sources.New(th, func() time.Time { return time.Date(2025, 3, 9, 12, 0, 0, 0, time.UTC) }), "record": record.New(th), "tracer": tracer.New(th),
		"graph": graph.New(th), "help": help.New(th), "status": status.New(th, "Test Ring"),
	}
	made["ask"].Update(ask.Suggestions{"one", "two"})
	made["home"].Update(home.Suggestions{"why did the beam dump?", "which vacuum pumps were replaced?"})
	made["home"].Update(status.Sources(ingested()))
	made["answer"].Update(answer.Runs{Shown: answered(), Live: answered()})
	made["abstained"].Update(answer.Runs{Shown: abstained(), Live: abstained()})
	made["cancelled"].Update(answer.Runs{Shown: answered(), Live: trace.State{Run: "r2", Seq: 1, Ended: trace.KindCancelled}, Question: "and the next one?"})
	made["sources"].Update(sources.Citations(quotes))
	made["sources"].Update(widget.Down)
	made["record"].Update(record.Opened{Record: wideRecord(), Quotes: quotes, At: quotes[1]})
	made["tracer"].Update(answered())
	made["graph"].Update(graph.Begun{Roots: []graph.Node{{Key: "f", Kind: fault.Fault, Name: "RF ステーション 3 trips 🦉", Edges: 3, Cite: quotes[1]}}})
	made["graph"].Update(graph.Joined{Key: "f", Edges: statements(quotes)})
	made["graph"].Update(widget.Down)
	made["help"].Update([]help.Group{{Title: "Record", Keys: []widget.Hint{{Key: "n", Does: "next quote"}, {Key: "PgDn Space", Does: "scroll"}}}})
	made["status"].Update(status.Sources(ingested()))
	made["status"].Update(status.Notices{"the index is being built", "running without models"})
	return made
}

func TestGoldenPanes(t *testing.T) {
	themes := map[string]theme.Theme{
		"dark": theme.New(theme.Dark, false), "light": theme.New(theme.Light, false),
		"16": theme.New(theme.Sixteen, false), "contrast": theme.New(theme.Contrast, false), "ascii": theme.New(theme.None, true),
	}
	for look, th := range themes {
		for name, v := range panes(th) {
			w, h := 60, 24
			frame := ""
			for _, line := range widget.Fit(v.View(w, h), w, h, 0) {
				frame += line + "\n"
			}
			compare(t, filepath.Join("testdata", fmt.Sprintf("%s.%s", name, look)), frame)
		}
	}
}

func compare(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (go test -update rewrites it):\n%s", file, got)
	}
}

// Every pane must draw itself for any size without panicking, also for sizes
// that the shell would refuse.
func TestPanesDrawAtAnySize(t *testing.T) {
	for _, th := range []theme.Theme{theme.New(theme.Dark, false), theme.New(theme.None, true)} {
		for name, v := range panes(th) {
			for _, w := range []int{0, 1, 2, 5, 13, 40, 300} {
				for _, h := range []int{0, 1, 3, 10, 100} {
					for _, act := range []widget.Action{widget.Down, widget.PageDown, widget.Bottom, widget.NextQuote, widget.Top, widget.PrevQuote} {
						v.Update(act)
						if v.View(w, h) == "" && w > 8 && h > 3 {
							t.Errorf("%s is empty at %dx%d", name, w, h)
						}
					}
				}
			}
		}
	}
}

const wideText = "朝2時14分、RFステーション3が反射電力で停止した。 é combining, שלום עולם, 🦉 owl, ไทย.\n" +
	"The interlock S3-RF:INTLK:12 latched and dumped the beam (101.3 mA).\r\n\tCause: arc in the circulator load.\n\nAction: reset."

func wideRecord() engine.Record {
	return engine.Record{
		DocID: "bely/1", FileID: "BELY_1", Collection: engine.Logbook, Title: "RF ステーション 3 trip 🦉", Author: "שלום", System: "RF",
		Created: time.Date(2025, 3, 9, 3, 30, 0, 0, time.FixedZone("", -5*3600)), Content: wideText, URL: "https://log.example.org/1",
	}
}

func citations() []engine.Citation {
	rec := wideRecord()
	quote := func(n, from, to int, verified bool) engine.Citation {
		return engine.Citation{
			N: n, DocID: rec.DocID, RecordID: rec.FileID, Collection: rec.Collection, Title: rec.Title,
			Section: "Night shift", Date: "2025-03-09T03:30:00-05:00", Quote: rec.Content[from:to], Start: from, End: to, Verified: verified,
		}
	}
	latch := len(wideText) - len("The interlock S3-RF:INTLK:12 latched and dumped the beam (101.3 mA).\r\n\tCause: arc in the circulator load.\n\nAction: reset.")
	return []engine.Citation{quote(1, 0, latch-1, true), quote(2, latch, latch+68+2+35, true), quote(3, len(wideText)-14, len(wideText), false)}
}

func statements(quotes []engine.Citation) []graph.Edge {
	at := time.Date(2025, 3, 9, 3, 30, 0, 0, time.UTC)
	said := func(id int, c engine.Citation) graph.Statement {
		return graph.Statement{ID: fault.EdgeID(id), Confidence: 0.95, Date: at, Rule: "cue", Cite: c}
	}
	return []graph.Edge{
		{Relation: fault.CausedBy, Modality: fault.Asserted, To: graph.Node{Kind: fault.Fault, Name: "arc in the circulator load שלום", Edges: 4}, Says: []graph.Statement{said(1, quotes[1]), said(2, quotes[0])}},
		{Relation: fault.CausedBy, Modality: fault.Suspected, To: graph.Node{Kind: fault.Fault, Name: "interlock", Edges: 1}, Says: []graph.Statement{said(3, quotes[0])}},
		{Relation: fault.ResolvedBy, Modality: fault.Asserted, CameBack: at.AddDate(0, 0, 3), To: graph.Node{Kind: fault.Action, Name: "reset", Edges: 1}, Says: []graph.Statement{said(4, quotes[2])}},
	}
}

func ingested() []engine.SourceStatus {
	return []engine.SourceStatus{
		{Name: "bely", Records: 1, FreshAsOf: time.Date(2025, 3, 9, 3, 30, 0, 0, time.UTC)},
		{Name: "teams", Errors: []string{"cannot be read"}},
	}
}

// play reduces payloads to a state, one second apart.
func play(payloads ...trace.Payload) trace.State {
	at := time.Date(2025, 3, 9, 4, 0, 0, 0, time.UTC)
	var s trace.State
	em := trace.NewEmitter("r1", func() time.Time { at = at.Add(time.Second); return at }, func(e trace.Event) { s = trace.Reduce(s, e) })
	for _, p := range payloads {
		if p.Kind() == trace.KindStarted || p.Kind().Terminal() {
			em.Emit(trace.Root, "", p)
			continue
		}
		em.Step(p)
	}
	return s
}

func answered() trace.State {
	return play(
		trace.Started{Question: "why did RF ステーション 3 trip?", Mode: engine.Auto},
		trace.Understood{
			Text: "RF station 3 trip", Phrases: []string{"station 3"}, Exclude: []string{"vacuum"}, Filters: []string{"bely"},
			Steps: []trace.Step{{Name: "acronyms", Did: "RF is radio frequency"}},
		},
		trace.Searched{Channel: "text", Hits: 37, Millis: 12.4},
		trace.Fused{Method: "rank", Records: 1, Top: []trace.Ranked{{DocID: "bely/1", Title: "RF trip", Score: 0.9}}},
		trace.Reranked{Ranker: "cross", Top: []trace.Ranked{{
			DocID: "bely/1", Title: "RF trip", Score: 3.2,
			Explain: &engine.Explanation{Label: "sum", Parts: []engine.Explanation{{Label: "model", Value: 3.2}}},
		}}, Millis: 1400},
		trace.ToolCalled{Tool: "pv", Args: []byte(`{"name":"S3-RF:INTLK:12"}`)},
		trace.ToolReturned{Tool: "pv", Result: "1", Millis: 3},
		trace.ToolReturned{Tool: "archiver", Error: "timed out", Millis: 3000},
		trace.Drafted{Composer: "extractive", Claims: 3, Millis: 2, Dropped: []trace.Drop{{Claim: "at 02:20", Why: "02:20 is not in the quote"}}, Notes: []string{"short"}},
		trace.Scored{Scores: engine.NewScores(0.9, 0.8, 0.7, 1), Why: "one entity is not verified"},
		trace.Retried{Round: 2, Reason: "low score", Change: "search chat as well"},
		trace.Degraded{What: "chat", Why: "unreadable", Do: "Check the folder."},
		trace.Unknown{Name: "dreamt", Raw: []byte(`{}`)},
		trace.Answered{Answer: engine.Answer{
			Text: "# Cause\n\nAn arc in the **circulator load** [2] of `S3-RF:INTLK:12`, see DIAG-TN-2024-018 [1, 2].\n\n" +
				"1. Inspect <b>the load</b> [3].\n2. Reset at 16.4 nC.\n\n> quoted\n\n```\ncode < here\n```\n\n| a | b |\n|---|--:|\n| 1 | 東 |\n",
			Citations: citations(), Confidence: 0.5, Composer: "extractive",
			Coverage: []engine.Coverage{{Source: "bely", State: engine.Searched, FreshAsOf: "2025-03-09T03:30:00-05:00", Searched: 12}, {Source: "wrq", State: engine.Filtered}, {Source: "teams", State: engine.Failed}},
		}},
	)
}

func abstained() trace.State {
	return play(
		trace.Started{Question: "how many owls live here?"},
		trace.Answered{Answer: engine.Answer{
			Text: "Nothing in the records speaks of owls. Searched 12 records for *owl*.", Abstained: true, Confidence: 0.1, Composer: "extractive",
			Coverage: []engine.Coverage{{Source: "bely", State: engine.Searched, Searched: 12}},
		}},
	)
}
