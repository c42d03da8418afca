package dense

import (
	"math/bits"
	"slices"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/dense/quant"
	"owl/engine/dense/segment"
)

// gate decides which rows of one segment may be ranked.
type gate struct {
	segment.Input
	high, both   quant.Bound // of the rows' scores
	collections  []bool      // by place in the segment's list; nil lets all through
	systems      []bool
	since, until instant
}

// instant is a time as segments compare it.
type instant struct {
	set     bool
	seconds int64
	nanos   uint32
}

func instantOf(t time.Time) instant { return instant{!t.IsZero(), t.Unix(), uint32(t.Nanosecond())} }

// newGate makes the gate of a segment; open is false when nothing can pass.
func newGate(in segment.Input, f engine.Filter) (g gate, open bool) {
	g = gate{Input: in, since: instantOf(f.Since), until: instantOf(f.Until)}
	first, last := in.Segment.Dates()
	if g.since.set && last < g.since.seconds || g.until.set && first > g.until.seconds {
		return g, false
	}
	g.collections = chosen(in.Segment.Collections(), f.Collections)
	g.systems = chosen(in.Segment.Systems(), f.Systems)
	for _, names := range [][]bool{g.collections, g.systems} {
		if names != nil && !slices.Contains(names, true) {
			return g, false
		}
	}
	return g, true
}

// chosen says for each name whether it is wanted, compared without case. It is
// nil when all are.
func chosen[S ~string](names []string, wanted []S) []bool {
	if len(wanted) == 0 {
		return nil
	}
	ok := make([]bool, len(names))
	for i, name := range names {
		ok[i] = slices.ContainsFunc(wanted, func(w S) bool { return strings.EqualFold(string(w), name) })
	}
	if !slices.Contains(ok, false) {
		return nil
	}
	return ok
}

// admit says which of the rows from..to may be ranked: bit i of the words, lowest
// first, is row from+i. It means the same as engine.Filter.Admits. from must be a
// multiple of 64.
func (g *gate) admit(words []uint64, from, to int) {
	for i := range words {
		base := from + 64*i
		word := ^g.Deletes.Word(base / 64)
		if rest := to - base; rest < 64 {
			word &= 1<<rest - 1
		}
		if g.collections != nil || g.systems != nil || g.since.set || g.until.set {
			word = g.sift(word, base)
		}
		words[i] = word
	}
}

// sift keeps those of the rows from base on that pass the filter.
func (g *gate) sift(word uint64, base int) uint64 {
	for left := word; left != 0; left &= left - 1 {
		if i := bits.TrailingZeros64(left); !g.passes(base + i) {
			word &^= 1 << i
		}
	}
	return word
}

func (g *gate) passes(row int) bool {
	s := g.Segment
	if g.collections != nil && !g.collections[s.CollectionOf(row)] || g.systems != nil && !g.systems[s.SystemOf(row)] {
		return false
	}
	if g.since.set && s.CompareCreated(row, g.since.seconds, g.since.nanos) < 0 {
		return false
	}
	return !g.until.set || s.Dated(row) && s.CompareCreated(row, g.until.seconds, g.until.nanos) < 0
}

// nextRun returns the first run of ones in words at or after bit at: its first
// bit and the one after its last. Without one both are the number of bits.
func nextRun(words []uint64, at int) (from, to int) {
	from = nextBit(words, at, 0)
	return from, nextBit(words, from, ^uint64(0))
}

// nextBit returns the first bit at or after at that differs from those of flip.
func nextBit(words []uint64, at int, flip uint64) int {
	for i := at / 64; i < len(words); i++ {
		word := words[i] ^ flip
		if i == at/64 {
			word &= ^uint64(0) << (at % 64)
		}
		if word != 0 {
			return 64*i + bits.TrailingZeros64(word)
		}
	}
	return 64 * len(words)
}
