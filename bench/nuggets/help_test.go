package nuggets

import (
	"strings"

	"owl/engine/text/token"
)

// groupsOf counts for each stem the groups that it stands in.
func groupsOf(file string) map[string]int {
	count := map[string]int{}
	for line := range strings.Lines(file) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		own := map[string]bool{}
		for _, word := range strings.Fields(line) {
			own[token.Stem(word)] = true
		}
		for stem := range own {
			count[stem]++
		}
	}
	return count
}
