package report

import (
	"strings"
	"testing"
	"time"

	"owl/bench/run"
	"owl/bench/score"
	"owl/bench/suite"
	"owl/engine"
	"owl/engine/trace"
)

func questions() []suite.Question {
	nuggets := []suite.Nugget{{Label: suite.Vital, Role: suite.Cause, Text: "the controller lost power"}, {Label: suite.Okay, Role: suite.NoRole, Text: "sector 4"}}
	return []suite.Question{
		{ID: "a", Type: "causal", Text: "Why a?", Answerable: true, Nuggets: nuggets, Evidence: []suite.Evidence{{DocID: "d1", Grade: suite.Primary}, {DocID: "d2", Grade: suite.Supporting}}},
		{ID: "b", Type: "factual", Text: "What b?", Answerable: true, Nuggets: nuggets, Evidence: []suite.Evidence{{DocID: "d3", Grade: suite.Primary}}},
		{ID: "c", Type: "factual", Text: "Who c?"},
	}
}

// ran is a run that found these documents and cited these.
func ran(text string, abstained bool, found, cited []string) trace.State {
	var s trace.State
	emit := trace.NewEmitter("r", func() time.Time { return time.Unix(1, 0) }, func(e trace.Event) { s = trace.Reduce(s, e) })
	var top []trace.Ranked
	for _, id := range found {
		top = append(top, trace.Ranked{DocID: id})
	}
	emit.Emit(trace.Root, "", trace.Started{Question: "q"})
	emit.Step(trace.Fused{Records: len(found), Top: top})
	a := engine.Answer{Text: text, Abstained: abstained, Timings: map[string]float64{"total": 3}}
	for i, id := range cited {
		a.Citations = append(a.Citations, engine.Citation{N: i + 1, DocID: id, Verified: true})
	}
	emit.Emit(trace.Root, "", trace.Answered{Answer: a})
	return s
}

func folder(name string, runs map[string]trace.State) run.Folder {
	return run.Folder{Manifest: run.Manifest{Variant: run.Variant{Name: name}, Questions: 3}, Runs: runs}
}

func measureAll(t *testing.T, asked []suite.Question, folders ...run.Folder) []Variant {
	t.Helper()
	rec := engine.Record{DocID: "d1", Title: "GV4", Content: "The valve closed because the controller lost power."}
	out, err := Measure(t.Context(), asked, folders, map[string]engine.Record{"d1": rec}, Graders{})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestBuildMakesTablesInTheReferencesLayout(t *testing.T) {
	worse := map[string]trace.State{"a": ran("x", false, []string{"x"}, nil), "b": ran("x", false, []string{"x"}, nil)}
	better := map[string]trace.State{"a": ran("The controller lost power.", false, []string{"d1"}, nil), "b": ran("The controller lost power.", false, []string{"d3"}, nil)}
	in := Input{Questions: questions(), Bootstrap: score.Bootstrap{Resamples: 200}}
	in.Variants = measureAll(t, in.Questions, folder("naive", worse), folder("full", better), folder("-loop", worse))
	r, err := Build(in)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, table := range r.Tables {
		names = append(names, table.Name)
		for _, row := range table.Rows {
			if len(row.Cells) != len(table.Columns) {
				t.Errorf("%s, %s: %d cells for %d columns", table.Name, row.Name, len(row.Cells), len(table.Columns))
			}
		}
	}
	if got := strings.Join(names, "; "); !strings.HasPrefix(got, "Systems; Answers; Operations; At once; Lexical proxies; By type of question: strict vital recall; ") ||
		!strings.HasSuffix(got, "full against naive; -loop against full") {
		t.Errorf("tables: %s", got)
	}
	systems := r.Tables[0]
	if strings.Join(systems.Columns, " ") != "strict vital recall hallucination Acc F1 MRR@10 NDCG@10 R@5 R@10 R@20" {
		t.Errorf("columns %q", systems.Columns)
	}
	if got := systems.Rows[1].Cells; got[0].main() != "100.0" || got[8].main() != "75.0" || got[4].main() != "100.0" || got[0].N != 2 {
		t.Errorf("full: %+v", got)
	}
	last := r.Tables[len(r.Tables)-1]
	if c := last.Rows[0].Cells; c[0].main() != "100.0" || c[1].main() != "0.0" || c[2].main() != "-100.0" || c[2].interval() != "-100.0 to -100.0" {
		t.Errorf("-loop against full: %+v", c)
	}
	if c := last.Rows[0].Cells; strings.Join(last.Columns[3:], ", ") != "p, p Bonferroni, p Holm, p BH" || c[3].Text == "" || c[4].Text < c[5].Text || c[5].Text < c[6].Text || c[6].Text < c[3].Text {
		t.Errorf("p-values: %q %+v", last.Columns, c)
	}
	if len(r.Questions) != 2 || len(r.Questions[0].Answers) != 3 || r.Questions[0].Answers[1].Evidence[0].Rank != 1 || r.Questions[0].Answers[1].Nuggets[0].Verdict != "support" {
		t.Errorf("questions: %+v", r.Questions)
	}
}
