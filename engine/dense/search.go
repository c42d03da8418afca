package dense

import (
	"context"
	"errors"
	"fmt"

	"owl/engine"
	"owl/engine/dense/quant"
	"owl/engine/dense/segment"
	"owl/engine/parallel"
)

// Search returns at most k hits among the chunks that pass the filter, best
// first, equal scores in key order. Score is the cosine; the vector need not be
// of unit length, but of as many elements as those of the model, and not zero.
func (x *Index) Search(ctx context.Context, vector []float32, f engine.Filter, k int) (hits []engine.Hit, err error) {
	s, err := x.acquire()
	if err != nil {
		return nil, fmt.Errorf("search vectors: %w", err)
	}
	defer func() { err = errors.Join(err, s.leave()) }()
	sc := x.scratch.Get().(*scratch)
	defer x.scratch.Put(sc)
	if err := segment.Normalise(sc.unit, vector); err != nil {
		return nil, fmt.Errorf("search vectors: %w: %w", engine.ErrUsage, err)
	}
	sc.query, sc.kernel = x.coder.Query(sc.unit), x.kernel
	if err := sc.search(ctx, s, f, max(0, min(k, s.live))); err != nil {
		return nil, fmt.Errorf("search vectors: %w", err)
	}
	return sc.hits(), nil
}

const (
	// spare is how many times k rows are looked at closely to find k good ones.
	spare = 2
	// gap is how many rows are read although nothing is expected of them, rather
	// than to start anew behind them.
	gap = 8
	// listed is how many rows of a list are scored in a go.
	listed = 8
)

// search ranks in the steps of the package comment.
func (sc *scratch) search(ctx context.Context, s *snapshot, f engine.Filter, k int) error {
	sc.resetBest(k)
	if k == 0 {
		return ctx.Err()
	}
	helpers := sc.help(workersFor(sc.plan(s, f)), spare*k)
	err := parallel.Each(ctx, len(helpers), len(sc.blocks), func(worker, i int) error {
		return sc.scan(&helpers[worker], sc.blocks[i])
	})
	if err != nil {
		return err
	}
	if err := sc.begin(&helpers[0], helpers[1:], k); err != nil {
		return err
	}
	lists := (len(sc.likely.list) + listed - 1) / listed
	return parallel.Each(ctx, len(helpers), lists+len(sc.blocks), func(worker, i int) error {
		if i < lists {
			return sc.finishListed(&helpers[worker], sc.likely.list[i*listed:])
		}
		return sc.finish(&helpers[worker], sc.blocks[i-lists])
	})
}

// plan makes the gates and blocks, and returns the number of rows in them.
func (sc *scratch) plan(s *snapshot, f engine.Filter) (rows int) {
	sc.gates, sc.blocks, sc.bases = sc.gates[:0], sc.blocks[:0], sc.bases[:0]
	for _, p := range s.parts {
		g, open := newGate(p.Input, f)
		if !open {
			continue
		}
		center, radius := p.Segment.Center()
		shift := dot(sc.unit, center)
		g.high, g.both = sc.query.High(shift, float64(radius)), sc.query.Both(shift, float64(radius))
		sc.gates, sc.bases = append(sc.gates, g), append(sc.bases, rows)
		for from := 0; from < p.Segment.Rows(); from += blockRows {
			sc.blocks = append(sc.blocks, block{len(sc.gates) - 1, from, min(from+blockRows, p.Segment.Rows())})
		}
		rows += p.Segment.Rows()
	}
	if cap(sc.products) < rows {
		sc.products = make([]int32, rows)
	}
	sc.products = sc.products[:rows]
	return rows
}

// scan multiplies the high halves of the codes of a block, and offers the rows to
// the helper.
func (sc *scratch) scan(h *helper, b block) error {
	g, products := &sc.gates[b.part], sc.productsOf(b)
	words := h.words[:(len(products)+63)/64]
	g.admit(words, b.from, b.to)
	done := 0
	for from, to := nextRun(words, 0); from < len(products); from, to = nextRun(words, to) {
		rows, err := g.Segment.High(b.from+from, b.from+to)
		if err != nil {
			return err
		}
		fill(products[done:from], out)
		done = to
		sc.kernel.Dots(products[from:to], rows, sc.query)
	}
	fill(products[done:], out)
	steps := g.Segment.Steps(b.from, b.to)
	sc.kernel.Above(words, products, steps, g.high, h.sieve.worst())
	for i := nextBit(words, 0, 0); i < len(products); i = nextBit(words, i+1, 0) {
		if products[i] != out {
			h.sieve.offer(newProspect(g.high.At(products[i], steps[i]), sc.bases[b.part]+b.from+i))
		}
	}
	return nil
}

// begin looks closely at the rows with the highest bounds. It lists the k of them
// whose codes promise the best scores, the lowest of which the best k reach.
func (sc *scratch) begin(h *helper, others []helper, k int) error {
	for _, other := range others {
		for _, p := range other.sieve.list {
			h.sieve.offer(p)
		}
	}
	sc.likely.reset(k)
	for _, p := range h.sieve.best() {
		part, row := sc.at(p.place())
		if err := sc.multiplyLow(h, part, row, row+1); err != nil {
			return err
		}
		g, product := &sc.gates[part], quant.Join(sc.products[p.place()], h.low[0])
		sc.likely.offer(newProspect(g.both.Below(product, g.Segment.Step(row)), p.place()))
	}
	list := sc.likely.best()
	sc.raise(sc.likely.worst())
	for _, p := range list {
		sc.products[p.place()] = out // finish leaves it to finishListed
	}
	return nil
}

// finishListed scores the first rows of a list. They come before all others,
// because the best of them make most of these drop out.
func (sc *scratch) finishListed(h *helper, list []prospect) error {
	for _, p := range list[:min(listed, len(list))] {
		part, row := sc.at(p.place())
		if err := sc.score(h, part, row); err != nil {
			return err
		}
	}
	return nil
}

// multiplyLow multiplies the low halves of the codes of the rows from..to.
func (sc *scratch) multiplyLow(h *helper, part, from, to int) error {
	rows, err := sc.gates[part].Segment.Low(from, to)
	if err != nil {
		return err
	}
	sc.kernel.Dots(h.low[:to-from], rows, sc.query)
	return nil
}

// finish scores what of a block can belong to the best.
func (sc *scratch) finish(h *helper, b block) error {
	g, products := &sc.gates[b.part], sc.productsOf(b)
	words := h.words[:(len(products)+63)/64]
	sc.kernel.Above(words, products, g.Segment.Steps(b.from, b.to), g.high, sc.reach())
	for i := nextBit(words, 0, 0); i < len(products); {
		end, next := i+1, nextBit(words, i+1, 0)
		for next < len(products) && next-end < gap {
			end, next = next+1, nextBit(words, next+1, 0)
		}
		if err := sc.finishRun(h, b, i, end); err != nil {
			return err
		}
		i = next
	}
	return nil
}

// finishRun scores what can belong to the best of the rows from..to of a block.
func (sc *scratch) finishRun(h *helper, b block, from, to int) error {
	if err := sc.multiplyLow(h, b.part, b.from+from, b.from+to); err != nil {
		return err
	}
	g, products := &sc.gates[b.part], sc.productsOf(b)[from:to]
	for i, step := range g.Segment.Steps(b.from+from, b.from+to) {
		if products[i] == out || g.both.At(quant.Join(products[i], h.low[i]), step) < sc.reach() {
			continue
		}
		if err := sc.score(h, b.part, b.from+from+i); err != nil {
			return err
		}
	}
	return nil
}
