package query

import (
	"fmt"
	"strings"

	"owl/engine/lexicon"
)

// What added words count beside 1 for the typed ones.
const (
	expansionWeight = 0.5  // what an acronym stands for
	otherWeight     = 0.1  // its other meanings
	synonymWeight   = 0.25 // of two words and more
	looseWeight     = 0.1  // of one word, which may mean anything
	feedbackWeight  = 0.3
)

// meeting is a place of the text where the lexicon knows something.
type meeting struct {
	term       string // as typed
	start, end int
	entries    []lexicon.Entry
	by         lexicon.By
}

// spelling is what is written for a term in the text for the cross-encoder.
type spelling struct {
	start, end int
	text       string
}

// maxMeetings is how many places of a question are looked up.
const maxMeetings = 32

// meet looks up every acronym, expansion and synonym of the text.
func (b *builder) meet() []meeting {
	if b.met != nil {
		return b.met
	}
	words := b.stemmed()
	b.met = []meeting{}
	for i := 0; i < len(words) && len(b.met) < maxMeetings; {
		m, n := b.meetAt(words[i:])
		if n > 0 {
			b.met = append(b.met, m)
		}
		i += max(1, n)
	}
	return b.met
}

// stemmed is a word with the stems that it is looked up by.
type stemmed struct {
	word
	stems []string // none inside an identifier
	whole bool     // it is not a piece of a longer identifier
}

func (b *builder) stemmed() []stemmed {
	words := wordsOf(b.text)
	out := make([]stemmed, len(words))
	for i, w := range words {
		out[i] = stemmed{word: w, whole: b.whole(w)}
		if out[i].whole {
			out[i].stems = lexicon.Stems(w.text)
		}
	}
	return out
}

// maxTermWords is how many words of the question a term of the lexicon takes.
const maxTermWords = 8

// meetAt looks up what begins with the first of the words. Inside an identifier
// only the whole of it counts.
func (b *builder) meetAt(words []stemmed) (meeting, int) {
	w := words[0]
	if found := b.context.Lexicon.Acronym(w.text); len(found) > 0 && w.whole {
		return meeting{w.text, w.start, w.end, found, lexicon.ByAcronym}, 1
	}
	var stems []string
	var ends []int // how many words of the question the stems so far take
	for i, next := range words[:min(len(words), maxTermWords)] {
		if !next.whole {
			break
		}
		for k, s := range next.stems {
			stems = append(stems, s)
			if k < len(next.stems)-1 {
				ends = append(ends, 0) // it ends inside a compound
			} else {
				ends = append(ends, i+1)
			}
		}
	}
	m, ok := b.context.Lexicon.Longest(stems)
	if !ok || ends[m.Words-1] == 0 {
		return meeting{}, 0
	}
	n := ends[m.Words-1]
	end := words[n-1].end
	return meeting{b.text[w.start:end], w.start, end, m.Entries, m.By}, n
}

// whole reports whether a word is not a piece of a longer identifier.
func (b *builder) whole(w word) bool {
	for _, n := range b.out.Identifiers {
		if n.Start <= w.start && w.start < n.End {
			return n.Start == w.start && n.End == w.end
		}
	}
	return true
}

// acronyms adds what acronyms stand for, and the acronyms of what is written
// out.
func (b *builder) acronyms() string {
	var said []string
	seen := map[string]bool{}
	for _, m := range b.meet() {
		if m.by == lexicon.BySynonym || seen[strings.ToLower(m.term)] {
			continue
		}
		seen[strings.ToLower(m.term)] = true
		said = append(said, b.expand(m))
	}
	return listed("", said)
}

// expand adds every meaning of a term; the one that fits the question most.
func (b *builder) expand(m meeting) string {
	chosen, why := b.sense(m)
	var others []string
	for i, e := range m.entries {
		x := Expansion{Term: m.term, Text: e.Phrase(), System: e.System, Weight: expansionWeight, Chosen: i == chosen, Why: why}
		if m.by == lexicon.ByExpansion {
			x.Text = e.Acronym
			if len(lexicon.Stems(m.term)) < 2 {
				x.Weight = looseWeight // "booster" is found as such
			}
		}
		switch {
		case chosen < 0:
			x.Weight /= float64(len(m.entries))
		case i != chosen:
			x.Weight = otherWeight
		}
		b.out.Expansions = append(b.out.Expansions, x)
		if i != chosen {
			others = append(others, fmt.Sprintf("%s (%s)", x.Text, e.System))
		}
	}
	if chosen < 0 {
		return fmt.Sprintf("%s may be %s: %s", m.term, strings.Join(others, " or "), why)
	}
	e := m.entries[chosen]
	if m.by == lexicon.ByAcronym {
		b.spelled = append(b.spelled, spelling{m.start, m.end, e.Phrase() + " (" + m.term + ")"})
		if why == "" {
			return fmt.Sprintf("%s is %s", m.term, e.Phrase())
		}
		return fmt.Sprintf("%s is %s (%s): %s; not %s, which counts less", m.term, e.Phrase(), e.System, why, strings.Join(others, ", "))
	}
	return fmt.Sprintf("%q is %s", m.term, e.Acronym)
}

// synonyms adds the other words for what the question names.
func (b *builder) synonyms() string {
	var said []string
	seen := map[string]bool{}
	add := func(term, text string, weight float64) {
		key := strings.ToLower(text)
		if seen[key] || strings.ContainsRune(text, '(') || strings.Contains(strings.ToLower(b.text), key) || len(b.out.Synonyms) >= maxMeetings {
			return
		}
		seen[key] = true
		b.out.Synonyms = append(b.out.Synonyms, Synonym{term, text, weight})
		said = append(said, fmt.Sprintf("%s = %s", term, text))
	}
	for _, m := range b.meet() {
		chosen, _ := b.sense(m)
		if chosen < 0 && len(m.entries) > 1 {
			continue // added words of the wrong meaning do harm
		}
		e := m.entries[max(0, chosen)]
		weight := synonymWeight
		if m.by == lexicon.BySynonym {
			if len(lexicon.Stems(m.term)) < 2 {
				weight = looseWeight
			}
			add(m.term, e.Phrase(), weight)
			add(m.term, e.Acronym, weight)
			continue
		}
		for _, s := range e.Synonyms {
			w := weight
			if len(lexicon.Stems(s)) < 2 {
				w = looseWeight
			}
			add(m.term, s, w)
		}
	}
	return listed("", said)
}

// spelt is the question with its acronyms written out in place.
func (b *builder) spelt() string {
	edits := make([]edit, 0, len(b.spelled))
	for _, s := range b.spelled {
		edits = append(edits, edit(s))
	}
	return edited(b.text, edits)
}
