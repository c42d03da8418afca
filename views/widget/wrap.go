package widget

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/rivo/uniseg"
)

// Line is a byte range of a wrapped text: one line on the screen.
type Line struct{ Start, End int }

// Wrap breaks text into lines of at most w cells. It breaks at spaces only, so
// that an identifier such as DIAG-TN-2024-018 stays whole, and inside a word
// only when the word alone is wider than w. The spaces at a break belong to no
// line; all other bytes but line breaks belong to exactly one.
func Wrap(text string, w int) []Line {
	w = max(1, w)
	var lines []Line
	for start := 0; ; {
		end := start + strings.IndexByte(text[start:], '\n')
		if end < start {
			return append(lines, wrapParagraph(text, start, len(text), w)...)
		}
		lines = append(lines, wrapParagraph(text, start, end, w)...)
		start = end + 1
	}
}

func wrapParagraph(text string, start, end, w int) []Line {
	var lines []Line
	line, space, cells := start, -1, 0 // space: where the line may break
	for i := start; i < end; {
		size, width := Cluster(text[i:end])
		if text[i] == ' ' && i > line {
			space = i
		}
		if cells+width <= w {
			i, cells = i+size, cells+width
			continue
		}
		cut := i
		if space >= line {
			cut = space
		}
		if cut == line { // one cluster wider than the line
			cut = i + size
		}
		lines = append(lines, Line{line, cut})
		for cut < end && text[cut] == ' ' {
			cut++
		}
		line, space, cells, i = cut, -1, 0, cut
	}
	if line == end && len(lines) > 0 { // the break took the last spaces
		return lines
	}
	return append(lines, Line{line, end})
}

// Cluster measures the first character of s as a person sees it, with its
// combining marks. Where the two ways in which terminals count disagree, it
// takes the wider one, so that a line fits in both.
func Cluster(s string) (size, width int) {
	if len(s) > 1 && s[0] < 0x80 && s[1] < 0x80 || len(s) == 1 {
		return 1, 1
	}
	c, _, _, _ := uniseg.FirstGraphemeClusterInString(s, -1)
	return len(c), max(ansi.StringWidth(c), ansi.StringWidthWc(c))
}

// WrapText is Wrap for text whose places do not matter.
func WrapText(text string, w int) []string {
	spans := Wrap(text, w)
	lines := make([]string, len(spans))
	for i, l := range spans {
		lines[i] = text[l.Start:l.End]
	}
	return lines
}

// Flow sets parts in lines of at most w cells, with sep between two parts of a
// line. A part stays whole when it fits.
func Flow(parts []string, sep string, w int) []string {
	var lines []string
	line := ""
	for _, part := range parts {
		switch {
		case part == "":
		case line == "":
			line = part
		case Width(line+sep+part) <= w:
			line += sep + part
		default:
			lines = append(lines, WrapText(line, w)...)
			line = part
		}
	}
	if line == "" {
		return lines
	}
	return append(lines, WrapText(line, w)...)
}
