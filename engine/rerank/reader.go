package rerank

import (
	"context"
	"runtime"

	"owl/engine/parallel"
	"owl/engine/text/token"
)

// Reader reads the texts of candidates, and keeps what it read until Forget, so
// that to compare them twice costs little more than once. Words that it has met
// cost little for good. It is not safe for concurrent use.
type Reader struct {
	workers []*worker
	of      map[string]int // the worker that read a record, by doc_id
	next    int            // the worker that reads the next one
}

// maxWorkers bounds the goroutines of a reader; each has a memory of words.
const maxWorkers = 4

// NewReader returns a reader that uses all processors, but at most four.
func NewReader() *Reader {
	r := &Reader{of: map[string]int{}}
	for range min(runtime.GOMAXPROCS(0), maxWorkers) {
		r.workers = append(r.workers, &worker{tokens: token.NewTokenizer(), others: map[string]uint32{}, read: map[string]*content{}})
	}
	return r
}

// Forget drops what was read of candidates; words are kept.
func (r *Reader) Forget() {
	clear(r.of)
	for _, w := range r.workers {
		w.forget()
	}
}

// Tokens calls yield for each token of a text, with the words that the reader
// knows.
func (r *Reader) Tokens(text string, yield func(token.Token) bool) {
	r.workers[0].tokens.Each(text, yield)
}

// each calls do for each candidate with its text, from as many goroutines as
// there are workers. At is the place of each term that is looked for.
func (r *Reader) each(ctx context.Context, candidates []Candidate, at map[string]int, do func(w *worker, i int, t *content)) error {
	mine := make([][]int, len(r.workers))
	for i, c := range candidates {
		n := r.assign(c)
		mine[n] = append(mine[n], i)
	}
	return parallel.Each(ctx, len(r.workers), len(r.workers), func(_, n int) error {
		w := r.workers[n]
		texts := make([]*content, len(mine[n]))
		for k, i := range mine[n] {
			texts[k] = w.text(candidates[i])
		}
		w.mark(at) // after all words are known
		for k, i := range mine[n] {
			if err := ctx.Err(); err != nil {
				return err
			}
			do(w, i, texts[k])
		}
		return nil
	})
}

// assign gives a candidate to the worker that has read it, or to the next one.
func (r *Reader) assign(c Candidate) int {
	if n, ok := r.of[c.Record.DocID]; ok {
		return n
	}
	n := r.next % len(r.workers)
	r.of[c.Record.DocID] = n
	r.next++
	return n
}

// worker reads the texts of some candidates. Normal forms of words are numbered:
// those that the tokenizer remembers by their symbols, others above these.
type worker struct {
	tokens *token.Tokenizer
	others map[string]uint32
	words  []word // of all that was read
	read   map[string]*content
	place  []uint8 // of a form among the terms that are looked for, from 1; 0 for none
}

// word is a token of a text: its normal form and its place.
type word struct {
	form uint32
	pos  int32
}

// piece is a stretch of a worker's words.
type piece struct{ from, to int }

func (w *worker) forget() {
	clear(w.others)
	clear(w.read)
	w.words = w.words[:0]
}

// piece reads a text on its own.
func (w *worker) piece(text string) piece {
	from := len(w.words)
	w.tokens.Each(text, func(t token.Token) bool {
		form := uint32(w.tokens.Symbol())
		if form == 0 {
			form = w.other(t.Text)
		}
		w.words = append(w.words, word{form, int32(t.Pos)})
		return true
	})
	return piece{from, len(w.words)}
}

func (w *worker) other(text string) uint32 {
	form, ok := w.others[text]
	if !ok {
		form = token.MaxSymbols + uint32(len(w.others))
		w.others[text] = form
	}
	return form
}

// mark notes the forms of the terms that are looked for.
func (w *worker) mark(at map[string]int) {
	n := token.MaxSymbols + len(w.others)
	if cap(w.place) < n {
		w.place = make([]uint8, n)
	}
	w.place = w.place[:n]
	clear(w.place)
	for text, i := range at {
		for _, symbol := range w.tokens.SymbolsOf(text) {
			w.place[symbol] = uint8(i + 1)
		}
		if form, ok := w.others[text]; ok {
			w.place[form] = uint8(i + 1)
		}
	}
	w.place[0] = 0 // the symbol of what is not remembered
}

// in returns the terms that a piece holds, and the pairs of neighbours in the
// question that stand close together in it.
func (w *worker) in(p piece) (f found, pairs uint64) {
	last, pos := -2, int32(0)
	for _, word := range w.words[p.from:p.to] {
		i := int(w.place[word.form]) - 1
		switch {
		case i < 0:
		case i >= 2*maxTerms:
			f.telling |= 1 << (i - 2*maxTerms)
		case i >= maxTerms:
			f.related |= 1 << (i - maxTerms)
		default:
			f.asked |= 1 << i
			if i == last+1 && word.pos-pos <= pairDistance {
				pairs |= 1 << last
			}
			last, pos = i, word.pos
		}
	}
	return f, pairs
}
