package export

import (
	"fmt"
	"strings"
)

// matter is a front matter block: "key: value" lines between two "---" lines.
type matter struct {
	values map[string]string // by key in lower case, words joined by _
	lines  map[string]int
}

// matterError is what is wrong with a front matter block.
type matterError struct {
	line int
	why  string
}

func (e *matterError) Error() string { return "front matter: " + e.why }

// splitFrontMatter returns the block and the text after it. A text that does
// not begin with "---" has no block. Blank lines, comments, and the list items
// and indented lines that YAML allows under a key are passed over.
func splitFrontMatter(text string) (matter, string, *matterError) {
	m := matter{values: map[string]string{}, lines: map[string]int{}}
	start := strings.TrimLeft(text, " \t\n")
	number := 1 + strings.Count(text[:len(text)-len(start)], "\n")
	opening := number
	line, rest, more := strings.Cut(start, "\n")
	if strings.TrimRight(line, " \t") != "---" {
		return m, text, nil
	}
	for more {
		line, rest, more = strings.Cut(rest, "\n")
		number++
		if end := strings.TrimRight(line, " \t"); end == "---" || end == "..." {
			return m, rest, nil
		}
		if why := m.add(line, number); why != "" {
			return m, "", &matterError{number, why}
		}
	}
	return m, "", &matterError{opening, "no --- line ends the block"}
}

// add takes one line of the block and says what is wrong with it.
func (m matter) add(line string, number int) string {
	trimmed := strings.TrimSpace(line)
	if trimmed == "" || line[0] == ' ' || line[0] == '\t' || line[0] == '#' || strings.HasPrefix(line, "- ") {
		return ""
	}
	key, value, ok := strings.Cut(trimmed, ":")
	key = fieldName(key)
	if !ok || key == "" {
		return fmt.Sprintf("want key: value, got %q", Shorten(line, 40))
	}
	if first, taken := m.lines[key]; taken {
		return fmt.Sprintf("%q stands in line %d already", Shorten(key, 40), first)
	}
	m.values[key], m.lines[key] = unquote(strings.TrimSpace(value)), number
	return ""
}

// fieldName is a key or column header as shapes write it: "Document ID" is
// document_id.
func fieldName(header string) string {
	return strings.ToLower(strings.NewReplacer(" ", "_", "-", "_").Replace(strings.TrimSpace(header)))
}

func unquote(value string) string {
	if value == "null" || value == "~" {
		return ""
	}
	if n := len(value); n >= 2 && (value[0] == '"' || value[0] == '\'') && value[n-1] == value[0] {
		return value[1 : n-1]
	}
	return value
}
