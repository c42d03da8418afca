package chunk

import (
	"fmt"
	"strings"
	"testing"

	"owl/engine"
)

// outline writes headings as "1 Title" lines.
func outline(heads []heading) string {
	var lines []string
	for _, h := range heads {
		lines = append(lines, fmt.Sprintf("%d %s", h.level, h.title))
	}
	return strings.Join(lines, "\n")
}

func TestMarkdownHeadings(t *testing.T) {
	cases := []struct{ name, text, want string }{
		{"levels", "# A\n## B\ntext\n###### C", "1 A\n2 B\n6 C"},
		{"closing marks go, a hash in the title stays", "# A ##\n# C#\n## Issue #12", "1 A\n1 C#\n2 Issue #12"},
		{"up to three spaces, and a space after the mark", "   # A\n    # code\n#tag\n####### seven", "1 A"},
		{"underlined", "Title\n=====\n\nPart\n----\ntext", "1 Title\n2 Part"},
		{"a rule after an empty line is no underline", "text\n\n---\n\n- item\n---\n", ""},
		{"the last line of a paragraph is no title", "one\ntwo\n---\n", ""},
		{"code fences hide hashes", "```sh\n# comment\n```\n# A\n~~~\n# b\n```\n~~~\n# C", "1 A\n1 C"},
		{"an indented fence in a list", "1. do\n\n   ```\n# x\n   ```\n# A", "1 A"},
		{"an open fence runs to the end", "# A\n```\n# b\n", "1 A"},
		{"front matter", "---\ntitle: X\n---\n# A", "1 A"},
		{"a table is no title", "a | b\n--- | ---\n", ""},
		{"CRLF", "# A\r\n\r\nB\r\n===\r\n", "1 A\n1 B"},
		{"an overlong line is no heading", "# " + strings.Repeat("x", 300), ""},
		{"empty", "", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := outline(headings(c.text, engine.Markdown)); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestRSTHeadings(t *testing.T) {
	cases := []struct{ name, text, want string }{
		{"levels by order of appearance", "A\n~~~\n\nB\n===\n\nC\n~~~\n\nD\n===\n", "1 A\n2 B\n1 C\n2 D"},
		{"an overline is a style of its own", "===\n A\n===\n\nB\n===\n", "1 A\n2 B"},
		{"titles without a line between", "A\n===\nB\n---\ntext", "1 A\n2 B"},
		{"after a label", "text\n\n.. _b:\n\nB\n---\n", "1 B"},
		{"a transition is no title", "text\n\n----\n\nmore", ""},
		{"an indented block is no title", "::\n\n  x\n  ----\n", ""},
		{"the end of a paragraph is no title", "one\ntwo\n---\n", ""},
		{"too short a line", "Long title\n---\n", ""},
		{"a line of four may be too short", "Long title\n----\n", "1 Long title"},
		{"a table border is no title", "===== =====\na     b\n===== =====\n", ""},
		{"hashes are text", "# not a heading\n", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := outline(headings(c.text, engine.RST)); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestPlainTextHasNoHeadings(t *testing.T) {
	if got := headings("# A\n\nB\n===\n", engine.Plain); got != nil {
		t.Errorf("got %v", got)
	}
}
