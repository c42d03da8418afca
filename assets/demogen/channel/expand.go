package channel

import (
	"fmt"
	"strconv"
	"strings"
)

// maxNames bounds what a pattern stands for: a typing error must not fill the
// memory.
const maxNames = 10_000

// Expand returns the names of a pattern: {A,B} stands for each of its parts,
// {01..24} for the numbers between, with the zeros of the first. Beside each
// name stands what its braces were expanded to.
func Expand(pattern string) (names []string, parts [][]string, err error) {
	before, rest, found := strings.Cut(pattern, "{")
	if !found {
		return []string{pattern}, [][]string{nil}, nil
	}
	inside, after, found := strings.Cut(rest, "}")
	if !found {
		return nil, nil, fmt.Errorf("%q has no closing brace", pattern)
	}
	choices, err := alternatives(inside)
	if err != nil {
		return nil, nil, fmt.Errorf("%q: %w", pattern, err)
	}
	tails, tailParts, err := Expand(after)
	if err != nil {
		return nil, nil, err
	}
	if len(choices)*len(tails) > maxNames {
		return nil, nil, fmt.Errorf("%q stands for more than %d names", pattern, maxNames)
	}
	for _, choice := range choices {
		for i, tail := range tails {
			names = append(names, before+choice+tail)
			parts = append(parts, append([]string{choice}, tailParts[i]...))
		}
	}
	return names, parts, nil
}

func alternatives(inside string) ([]string, error) {
	first, last, isRange := strings.Cut(inside, "..")
	if !isRange {
		return strings.Split(inside, ","), nil
	}
	from, err := strconv.Atoi(first)
	if err != nil {
		return nil, fmt.Errorf("range %q: %w", inside, err)
	}
	to, err := strconv.Atoi(last)
	if err != nil || to < from {
		return nil, fmt.Errorf("range %q", inside)
	}
	if to-from >= maxNames {
		return nil, fmt.Errorf("range %q is longer than %d", inside, maxNames)
	}
	var list []string
	for n := from; n <= to; n++ {
		list = append(list, fmt.Sprintf("%0*d", len(first), n))
	}
	return list, nil
}
