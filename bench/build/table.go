package build

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Counts is how many questions there are of each type, collection and
// difficulty, by "type causal" and so on.
func (r Result) Counts() map[string]int {
	out := map[string]int{}
	for _, q := range r.Records {
		out["type "+q.Type]++
		out["collection "+q.Collection]++
		out["difficulty "+q.Difficulty]++
	}
	return out
}

// Table says what each stage kept and dropped, and why, and what there is of
// each kind.
func (r Result) Table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-14s %6s %6s %8s\n", "stage", "in", "kept", "dropped")
	for _, s := range r.Stages {
		fmt.Fprintf(&b, "%-14s %6d %6d %8d\n", s.Name, s.In, s.Kept, s.In-s.Kept)
		for _, why := range byCount(s.Dropped) {
			fmt.Fprintf(&b, "%37d  %s\n", s.Dropped[why], why)
		}
	}
	counts := r.Counts()
	for _, what := range []string{"type", "collection", "difficulty"} {
		var parts []string
		for _, name := range sortedKeys(counts) {
			if value, ok := strings.CutPrefix(name, what+" "); ok {
				parts = append(parts, fmt.Sprintf("%s %d", value, counts[name]))
			}
		}
		fmt.Fprintf(&b, "\n%-11s %s", what, strings.Join(parts, ", "))
	}
	return b.String() + "\n"
}

// byCount lists reasons, the most frequent first.
func byCount(m map[string]int) []string {
	keys := sortedKeys(m)
	slices.SortStableFunc(keys, func(a, b string) int { return cmp.Compare(m[b], m[a]) })
	return keys
}
