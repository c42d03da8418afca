package text

import (
	"slices"

	"owl/engine/text/token"
)

// phrase is a list of terms at fixed distances.
type phrase []phraseTerm

type phraseTerm struct {
	*queryTerm
	offset uint32 // position in the phrase
}

// phrase returns the phrase that the tokens make.
func (p *planner) phrase(tokens []token.Token) phrase {
	var made phrase
	for _, t := range tokens {
		made = append(made, phraseTerm{p.lookup(t.Text), uint32(t.Pos)})
	}
	return made
}

// bitmap is a set of documents of one segment.
type bitmap []uint64

func newBitmap(docs int) bitmap { return make(bitmap, (docs+63)/64) }

func (b bitmap) has(doc int) bool { return b[doc/64]>>(doc%64)&1 != 0 }

func (b bitmap) add(doc int) { b[doc/64] |= 1 << (doc % 64) }

// match returns the documents of segment i that hold the phrase. The error
// wraps engine.ErrDamaged.
func (p phrase) match(s *snapshot, i int) (bitmap, error) {
	seg := s.segments[i].Segment
	matches := newBitmap(seg.Docs())
	docs := p.candidates(i, seg.Docs())
	if len(docs) == 0 {
		return matches, nil
	}
	starts := make([][]uint32, len(docs)) // where the phrase may start, by candidate
	var list []uint32
	for n, t := range p {
		lists := t.found[i].Lists()
		for d, doc := range docs {
			if n > 0 && len(starts[d]) == 0 {
				continue
			}
			place, _ := t.found[i].Place(doc)
			if list = lists.Read(list[:0], place); list == nil {
				return nil, damaged(seg, "positions are cut off")
			}
			starts[d] = keep(starts[d], list, t.offset, n == 0)
		}
	}
	for d, doc := range docs {
		if len(starts[d]) > 0 {
			matches.add(doc)
		}
	}
	return matches, nil
}

// candidates returns the documents of segment i that hold every term.
func (p phrase) candidates(i, docs int) []int {
	rarest := slices.MinFunc(p, func(a, b phraseTerm) int {
		return len(a.found[i].Postings) - len(b.found[i].Postings)
	})
	var all []int
	for _, posting := range rarest.found[i].Postings {
		doc := int(posting.Doc())
		if doc < docs && !slices.ContainsFunc(p, func(t phraseTerm) bool { _, ok := t.found[i].Place(doc); return !ok }) {
			all = append(all, doc)
		}
	}
	return all
}

// keep returns the starts that agree with a term at the listed positions; the
// first term sets them.
func keep(starts, list []uint32, offset uint32, first bool) []uint32 {
	if first {
		for _, pos := range list {
			if pos >= offset {
				starts = append(starts, pos-offset)
			}
		}
		return starts
	}
	return slices.DeleteFunc(starts, func(start uint32) bool {
		_, ok := slices.BinarySearch(list, start+offset)
		return !ok
	})
}
