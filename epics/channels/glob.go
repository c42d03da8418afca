package channels

import (
	"fmt"
	"strings"
)

// glob matches whole names without regard to case: * stands for any characters,
// ? for one, {a,b} and {01..12} for each of their parts.
type glob struct{ patterns []string }

// newGlob reads a glob.
func newGlob(text string) (glob, error) {
	patterns, err := Expand(strings.ToLower(text))
	if err != nil {
		return glob{}, fmt.Errorf("glob %s: %w", text, err)
	}
	return glob{patterns: patterns}, nil
}

func (g glob) match(name string) bool {
	for _, p := range g.patterns {
		if wild(p, name) {
			return true
		}
	}
	return false
}

// wild matches one pattern. It goes back to the last star only, which is enough
// for globs and never slow.
func wild(p, s string) bool {
	star, from := -1, 0
	i, j := 0, 0
	for j < len(s) {
		switch {
		case i < len(p) && p[i] == '*':
			star, from = i, j
			i++
		case i < len(p) && (p[i] == '?' || p[i] == fold(s[j])):
			i, j = i+1, j+1
		case star >= 0:
			from++
			i, j = star+1, from
		default:
			return false
		}
	}
	for i < len(p) && p[i] == '*' {
		i++
	}
	return i == len(p)
}

func fold(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
