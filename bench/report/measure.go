package report

import (
	"context"
	"fmt"
	"runtime"

	"owl/bench/faith"
	"owl/bench/judge"
	"owl/bench/run"
	"owl/bench/score"
	"owl/bench/suite"
	"owl/engine"
)

// Graders are who gives verdicts beside the matcher and the check in code; each
// may be nil.
type Graders struct {
	Judge  judge.Judge
	Second judge.Judge // to be compared with the first
	NLI    faith.NLI
}

// Measure scores the runs of every variant, by their traces and the records that
// were kept with them.
func Measure(ctx context.Context, questions []suite.Question, folders []run.Folder, kept map[string]engine.Record, by Graders) ([]Variant, error) {
	options := score.Options{
		Workers: runtime.GOMAXPROCS(0), Judge: by.Judge, NLI: by.NLI,
		Lookup: func(_ context.Context, id string) (engine.Record, error) {
			rec, ok := kept[id]
			if !ok {
				return engine.Record{}, fmt.Errorf("record %s: %w", id, engine.ErrNotFound)
			}
			return rec, nil
		},
	}
	out := make([]Variant, 0, len(folders))
	for _, f := range folders {
		scored, err := score.Score(ctx, questions, f, options)
		if err != nil {
			return nil, err
		}
		v := Variant{Folder: f, Scored: scored}
		if by.Second != nil {
			second := options
			second.Judge, second.NLI = by.Second, nil
			other, err := score.Score(ctx, questions, f, second)
			if err != nil {
				return nil, err
			}
			v.Second = other.Verdicts(score.ByJudge)
		}
		out = append(out, v)
	}
	return out, nil
}
