package compose

import (
	"slices"

	"owl/engine"
	"owl/engine/verify"
)

// Draft is an answer before its claims are checked.
type Draft struct {
	Blocks    []Block
	Relevance float64  // rho: how well the shown records cover the question, 0..1
	Complete  float64  // c: how much of the question they cover together, 0..1
	Missing   []string // words of the question that none of them holds, as typed
}

// Block is one stretch of one record.
type Block struct {
	Record  engine.Record
	Section engine.Untrusted
	Claims  []Claim
}

// Claim is one unit of a block.
type Claim struct {
	verify.Claim
	kind      unitKind
	paragraph int
}

// Limits of an answer.
const (
	maxRecords = 12  // considered
	maxBlocks  = 4   // shown
	maxWords   = 340 // shown, all blocks together
)

// Compose chooses what to show of the passages, which are ranked best first.
// The draft has no block when nothing fits the question.
func Compose(question string, found []engine.Passage, weigh Weigher) Draft {
	terms := termsOf(question, weigh)
	if len(found) == 0 || len(terms) == 0 {
		return Draft{Missing: shownOf(terms)}
	}
	var options []option
	for _, p := range found[:min(len(found), maxRecords)] {
		passage := newPassage(p, found[0].Score)
		if w := passage.best(terms); w.to > 0 {
			options = append(options, newOption(passage, w, terms))
		}
	}
	return draftOf(choose(options, terms), terms)
}

// option is a stretch that could be shown.
type option struct {
	passage
	window
	in    set
	words int
	value float64
}

func newOption(p passage, w window, terms []term) option {
	o := option{passage: p, window: w, in: set{}}
	for i := w.from; i < w.to; i++ {
		o.words += p.words[i]
		for t := range p.sets[i] {
			o.in[t] = true
		}
	}
	o.value = coverage(terms, o.in, p.header, 0.7) * (0.5 + 0.5*p.rank)
	return o
}

// choose takes the best option first, then what is good and not a repetition.
func choose(options []option, terms []term) []option {
	slices.SortStableFunc(options, func(a, b option) int {
		switch {
		case a.value > b.value:
			return -1
		case a.value < b.value:
			return 1
		}
		return 0
	})
	var chosen []option
	words := 0
	for _, o := range options {
		if len(chosen) == maxBlocks || len(chosen) > 0 && (words+o.words > maxWords || o.value < 0.45*chosen[0].value) {
			continue
		}
		if slices.ContainsFunc(chosen, func(c option) bool { return repeats(c.in, o.in) }) {
			continue
		}
		chosen = append(chosen, o)
		words += o.words
	}
	return chosen
}

// repeats reports that two texts are nearly the same words (Jaccard).
func repeats(a, b set) bool {
	both := 0
	for t := range b {
		if a[t] {
			both++
		}
	}
	return float64(both) > 0.8*float64(len(a)+len(b)-both)
}

func draftOf(chosen []option, terms []term) Draft {
	all := set{}
	var draft Draft
	for _, o := range chosen {
		for t := range o.in {
			all[t] = true
		}
		for t := range o.header {
			all[t] = true
		}
		draft.Relevance = max(draft.Relevance, coverage(terms, o.in, o.header, 0.7))
		draft.Blocks = append(draft.Blocks, o.block())
	}
	draft.Complete = coverage(terms, all, nil, 0)
	for _, t := range terms {
		if !all[t.text] {
			draft.Missing = append(draft.Missing, t.shown)
		}
	}
	return draft
}

func (o option) block() Block {
	b := Block{Record: o.rec}
	for _, u := range o.units[o.from:o.to] {
		text := string(o.rec.Content[u.start:u.end])
		b.Claims = append(b.Claims, Claim{
			Claim: verify.Claim{Text: text, DocID: o.rec.DocID, Start: u.start, End: u.end},
			kind:  u.kind, paragraph: u.paragraph,
		})
	}
	return b
}

func shownOf(terms []term) []string {
	var out []string
	for _, t := range terms {
		out = append(out, t.shown)
	}
	return out
}
