package compose

import (
	"strings"

	"owl/engine/text/token"
)

// Weigher gives the inverse document frequency of a token in the searched
// index: how much it says when a record holds it. A token that no record holds
// weighs most.
type Weigher func(token.Token) float64

// term is one thing that the question asks about.
type term struct {
	text   string // normal form
	shown  string // as typed
	weight float64
	hard   bool // an identifier, value or date: another one is another thing
	date   bool
}

// termsOf returns what carries meaning in a question, each once, in order.
func termsOf(question string, weigh Weigher) []term {
	var terms []term
	seen := map[string]bool{}
	for _, t := range token.Stated(question) {
		shown := question[t.Start:t.End]
		if seen[t.Text] || t.Kind == token.Part || t.Kind == token.Word && saysNothing(shown) {
			continue
		}
		seen[t.Text] = true
		hard := t.Kind == token.Ident || t.Kind == token.Value || t.Kind == token.Date
		terms = append(terms, term{text: t.Text, shown: shown, weight: weigh(t), hard: hard, date: t.Kind == token.Date})
	}
	return terms
}

// saysNothing reports words that a question is made of and that an answer does
// not repeat.
func saysNothing(word string) bool {
	word = strings.ToLower(word)
	if token.IsStop(word) {
		return true
	}
	switch word {
	case "what", "what's", "which", "who", "whom", "whose", "when", "where", "why", "how", "much", "many",
		"should", "would", "could", "can", "may", "might", "must", "shall", "tell", "say", "says", "give", "show", "find",
		"get", "got", "want", "need", "please", "happen", "happened", "mean", "means", "there", "any", "thing", "way", "someone", "know":
		return true
	}
	return false
}

// set is the normal forms that a text holds.
type set map[string]bool

func setOf(text string) set {
	s := set{}
	token.Each(text, func(t token.Token) bool { s[t.Text] = true; return true })
	return s
}

// add puts the forms of others into s.
func (s set) add(others ...set) {
	for _, o := range others {
		for t := range o {
			s[t] = true
		}
	}
}

// coverage is the share of the terms' weight that a text holds. What only the
// header around it holds counts by aroundFactor, but a date counts in full there
// and by aroundFactor in the text: the day a record was written on says more
// than a day that it mentions.
func coverage(terms []term, in set, around set, aroundFactor float64) float64 {
	var total, found float64
	for _, t := range terms {
		total += t.weight
		best, second := in[t.text], around[t.text]
		if t.date && around != nil {
			best, second = second, best
		}
		switch {
		case best:
			found += t.weight
		case second:
			found += aroundFactor * t.weight
		}
	}
	if total == 0 {
		return 0
	}
	return found / total
}
