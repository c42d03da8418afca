package retrieval

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
)

func TestReadingNamesTheLine(t *testing.T) {
	for in, want := range map[string]string{
		`{"_id":"1","text":"a"}` + "\n{": "line 2",
		`{"text":"a"}`:                   `field "_id": missing`,
		`{"_id":"1","text":" "}`:         `field "text": missing`,
		`{"_id":"1","text":"a"}` + "\n\n" + `{"_id":"1","text":"b"}`: "line 3: query \"1\" stands here again",
	} {
		if _, err := ReadQueries(strings.NewReader(in)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", in, err, want)
		}
	}
	for in, want := range map[string]string{
		"1\ta\n":           "line 1: has 2 fields",
		"1\ta\t1\n2\tb\tx": "line 2: grade \"x\"",
	} {
		if _, err := ReadQrels(strings.NewReader(in)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", in, err, want)
		}
	}
}

func TestQrelsWithHeadAndInTrecForm(t *testing.T) {
	for _, in := range []string{"query-id\tcorpus-id\tscore\n7\ta\t2\n7\tb\t0\n", "7 0 a 2\n7 0 b 0\n"} {
		qrels, err := ReadQrels(strings.NewReader(in))
		if err != nil || len(qrels) != 1 || qrels["7"]["a"] != 2 || qrels["7"]["b"] != 0 {
			t.Errorf("%q gave %v, %v", in, qrels, err)
		}
	}
}

func TestRunScoresJudgedQueries(t *testing.T) {
	search := func(_ context.Context, query string, _ int) ([]string, error) { return strings.Fields(query), nil }
	queries := []Query{{"1", "x a"}, {"2", "b"}, {"3", "never judged"}, {"4", "nothing relevant"}}
	scores, err := Run(t.Context(), search, queries, Qrels{"1": {"a": 1}, "2": {"b": 1}, "4": {"c": 0}})
	if err != nil || len(scores) != 2 {
		t.Fatalf("%v, %v", scores, err)
	}
	r := Summarise(scores, Index{Seconds: 1, Chunks: 2})
	if r.MRR10 != 0.75 || r.Recall5 != 1 || r.Queries != 2 {
		t.Errorf("report = %+v", r)
	}
	data, err := json.Marshal(r)
	if err != nil || !strings.HasPrefix(string(data), `{"queries":2,"mrr@10":0.75,"ndcg@10":`) || !strings.HasSuffix(string(data), `"index":{"seconds":1,"chunks":2}}`) {
		t.Errorf("%s, %v", data, err)
	}
	if _, err := Run(t.Context(), search, queries, Qrels{}); err == nil {
		t.Error("a run without judgments succeeded")
	}
}
