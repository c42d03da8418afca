package retrieve

import (
	"slices"
	"strings"

	"owl/engine"
	"owl/engine/rerank"
)

// namedFirst puts the records first that the question names by their own id, in
// their order: whoever types the number of a record wants that record, whatever
// else resembles the question.
func (s *search) namedFirst(list []candidate, scored []rerank.Scored) []rerank.Scored {
	typed := map[string]bool{}
	for word := range strings.FieldsSeq(strings.ToLower(s.Query.Text)) {
		if id := strings.Trim(word, ".,;:!?()[]\"'"); strings.ContainsAny(id, "0123456789_/") {
			typed[id] = true
		}
	}
	named := func(at rerank.Scored) bool {
		r := list[at.At].record
		return typed[strings.ToLower(r.DocID)] || typed[strings.ToLower(r.FileID)] || typed[strings.ToLower(r.ParentID)]
	}
	if len(typed) == 0 || !slices.ContainsFunc(scored, named) {
		return scored
	}
	lift := 1 + scored[0].Score - scored[len(scored)-1].Score
	var first, rest []rerank.Scored
	for _, at := range scored {
		if !named(at) {
			rest = append(rest, at)
			continue
		}
		at.Score += lift
		if e := at.Explain; e != nil {
			at.Explain = &engine.Explanation{Label: "named by its id: sum of", Value: at.Score, Parts: []engine.Explanation{
				{Label: "that comes before all others", Value: lift}, *e,
			}}
		}
		first = append(first, at)
	}
	return append(first, rest...)
}
