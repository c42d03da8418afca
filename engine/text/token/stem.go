package token

import (
	"strings"

	"github.com/kljensen/snowball/english"
)

// Stem returns the stem of a lower-case word by the English Snowball (Porter 2)
// algorithm. Stop words and words outside a-z keep their form. A word without a
// vowel is taken for an acronym and loses a plural s, which Snowball keeps:
// "bpms" gives "bpm".
func Stem(word string) string {
	if len(word) < 3 || IsStop(word) {
		return word
	}
	vowel := false
	for i := 0; i < len(word); i++ {
		switch c := word[i]; {
		case c >= 0x80:
			return word
		case c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u' || c == 'y':
			vowel = true
		}
	}
	if !vowel && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") {
		return word[:len(word)-1]
	}
	return english.Stem(word, true)
}

// IsStop reports whether a lower-case word carries no meaning of its own in an
// English question.
func IsStop(word string) bool {
	switch word {
	case "a", "about", "after", "again", "all", "also", "am", "an", "and", "any", "are", "as", "at",
		"be", "because", "been", "before", "being", "but", "by",
		"can", "could", "did", "do", "does", "doing", "don't", "during",
		"each", "for", "from", "had", "has", "have", "having", "he", "her", "here", "his", "how",
		"i", "if", "in", "into", "is", "isn't", "it", "it's", "its",
		"just", "may", "me", "might", "my",
		"of", "on", "or", "our", "out", "over",
		"shall", "she", "should", "so", "some", "such",
		"than", "that", "the", "their", "them", "then", "there", "these", "they", "this", "those", "to", "too",
		"under", "up", "us", "very",
		"was", "we", "were", "what", "when", "where", "which", "while", "who", "whom", "why", "will", "with", "would",
		"you", "your":
		return true
	}
	return false
}
