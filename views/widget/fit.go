package widget

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Width returns the cells that styled text takes.
func Width(s string) int { return ansi.StringWidth(s) }

// Truncate shortens styled text to w cells and marks the cut with tail.
func Truncate(s string, w int, tail string) string {
	if w <= 0 {
		return ""
	}
	if Width(tail) >= w {
		tail = ""
	}
	return ansi.Truncate(s, w, tail)
}

// Fit returns exactly h lines of exactly w cells: longer text is cut, shorter
// text is filled with spaces. The method says how the terminal counts cells;
// the lines stay in their column only when it is the terminal's own.
func Fit(block string, w, h int, method ansi.Method) []string {
	lines := make([]string, 0, h)
	for line := range strings.SplitSeq(block, "\n") {
		if len(lines) == h {
			break
		}
		lines = append(lines, fitLine(line, w, method))
	}
	for len(lines) < h {
		lines = append(lines, strings.Repeat(" ", max(0, w)))
	}
	return lines
}

func fitLine(line string, w int, method ansi.Method) string {
	have := method.StringWidth(line)
	whole := line
	// Cutting counts by characters of several runes, whichever the method, and
	// so may leave too much.
	for limit := max(0, w); have > w && limit >= 0; limit-- {
		line = method.Truncate(whole, limit, "")
		have = method.StringWidth(line)
	}
	return line + strings.Repeat(" ", max(0, w-have))
}

// Spread puts left and right at the two ends of a line of w cells. Right goes
// first when there is no room for both: it is left out.
func Spread(left, right string, w int) string {
	gap := w - Width(left) - Width(right)
	if right == "" || gap < 1 {
		return Truncate(left, w, "")
	}
	return left + strings.Repeat(" ", gap) + right
}
