package nuggets

import (
	_ "embed"
	"strings"

	"owl/engine/text/token"
)

//go:embed synonyms.txt
var synonymsFile string

// synonyms maps the stem of each word of a group to that of the first.
func synonyms(file string) map[string]string {
	same := map[string]string{}
	for line := range strings.Lines(file) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		group := strings.Fields(line)
		for _, word := range group {
			same[token.Stem(word)] = token.Stem(group[0])
		}
	}
	return same
}

func canonical(stem string, same map[string]string) string {
	if first, ok := same[stem]; ok {
		return first
	}
	return stem
}
