// Package terms weighs what a question asks about, and says how much of it a
// text covers. Ranking and composing share it, so that what was ranked high for
// a word is shown for that word.
package terms

import (
	"strings"

	"owl/engine/text/token"
)

// Weigher gives the inverse document frequency of a token in the searched
// index: how much it says when a record holds it. A token that no record holds
// weighs most.
type Weigher func(token.Token) float64

// Term is one thing that the question asks about.
type Term struct {
	Text   string // normal form
	Shown  string // as typed
	Weight float64
	Hard   bool // an identifier, value or date: another one is another thing
	Date   bool
}

// Of returns what carries meaning in a question, each once, in order.
func Of(question string, weigh Weigher) []Term {
	var terms []Term
	seen := map[string]bool{}
	for _, t := range token.Stated(question) {
		shown := question[t.Start:t.End]
		if seen[t.Text] || t.Kind == token.Part || t.Kind == token.Word && saysNothing(shown) {
			continue
		}
		seen[t.Text] = true
		hard := t.Kind == token.Ident || t.Kind == token.Value || t.Kind == token.Date
		terms = append(terms, Term{Text: t.Text, Shown: shown, Weight: weigh(t), Hard: hard, Date: t.Kind == token.Date})
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

// Set is the normal forms that a text holds.
type Set map[string]bool

// SetOf returns the normal forms that a text holds.
func SetOf(text string) Set {
	s := Set{}
	token.Each(text, func(t token.Token) bool { s[t.Text] = true; return true })
	return s
}

// Add puts the forms of others into s.
func (s Set) Add(others ...Set) {
	for _, o := range others {
		for t := range o {
			s[t] = true
		}
	}
}

// Coverage is the share of the terms' weight that a text holds. What only the
// header around it holds counts by aroundFactor, but a date counts in full there
// and by aroundFactor in the text: the day a record was written on says more
// than a day that it mentions.
func Coverage(terms []Term, in, around Set, aroundFactor float64) float64 {
	var total, found float64
	for _, t := range terms {
		total += t.Weight
		best, second := in[t.Text], around[t.Text]
		if t.Date && around != nil {
			best, second = second, best
		}
		switch {
		case best:
			found += t.Weight
		case second:
			found += aroundFactor * t.Weight
		}
	}
	if total == 0 {
		return 0
	}
	return found / total
}
