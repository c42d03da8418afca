package review

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"owl/bench/suite"
	"owl/engine"
)

const bench = `[
{"id":"a","query_type":"causal","source_collection":"bely","difficulty":"easy","question":"Why?","gold_answer":"So.","nuggets":[{"label":"vital","chain_role":"cause","text":"dry","doc_id":"log/1","quote":"was dry","start":12,"end":19}],"evidence":[{"doc_id":"log/1","grade":2}],"mine":7},
{"id":"b","query_type":"causal","source_collection":"bely","difficulty":"easy","question":"Who?","gold_answer":"He.","nuggets":[{"label":"vital","chain_role":"none","text":"x"}],"evidence":[{"doc_id":"log/1","grade":2}]}
]`

func file(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "q.json")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func load(t *testing.T, name string) *Review {
	t.Helper()
	r, err := Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func lookup(_ context.Context, id string) (engine.Record, error) {
	if id != "log/1" {
		return engine.Record{}, engine.ErrNotFound
	}
	return engine.Record{DocID: id, Content: "The bearing was dry."}, nil
}

func decide(t *testing.T, r *Review, place int, v Verdict, reason string, changed json.RawMessage) {
	t.Helper()
	if err := r.Decide(place, v, reason, changed, time.Unix(0, 0)); err != nil {
		t.Fatal(err)
	}
}

func TestDecisionsAreKeptAndTheLastOneCounts(t *testing.T) {
	name := file(t, bench)
	r := load(t, name)
	decide(t, r, 0, Rejected, "dull", nil)
	decide(t, r, 0, Accepted, "", nil)
	decide(t, r, 1, Rejected, "nobody asks this", nil)
	again := load(t, name)
	if again.Items[0].Verdict != Accepted || again.Items[1].Verdict != Rejected || again.Items[1].Reason != "nobody asks this" {
		t.Errorf("%+v", again.Counts())
	}
	data, err := os.ReadFile(DecisionsOf(name))
	if err != nil || bytes.Count(data, []byte("\n")) != 3 {
		t.Errorf("the history is not kept: %s %v", data, err)
	}
}

func TestAReviewGoesOnAfterALineThatWasCut(t *testing.T) {
	name := file(t, bench)
	decide(t, load(t, name), 0, Accepted, "", nil)
	whole, err := os.ReadFile(DecisionsOf(name))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(DecisionsOf(name), append(whole, `{"id":"b","verd`...), 0o600); err != nil {
		t.Fatal(err)
	}
	r := load(t, name)
	decide(t, r, 1, Rejected, "", nil)
	again := load(t, name)
	if again.Items[0].Verdict != Accepted || again.Items[1].Verdict != Rejected {
		t.Errorf("%+v", again.Counts())
	}
	if err := os.WriteFile(DecisionsOf(name), []byte("rubbish\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(name); !errors.Is(err, engine.ErrDamaged) {
		t.Errorf("rubbish: %v", err)
	}
}

func TestAnotherQuestionIsOpenAgain(t *testing.T) {
	name := file(t, bench)
	decide(t, load(t, name), 0, Accepted, "", nil)
	if err := os.WriteFile(name, []byte(strings.Replace(bench, "Why?", "How come?", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := load(t, name); r.Items[0].Verdict != Open {
		t.Error("a question that was changed is still accepted")
	}
}

func TestAChangeIsCheckedAndExported(t *testing.T) {
	name := file(t, bench)
	r := load(t, name)
	changed, err := r.Items[0].Reword("Why did the pump stop?")
	if err != nil {
		t.Fatal(err)
	}
	for why, c := range map[string]json.RawMessage{
		"":                      changed,
		"its id is another":     json.RawMessage(strings.Replace(string(changed), `"id":"a"`, `"id":"c"`, 1)),
		"question empty":        json.RawMessage(strings.Replace(string(changed), "Why did the pump stop?", "", 1)),
		"does not stand in":     json.RawMessage(strings.Replace(string(changed), "was dry", "was wet", 1)),
		"no JSON object":        json.RawMessage("{"),
		"nuggets[0]: not found": json.RawMessage(strings.Replace(string(changed), `"doc_id":"log/1","quote`, `"doc_id":"log/2","quote`, 1)),
	} {
		err := r.Items[0].Check(t.Context(), c, lookup)
		if (err == nil) != (why == "") || err != nil && !strings.Contains(err.Error(), why) {
			t.Errorf("%q: %v", why, err)
		}
	}
	if _, err := r.Export(filepath.Join(t.TempDir(), "none.json")); !errors.Is(err, ErrNoneAccepted) {
		t.Errorf("an export of nothing: %v", err)
	}
	decide(t, r, 0, Edited, "", changed)
	decide(t, r, 1, Rejected, "dull", nil)
	out := filepath.Join(t.TempDir(), "out.json")
	n, err := load(t, name).Export(out)
	if err != nil || n != 1 {
		t.Fatal(n, err)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	questions, err := suite.Parse(out, data)
	if err != nil || questions[0].Text != "Why did the pump stop?" || !bytes.Contains(data, []byte(`"mine": 7`)) || !bytes.Contains(data, []byte(`"reviewed": "edited"`)) {
		t.Errorf("%s %v", data, err)
	}
}
