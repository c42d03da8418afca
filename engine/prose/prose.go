// Package prose finds the sentences and the fields of a record's text, with their
// places, so that what is said of them can be quoted.
package prose

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"owl/engine/graph"
)

// Sentences cuts prose into sentences, with their places. Fields, headings and
// table rows are left out, but for the value of a description. Who said a line of
// a thread is not part of its sentence.
func Sentences(text string) []graph.Span {
	var out []graph.Span
	for line := range lines(text) {
		if from, ok := begin(text[line.Start:line.End]); ok {
			out = append(out, inLine(text, line.Start+from, line.End)...)
		}
	}
	return out
}

// Around is the sentence that holds a place, when it has one of at most so many
// bytes; else the place itself.
func Around(text string, at graph.Span, most int) graph.Span {
	for _, s := range Sentences(text) {
		if s.Start <= at.Start && at.End <= s.End && s.Len() <= most {
			return s
		}
	}
	return at
}

// Field returns the place of the value of a line "Name: value", and false when
// there is none.
func Field(text, name string) (graph.Span, bool) {
	for line := range lines(text) {
		rest, ok := strings.CutPrefix(text[line.Start:line.End], name+":")
		if at := Trim(text, graph.Span{Start: line.End - len(rest), End: line.End}); ok && at.Len() > 0 {
			return at, true
		}
	}
	return graph.Span{}, false
}

// Trim moves the ends of a place over white space and a semicolon at its end.
func Trim(text string, s graph.Span) graph.Span {
	for s.Start < s.End && (text[s.Start] == ' ' || text[s.Start] == '\t') {
		s.Start++
	}
	for s.End > s.Start && strings.IndexByte(" \t\r;", text[s.End-1]) >= 0 {
		s.End--
	}
	return s
}

// lines yields the place of each line, without its end.
func lines(text string) func(yield func(graph.Span) bool) {
	return func(yield func(graph.Span) bool) {
		for start := 0; start < len(text); {
			end := start + strings.IndexByte(text[start:], '\n')
			if end < start {
				end = len(text)
			}
			if !yield(graph.Span{Start: start, End: end}) {
				return
			}
			start = end + 1
		}
	}
}

// begin reports whether a line is prose, and where it begins.
func begin(line string) (from int, ok bool) {
	trimmed := strings.TrimLeft(line, " \t->*")
	from = len(line) - len(trimmed)
	if trimmed == "" || strings.ContainsRune("#|=", rune(trimmed[0])) {
		return 0, false
	}
	if at := speech.FindStringIndex(trimmed); at != nil {
		return from + at[1], true
	}
	if at := field.FindStringSubmatchIndex(trimmed); at != nil {
		switch trimmed[at[2]:at[3]] {
		case "Description", "Symptom", "Observation", "Comment":
			return from + at[1], true
		}
		return 0, false
	}
	return from, true
}

// field finds the name of a line "Name: value".
var field = regexp.MustCompile(`^([A-Z][a-z]+(?: [a-z]+)?): `)

// speech finds who said a line and when.
var speech = regexp.MustCompile(`^[^,:]{3,40}, \d{4}-\d\d-\d\d \d\d:\d\d: `)

// inLine cuts at the ends of sentences: a mark, a space, and no small letter.
func inLine(text string, start, end int) []graph.Span {
	var out []graph.Span
	from := start
	add := func(to int) {
		s := Trim(text, graph.Span{Start: from, End: to})
		if s.Len() > 0 {
			out = append(out, s)
		}
		from = to
	}
	for i := start; i+1 < end; i++ {
		if strings.IndexByte(".!?;", text[i]) < 0 || text[i+1] != ' ' {
			continue
		}
		next, _ := utf8.DecodeRuneInString(strings.TrimLeft(text[i+1:end], " "))
		if text[i] == ';' || !unicode.IsLower(next) {
			add(i + 1)
		}
	}
	add(end)
	return out
}
