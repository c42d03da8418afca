package compose

import (
	"math/bits"

	"owl/engine/query/facet"
	"owl/engine/query/when"
	"owl/engine/terms"
	"owl/engine/text/token"
)

// asked is a question made ready to be compared with many texts.
type asked struct {
	Question
	terms  []terms.Term
	total  float64
	at     map[string]int // place of a normal form in terms
	others []other
	piece  map[string]uint64 // pieces of the others, by normal form
	tokens *token.Tokenizer
	closed []when.Range // of the times that it names
	parts  []part       // of the question; at least one when there are terms
	wants  kinds
	limits limits
}

// other is another text for a term: all its pieces must be there.
type other struct {
	term   int
	pieces uint64
	weight float64
}

// part is one thing that the question asks for.
type part struct {
	terms uint64
	total float64
	wants kinds
}

// maxBits bounds what is compared: sets are the bits of a word.
const maxBits = 64

// held is the terms of the question that a text holds: as typed, and as pieces
// of other words for them.
type held struct{ terms, pieces uint64 }

func (h held) with(o held) held { return held{h.terms | o.terms, h.pieces | o.pieces} }

func newAsked(q Question, weigh terms.Weigher) *asked {
	a := &asked{Question: q, at: map[string]int{}, piece: map[string]uint64{}, tokens: token.NewTokenizer(), closed: closed(q.Dates), limits: defaults()}
	a.terms = terms.Of(q.Text, weigh)
	a.terms = a.terms[:min(len(a.terms), maxBits)]
	for i, t := range a.terms {
		a.at[t.Text] = i
		a.total += t.Weight
	}
	for _, o := range q.Other {
		a.addOther(o)
	}
	for _, f := range q.Facets {
		a.addPart(f)
	}
	if len(a.parts) == 0 {
		a.parts = []part{{terms: 1<<len(a.terms) - 1, total: a.total}}
	}
	return a
}

func (a *asked) addOther(o Other) {
	var pieces uint64
	for _, t := range token.Stated(o.Text) {
		if t.Kind == token.Part || t.Kind == token.Word && token.IsStop(t.Text) {
			continue
		}
		if a.piece[t.Text] == 0 {
			if len(a.piece) == maxBits {
				return
			}
			a.piece[t.Text] = 1 << len(a.piece)
		}
		pieces |= a.piece[t.Text]
	}
	for _, t := range token.Stated(o.Term) {
		if i, known := a.at[t.Text]; known && pieces != 0 {
			a.others = append(a.others, other{i, pieces, o.Weight})
		}
	}
}

func (a *asked) addPart(f facet.Facet) {
	var p part
	for _, t := range token.Stated(f.Text) {
		if i, known := a.at[t.Text]; known && p.terms&(1<<i) == 0 {
			p.terms |= 1 << i
			p.total += a.terms[i].Weight
		}
	}
	p.wants = kindsOf(f.Wants)
	a.wants |= p.wants
	if p.terms != 0 {
		a.parts = append(a.parts, p)
	}
}

// weight is how much of the question's weight a text holds.
func (a *asked) weight(h held, among uint64) float64 {
	sum := 0.0
	for rest := h.terms & among; rest != 0; rest &= rest - 1 {
		sum += a.terms[bits.TrailingZeros64(rest)].Weight
	}
	seen := h.terms
	for _, o := range a.others {
		if bit := uint64(1) << o.term; h.pieces&o.pieces == o.pieces && bit&among&^seen != 0 {
			seen |= bit
			sum += o.weight * a.terms[o.term].Weight
		}
	}
	return sum
}

const everything = ^uint64(0)

// cover is the share of the question that a text holds, 0..1.
func (a *asked) cover(h held) float64 {
	if a.total == 0 {
		return 0
	}
	return a.weight(h, everything) / a.total
}

// coverPart is the share of the best covered part of the question.
func (a *asked) coverPart(h held) float64 {
	best := 0.0
	for _, p := range a.parts {
		best = max(best, a.weight(h, p.terms)/p.total)
	}
	return best
}
