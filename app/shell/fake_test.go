package shell

import (
	"context"
	"fmt"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/trace"
)

// clock0 is when every test happens.
var clock0 = time.Date(2025, 3, 14, 2, 14, 0, 0, time.FixedZone("", -6*3600))

func fixedClock() time.Time { return clock0 }

const tripText = `Beam dumped at 02:14. RF station 3 tripped on reflected power; the
interlock S3-RF:INTLK:12 latched and dumped the stored beam (101.3 mA).

Cause: arc in the circulator load, see DIAG-TN-2024-018.

Action: reset after inspection, conditioning for 40 min at 12 kW, beam back at 03:25.
Reflected power before the trip was 4.2 kW, twice the usual value.`

const noteText = `# Circulator load arcs

When reflected power rises above 3.5 kW for more than 10 s, an arc in the load is likely.
Inspect the load before the reset.`

func tripRecord() engine.Record {
	return engine.Record{
		DocID: "downtime/DT_2025_0113", FileID: "DT_2025_0113", Collection: engine.Downtime, Title: "RF: circulator load arc",
		Author: "night shift", System: "Storage Ring RF", Created: clock0, Content: tripText, Format: engine.Plain,
		URL: "https://log.example.org/DT_2025_0113",
	}
}

func noteRecord() engine.Record {
	return engine.Record{
		DocID: "icms/DIAG-TN-2024-018", FileID: "DIAG-TN-2024-018", Collection: engine.Documents, Title: "Circulator load arcs",
		System: "RF", Created: time.Date(2024, 6, 3, 0, 0, 0, 0, time.UTC), Content: noteText, Format: engine.Markdown,
	}
}

// cite quotes a record; the quote must be in it.
func cite(n int, r engine.Record, quote string) engine.Citation {
	at := strings.Index(string(r.Content), quote)
	if at < 0 {
		panic("quote not in record: " + quote)
	}
	date := ""
	if !r.Created.IsZero() {
		date = r.Created.Format(time.RFC3339)
	}
	return engine.Citation{
		N: n, DocID: r.DocID, RecordID: r.FileID, Collection: r.Collection, Title: r.Title, URL: r.URL, Date: date,
		Quote: engine.Untrusted(quote), Start: at, End: at + len(quote), Verified: true,
	}
}

func tripAnswer() engine.Answer {
	return engine.Answer{
		Text: "The beam dumped at **02:14** because RF station 3 tripped on reflected power and `S3-RF:INTLK:12` latched [1]. " +
			"An arc in the circulator load caused it [2].\n\n" +
			"- Before the reset, inspect the load [3].\n- Conditioning took 40 min at 12 kW [2].\n\n" +
			"| quantity | value |\n|---|---|\n| stored beam | 101.3 mA |\n| reflected power | 4.2 kW |\n",
		Citations: []engine.Citation{
			cite(1, tripRecord(), "RF station 3 tripped on reflected power; the\ninterlock S3-RF:INTLK:12 latched"),
			cite(2, tripRecord(), "Cause: arc in the circulator load, see DIAG-TN-2024-018."),
			cite(3, noteRecord(), "Inspect the load before the reset."),
		},
		Confidence: 0.86, Mode: engine.Fast, Rounds: 1, Composer: "extractive",
		Coverage: []engine.Coverage{
			{Source: "downtime", State: engine.Searched, FreshAsOf: "2025-03-14T02:14:00-06:00", Searched: 34},
			{Source: "icms", State: engine.Searched, FreshAsOf: "2024-11-02T00:00:00Z", Searched: 21},
			{Source: "teams", State: engine.Failed},
		},
	}
}

// step is one thing a scripted run does.
type step struct {
	emit trace.Payload
	wait bool // for the test to let it go on
	err  error
}

func tripScript() []step {
	a := tripAnswer()
	script := []step{
		{emit: trace.Started{Question: "why did the beam dump on 14 March?", Mode: engine.Auto}},
		{emit: trace.Understood{Text: "beam dump 14 March", Filters: []string{"since 2025-03-14"}, Steps: []trace.Step{{Name: "date", Did: "14 March is 2025-03-14"}}}},
		{emit: trace.Searched{Channel: "text", Hits: 37, Millis: 0.8}},
		{emit: trace.Fused{Method: "rank", Records: 12, Top: []trace.Ranked{
			{
				DocID: "downtime/DT_2025_0113", Title: "RF: circulator load arc", Score: 0.913,
				Explain: &engine.Explanation{Label: "sum", Value: 0.913, Parts: []engine.Explanation{{Label: "text", Value: 0.8}, {Label: "date", Value: 0.113}}},
			},
			{DocID: "icms/DIAG-TN-2024-018", Title: "Circulator load arcs", Score: 0.640},
		}}},
		{emit: trace.Degraded{What: "teams", Why: "the folder cannot be read", Do: "Check its permissions."}},
		{emit: trace.Drafted{Composer: "extractive", Claims: 4, Dropped: []trace.Drop{{Claim: "beam back at 03:20", Why: "03:20 is not in the quote"}}, Millis: 3.4}},
	}
	for word := range strings.SplitAfterSeq(a.Text, " ") {
		script = append(script, step{emit: trace.Delta{Text: word}})
	}
	return append(script, step{emit: trace.Answered{Answer: a}})
}

// fakeAsker plays scripts, one a question; the last one again and again.
type fakeAsker struct {
	scripts [][]step
	goOn    chan struct{}
	asked   []engine.Request
}

func (f *fakeAsker) Ask(ctx context.Context, req engine.Request, sink trace.Sink) (engine.Answer, error) {
	f.asked = append(f.asked, req)
	script := f.scripts[min(len(f.asked), len(f.scripts))-1]
	em := trace.NewEmitter(fmt.Sprintf("run-%d", len(f.asked)), fixedClock, sink)
	for _, s := range script {
		switch {
		case s.wait:
			select {
			case <-f.goOn:
			case <-ctx.Done():
				em.Emit(trace.Root, "", trace.Cancelled{Reason: ctx.Err().Error()})
				return engine.Answer{}, ctx.Err()
			}
		case s.err != nil:
			return engine.Answer{}, s.err
		case s.emit.Kind() == trace.KindStarted || s.emit.Kind().Terminal():
			if st, ok := s.emit.(trace.Started); ok {
				st.Question = req.Question
				s.emit = st
			}
			em.Emit(trace.Root, "", s.emit)
		default:
			em.Step(s.emit)
		}
	}
	return engine.Answer{}, nil
}

type fakeRecords struct{ engine.Records }

func (fakeRecords) Record(_ context.Context, id string) (engine.Record, error) {
	for _, r := range []engine.Record{tripRecord(), noteRecord(), hostileRecord()} {
		if r.DocID == id {
			return r, nil
		}
	}
	return engine.Record{}, fmt.Errorf("read record %q: %w", id, engine.ErrNotFound)
}

func (fakeRecords) Chunks(context.Context, []engine.ChunkKey) ([]engine.Chunk, error) {
	return nil, nil
}

type fakeSources struct{}

func (fakeSources) Sources(context.Context) ([]engine.SourceStatus, error) {
	return []engine.SourceStatus{
		{Name: "downtime", Kind: "downtime", Records: 34, FreshAsOf: clock0},
		{Name: "icms", Kind: "icms", Records: 21, FreshAsOf: time.Date(2024, 11, 2, 0, 0, 0, 0, time.UTC)},
		{Name: "teams", Kind: "teams", Records: 0, Errors: []string{"the folder cannot be read"}},
	}, nil
}

func (fakeSources) Count(context.Context, engine.Filter) (map[string]int, error) { return nil, nil }

func testOptions() Options {
	return Options{
		Title: "Test Ring", Now: fixedClock,
		Suggestions: []string{"why did the beam dump on 14 March?", "how is a circulator load inspected?"},
	}
}

func testDeps(scripts ...[]step) (Deps, *fakeAsker) {
	if len(scripts) == 0 {
		scripts = [][]step{tripScript()}
	}
	f := &fakeAsker{scripts: scripts, goOn: make(chan struct{})}
	return Deps{Asker: f, Records: fakeRecords{}, Sources: fakeSources{}}, f
}

// evil is text that would act on a terminal which prints it raw.
const evil = "\x1b]0;owned\x07\x1b[2J\x1b]52;c;aGk=\x07\u009b31m\u202eXEVIL\x1b]0;open"

func hostileRecord() engine.Record {
	return engine.Record{
		DocID: "x/evil", FileID: "evil" + evil, Collection: "x", Title: engine.Untrusted("title " + evil), Author: evil, System: evil,
		URL: "http://x/" + evil, Content: engine.Untrusted("before " + evil + "\nquote " + evil + "\rAFTER\nend"),
	}
}
