package compose

import (
	"cmp"
	"slices"
	"strings"

	"owl/engine"
	"owl/engine/terms"
	"owl/engine/text/token"
	"owl/engine/verify"
)

// Draft is an answer before its claims are checked.
type Draft struct {
	Blocks    []Block
	Relevance float64  // rho: how well the shown records cover the question, 0..1
	Complete  float64  // c: how much of the question they cover together, 0..1
	Unknown   float64  // share of the question's weight that no record of the index holds
	Missing   []string // words of the question that none of them holds, as typed
	Unmet     []string // those of them that name one thing: identifiers, values, dates
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
	perRecord  = 3   // stretches of one record
	maxBlocks  = 4   // shown
	maxWords   = 360 // chosen, all stretches together
	gapWords   = 60  // filled between two stretches of a record
)

// Compose chooses what to show of the passages, which are ranked best first.
// The draft has no block when nothing fits the question.
func Compose(question string, found []engine.Passage, weigh terms.Weigher) Draft {
	asked := terms.Of(question, weigh)
	if len(found) == 0 || len(asked) == 0 {
		return Draft{Missing: shownOf(asked)}
	}
	var options []option
	for _, p := range found[:min(len(found), maxRecords)] {
		passage := newPassage(p)
		for _, w := range passage.windows(asked, perRecord) {
			options = append(options, newOption(passage, w))
		}
	}
	draft := draftOf(choose(options, asked, weigh), asked)
	draft.Unknown = unknownShare(asked, weigh)
	return draft
}

// option is a stretch that could be shown.
type option struct {
	passage
	window
	in    terms.Set
	words int
}

func newOption(p passage, w window) option {
	o := option{passage: p, window: w, in: terms.Set{}}
	for i := w.from; i < w.to; i++ {
		o.words += p.words[i]
		o.in.Add(p.sets[i])
	}
	return o
}

// choose takes what is best by itself and adds most to what is already chosen,
// until the answer is long enough.
func choose(options []option, asked []terms.Term, weigh terms.Weigher) []option {
	var chosen []option
	all, words, first := terms.Set{}, 0, 0.0
	var related []terms.Term
	for len(chosen) < maxBlocks {
		next, value := -1, 0.0
		for i, o := range options {
			v := o.score + newShare*gain(asked, all, o.in) + relatedShare*terms.Coverage(related, o.in, o.header, 1)
			if v > value && (words == 0 || words+o.words <= maxWords && v >= weakest*first) {
				next, value = i, v
			}
		}
		if next < 0 {
			break
		}
		first = max(first, value)
		o := options[next]
		options = slices.Delete(options, next, next+1)
		if slices.ContainsFunc(chosen, func(c option) bool { return repeats(c.in, o.in) }) {
			continue
		}
		if len(chosen) == 0 {
			related = tellingTerms(o.in, weigh)
		}
		chosen = append(chosen, o)
		words += o.words
		all.Add(o.in)
	}
	return chosen
}

// Records of one event share names that the question does not know: the station,
// the strainer, the door. A stretch that shares the first one's relatedTerms most
// telling tokens gets relatedShare of that coverage on top. On development
// questions over the demo this showed a fifth more of the vital quotes.
const (
	relatedShare = 0.4
	relatedTerms = 12
)

func tellingTerms(in terms.Set, weigh terms.Weigher) []terms.Term {
	var out []terms.Term
	for t := range in {
		out = append(out, terms.Term{Text: t, Weight: weigh(token.Token{Text: t})})
	}
	slices.SortFunc(out, func(a, b terms.Term) int {
		if a.Weight != b.Weight {
			return cmp.Compare(b.Weight, a.Weight)
		}
		return cmp.Compare(a.Text, b.Text)
	})
	return out[:min(len(out), relatedTerms)]
}

// newShare is what covering a word that nothing chosen covers counts beside the
// stretch's own score.
const newShare = 0.5

// weakest is the share of the first stretch's value below which another one is
// not worth its place.
const weakest = 0.35

// gain is the share of the asked' weight that in adds to all.
func gain(asked []terms.Term, all, in terms.Set) float64 {
	both := terms.Set{}
	both.Add(all, in)
	return terms.Coverage(asked, both, nil, 0) - terms.Coverage(asked, all, nil, 0)
}

// repeats reports that two texts are nearly the same words (Jaccard).
func repeats(a, b terms.Set) bool {
	both := 0
	for t := range b {
		if a[t] {
			both++
		}
	}
	return float64(both) > 0.8*float64(len(a)+len(b)-both)
}

func draftOf(chosen []option, asked []terms.Term) Draft {
	all := terms.Set{}
	var draft Draft
	for _, o := range byRecord(chosen) {
		all.Add(o.in, o.header)
		draft.Relevance = max(draft.Relevance, terms.Coverage(asked, o.in, o.header, headerShare))
		draft.Blocks = append(draft.Blocks, o.block())
	}
	draft.Complete = terms.Coverage(asked, all, nil, 0)
	for _, t := range asked {
		if all[t.Text] {
			continue
		}
		draft.Missing = append(draft.Missing, t.Shown)
		if t.Hard {
			draft.Unmet = append(draft.Unmet, t.Shown)
		}
	}
	return draft
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

// byRecord brings the stretches of a record together, in the record's own
// order, where its best one stood.
func byRecord(chosen []option) []option {
	first := map[string]int{}
	for i, o := range chosen {
		if _, known := first[o.rec.DocID]; !known {
			first[o.rec.DocID] = i
		}
	}
	sorted := slices.Clone(chosen)
	slices.SortStableFunc(sorted, func(a, b option) int {
		if d := first[a.rec.DocID] - first[b.rec.DocID]; d != 0 {
			return d
		}
		return a.from - b.from
	})
	return joined(sorted)
}

// joined fills small gaps between the stretches of a record: a reader is misled
// by what was left out of the middle sooner than bored by it.
func joined(sorted []option) []option {
	var out []option
	for _, o := range sorted {
		if len(out) > 0 && out[len(out)-1].reaches(o) {
			last := out[len(out)-1]
			out[len(out)-1] = newOption(last.passage, window{last.from, o.to, max(last.score, o.score)})
			continue
		}
		out = append(out, o)
	}
	return out
}

// reaches reports that only a few words of the same record stand between the
// end of o and the beginning of next.
func (o option) reaches(next option) bool {
	if o.rec.DocID != next.rec.DocID {
		return false
	}
	gap := 0
	for i := o.to; i < next.from; i++ {
		gap += o.passage.words[i]
		if !o.adjoins(i) || o.units[i].kind == heading {
			return false
		}
	}
	return gap <= gapWords && o.adjoins(next.from) && o.units[next.from].kind != heading
}

func (o option) block() Block {
	b := Block{Record: o.rec, Section: o.section(o.units[o.from].start)}
	for _, u := range o.units[o.from:o.to] {
		text := string(o.rec.Content[u.start:u.end])
		if u.kind == heading && strings.Contains(string(o.rec.Title), headingText(text)) {
			continue // the line above the block says it already
		}
		b.Claims = append(b.Claims, Claim{
			Claim: verify.Claim{Text: text, DocID: o.rec.DocID, Start: u.start, End: u.end},
			kind:  u.kind, paragraph: u.paragraph,
		})
	}
	return b
}

func shownOf(asked []terms.Term) []string {
	var out []string
	for _, t := range asked {
		out = append(out, t.Shown)
	}
	return out
}
