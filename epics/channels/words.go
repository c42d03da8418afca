package channels

import (
	_ "embed"
	"strings"

	"owl/engine/text/token"
)

//go:embed words.txt
var wordsText string

// vocabulary is what words.txt says.
type vocabulary struct {
	same     map[string]string     // a word or phrase to the one that stands for it
	longest  int                   // words of a phrase in same
	kinds    map[string][][]string // what a word means beside itself
	loose    map[string][]string
	soft     map[string]bool
	stop     map[string]bool
	defaults map[string]bool
	sets     map[string]bool
	stems    map[string]string // of words that were seen while an index was built
	learning bool              // stems may still be added to
}

func readWords() *vocabulary {
	v := &vocabulary{
		same: map[string]string{}, kinds: map[string][][]string{}, loose: map[string][]string{},
		soft: map[string]bool{}, stop: map[string]bool{}, defaults: map[string]bool{}, sets: map[string]bool{}, stems: map[string]string{}, learning: true,
	}
	for line := range strings.SplitSeq(wordsText, "\n") {
		kind, rest, ok := strings.Cut(line, ":")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		v.take(kind, strings.Fields(rest))
	}
	return v
}

func (v *vocabulary) take(kind string, words []string) {
	all := map[string]map[string]bool{"soft": v.soft, "default": v.defaults, "set": v.sets}[kind]
	for i, word := range words {
		switch {
		case kind == "stop":
			v.stop[word] = true
		case kind == "same":
			stems := stemAll(word)
			v.longest = max(v.longest, strings.Count(stems, " ")+1)
			v.same[stems] = stemAll(words[0])
		case all != nil:
			all[v.word(word)] = true
		case i > 0 && kind == "kind":
			v.kinds[v.word(words[0])] = append(v.kinds[v.word(words[0])], v.wordsOf(word))
		case i > 0 && kind == "loose":
			v.loose[v.word(words[0])] = append(v.loose[v.word(words[0])], v.word(word))
		}
	}
}

// stemAll stems the words of a phrase.
func stemAll(phrase string) string {
	words := strings.Split(phrase, "_")
	for i, w := range words {
		words[i] = stem(w)
	}
	return strings.Join(words, " ")
}

// stem cuts the ending off a lower-case word. A word with digits or signs in it
// is a name and stays.
func stem(word string) string {
	word = strings.TrimSuffix(strings.TrimSuffix(word, "'s"), "'")
	for _, r := range word {
		if r < 'a' || r > 'z' {
			return word
		}
	}
	return token.Stem(word)
}

// stem is stem, remembered: an index has few words and many channels.
func (v *vocabulary) stem(word string) string {
	s, ok := v.stems[word]
	if !ok {
		s = stem(word)
		if v.learning {
			v.stems[word] = s
		}
	}
	return s
}

// word gives what stands for one word.
func (v *vocabulary) word(word string) string {
	s := v.stem(word)
	if as, ok := v.same[s]; ok {
		return as
	}
	return s
}

// wordsOf reads words that are joined by "+".
func (v *vocabulary) wordsOf(text string) []string {
	var out []string
	for w := range strings.SplitSeq(text, "+") {
		out = append(out, v.word(w))
	}
	return out
}

// phrase finds the longest phrase at the start of stems: what stands for it and
// how many words it has; 0 when there is none of at least two.
func (v *vocabulary) phrase(stems []string) (string, int) {
	for n := min(v.longest, len(stems)); n > 1; n-- {
		if as, ok := v.same[strings.Join(stems[:n], " ")]; ok {
			return as, n
		}
	}
	return "", 0
}
