package nuggets

import (
	"math"
	"slices"
)

// likeness is how much of a nugget a stretch of an answer states.
type likeness struct {
	details, detailsFound int     // figures and names
	weight, weightFound   float64 // of the details
	tiny                  int     // numbers up to ten, which stand in any text
	telling               int     // found details that hardly stand anywhere by chance
	words, wordsFound     float64 // other words
	wordsHere             float64 // those found in the stretch itself
	rivals                int     // missing details for which the stretch gives another value or device
	length                int     // statements
	shared, against       int     // words of both sides, and those denied on one side only
	refuted               bool    // the stretch says what the nugget denies
	unmet                 bool    // what the nugget denies is not spoken of
}

// weigh compares a nugget with a stretch.
func weigh(n content, s stretch) likeness {
	l := likeness{length: len(s.statements), details: len(n.figures) + len(n.names)}
	for _, f := range n.figures {
		l.weighFigure(f, s)
	}
	borrowed := false // one name may stand around the stretch: its subject
	for _, name := range n.names {
		borrowed = l.weighName(name, n, s, borrowed)
	}
	for _, w := range n.words {
		l.weighWord(w, n, s)
	}
	l.unmet = l.unmet && !s.deniesMore(n)
	if slices.ContainsFunc(n.persons, s.rivalPerson) {
		l.rivals++
	}
	return l
}

func (l *likeness) weighFigure(f figure, s stretch) {
	l.weight += f.weight()
	if math.Abs(f.value) <= 10 {
		l.tiny++
	}
	switch {
	case s.holdsFigure(f):
		l.found(f.weight())
	case s.rivalFigure(f):
		l.rivals++
	}
}

func (l *likeness) weighName(name string, n content, s stretch, borrowed bool) bool {
	l.weight += strong
	switch {
	case s.holds(name):
		l.found(strong)
		l.compare(name, n, s)
	case !borrowed && s.nameAround(name):
		l.found(strong)
		return true
	case s.rivalName(name):
		l.rivals++
	}
	return borrowed
}

func (l *likeness) weighWord(w string, n content, s stretch) {
	weight := weightOf(w)
	l.words += weight
	switch {
	case s.holds(w):
		l.wordsFound += weight
		l.wordsHere += weight
		l.compare(w, n, s)
	case s.head().has[w]:
		l.wordsFound += headWeight * weight
	default:
		l.unmet = l.unmet || n.denies(w) && weight == 1
	}
}

// found counts a detail that the stretch states.
func (l *likeness) found(weight float64) {
	l.detailsFound++
	l.weightFound += weight
	if weight == strong {
		l.telling++
	}
}

// compare counts a word that both sides speak of, and whether it is denied on
// one side only.
func (l *likeness) compare(word string, n content, s stretch) {
	if weightOf(word) < 1 {
		return
	}
	l.shared++
	if n.denies(word) != s.denies(word) {
		l.against++
		l.refuted = l.refuted || slices.Contains(n.core, word)
	}
}

// headWeight is what a word counts that only the line over a stretch holds.
const headWeight = 0.7

// weightOf is what a word counts: verbs and adverbs that any sentence may hold
// count little.
func weightOf(word string) float64 {
	switch word {
	case "give", "show", "keep", "come", "go", "take", "make", "put", "set", "use", "need", "becom", "work", "find", "want", "get", "wait",
		"reach", "see", "regard", "consid", "exclud", "place", "time", "way", "back", "again", "then", "onli", "still", "itself", "therefor",
		"instead", "well", "other", "good", "right", "same", "now", "new", "old", "earlier", "later", "first", "next", "last", "onc", "both",
		"exact", "total":
		return 0.4
	}
	return 1
}
