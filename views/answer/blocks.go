package answer

import (
	"regexp"
	"slices"
	"strings"

	"owl/views/theme"
	"owl/views/widget"
)

// blocks renders Markdown that grows at its end. A block that is finished is
// rendered once; only the last one is rendered anew when text is added.
type blocks struct {
	draw  *drawer
	width int
	done  []block
}

type block struct {
	source string
	lines  []string
}

// render returns the lines of the whole text, blocks parted by an empty line.
func (b *blocks) render(th theme.Theme, source string, width int) []string {
	if b.draw == nil || b.width != width || !b.draw.suits(th) {
		*b = blocks{draw: newDrawer(th), width: width}
	}
	var lines []string
	parts := splitBlocks(source)
	b.done = b.done[:min(len(b.done), len(parts))]
	for i, part := range parts {
		if i == len(b.done) {
			b.done = append(b.done, block{})
		}
		if b.done[i].source != part {
			b.done[i] = block{part, b.draw.block(part, width)}
		}
		if i > 0 && !adjoin(parts[i-1], part) {
			lines = append(lines, "")
		}
		lines = append(lines, b.done[i].lines...)
	}
	return lines
}

// adjoin reports whether two blocks are items of one list.
func adjoin(a, b string) bool { return itemMark.MatchString(a) && itemMark.MatchString(b) }

// splitBlocks cuts Markdown where an empty line is followed by a line that
// begins at the margin, and before each item of a list, outside of code
// fences. Such a place parts blocks whatever comes later.
func splitBlocks(source string) []string {
	var parts []string
	var part []string
	fenced, empty, listed := false, false, false
	for line := range strings.Lines(source) {
		blank := strings.TrimSpace(line) == ""
		item := itemMark.MatchString(line)
		margin := !blank && line[0] != ' ' && line[0] != '\t'
		if !fenced && len(part) > 0 && margin && (empty || item && (listed || interrupts(line))) {
			parts = append(parts, strings.Join(part, ""))
			part = nil
		}
		if len(part) == 0 {
			listed = item
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

// itemMark begins an item of a list at the margin.
var itemMark = regexp.MustCompile(`^(?:[-*+]|\d{1,4}[.)])[ \t]+\S`)

// interrupts reports whether an item may end a paragraph that has no empty
// line after it: a number other than 1 is more likely a wrapped sentence.
func interrupts(line string) bool {
	return line[0] < '0' || line[0] > '9' || strings.HasPrefix(line, "1.")
}

// drawer draws one block for one theme.
type drawer struct {
	th      theme.Theme
	byWidth map[int]*markdown
}

func newDrawer(th theme.Theme) *drawer { return &drawer{th: th, byWidth: map[int]*markdown{}} }

func (d *drawer) suits(th theme.Theme) bool {
	return d.th.Palette == th.Palette && d.th.ASCII == th.ASCII
}

// block draws a block. An item of a list is drawn here, because the library
// lets its second line begin under the mark instead of under the text.
func (d *drawer) block(source string, width int) []string {
	if mark := itemMark.FindString(source); mark != "" && width > 8 && !rule(source) {
		return d.item(mark[:len(mark)-1], source, width)
	}
	md := d.byWidth[width]
	if md == nil {
		md = newMarkdown(d.th, width)
		d.byWidth[width] = md
	}
	return md.render(source)
}

// rule reports whether a block is a thematic break such as * * *.
func rule(source string) bool {
	line := strings.Join(strings.Fields(source), "")
	return len(line) >= 3 && strings.Trim(line, line[:1]) == ""
}

func (d *drawer) item(mark, source string, width int) []string {
	sign := strings.TrimRight(mark, " \t") + " "
	if strings.ContainsAny(sign[:1], "-*+") {
		sign = d.th.Glyphs.Bullet + " "
	}
	indent := strings.Repeat(" ", widget.Width(sign))
	var lines []string
	for i, part := range splitBlocks(dedent(source[len(mark):], len(mark))) {
		if i > 0 && !itemMark.MatchString(part) {
			lines = append(lines, "")
		}
		lines = append(lines, d.block(part, width-len(indent))...)
	}
	for i := range lines {
		if lines[i] != "" {
			lines[i] = indent + lines[i]
		}
	}
	if len(lines) > 0 {
		lines[0] = sign + strings.TrimPrefix(lines[0], indent)
	}
	return slices.Clip(lines)
}

// dedent takes up to n spaces from the beginning of every line.
func dedent(source string, n int) string {
	var b strings.Builder
	for line := range strings.Lines(source) {
		blank := len(line) - len(strings.TrimLeft(line, " "))
		b.WriteString(line[min(n, blank):])
	}
	return b.String()
}
