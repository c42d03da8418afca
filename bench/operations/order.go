package operations

import (
	"regexp"
	"slices"
	"strings"

	"owl/bench/lexical/prose"
	"owl/bench/nuggets"
)

// Procedural is the query type whose gold answers are steps in their order.
const Procedural = "procedural"

// Order counts the steps of a procedure.
type Order struct {
	Steps   int `json:"steps"`    // of the gold answer
	Found   int `json:"found"`    // that the answer states, in full or in part
	InOrder int `json:"in_order"` // the most of those found that come in the gold's order
}

// CountOrder looks for each step of the gold answer in an answer. A step that
// the gold answer says and the matcher does not see counts as missing.
func CountOrder(gold string, answer *nuggets.Answer) Order {
	steps := Steps(gold)
	o := Order{Steps: len(steps)}
	var places []int
	for _, step := range steps {
		if f := answer.Find(step); f.Verdict == nuggets.Support || f.Verdict == nuggets.Partial {
			places = append(places, f.Start)
		}
	}
	o.Found, o.InOrder = len(places), longestRising(places)
	return o
}

// Share is the share of the steps that the answer states in their order.
func (o Order) Share() (share float64, ok bool) { return ratio(o.InOrder, o.Steps, true) }

// Concordance is the share of the found steps that come in the gold's order;
// fewer than two have no order.
func (o Order) Concordance() (share float64, ok bool) { return ratio(o.InOrder, o.Found, o.Found > 1) }

var (
	stepEnd  = regexp.MustCompile(`;\s+|,\s+then\s+`)
	document = regexp.MustCompile(`^[A-Z][A-Z0-9_-]+\d*(?: r\d+)?:\s+`)
)

// Steps cuts a gold answer into its steps: sentences, list entries, and what
// semicolons or ", then" part. The name of a document in front of them is left
// out, and so is what has no word.
func Steps(gold string) []string {
	var steps []string
	for _, s := range prose.Read(gold) {
		text := document.ReplaceAllString(s.Text, "")
		for _, step := range stepEnd.Split(text, -1) {
			step = strings.Trim(step, " .;,")
			if strings.ContainsFunc(step, isLetter) {
				steps = append(steps, step)
			}
		}
	}
	return steps
}

func isLetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }

// longestRising is the length of the longest subsequence that does not fall.
// Steps may stand in one statement.
func longestRising(places []int) int {
	var ends []int // ends[n] is the smallest end of such a sequence of n+1
	for _, p := range places {
		at, _ := slices.BinarySearch(ends, p+1)
		if at == len(ends) {
			ends = append(ends, p)
		} else {
			ends[at] = p
		}
	}
	return len(ends)
}
