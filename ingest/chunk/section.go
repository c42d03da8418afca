package chunk

import (
	"strings"
	"unicode/utf8"

	"owl/engine"
)

// small is the size in characters below which a section is joined with its
// neighbour.
const small = 250

// section is a range of the content under one heading.
type section struct {
	span
	path string // headings joined by " > "
}

// part is a section while sections are still being joined.
type part struct {
	span
	path  []string
	empty bool // nothing but its heading
}

// sections cuts a text into consecutive sections by its headings.
func sections(text string, format engine.Format) []section {
	parts := joinSmall(text, adopt(divide(text, headings(text, format))))
	list := make([]section, len(parts))
	for i, p := range parts {
		list[i] = section{p.span, strings.Join(p.path, " > ")}
	}
	return list
}

// divide gives every heading the text up to the next one.
func divide(text string, heads []heading) []part {
	var parts []part
	if len(heads) == 0 || heads[0].start > 0 {
		parts = append(parts, part{span: span{0, len(text)}})
	}
	var levels []int
	var path []string
	for _, h := range heads {
		if n := len(parts); n > 0 {
			parts[n-1].end = h.start
		}
		for len(levels) > 0 && levels[len(levels)-1] >= h.level {
			levels, path = levels[:len(levels)-1], path[:len(path)-1]
		}
		levels, path = append(levels, h.level), append(path[:len(path):len(path)], h.title)
		parts = append(parts, part{span: span{h.start, len(text)}, path: path})
	}
	markEmpty(text, parts, heads)
	return parts
}

func markEmpty(text string, parts []part, heads []heading) {
	offset := len(parts) - len(heads) // 1 when there is text before the first heading
	for i, h := range heads {
		p := &parts[i+offset]
		p.empty = strings.TrimSpace(text[min(h.end, p.end):p.end]) == ""
	}
}

// adopt gives a heading without text of its own, and a short text before the
// first heading, to the section that follows.
func adopt(parts []part) []part {
	var kept []part
	for i, p := range parts {
		if n := len(kept); n > 0 && leads(kept[n-1], p, n == 1 && i == 1) {
			p.start = kept[n-1].start
			kept = kept[:n-1]
		}
		kept = append(kept, p)
	}
	return kept
}

func leads(before, p part, first bool) bool {
	if len(before.path) == 0 {
		return first && before.end-before.start <= small
	}
	return before.empty && len(p.path) > len(before.path)
}

// joinSmall joins a small section with its neighbour when one heading stands
// above both. The joined section goes by that heading.
func joinSmall(text string, parts []part) []part {
	var joined []part
	for _, p := range parts {
		n := len(joined)
		if n == 0 {
			joined = append(joined, p)
			continue
		}
		before := &joined[n-1]
		both := span{before.start, p.end}
		common := commonPath(before.path, p.path)
		isSmall := before.fits(text, small) || p.fits(text, small)
		if !isSmall || len(common) == 0 || !both.fits(text, Fresh) {
			joined = append(joined, p)
			continue
		}
		before.span, before.path = both, common
	}
	return joined
}

func commonPath(a, b []string) []string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return a[:n]
}

// maxHeading is the length in bytes above which a line is no heading.
const maxHeading = 200

// heading is a heading with the lines that make it one.
type heading struct {
	span
	level int // 1 is the highest
	title string
}

func headings(text string, format engine.Format) []heading {
	switch format {
	case engine.Markdown:
		return markdownHeadings(text)
	case engine.RST:
		return rstHeadings(text)
	}
	return nil
}

// newHeading makes a heading of a title line, unless it is too long or empty.
func newHeading(s span, level int, title string) (heading, bool) {
	title = strings.TrimSpace(title)
	ok := title != "" && len(title) <= maxHeading && utf8.ValidString(title)
	return heading{span: s, level: level, title: title}, ok
}
