package verify

import (
	"strings"
	"unicode"

	"owl/engine/text/token"
)

// facts are what a text states, in the tokeniser's normal form.
type facts struct {
	details []token.Token // identifiers, acronyms, numbers, values, dates
	words   []string      // other words that carry meaning
	has     map[string]bool
	negated bool
}

func factsOf(text string) facts {
	f := facts{has: map[string]bool{}}
	for _, t := range token.Tokens(text) {
		f.has[t.Text] = true
	}
	for _, t := range token.Stated(text) {
		f.state(t, text[t.Start:t.End])
	}
	return f
}

func (f *facts) state(t token.Token, written string) {
	switch t.Kind {
	case token.Ident, token.Number, token.Value, token.Date:
		f.details = append(f.details, t)
	case token.Word:
		f.word(t, written)
	}
}

func (f *facts) word(t token.Token, written string) {
	switch lower := strings.ToLower(written); {
	case isNegation(lower):
		f.negated = true
	case isAcronym(written):
		f.details = append(f.details, t)
	case !token.IsStop(lower):
		f.words = append(f.words, t.Text)
	}
}

func (f facts) shareIn(other facts) float64 {
	if len(f.words) == 0 {
		return 1
	}
	found := 0
	for _, w := range f.words {
		if other.has[w] {
			found++
		}
	}
	return float64(found) / float64(len(f.words))
}

func isNegation(word string) bool {
	switch word {
	case "not", "no", "never", "without", "neither", "nor", "cannot", "none":
		return true
	}
	return strings.HasSuffix(word, "n't") || strings.HasSuffix(word, "n’t")
}

// isAcronym reports names such as RFB, which differ from another device's by
// one letter.
func isAcronym(written string) bool {
	return len(written) >= 2 && strings.ToUpper(written) == written && strings.ContainsFunc(written, unicode.IsUpper)
}

func kindName(k token.Kind) string {
	switch k {
	case token.Ident:
		return "identifier"
	case token.Number:
		return "number"
	case token.Value:
		return "value"
	case token.Date:
		return "date"
	}
	return "name"
}
