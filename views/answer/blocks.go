package answer

import (
	"strings"

	"owl/views/theme"
)

// blocks renders Markdown that grows at its end. A block that is finished is
// rendered once; only the last one is rendered anew when text is added.
type blocks struct {
	md      *markdown
	palette string
	done    []block
}

type block struct {
	source string
	lines  []string
}

// render returns the lines of the whole text, blocks parted by an empty line.
func (b *blocks) render(th theme.Theme, source string, width int) []string {
	key := string(th.Palette)
	if th.ASCII {
		key += " ascii"
	}
	if b.md == nil || b.md.width != width || b.palette != key {
		*b = blocks{md: newMarkdown(th, width), palette: key}
	}
	var lines []string
	parts := splitBlocks(source)
	b.done = b.done[:min(len(b.done), len(parts))]
	for i, part := range parts {
		if i == len(b.done) {
			b.done = append(b.done, block{})
		}
		if b.done[i].source != part {
			b.done[i] = block{part, b.md.render(part)}
		}
		if i > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, b.done[i].lines...)
	}
	return lines
}

// splitBlocks cuts Markdown where an empty line is followed by a line that
// begins at the margin, outside of code fences. Such a place parts blocks
// whatever comes later.
func splitBlocks(source string) []string {
	var parts []string
	var part []string
	fenced, empty := false, false
	for line := range strings.Lines(source) {
		blank := strings.TrimSpace(line) == ""
		if !fenced && empty && !blank && line[0] != ' ' && line[0] != '\t' {
			parts = append(parts, strings.Join(part, ""))
			part = nil
		}
		if fence(line) {
			fenced = !fenced
		}
		empty = blank
		if !blank || len(part) > 0 {
			part = append(part, line)
		}
	}
	if len(part) > 0 {
		parts = append(parts, strings.Join(part, ""))
	}
	return parts
}

func fence(line string) bool {
	line = strings.TrimLeft(line, " ")
	return strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~")
}
