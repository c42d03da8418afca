package report

import (
	"context"
	"fmt"
	"runtime"

	"owl/bench/judge"
	"owl/bench/run"
	"owl/bench/score"
	"owl/bench/suite"
	"owl/engine"
)

// Measure scores the runs of every variant, by their traces and the records that
// were kept with them. The judge may be nil.
func Measure(ctx context.Context, questions []suite.Question, folders []run.Folder, kept map[string]engine.Record, j judge.Judge) ([]Variant, error) {
	options := score.Options{
		Workers: runtime.GOMAXPROCS(0), Judge: j,
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
		out = append(out, Variant{Folder: f, Scored: scored})
	}
	return out, nil
}
