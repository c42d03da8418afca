// Package lexical compares an answer with a gold answer by its words alone.
//
// The SQuAD figures (squad.go) are answer match; the RAGAS-style figures
// (ragas.go) only stand in for what that toolkit asks a model, so that tables can
// be laid side by side. They reward repeating words and say nothing about being
// right: read the nuggets and the faithfulness for that.
package lexical

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

var articles = regexp.MustCompile(`\b(a|an|the)\b`)

// punctuation is string.punctuation of Python, which the SQuAD script removes.
const punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"

// Normalise is the answer normalisation of the SQuAD evaluation script
// (Rajpurkar et al. 2016): small letters, no ASCII punctuation, no English
// articles, single spaces.
func Normalise(text string) string {
	text = strings.Map(func(r rune) rune {
		if strings.ContainsRune(punctuation, r) {
			return -1
		}
		return r
	}, strings.ToLower(text))
	return strings.Join(strings.Fields(withoutArticles(text)), " ")
}

// withoutArticles blanks the articles that stand as words of their own. The
// boundary of Go's regular expressions knows ASCII only: the "a" of "µa" is no
// word.
func withoutArticles(text string) string {
	blank := []byte(text)
	for _, at := range articles.FindAllStringIndex(text, -1) {
		before, _ := utf8.DecodeLastRuneInString(text[:at[0]])
		after, _ := utf8.DecodeRuneInString(text[at[1]:])
		if isWord(before) || isWord(after) {
			continue
		}
		for i := at[0]; i < at[1]; i++ {
			blank[i] = ' '
		}
	}
	return string(blank)
}

func isWord(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

// Tokens are the words of a normalised text.
func Tokens(text string) []string { return strings.Fields(Normalise(text)) }

// ExactMatch tells whether the gold answer stands in the answer as one run of
// tokens, both normalised. An empty gold answer stands nowhere.
func ExactMatch(answer, gold string) bool {
	in, want := Tokens(answer), Tokens(gold)
	if len(want) == 0 {
		return false
	}
	for start := 0; start+len(want) <= len(in); start++ {
		if strings.Join(in[start:start+len(want)], " ") == strings.Join(want, " ") {
			return true
		}
	}
	return false
}

// slack is how much longer or shorter than the gold answer a window may be.
const slack = 2

// BestWindowF1 is the highest token F1 that a window of the answer reaches
// against the gold answer, over windows of the gold's length and up to two
// tokens longer or shorter. An answer shorter than that is one window. It is 0
// when either has no token.
func BestWindowF1(answer, gold string) float64 {
	in, want := Tokens(answer), Tokens(gold)
	if len(in) == 0 || len(want) == 0 {
		return 0
	}
	best := 0.0
	for size := max(1, len(want)-slack); size <= len(want)+slack; size++ {
		if size >= len(in) {
			return max(best, f1(in, want))
		}
		for start := 0; start+size <= len(in); start++ {
			best = max(best, f1(in[start:start+size], want))
		}
	}
	return best
}

// TokenF1 is the SQuAD F1 of two texts: the harmonic mean of precision and
// recall over the bag of normalised tokens.
func TokenF1(answer, gold string) float64 { return f1(Tokens(answer), Tokens(gold)) }

func f1(in, want []string) float64 {
	count := map[string]int{}
	for _, w := range want {
		count[w]++
	}
	common := 0
	for _, w := range in {
		if count[w] > 0 {
			count[w]--
			common++
		}
	}
	if common == 0 {
		return 0
	}
	return 2 * float64(common) / float64(len(in)+len(want))
}
