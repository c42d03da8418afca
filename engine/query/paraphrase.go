package query

import (
	"fmt"
	"slices"
	"strings"

	"owl/engine/lexicon"
	"owl/engine/query/facet"
	"owl/engine/query/names"
	"owl/engine/trace"
)

// maxParaphrases is how many there are at most.
const maxParaphrases = 5

// paraphrases puts the question in other words: acronyms written out, its parts
// by themselves, without the words that only ask, with synonyms.
func (b *builder) paraphrases() string {
	p := phrasings{question: normal(b.text)}
	p.add(b.spelt(), "acronyms written out")
	if len(b.out.Facets) > 1 {
		for i, f := range b.out.Facets[:min(len(b.out.Facets), maxParaphrases)] {
			p.add(b.inContext(i, f), "one part of the question")
		}
	}
	p.all = p.all[:min(len(p.all), maxParaphrases-2)] // the next two are worth more than the last parts
	p.add(facet.Content(b.text), "without the words that only ask")
	p.add(b.swapped(), "with synonyms")
	b.out.Paraphrases = p.all
	var said []string
	for _, x := range p.all {
		said = append(said, fmt.Sprintf("%q (%s)", x.Text, x.Why))
	}
	return listed("also searched: ", said)
}

// phrasings are paraphrases that differ from each other and from the question.
type phrasings struct {
	question string // in normal form
	all      []Paraphrase
}

// add takes a paraphrase unless it is empty, one too many or says the same words
// as the question or another one.
func (p *phrasings) add(text, why string) bool {
	form := normal(text)
	if len(p.all) >= maxParaphrases || form == "" || form == p.question ||
		slices.ContainsFunc(p.all, func(x Paraphrase) bool { return normal(x.Text) == form }) {
		return false
	}
	p.all = append(p.all, Paraphrase{text, why})
	return true
}

// phrasings are those that there are, to add to.
func (u Understanding) phrasings() phrasings {
	text, _ := head(u.Query.Text)
	return phrasings{question: normal(text), all: slices.Clone(u.Paraphrases)}
}

func normal(text string) string { return strings.Join(lexicon.Stems(text), " ") }

// maxContext is how many words a part takes over from the rest of the question.
const maxContext = 8

// inContext is a part of the question with what it is about: the identifiers of
// the question, and the words of the first part and of what stands before it.
func (b *builder) inContext(i int, f Facet) string {
	text := facet.Content(f.Text)
	have := map[string]bool{}
	for _, w := range strings.Fields(text) {
		have[normal(w)] = true
	}
	add := func(word string) {
		if s := normal(word); s != "" && !have[s] {
			have[s] = true
			text += " " + word
		}
	}
	for _, n := range b.out.Identifiers {
		if n.Kind != names.Flag {
			add(n.Text)
		}
	}
	about := b.out.Facets[0].Text
	if at := strings.Index(b.text, about); at > 0 {
		about = b.text[:at] + " " + about
	}
	if i == 0 {
		about = strings.TrimSuffix(about, f.Text)
	}
	words := strings.Fields(facet.Content(about))
	for _, w := range words[:min(len(words), maxContext)] {
		add(w)
	}
	return text
}

// swapped is the question with a synonym in the place of each term that has one.
func (b *builder) swapped() string {
	var edits []edit
	for _, m := range b.meet() {
		at := slices.IndexFunc(b.out.Synonyms, func(s Synonym) bool { return s.Term == m.term })
		if at >= 0 {
			edits = append(edits, edit{m.start, m.end, b.out.Synonyms[at].Text})
		}
	}
	if len(edits) == 0 {
		return ""
	}
	return edited(b.text, edits)
}

// maxFeedback is how many terms feedback adds.
const maxFeedback = 10

// WithFeedback adds terms of records that seem to fit (relevance feedback): they
// count as Terms, and the last paraphrase gives way for one with them when there
// are five. Terms that the question has already are left out.
func (u Understanding) WithFeedback(terms []string) Understanding {
	u.Steps = slices.Clone(u.Steps)
	say := func(format string, args ...any) {
		u.Steps = append(u.Steps, trace.Step{Name: "feedback", Did: fmt.Sprintf(format, args...)})
	}
	if !u.multiQuery {
		say("off: multi-query is off")
		return u
	}
	have := map[string]bool{}
	for _, s := range lexicon.Stems(u.Query.Text) {
		have[s] = true
	}
	u.Feedback = slices.Clone(u.Feedback)
	for _, t := range terms {
		if s := normal(t); s != "" && !have[s] && len(u.Feedback) < maxFeedback {
			have[s] = true
			u.Feedback = append(u.Feedback, t)
		}
	}
	if len(u.Feedback) == 0 {
		say("nothing to do: the records found have no telling words that the question lacks")
		return u
	}
	p := u.phrasings()
	p.all = p.all[:min(len(p.all), maxParaphrases-1)]
	text, _ := head(u.Query.Text)
	p.add(facet.Content(text)+" "+strings.Join(u.Feedback, " "), "with words of the best records")
	u.Paraphrases = p.all
	say("added %s", strings.Join(u.Feedback, ", "))
	return u
}
