package kb

import (
	"context"
	"fmt"

	"owl/engine"
	"owl/engine/graph"
	"owl/engine/graph/assist"
	"owl/engine/graph/extract"
	"owl/engine/store"
)

// Learn has a language model read the records that are about faults, beside the
// rules, the newest first; again also those that were read before. The lock is only
// held while what was learned is written. See assist.Run.
func (b *Base) Learn(ctx context.Context, r *assist.Reader, again bool, budget assist.Budget, progress func(assist.Report)) (assist.Report, error) {
	if _, err := b.Graph(ctx); err != nil { // every record has a sheet then, as far as this process may write
		return assist.Report{}, err
	}
	x, err := b.graph.extractor()
	if err != nil {
		return assist.Report{}, err
	}
	return assist.Run(ctx, r, shelf{b, x, again}, budget, progress)
}

// shelf is the records of a base. It implements assist.Shelf.
type shelf struct {
	base  *Base
	rules *extract.Extractor
	again bool
}

func (s shelf) Due(ctx context.Context, stamp string) ([]int64, error) {
	return s.base.store.Unlearned(ctx, stamp, s.again)
}

func (s shelf) Items(ctx context.Context, rows []int64) ([]assist.Item, error) {
	list, err := s.base.store.ToLearn(ctx, rows)
	if err != nil {
		return nil, err
	}
	var out []assist.Item
	for _, u := range list {
		sheet, err := graph.DecodeSheet(u.Sheet)
		if err != nil {
			return nil, err
		}
		out = append(out, assist.Item{Record: u.Record, Faulty: sheet.Fault != nil, Key: u})
	}
	return out, nil
}

func (s shelf) Keep(ctx context.Context, stamp string, items []assist.Item) error {
	var list []store.Learned
	for _, item := range items {
		u, ok := item.Key.(store.Unlearned)
		if !ok {
			return fmt.Errorf("keep what was learned of %s: it is of another shelf", item.Record.DocID)
		}
		body, err := item.Learned.Encode()
		if err != nil {
			return err
		}
		sheet := s.rules.Extract(u.Record)
		assist.Merge(s.rules, u.Record, &sheet, item.Learned)
		list = append(list, store.Learned{Row: u.Row, Hash: u.Hash, Stamp: stamp, Body: body, Sheet: sheet.Encode()})
	}
	return s.base.home.withWriter(ctx, func(w *store.Writer) error { return w.PutLearned(ctx, list) })
}

// withLearned adds to the sheets of records what a model once read in them.
func withLearned(ctx context.Context, w *store.Writer, x *extract.Extractor, records map[int64]engine.Record, sheets map[int64]*graph.Sheet) error {
	rows := make([]int64, 0, len(records))
	for row := range records {
		rows = append(rows, row)
	}
	learned, err := w.LearnedOf(ctx, rows)
	if err != nil {
		return err
	}
	for row, body := range learned {
		l, err := assist.DecodeLearned(body)
		if err != nil {
			return err
		}
		assist.Merge(x, records[row], sheets[row], l)
	}
	return nil
}
