package chunk

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// rstHeadings finds titles with an underline, or with a line above and below.
// In reStructuredText the order in which the styles appear gives the levels.
func rstHeadings(text string) []heading {
	var all []span
	for ln := range lines(text, span{0, len(text)}) {
		all = append(all, ln)
	}
	at := func(i int) string {
		if i < 0 || i >= len(all) {
			return ""
		}
		return strings.TrimRight(all[i].of(text), " \t\r\n")
	}
	var heads []heading
	var styles []string
	ended := 0 // the line after the last title: a title may follow at once
	for i := 0; i < len(all); i++ {
		before := at(i - 1)
		if i == ended {
			before = ""
		}
		style, size := rstTitle(before, at(i), at(i+1), at(i+2))
		if size == 0 {
			continue
		}
		title := at(i + size - 2)
		if !slices.Contains(styles, style) {
			styles = append(styles, style)
		}
		first := i
		for first > ended && strings.HasPrefix(strings.TrimSpace(at(first-1))+".. _", ".. _") {
			first-- // a label above the title, and empty lines, belong to it
		}
		h, ok := newHeading(span{all[first].start, all[i+size-1].end}, slices.Index(styles, style)+1, title)
		if ok {
			heads = append(heads, h)
			ended = i + size
			i = ended - 1
		}
	}
	return heads
}

// rstTitle reports the style of a title that begins at line a, and of how many
// lines it is made: a is an overline, or the title itself.
func rstTitle(before, a, b, c string) (style string, size int) {
	if before != "" && !strings.HasPrefix(before, "..") {
		return "", 0
	}
	if isAdornment(a) && isAdornment(c) && a[0] == c[0] && b != "" && !isAdornment(b) && covers(a, strings.TrimSpace(b)) {
		return a[:1] + "over", 3
	}
	if a != "" && a[0] != ' ' && a[0] != '\t' && !isAdornment(a) && isAdornment(b) && covers(b, a) {
		return b[:1], 2
	}
	return "", 0
}

// covers follows docutils: a line of four may be too short for its title.
func covers(adornment, title string) bool {
	return len(adornment) >= 4 || len(adornment) >= utf8.RuneCountInString(title)
}

// isAdornment reports whether a line is one punctuation character, repeated.
func isAdornment(line string) bool {
	return len(line) >= 2 && strings.IndexByte("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", line[0]) >= 0 &&
		strings.Trim(line, line[:1]) == ""
}
