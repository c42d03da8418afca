package export

import (
	"html"
	"regexp"
	"strings"
)

// Plain cleans a plain text: HTML entities decoded, LF line ends, no white
// space around it. What stands between is kept as it is.
func Plain(s string) string { return strings.TrimSpace(decode(lineEnds(s), false)) }

// Markdown is Plain for a text with Markdown in it: the first line keeps its
// indentation, and an entity that would become the start of an HTML tag stays
// one, because a renderer hides tags.
func Markdown(s string) string { return TrimLines(decode(lineEnds(s), true)) }

// TrimLines drops blank lines at the start and white space at the end.
func TrimLines(s string) string {
	s = strings.TrimRight(s, " \t\n")
	text := strings.TrimLeft(s, " \t\n")
	return s[strings.LastIndexByte(s[:len(s)-len(text)], '\n')+1:]
}

func lineEnds(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
}

// entity wants the semicolon: HTML does without it for some names, but then
// "?id=3&section=2" would be one as well.
var entity = regexp.MustCompile(`&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});`)

func decode(s string, markdown bool) string {
	if !strings.Contains(s, "&") {
		return s
	}
	var out strings.Builder
	done := 0
	for _, at := range entity.FindAllStringIndex(s, -1) {
		text := html.UnescapeString(s[at[0]:at[1]])
		if markdown && text == "<" && beginsTag(s[at[1]:]) {
			continue
		}
		if text == "\u00a0" { // a layout hint that would glue "5" to "mA"
			text = " "
		}
		out.WriteString(s[done:at[0]])
		out.WriteString(text)
		done = at[1]
	}
	out.WriteString(s[done:])
	return out.String()
}

func beginsTag(rest string) bool {
	if rest == "" {
		return false
	}
	c := rest[0]
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '/' || c == '!' || c == '?'
}

// OneLine folds all white space to single spaces.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// Shorten returns the first n characters of s on one line.
func Shorten(s string, n int) string {
	runes := []rune(OneLine(s))
	return strings.TrimSpace(string(runes[:min(n, len(runes))]))
}

// Label is one labelled line of a record's content.
type Label struct{ Name, Value string }

// Lines writes the labels that have a value, one "Name: value" a line.
func Lines(labels ...Label) string {
	var lines []string
	for _, label := range labels {
		if label.Value != "" {
			lines = append(lines, label.Name+": "+label.Value)
		}
	}
	return strings.Join(lines, "\n")
}

// Blocks joins the parts that are not empty with an empty line between them.
func Blocks(parts ...string) string { return joinFilled("\n\n", parts) }

func joinFilled(separator string, parts []string) string {
	var filled []string
	for _, part := range parts {
		if part != "" {
			filled = append(filled, part)
		}
	}
	return strings.Join(filled, separator)
}
