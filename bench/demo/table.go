package demo

import (
	"fmt"
	"strings"

	"owl/bench/suite"
)

// The least sizes of the benchmark.
const (
	minAnswerable   = 160
	minUnanswerable = 24
)

// Counts checks how many questions there are, that all types and collections are
// asked for, and that a third is kept for the test.
func Counts(questions []suite.Question) []string {
	types, collections := map[string]int{}, map[string]int{}
	answered, test := 0, 0
	for _, q := range questions {
		if q.Answerable {
			answered++
			types[q.Type]++
			collections[q.Collection]++
		}
		if q.Split == "test" {
			test++
		}
	}
	var bad []string
	if answered < minAnswerable {
		bad = append(bad, fmt.Sprintf("%d questions with an answer, want %d", answered, minAnswerable))
	}
	if n := len(questions) - answered; n < minUnanswerable {
		bad = append(bad, fmt.Sprintf("%d questions without one, want %d", n, minUnanswerable))
	}
	if share := float64(test) / float64(max(1, len(questions))); share < 0.3 || share > 0.37 {
		bad = append(bad, fmt.Sprintf("%.0f %% of the questions are for the test, want a third", 100*share))
	}
	for _, t := range Types() {
		if types[t] < 8 {
			bad = append(bad, fmt.Sprintf("%d questions of type %s, want 8 or more", types[t], t))
		}
	}
	for _, s := range shapes() {
		if n := collections[s.folder]; n < 3 {
			bad = append(bad, fmt.Sprintf("%d questions mostly answered by %s, want 3 or more", n, s.folder))
		}
	}
	return bad
}

// Table counts the questions with an answer by type and by the collection that
// most of the answer stands in, then those without one, then by split.
func Table(questions []suite.Question) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%-16s", "")
	for _, s := range shapes() {
		fmt.Fprintf(&out, "%9s", s.folder)
	}
	fmt.Fprintf(&out, "%9s\n", "all")
	for _, kind := range append(Types(), "unanswerable", "test") {
		fmt.Fprintf(&out, "%-16s", kind)
		sum := 0
		for _, s := range shapes() {
			n := 0
			for _, q := range questions {
				if q.Collection == s.folder && counts(q, kind) {
					n++
				}
			}
			sum += n
			fmt.Fprintf(&out, "%9d", n)
		}
		fmt.Fprintf(&out, "%9d\n", sum)
	}
	return out.String()
}

// counts tells whether a question belongs to a line of the table.
func counts(q suite.Question, kind string) bool {
	switch kind {
	case "unanswerable":
		return !q.Answerable
	case "test":
		return q.Split == "test"
	}
	return q.Answerable && q.Type == kind
}
