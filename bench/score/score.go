package score

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/sync/errgroup"

	"owl/bench/faith"
	"owl/bench/judge"
	"owl/bench/nuggets"
	"owl/bench/run"
	"owl/bench/suite"
	"owl/engine"
)

// Options say how runs are scored.
type Options struct {
	Lookup  faith.Lookup // of the records that are cited
	Judge   judge.Judge  // nil: by the matcher alone
	NLI     faith.NLI    // nil: claims by the check in code alone
	Workers int          // questions at the same time; less than 1 is 1
}

// Variant is a variant with its scored questions.
type Variant struct {
	Name       string     `json:"variant"`
	Questions  []Question `json:"questions"`  // in the order of the suite
	Missing    []string   `json:"missing"`    // ids of the suite without a trace
	Unfinished []string   `json:"unfinished"` // ids whose trace does not come to its end
}

// Score scores the runs of a variant on the questions of a suite. It ends with
// the first question that cannot be scored, because a record cannot be read or
// the judge cannot be asked.
func Score(ctx context.Context, questions []suite.Question, runs run.Folder, opts Options) (Variant, error) {
	v := Variant{Name: runs.Manifest.Variant.Name, Unfinished: runs.Unfinished}
	if opts.Lookup == nil {
		return Variant{}, fmt.Errorf("score %s: a lookup of records is needed: %w", v.Name, engine.ErrUsage)
	}
	var asked []suite.Question
	for _, q := range questions {
		if _, ok := runs.Runs[q.ID]; ok {
			asked = append(asked, q)
		} else {
			v.Missing = append(v.Missing, q.ID)
		}
	}
	v.Questions = make([]Question, len(asked))
	s := scorer{matcher: nuggets.NewMatcher(), opts: opts}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(1, opts.Workers))
	for i, q := range asked {
		group.Go(func() (err error) {
			defer func() {
				if p := recover(); p != nil {
					err = errors.Join(err, fmt.Errorf("score question %s: internal fault: %v", q.ID, p))
				}
			}()
			v.Questions[i], err = s.question(ctx, q, runs.Runs[q.ID])
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return Variant{}, fmt.Errorf("score %s: %w", v.Name, err)
	}
	return v, nil
}
