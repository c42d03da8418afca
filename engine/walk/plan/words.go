package plan

import (
	"strings"

	"owl/engine/graph"
	"owl/engine/text/token"
)

// words are those of a text that say something.
type words map[string]bool

func wordsOf(text string) words {
	out := words{}
	for _, w := range graph.FoldWords(text) {
		if len(w) > 2 && !token.IsStop(w) && !plain(w) {
			out[stem(w)] = true
		}
	}
	return out
}

// stem takes the end of a plural off.
func stem(w string) string {
	if len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") {
		return w[:len(w)-1]
	}
	return w
}

// plain reports words that every fault has.
func plain(w string) bool {
	switch w {
	case "beam", "trip", "tripped", "trips", "fault", "faults", "problem", "cause", "reason", "lost", "loss", "dump", "dumped", "thing",
		"two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "again", "because", "found", "was", "were", "not", "think", "only", "due", "after", "before", "during", "one", "bad", "first":
		return true
	}
	return false
}

// without returns the words that another set does not hold.
func (w words) without(other words) words {
	out := words{}
	for x := range w {
		if !other[x] {
			out[x] = true
		}
	}
	return out
}

// shared counts the words that both hold.
func (w words) shared(other words) int {
	n := 0
	for x := range w {
		if other[x] {
			n++
		}
	}
	return n
}

// alike reports whether two names mean the same: most of the shorter one's words
// are in the other, and a single word is all of it.
func (w words) alike(other words) bool {
	n, least := w.shared(other), min(len(w), len(other))
	if least == 0 {
		return false
	}
	if least == 1 {
		return n == 1 && max(len(w), len(other)) <= 2
	}
	return float64(n) >= 0.6*float64(least) && n >= 2
}
