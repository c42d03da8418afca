package nuggets

import (
	"regexp"
	"strings"

	"owl/engine/text/token"
)

// reach is how many words a negation denies.
const reach = 2

var (
	clauseEnd = regexp.MustCompile(`[,;:.!?()]\s|[,;:.!?()]$|->|→|\b(?:but|because|while|since|although|though)\b`)
	ofThings  = regexp.MustCompile(`^ [A-Za-z]{3,}`)
	deniedBy  = regexp.MustCompile(`(?i)\b(?:ruled out|excluded|innocent|in vain)\b`)
)

// polarity notes which words of a text stand under a negation: the next ones of
// its clause, or those before it when none follow. "Ruled out" and the like deny
// their whole clause.
func (c *content) polarity(text string, same map[string]string) {
	for _, clause := range clauseEnd.Split(text, -1) {
		words, before := clauseWords(clause, same)
		from, to := len(words), len(words)
		switch {
		case deniedBy.MatchString(clause):
			from = 0
		case before == len(words):
			from = max(0, before-reach)
		case before >= 0:
			from, to = before, min(len(words), before+reach)
			c.core = append(c.core, words[before])
		}
		for i, w := range words {
			if from <= i && i < to {
				c.denied[w] = true
			} else {
				c.plain[w] = true
			}
		}
	}
}

// clauseWords returns the words of a clause that carry meaning, and how many of
// them stand before its first negation; -1 when it has none.
func clauseWords(clause string, same map[string]string) (words []string, before int) {
	before = -1
	for _, t := range token.Stated(clause) {
		if t.Kind == token.Number && t.Text == "0" && before < 0 && ofThings.MatchString(clause[t.End:]) {
			before = len(words) // "0 errors" are no errors
		}
		if t.Kind != token.Word && t.Kind != token.Ident {
			continue
		}
		lower := strings.ToLower(clause[t.Start:t.End])
		switch {
		case isNegation(lower):
			if before < 0 {
				before = len(words)
			}
		case !token.IsStop(lower):
			words = append(words, canonical(t.Text, same))
		}
	}
	return words, before
}

func isNegation(word string) bool {
	switch word {
	case "not", "no", "never", "without", "neither", "nor", "cannot", "none", "nothing", "nobody", "cant", "wont", "didnt", "isnt":
		return true
	}
	return strings.HasSuffix(word, "n't") || strings.HasSuffix(word, "n’t")
}

// denies reports that every mention of a word is under a negation.
func (c content) denies(word string) bool { return c.denied[word] && !c.plain[word] }
