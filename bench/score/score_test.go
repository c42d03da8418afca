package score

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"owl/bench/nuggets"
	"owl/bench/run"
	"owl/engine"
	"owl/engine/trace"
)

func TestEveryLayerOfAVariant(t *testing.T) {
	v := scored(t, good, Options{})
	if v.Name != "full" || len(v.Questions) != 3 || !slices.Equal(v.Missing, []string{"q4"}) {
		t.Fatalf("%s: %d questions, missing %v", v.Name, len(v.Questions), v.Missing)
	}
	want := map[string]struct {
		n    int
		mean float64
	}{
		"MRR@10": {2, 1}, "R@5": {2, 0.75}, "R@20": {2, 0.75}, // q1 finds both records, q2 one of two
		"NDCG@10":     {2, ((2+1/math.Log2(4))/(2+1/math.Log2(3)) + 2/(2+1/math.Log2(3))) / 2},
		StrictVital:   {2, 0.5}, // q1 both of two, q2 none of two
		StrictSuccess: {3, 2.0 / 3},
		"fault chain": {2, (2.0/3 + 0) / 2},
		Hallucination: {2, 0.25}, "supported by quote": {2, 0.75}, // one of q2's two claims
		"citation precision": {2, 1}, "citation recall": {2, 0.5}, "citation validity": {2, 1},
		"experts": {1, 1}, "procedure order": {1, 0.5},
		"abstention precision": {1, 1}, "abstention recall": {1, 1},
		"Acc": {0, 0}, StrictVital + " (judge)": {0, 0}, "EM": {2, 0},
	}
	figures := Figures(v.Questions, Bootstrap{Resamples: 200, Seed: 1})
	for _, f := range figures {
		w, ok := want[f.Metric]
		if ok && (f.N != w.n || math.Abs(f.Mean-w.mean) > 1e-12) {
			t.Errorf("%s: n %d, mean %v, want %v", f.Metric, f.N, f.Mean, w)
		}
		if f.N > 0 && (f.Interval[0] > f.Mean || f.Interval[1] < f.Mean) {
			t.Errorf("%s: %v outside of %v", f.Metric, f.Mean, f.Interval)
		}
	}
	if len(figures) != len(Metrics()) {
		t.Errorf("%d figures of %d metrics", len(figures), len(Metrics()))
	}
	if _, err := json.Marshal(v); err != nil {
		t.Error(err)
	}
}

func TestARunThatFailedSaysNothingAndAMissingOneDoesNotCount(t *testing.T) {
	v := scored(t, func(t *testing.T, dir string) {
		traces(t, dir, "q1", trace.FailedRun{Error: "disk on fire"})
		traces(t, dir, "q2", fused(1, "bely/1")) // no end
		traces(t, dir, "q3", fused(2, "bely/1"), answered("The klystron came by boat. [1]", "RFB"))
	}, Options{})
	if !slices.Equal(v.Unfinished, []string{"q2"}) || !slices.Equal(v.Missing, []string{"q2", "q4"}) || v.Questions[0].Outcome != Failed {
		t.Fatalf("%+v", v)
	}
	for name, want := range map[string]Figure{
		StrictVital: {N: 1}, "MRR@10": {N: 1}, "citation recall": {N: 1}, Hallucination: {N: 1, Mean: 1}, // of q3
		"abstention recall": {N: 1}, "abstention precision": {N: 0}, StrictSuccess: {N: 2},
	} {
		m, _ := FindMetric(name)
		if f := m.figure(v.Questions, Bootstrap{Resamples: 10}); f.N != want.N || f.Mean != want.Mean {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

func TestATraceThatIsTooShortGivesNoFigure(t *testing.T) {
	v := scored(t, func(t *testing.T, dir string) {
		good(t, dir)
		ids := []string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "bely/1"}
		traces(t, dir, "q2", fused(40, ids...), answered("x [1]", "RFB"))
	}, Options{})
	for name, short := range map[string]int{"MRR@10": 0, "R@10": 0, "R@20": 1} {
		m, _ := FindMetric(name)
		if f := m.figure(v.Questions, Bootstrap{Resamples: 10}); f.Short != short || (f.N == 0) != (short > 0) {
			t.Errorf("%s: %+v", name, f)
		}
	}
	if r := v.Questions[1].Retrieval; r.Depth != 10 || r.Whole || r.MRR10 != 0.1 {
		t.Errorf("%+v", r)
	}
}

func TestGroups(t *testing.T) {
	v := scored(t, good, Options{})
	groups := Groups(v.Questions, ByType, Bootstrap{Resamples: 10})
	if len(groups) != 3 || groups[0].Name != "causal" || groups[0].N != 1 {
		t.Fatalf("%+v", groups)
	}
	for _, by := range []By{ByCollection, ByDifficulty, BySplit} {
		if g := Groups(v.Questions, by, Bootstrap{Resamples: 10}); len(g) != 1 || g[0].N != 3 {
			t.Errorf("%+v", g)
		}
	}
}

// oracle judges by a table; what is not in it is unjudged.
type oracle struct {
	by  map[string]nuggets.Verdict
	err error
}

func (o oracle) Nugget(_ context.Context, _, nugget, _ string) (nuggets.Verdict, error) {
	return o.verdict(nugget), o.err
}

func (o oracle) Claim(_ context.Context, claim, evidence string) (nuggets.Verdict, error) {
	return o.verdict(claim + "|" + evidence), o.err
}

func (o oracle) verdict(of string) nuggets.Verdict {
	if v, ok := o.by[of]; ok {
		return v
	}
	return nuggets.Unjudged
}

func TestAJudgeIsCountedBesideTheMatcher(t *testing.T) {
	qs := questions()
	judge := oracle{by: map[string]nuggets.Verdict{
		qs[0].Nuggets[0].Text: nuggets.Partial,
		qs[0].Gold:            nuggets.Support,
		qs[1].Gold:            nuggets.None,
		"RFB tripped at 02:47.|" + "\n\nRFB tripped at 02:47.":                   nuggets.Support,
		"Pigs flew over the hall.|" + "\n\nChanged to basket 2 by June Tavares.": nuggets.None,
	}}
	v := scored(t, good, Options{Judge: judge})
	for name, want := range map[string]struct {
		n    int
		mean float64
	}{
		StrictVital + " (judge)": {2, 0}, "vital recall (judge)": {2, 0.5}, // one nugget judged in each
		Hallucination + " (judge)": {2, 0.5}, "Acc": {2, 0.5}, StrictVital: {2, 0.5},
	} {
		m, _ := FindMetric(name)
		if f := m.figure(v.Questions, Bootstrap{Resamples: 10}); f.N != want.n || math.Abs(f.Mean-want.mean) > 1e-12 {
			t.Errorf("%s: %+v, want %+v", name, f, want)
		}
	}
	if j := v.Questions[0].Judged; j.Recall.Vital.Unjudged != 1 || j.Claims.Unjudged != 1 {
		t.Errorf("%+v", j)
	}
	a, err := Agree(v.Verdicts(ByMatcher), v.Verdicts(ByJudge), Bootstrap{Resamples: 100})
	if err != nil || a.N != 2 || a.Share != 0 {
		t.Errorf("%+v, %v", a, err)
	}
	runs := run.Folder{Runs: map[string]trace.State{"q1": {Answer: &engine.Answer{Text: "x"}, Ended: trace.KindAnswer}}}
	if _, err := Score(t.Context(), qs, runs, Options{Lookup: lookup, Judge: oracle{err: errors.New("no route")}}); err == nil || !strings.Contains(err.Error(), "q1") {
		t.Errorf("a judge that cannot be asked: %v", err)
	}
}

func TestAgreement(t *testing.T) {
	s, p, n, u := nuggets.Support, nuggets.Partial, nuggets.None, nuggets.Unjudged
	a := Verdicts{"q1": {s, n, p, u}, "q2": {s, n}, "q3": {n}}
	b := Verdicts{"q1": {s, n, p, s}, "q2": {s, n, p}, "q9": {n}}
	got, err := Agree(a, b, Bootstrap{Resamples: 200, Seed: 3})
	if err != nil || got.N != 5 || got.Questions != 2 || got.Kappa != 1 || got.Share != 1 || got.Interval != [2]float64{1, 1} {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := Agree(a, Verdicts{}, Bootstrap{}); err == nil {
		t.Error("raters without a common nugget agree")
	}
}

func TestScoringNeedsRecordsAndSurvivesAFault(t *testing.T) {
	if _, err := Score(t.Context(), questions(), run.Folder{}, Options{}); !errors.Is(err, engine.ErrUsage) {
		t.Errorf("%v", err)
	}
	runs := run.Folder{Runs: map[string]trace.State{"q1": {Answer: &engine.Answer{Text: "x [1]", Citations: []engine.Citation{{N: 1}}}}}}
	for name, broken := range map[string]func(context.Context, string) (engine.Record, error){
		"an error": func(context.Context, string) (engine.Record, error) {
			return engine.Record{}, errors.New("disk on fire")
		},
		"a panic": func(context.Context, string) (engine.Record, error) { panic("index out of range") },
	} {
		if _, err := Score(t.Context(), questions(), runs, Options{Lookup: broken}); err == nil || !strings.Contains(err.Error(), "question q1") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
