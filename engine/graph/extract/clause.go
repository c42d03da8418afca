package extract

import (
	"slices"
	"strings"

	"owl/engine/graph"
)

// clause is a piece of a sentence that says one thing.
type clause struct {
	words    []word
	sentence int  // number in the unit
	lead     word // what stands before it: a mark, or a word such as "but"; zero at the beginning
	tail     byte // the mark that ends its sentence
	has      class
	device   bool // names a device
	aside    bool // stands in brackets
}

func (c *clause) span() graph.Span {
	if len(c.words) == 0 {
		return graph.Span{}
	}
	return graph.Span{Start: c.words[0].start, End: c.words[len(c.words)-1].end}
}

// splits reports whether a word begins a new clause.
func splits(w word) bool {
	switch w.text {
	case ",", ";", ":", "|":
		return w.mark
	case "but", "so", "because", "then", "which", "although", "though", "while", "whereas", "however", "therefore", "hence", "and":
		return true
	}
	return false
}

// keeps reports whether a word that begins a clause belongs to it.
func keeps(w word) bool { return !w.mark && w.text != "and" }

// clauses cuts words into clauses. What stands in brackets is a clause of its
// own, and the clause around it goes on behind them.
func (x *Extractor) clauses(text string, words []word) []clause {
	cut := cutter{text: text, words: words}
	for i := range words {
		cut.take(i)
	}
	cut.endSentence('.')
	for i := range cut.list {
		c := &cut.list[i]
		for _, w := range c.words {
			c.has |= w.class
			c.device = c.device || w.looksLikeDevice(text)
		}
	}
	return cut.list
}

// longestHeading is the most words before a colon that only announce what
// follows it.
const longestHeading = 4

// leadsOn reports whether words before a colon belong to what follows it, as in
// "first thought: the floor".
func leadsOn(words []word) bool {
	return len(words) > 0 && len(words) <= longestHeading && slices.ContainsFunc(words, func(w word) bool { return w.class&heading != 0 })
}

// cutter collects clauses.
type cutter struct {
	text     string
	words    []word
	list     []clause
	current  clause
	outer    []clause // around the brackets that are open
	sentence int
	first    int  // word of the sentence
	fresh    bool // the next word begins a sentence
}

// longestSentence is after how many words a sentence is taken to end: a table or
// a dump without a full stop.
const longestSentence = 200

// take adds a word to the clause, or ends it.
func (c *cutter) take(i int) {
	if c.fresh {
		c.first, c.fresh = i, false
	}
	switch w := c.words[i]; {
	case endsSentence(c.text, c.words, i):
		c.endSentence(w.text[0])
	case i-c.first > longestSentence:
		c.endSentence('.')
	case w.mark && w.text == "(":
		c.open(w)
	case w.mark && w.text == ")":
		c.close()
	case w.mark && w.text == ":" && leadsOn(c.current.words):
		c.current.words = append(c.current.words, w)
	case isDash(c.text, c.words, i), splits(w) && !joinsNouns(c.words, i):
		c.flush()
		c.current.lead = w
		if keeps(w) {
			c.current.words = append(c.current.words, w)
		}
	case w.mark && w.text != ">" && w.text != "?" && w.text != "/":
	default:
		c.current.words = append(c.current.words, w)
	}
}

func (c *cutter) flush() {
	if len(c.current.words) > 0 {
		c.current.sentence, c.current.aside = c.sentence, len(c.outer) > 0
		c.list = append(c.list, c.current)
	}
	c.current = clause{}
}

func (c *cutter) open(bracket word) {
	c.outer = append(c.outer, c.current)
	c.current = clause{lead: bracket}
}

func (c *cutter) close() {
	c.flush()
	if last := len(c.outer) - 1; last >= 0 {
		c.current, c.outer = c.outer[last], c.outer[:last]
	}
}

func (c *cutter) endSentence(mark byte) {
	for len(c.outer) > 0 {
		c.close()
	}
	c.flush()
	for i := len(c.list) - 1; i >= 0 && c.list[i].sentence == c.sentence; i-- {
		c.list[i].tail = mark
	}
	c.sentence++
	c.fresh = true
}

func endsSentence(text string, words []word, i int) bool {
	w := words[i]
	if !w.mark {
		return false
	}
	switch w.text {
	case "\n":
		return true
	case ".", "!", "?":
		if w.end < len(text) && strings.IndexByte(" \n\r\t\"')!?", text[w.end]) < 0 && text[w.end] != w.text[0] {
			return false
		}
		return i == 0 || !isAbbreviation(words[i-1].text) || i > 1 && words[i-2].number
	}
	return false
}

func isAbbreviation(s string) bool {
	switch s {
	case "no", "nr", "ca", "approx", "e.g", "i.e", "vs", "fig", "dr", "mr", "ms", "st", "incl", "resp", "temp", "max", "min", "rev":
		return s != "no" && s != "max" && s != "min" && s != "temp" && s != "rev"
	}
	return len(s) == 1 && s[0] >= 'a' && s[0] <= 'z'
}

// isDash reports whether a mark is a dash between words, as in "a - b".
func isDash(text string, words []word, i int) bool {
	w := words[i]
	if w.text == "–" || w.text == "—" {
		return true
	}
	return w.mark && w.text == "-" && w.start > 0 && text[w.start-1] == ' ' && w.end < len(text) && text[w.end] == ' '
}

// joinsNouns reports whether "and" or a comma stands between two nouns and not
// between two clauses: what follows has no verb of its own near.
func joinsNouns(words []word, i int) bool {
	if words[i].text != "and" {
		return false
	}
	for j := i + 1; j < len(words) && j <= i+5; j++ {
		w := words[j]
		if w.mark {
			return j < i+4
		}
		if w.class&(mended|being|verb|negation) != 0 {
			return false
		}
	}
	return true
}
