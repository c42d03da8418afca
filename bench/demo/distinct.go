package demo

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"owl/engine"
)

const (
	shingle     = 5    // words
	maxJaccard  = 0.20 // of the shingles of two records
	minSentence = 10   // words; shorter ones may well be said twice
)

// Distinct checks records pairwise: no two share more than a fifth of their
// runs of five words. Revisions of one document are left out, they are copies
// by nature.
func Distinct(records []engine.Record) []string {
	where := map[string][]int{} // records by shingle
	size := make([]int, len(records))
	for i, rec := range records {
		own := shingles(string(rec.Content))
		size[i] = len(own)
		for s := range own {
			where[s] = append(where[s], i)
		}
	}
	common := map[[2]int]int{}
	for _, list := range where {
		for a := range list {
			for b := a + 1; b < len(list); b++ {
				common[[2]int{min(list[a], list[b]), max(list[a], list[b])}]++
			}
		}
	}
	var bad []string
	for pair, n := range common {
		a, b := pair[0], pair[1]
		if j := float64(n) / float64(size[a]+size[b]-n); j > maxJaccard && !revisions(records[a], records[b]) {
			bad = append(bad, fmt.Sprintf("%s and %s share %.0f %% of their words in a row", records[a].DocID, records[b].DocID, 100*j))
		}
	}
	slices.Sort(bad)
	return bad
}

// Repeated checks that no sentence of ten words or more stands in two records,
// except the given boilerplate.
func Repeated(records []engine.Record, boilerplate []string) []string {
	allowed := map[string]bool{}
	for _, s := range boilerplate {
		allowed[strings.Join(words(s), " ")] = true
	}
	first := map[string]engine.Record{}
	var bad []string
	for _, rec := range records {
		for _, s := range sentences(string(rec.Content)) {
			before, seen := first[s]
			if seen && before.DocID != rec.DocID && !revisions(before, rec) && !allowed[s] {
				bad = append(bad, fmt.Sprintf("%s and %s both say %q", before.DocID, rec.DocID, s))
			}
			if !seen {
				first[s] = rec
			}
		}
	}
	return bad
}

// revisions tells whether two records are revisions of one document.
func revisions(a, b engine.Record) bool {
	name := regexp.MustCompile(`_r\d+$`)
	return a.Collection == engine.Documents && b.Collection == engine.Documents &&
		name.ReplaceAllString(a.DocID, "") == name.ReplaceAllString(b.DocID, "")
}

var word = regexp.MustCompile(`[\p{L}\p{N}]+`)

func words(text string) []string { return word.FindAllString(strings.ToLower(text), -1) }

func shingles(text string) map[string]bool {
	list := words(text)
	set := map[string]bool{}
	for i := 0; i+shingle <= len(list); i++ {
		set[strings.Join(list[i:i+shingle], " ")] = true
	}
	return set
}

func sentences(text string) []string {
	var list []string
	for _, s := range regexp.MustCompile(`[.!?]\s+|\n+`).Split(text, -1) {
		if w := words(s); len(w) >= minSentence {
			list = append(list, strings.Join(w, " "))
		}
	}
	return list
}
