package compose

import (
	"slices"
	"strings"

	"owl/engine"
	"owl/engine/terms"
	"owl/engine/text/token"
	"owl/engine/verify"
)

// Draft is an answer before its claims are checked.
type Draft struct {
	Chain     []Link // what happened, from the fault graph; it stands before all blocks
	Table     Table  // what is compared, side by side; it stands before the blocks and may be empty
	Blocks    []Block
	Relevance float64  // rho: how well the shown records cover the question, 0..1
	Complete  float64  // c: how much of the question they cover together, 0..1
	Unknown   float64  // share of the question's weight that no record of the index holds
	Missing   []string // words of the question that none of them holds, as typed
	Unmet     []string // those of them that name one thing: identifiers, values, dates
	Together  float64  // how well a place that holds all that must stand together covers the question, 0..1 of the best place
	Apart     []string // what no such place holds, as typed, when Together is too low to answer
}

// Block is one stretch of one record.
type Block struct {
	Record  engine.Record
	Section engine.Untrusted
	Claims  []Claim
	Part    Part
}

// Part says where in an answer a block stands.
type Part int

// The parts of an answer, in their order.
const (
	Lead Part = iota // a sentence or two that come nearest to an answer by themselves
	Main             // the stretches of records that are worth most
	More             // further ones, which unfold
)

// Claim is one unit of a block.
type Claim struct {
	verify.Claim
	kind      unitKind
	paragraph int
}

// Compose chooses what to show of the passages, which are ranked best first.
// The draft has no block when nothing fits the question.
func (m *Model) Compose(q Question, found []engine.Passage, weigh terms.Weigher) Draft {
	a := newAsked(q, weigh)
	if len(found) == 0 || len(a.terms) == 0 {
		return Draft{Missing: shownOf(a.terms)}
	}
	return a.compose(found, weigh, m)
}

func (a *asked) compose(found []engine.Passage, weigh terms.Weigher, m *Model) Draft {
	list, _ := a.newest(a.passages(found))
	a.judge(list, m)
	a.preferContacts(list)
	table := a.compared(list) // before the choice uses units up
	draft := a.draft(a.choose(list))
	if len(table.Rows) > 0 {
		draft = draft.withTable(table)
	}
	draft.Together, draft.Apart = a.apart(list)
	draft.Unknown = unknownShare(a.terms, weigh)
	return draft
}

func (a *asked) passages(found []engine.Passage) []*passage {
	var list []*passage
	for rank, p := range found[:min(len(found), a.limits.records)] {
		list = append(list, a.newPassage(p, rank, found[0].Score))
	}
	return list
}

func (a *asked) draft(main, more []stretch) Draft {
	draft := Draft{Blocks: a.lead(main)}
	var shown, all mark
	for i, s := range slices.Concat(main, more) {
		in := a.shows(s)
		draft.Relevance = max(draft.Relevance, a.cover(in.held))
		all = all.with(in)
		block := s.block()
		if block.Part = Main; i >= len(main) {
			block.Part = More
		} else {
			shown = all
		}
		draft.Blocks = append(draft.Blocks, block)
	}
	draft.Complete = a.cover(all.held)
	draft.Unmet = a.unmet(shown)
	for i, t := range a.terms {
		if a.weight(all.held, 1<<i) == 0 {
			draft.Missing = append(draft.Missing, t.Shown)
		}
	}
	return draft
}

// shows is what a stretch holds with its record's line.
func (a *asked) shows(s stretch) mark {
	in := s.header
	in.times |= a.timesOf(s.rec.Created)
	for u := s.from; u < s.to; u++ {
		in = in.with(s.marks[u])
	}
	return in
}

// unmet lists the identifiers, values, dates and times of the question that
// nothing of what is shown at once names.
func (a *asked) unmet(shown mark) []string {
	var out []string
	for i, t := range a.terms {
		if t.Hard && a.weight(shown.held, 1<<i) == 0 {
			out = append(out, t.Shown)
		}
	}
	for i, d := range a.closed {
		said := func(word string) bool { return strings.Contains(word, d.Phrase) || strings.Contains(d.Phrase, word) }
		if shown.times&(1<<i) == 0 && !slices.ContainsFunc(out, said) {
			out = append(out, d.Phrase)
		}
	}
	return out
}

// unknownShare compares with the weight of a token that nothing can hold.
func unknownShare(asked []terms.Term, weigh terms.Weigher) float64 {
	nowhere := weigh(token.Token{Text: "\x00"})
	var total, unknown float64
	for _, t := range asked {
		total += t.Weight
		if t.Weight >= nowhere {
			unknown += t.Weight
		}
	}
	return unknown / total
}

func (s stretch) block() Block {
	b := Block{Record: s.rec, Section: s.section(s.units[s.from].start)}
	for _, i := range s.head {
		b.Claims = append(b.Claims, s.claim(i))
	}
	for i := s.from; i < s.to; i++ {
		if s.units[i].kind == heading && strings.Contains(string(s.rec.Title)+"\n"+string(b.Section), headingText(s.text(i))) {
			continue // the lines above the block say it already
		}
		b.Claims = append(b.Claims, s.claim(i))
	}
	return b
}

func (s stretch) claim(i int) Claim {
	u := s.units[i]
	return Claim{
		Claim: verify.Claim{Text: s.text(i), DocID: s.rec.DocID, Start: u.start, End: u.end},
		kind:  u.kind, paragraph: u.paragraph,
	}
}

func shownOf(asked []terms.Term) []string {
	var out []string
	for _, t := range asked {
		out = append(out, t.Shown)
	}
	return out
}
