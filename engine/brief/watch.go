package brief

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"

	"owl/engine"
	"owl/engine/graph"
	"owl/engine/prose"
	"owl/engine/query/names"
)

// Sentences of so many bytes are shown as something to watch.
const (
	leastWatch = 16
	mostWatch  = 320
)

// enough is the weight from which a sentence asks for attention.
const enough = 2

// cues are the words by which a crew tells the next one what is left: with the
// weight of each.
type cue struct {
	words  *regexp.Regexp
	weight int
}

func cues() []cue {
	return []cue{
		{regexp.MustCompile(`(?i)\b(watch(ing)?\b|keep an eye|follow[- ]?up|to[- ]?do\b|standing order|not (yet )?(solved|fixed|understood)|can happen again|come back|next (shift|crew)|hand(ed)? over to|open (point|item)|remains? open|waiting for)`), 2},
		{regexp.MustCompile(`(?i)\b(there is no|no (clean )?spare|temporar(y|ily)|by-?pass(ed)?|masked|shelved|disabled|jumper(ed)?|out of service|if .{3,60} again)\b`), 2},
		{regexp.MustCompile(`(?i)\b(until|pending|still|tomorrow|tonight|this morning|please|must not|do not|don't|nobody|call .{2,30} first|due|planned|scheduled|will (come|look|change|replace|check))\b`), 1},
	}
}

// aHandover finds entries by which a crew hands over.
var aHandover = regexp.MustCompile(`(?i)\b(hand[- ]?over|shift (summary|brief|report))\b`)

// watch lists what the records of the span ask the next crew to look after, that of
// a hand-over first and then the newest.
func (m *maker) watch(context.Context) error {
	type found struct {
		Item
		weight int
	}
	var all []found
	marks := cues()
	for _, r := range m.list {
		if !event(r) && r.Collection != engine.WorkOrder {
			continue
		}
		item := Item{At: r.Created, Head: r.Title, DocID: r.DocID}
		most := 0
		for _, p := range m.asks(r, marks) {
			item.Parts, most = append(item.Parts, p.Part), max(most, p.weight)
			item.PVs = append(item.PVs, pvs(string(p.Text))...)
		}
		if len(item.Parts) > 0 {
			all = append(all, found{item, most})
		}
	}
	slices.SortStableFunc(all, func(a, b found) int { return cmp.Or(cmp.Compare(b.weight, a.weight), b.At.Compare(a.At)) })
	s := Section{Title: "To watch and follow up"}
	for _, f := range all {
		s.Items = append(s.Items, f.Item)
	}
	m.add(s, mostItems)
	return nil
}

// asked is words that ask for attention.
type asked struct {
	Part
	weight int
}

// asks lists what of a record asks for attention: fields that are named so, and
// sentences with enough cues. Those of a hand-over need fewer.
func (m *maker) asks(r engine.Record, marks []cue) []asked {
	var out []asked
	extra := 0
	if aHandover.MatchString(string(r.Title)) {
		extra = 1
	}
	text := string(r.Content)
	for _, at := range append(askingFields(text), prose.Sentences(text)...) {
		said := text[at.Start:at.End]
		weight := weigh(said, marks)
		if at.Len() < leastWatch || at.Len() > mostWatch || weight == 0 || weight+extra < enough || strings.HasSuffix(said, "?") {
			continue
		}
		if p, ok := m.part("", r.DocID, at); ok {
			out = append(out, asked{p, weight + extra})
		}
	}
	return out
}

// askingFields finds the lines that are named by what they ask, such as "Watch:".
func askingFields(text string) []graph.Span {
	var out []graph.Span
	for _, at := range asking.FindAllStringIndex(text, -1) {
		out = append(out, prose.Trim(text, graph.Span{Start: at[0], End: at[1]}))
	}
	return out
}

var asking = regexp.MustCompile(`(?im)^(watch|to[- ]?do|follow[- ]?up|open|pending|next( shift)?|remaining|standing order|plan): .+$`)

func weigh(text string, marks []cue) int {
	sum := 0
	for _, c := range marks {
		if c.words.MatchString(text) {
			sum += c.weight
		}
	}
	return sum
}

func pvs(text string) []string {
	var out []string
	for _, n := range names.Find(text) {
		if n.Kind == names.PV && !slices.Contains(out, n.Text) {
			out = append(out, n.Text)
		}
	}
	return out
}
