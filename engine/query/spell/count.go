package spell

import (
	"maps"
	"strings"

	"owl/engine/text/token"
)

// Counter collects the words of texts. The zero value is empty.
type Counter struct {
	counts map[string]int
	memo   *token.Tokenizer
	seen   map[string]bool
}

// maxWords is how many different words are kept; what comes later is left out.
const maxWords = 500_000

// Add counts each word of a text once. Identifiers and numbers are no words.
func (c *Counter) Add(text string) {
	if c.counts == nil {
		c.counts, c.memo, c.seen = map[string]int{}, token.NewTokenizer(), map[string]bool{}
	}
	clear(c.seen)
	c.memo.Each(text, func(t token.Token) bool {
		word := strings.ToLower(text[t.Start:t.End])
		if t.Kind != token.Word || c.seen[word] || !plain(word) || len(word) > 4*maxLetters {
			return true
		}
		c.seen[word] = true
		if c.counts[word] > 0 || len(c.counts) < maxWords {
			c.counts[strings.Clone(word)]++
		}
		return true
	})
}

// Words returns what was counted so far.
func (c *Counter) Words() *Words { return New(maps.All(c.counts)) }
