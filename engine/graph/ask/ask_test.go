package ask

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"owl/engine"
	"owl/engine/graph/extract"
	"owl/engine/graph/resolve"
	"owl/engine/query/when"
	"owl/engine/tools"
)

// shelf is the records of a test.
type shelf map[string]engine.Record

func (s shelf) Record(_ context.Context, id string) (engine.Record, error) {
	for _, r := range s {
		if r.DocID == id || r.FileID == id {
			return r, nil
		}
	}
	return engine.Record{}, engine.ErrNotFound
}

func (s shelf) RecordsOf(_ context.Context, ids []string) ([]engine.Record, error) {
	var out []engine.Record
	for _, id := range ids {
		if r, ok := s[id]; ok {
			out = append(out, r)
		}
	}
	return out, nil
}

func (shelf) Linked(context.Context, []string) ([]engine.Chunk, error)          { return nil, nil }
func (shelf) Chunks(context.Context, []engine.ChunkKey) ([]engine.Chunk, error) { return nil, nil }
func (shelf) Places(context.Context, []engine.ChunkKey) ([]engine.Chunk, error) { return nil, nil }

func day(s string) time.Time {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		panic(err)
	}
	return t.Add(5 * time.Hour)
}

// source is three records of two faults of one supply, and one of another thing.
func source(t *testing.T) Source {
	t.Helper()
	x, err := extract.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	r, records := resolve.New(x.Gazetteer()), shelf{}
	for i, rec := range []engine.Record{
		{Title: "Q7 supply tripped", Author: "Ada Byrne", Created: day("2024-10-08"), Content: "Supply Q7 tripped at 02:14, beam lost. Reset did not help."},
		{Title: "Q7 supply trip, cause found", Author: "Ada Byrne", Created: day("2024-10-09"), Content: "Q7 supply trip was caused by a clogged water filter. Replaced the filter."},
		{Title: "Q7 supply tripped again", Author: "Bo Lind", Created: day("2025-03-01"), Content: "Q7 supply tripped, beam lost. Caused by a loose connector. Replaced the connector."},
		{Title: "GV-12 valve stuck", Author: "Cy Dorn", Created: day("2025-03-01"), Content: "GV-12 stuck closed. Caused by a broken limit switch. Replaced the switch."},
	} {
		rec.DocID, rec.FileID, rec.Collection, rec.System = fmt.Sprint("log/", i+1), fmt.Sprint("LOG_", i+1), engine.Logbook, "Magnets"
		records[rec.DocID] = rec
		r.Put(x.Extract(rec))
	}
	return Source{Graph: r.Graph(), Records: records, Calendar: when.Calendar{Now: day("2026-01-01")}}
}

func TestATimeInTheWordsPicksTheFaultsOfThen(t *testing.T) {
	s := source(t)
	for words, want := range map[string]string{
		"Q7":                          "Q7 supply tripped again",
		"Q7 2024-10-08":               "Q7 supply tripped",
		"beam lost in October 2024":   "Q7 supply tripped",
		"Q7 trip on 1 March 2025":     "Q7 supply tripped again",
		"stuck valve on 2025-03-01":   "GV-12 valve stuck",
		"LOG_1":                       "Q7 supply tripped",
		"Q7 between 2024-10 and 2025": "Q7 supply tripped",
	} {
		found, err := s.Chains(t.Context(), words, 1)
		if err != nil || len(found.Chains) != 1 || !strings.HasPrefix(string(found.Chains[0].Fault), want) || found.Note != "" {
			t.Errorf("%s: %+v %q, %v", words, found.Chains, found.Note, err)
		}
	}
	found, err := s.Chains(t.Context(), "Q7 2024-12-01", 1)
	if err != nil || len(found.Chains) != 1 || !strings.Contains(found.Note, "no such fault of that time (2024-12-01) is known") || !strings.HasPrefix(string(found.Chains[0].Fault), "Q7 supply trip") {
		t.Errorf("%+v, %v", found, err)
	}
	// A fault of that day which only shares a common word is not the one of Q7.
	if found, err := s.Chains(t.Context(), "GV-12 tripped on 2024-10-08", 1); err != nil || len(found.Chains) != 1 || !strings.HasPrefix(string(found.Chains[0].Fault), "GV-12") || found.Note == "" {
		t.Errorf("%+v, %v", found, err)
	}
	// XK-9 is not in the graph, but something tripped that day.
	if found, err := s.Chains(t.Context(), "XK-9 tripped on 2024-10-08", 1); err != nil || len(found.Chains) != 1 || found.Note != "" {
		t.Errorf("%+v, %v", found, err)
	}
	if all, err := s.Chains(t.Context(), "2025-03-01", 9); err != nil || len(all.Chains) != 2 {
		t.Errorf("%+v, %v", all, err)
	}
	for _, words := range []string{"zebra", "zebra 2025-03-01", "2020-01-01"} {
		var none *NothingError
		if _, err := s.Chains(t.Context(), words, 1); !errors.As(err, &none) || !errors.Is(err, engine.ErrNotFound) {
			t.Errorf("%s: %v", words, err)
		}
	}
}

func TestEveryStatementHasItsWords(t *testing.T) {
	s := source(t)
	found, err := s.Chains(t.Context(), "LOG_2", 1)
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]string{}
	for _, st := range found.Chains[0].Claims {
		said[st.Role] = string(st.Quote)
		if rec, err := s.Records.Record(t.Context(), st.DocID); err != nil || rec.Content[st.Start:st.End] != st.Quote || st.Date == "" {
			t.Errorf("%+v", st)
		}
	}
	if !strings.Contains(said["cause"], "clogged water filter") || !strings.Contains(said["resolved by"], "Replaced the filter") {
		t.Errorf("%v", said)
	}
}

// call calls the tool as an answer would.
func call(t *testing.T, args string) (map[string]any, tools.Envelope) {
	t.Helper()
	s := source(t)
	r, err := tools.NewRegistry(tools.Limits{}, Tool(func(context.Context) (Source, error) { return s, nil }))
	if err != nil {
		t.Fatal(err)
	}
	e := r.Call(t.Context(), "graph_search", json.RawMessage(args))
	var out map[string]any
	if err := json.Unmarshal(e.Result, &out); err != nil {
		t.Fatal(err)
	}
	return out, e
}

func TestTheToolAnswersEveryOperation(t *testing.T) {
	for args, want := range map[string]string{
		`{"operation":"chain","words":"Q7 2024-10-08"}`:                                     "clogged water filter",
		`{"operation":"near","words":"Q7","limit":5}`:                                       `"near":[{"role":`,
		`{"operation":"path","words":"LOG_1","to":"LOG_2"}`:                                 `"steps":[{"role":`,
		`{"operation":"recurrence","words":"Q7"}`:                                           `"days_between":[1,143]`,
		`{"operation":"expert","words":"who knows the Q7 supply?"}`:                         "Ada Byrne",
		`{"operation":"query","cypher":"MATCH (f:Fault)-[r:CAUSED_BY]->(x) RETURN x, r"}`:   `"quote":"caused by a clogged water filter"`,
		`{"operation":"query","cypher":"MATCH (f:Fault) RETURN count(*) AS n"}`:             `"columns":["n"]`,
		`{"operation":"chain","words":"zebra"}`:                                             `"note":"nothing in the fault graph is called \"zebra\""`,
		`{"operation":"query","cypher":"MATCH (f:Person) RETURN f.name, f.doc_id LIMIT 1"}`: `log/`,
	} {
		_, e := call(t, args)
		if e.Err != nil || !strings.Contains(string(e.Result), want) {
			t.Errorf("%s: %s %v", args, e.Result, e.Err)
		}
	}
	if _, e := call(t, `{"operation":"chain","words":"Q7 2024-10-08"}`); len(e.Found) != 2 || e.Found[0].Record.Content == "" {
		t.Errorf("found %+v", e.Found)
	}
}

func TestTheToolRefusesWhatItCannotUnderstand(t *testing.T) {
	for args, want := range map[string]string{
		`{}`:                                                                `"operation" is missing`,
		`{"operation":"drop","words":"x"}`:                                  "want one of chain, near, path",
		`{"operation":"chain"}`:                                             "operation chain needs words",
		`{"operation":"path","words":"Q7"}`:                                 "operation path needs to",
		`{"operation":"chain","words":"Q7","to":"x"}`:                       "operation chain has no use for to",
		`{"operation":"chain","words":"Q7","limit":11}`:                     "at most 10",
		`{"operation":"query","cypher":"MATCH (n) DETACH DELETE n"}`:        "DETACH is refused",
		`{"operation":"query","words":"Q7"}`:                                "operation query has no use for words",
		`{"operation":"query","cypher":"MATCH (n) RETURN n.password"}`:      `no property "password"`,
		`{"operation":"expert","words":"` + strings.Repeat("x", 501) + `"}`: "501 characters",
	} {
		if _, e := call(t, args); !errors.Is(e.Err, tools.ErrArguments) || !strings.Contains(e.Error, want) {
			t.Errorf("%s: %q", args, e.Error)
		}
	}
}

func TestResultsAreBounded(t *testing.T) {
	many := Chains{}
	for range 40 {
		c := Chain{Claims: []Statement{}}
		for range 40 {
			c.Claims = append(c.Claims, Statement{Role: "cause", Quote: engine.Untrusted(strings.Repeat("µ", 400))})
			c.Occurrences = append(c.Occurrences, Occurrence{Title: "x"})
		}
		c.Occurrences = append(c.Occurrences, c.Occurrences...)
		many.Chains = append(many.Chains, c)
	}
	op := operation{run: func(_ context.Context, _ Source, _ args, limit int) (result, error) {
		return Chains{Chains: many.Chains[:limit]}, nil
	}}
	found, err := op.fitting(t.Context(), Source{}, args{}, 40)
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(found)
	if err != nil || len(data) > mostBytes {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	c, ok := found.(Chains)
	if !ok || len(c.Chains) < 2 || len(c.Chains[0].Claims) != mostOfRole || len(c.Chains[0].Occurrences) != mostOften || len(c.Chains[0].Claims[0].Quote) > mostQuote {
		t.Errorf("%d chains", len(c.Chains))
	}
	if len(many.Chains[0].Claims[0].Quote) != 800 {
		t.Error("the graph's own quotes were cut")
	}
}
