package dense

import (
	"context"
	"errors"
	"fmt"

	"owl/engine"
	"owl/engine/dense/quant"
	"owl/engine/dense/segment"
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
)

// search ranks in the steps of the package comment.
func (sc *scratch) search(ctx context.Context, s *snapshot, f engine.Filter, k int) error {
	sc.resetBest(k)
	if k == 0 {
		return ctx.Err()
	}
	helpers := sc.help(workersFor(sc.plan(s, f)), spare*k)
	err := share(ctx, len(helpers), len(sc.blocks), func(worker, i int) error {
		return sc.scan(&helpers[worker], sc.blocks[i])
	})
	if err != nil {
		return err
	}
	if err := sc.begin(ctx, helpers, k); err != nil {
		return err
	}
	return share(ctx, len(helpers), len(sc.blocks), func(worker, i int) error {
		return sc.finish(&helpers[worker], sc.blocks[i])
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
		sc.rank(h, b, from, to)
	}
	fill(products[done:], out)
	return nil
}

// rank offers the rows from..to of a block to the helper.
func (sc *scratch) rank(h *helper, b block, from, to int) {
	g, base := &sc.gates[b.part], sc.bases[b.part]+b.from+from
	products, bound, worst := sc.productsOf(b)[from:to], g.high, h.worst()
	for i, step := range g.Segment.Steps(b.from+from, b.from+to) {
		if v := bound.At(products[i], step); v > worst {
			h.top.offer(newProspect(v, base+i))
			worst = h.worst()
		}
	}
}

// begin scores k rows that are likely to be the best: of the rows with the
// highest bounds those with the highest closer bounds.
func (sc *scratch) begin(ctx context.Context, helpers []helper, k int) error {
	h := &helpers[0]
	for _, other := range helpers[1:] {
		for _, p := range other.top.heap {
			h.top.offer(p)
		}
	}
	var likely top[prospect]
	likely.reset(k)
	for _, p := range h.top.heap {
		part, row := sc.at(p.place())
		if err := sc.multiplyLow(h, part, row, row+1); err != nil {
			return err
		}
		product := quant.Join(sc.products[p.place()], h.low[0])
		g := &sc.gates[part]
		likely.offer(newProspect(g.both.At(product, g.Segment.Step(row)), p.place()))
	}
	return share(ctx, len(helpers), len(likely.heap), func(worker, i int) error {
		place := likely.heap[i].place()
		part, row := sc.at(place)
		sc.products[place] = out
		return sc.score(&helpers[worker], part, row)
	})
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

// finish scores what else of a block can belong to the best.
func (sc *scratch) finish(h *helper, b block) error {
	products, steps := sc.productsOf(b), sc.gates[b.part].Segment.Steps(b.from, b.to)
	bound, reach := sc.gates[b.part].high, sc.reach()
	for i := 0; i < len(products); i++ {
		if bound.At(products[i], steps[i]) < reach || products[i] == out {
			continue
		}
		last := i
		for j := i + 1; j < len(products) && j-last <= gap; j++ {
			if bound.At(products[j], steps[j]) >= reach {
				last = j
			}
		}
		if err := sc.finishRun(h, b, i, last+1); err != nil {
			return err
		}
		i, reach = last, sc.reach()
	}
	return nil
}

// finishRun scores what can belong to the best of the rows from..to of a block.
func (sc *scratch) finishRun(h *helper, b block, from, to int) error {
	if err := sc.multiplyLow(h, b.part, b.from+from, b.from+to); err != nil {
		return err
	}
	bound, products := sc.gates[b.part].both, sc.productsOf(b)[from:to]
	for i, step := range sc.gates[b.part].Segment.Steps(b.from+from, b.from+to) {
		if products[i] == out || bound.At(quant.Join(products[i], h.low[i]), step) < sc.reach() {
			continue
		}
		if err := sc.score(h, b.part, b.from+from+i); err != nil {
			return err
		}
	}
	return nil
}
