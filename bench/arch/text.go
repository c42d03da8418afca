package arch

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Folders checks the folders at the top: those of the design and those that
// begin with a dot.
func Folders(t *Tree) []string {
	wanted := []string{"app", "assets", "bench", "engine", "epics", "ingest", "views"}
	var found []string
	for name := range t.Files {
		top, _, below := strings.Cut(name, "/")
		if below && !strings.HasPrefix(top, ".") && !slices.Contains(found, top) {
			found = append(found, top)
		}
	}
	slices.Sort(found)
	if !slices.Equal(found, wanted) {
		return []string{fmt.Sprintf("top-level folders are %v, want %v", found, wanted)}
	}
	return nil
}

// mark is something that no tracked file may hold.
type mark struct {
	what    string
	pattern *regexp.Regexp
}

// marks are put together from pieces, so that this file passes its own check.
func marks() []mark {
	words := func(list ...string) string { return strings.Join(list, "|") }
	return []mark{
		{"an unfinished mark", regexp.MustCompile(`(^|[^.\w])(` + words("TO"+"DO", "FIX"+"ME", "XX"+"X") + `)\b`)},
		{"a path of one machine", regexp.MustCompile(`(^|[^\w.$})-])/(` + words("wo"+"rk", "ro"+"ot", "ho"+`me/\w+`, "far"+"m") + `)/`)},
		{"the host of a package registry", regexp.MustCompile(`https?://[^\s"')]*(` + words("py"+"pi", "python"+"hosted", "npm"+"js", `proxy\.golang`, "sum"+`\.golang`, "crates"+`\.io`, "maven"+`\.org`) + `)`)},
	}
}

// Text checks every line of every tracked text file.
func Text(t *Tree) []string {
	all := marks()
	var bad []string
	for name, text := range t.Files {
		if name == "go.sum" || bytes.IndexByte(text, 0) >= 0 {
			continue
		}
		number := 0
		for line := range bytes.Lines(text) {
			number++
			for _, m := range all {
				if found := m.pattern.Find(line); found != nil {
					bad = append(bad, fmt.Sprintf("%s:%d: %s: %q", name, number, m.what, found))
				}
			}
		}
	}
	slices.Sort(bad)
	return bad
}
