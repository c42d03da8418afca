package runner

import (
	"context"
	"time"

	"owl/engine/store"
)

// dry is a base that counts and keeps nothing.
type dry struct {
	known map[string]store.Hash
}

var _ Base = (*dry)(nil)

func (d *dry) AddSource(context.Context, store.Source) error { return nil }

func (d *dry) Known(context.Context, string) (map[string]store.Hash, error) { return d.known, nil }

func (d *dry) Apply(_ context.Context, _ string, batch store.Batch) (store.Applied, error) {
	done := store.Applied{Deleted: len(batch.Deletes)}
	for i, up := range batch.Upserts {
		if _, ok := d.known[up.Record.DocID]; ok {
			done.Changed++
		} else {
			done.Added++
		}
		done.Written = append(done.Written, i)
	}
	return done, nil
}

func (d *dry) Flush(context.Context) error { return nil }

func (d *dry) FinishRun(context.Context, string, time.Time, []string) error { return nil }
