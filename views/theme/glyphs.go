package theme

// Glyphs are the signs of the console. Each is one cell wide, except Ellipsis
// and the words of ASCII themes.
type Glyphs struct {
	Rule     string // horizontal line
	Column   string // vertical line
	Cross    string // where they cross
	Focus    string // stands before the focused pane or selected row
	Bullet   string
	Margin   string // stands beside quoted lines
	Good     string // verified
	Bad      string // not verified, failed
	Warn     string
	Ellipsis string
	Branch   string // tree: a node that has a next sibling
	Last     string // tree: the last node
	Trunk    string // tree: passes by
	Dot      string // between parts of one line
	Times    string // before a number: so many times
}

func unicodeGlyphs() Glyphs {
	return Glyphs{
		Rule: "─", Column: "│", Cross: "┼", Focus: "▸", Bullet: "•", Margin: "▌",
		Good: "✓", Bad: "✗", Warn: "!", Ellipsis: "…",
		Branch: "├ ", Last: "└ ", Trunk: "│ ", Dot: "·", Times: "×",
	}
}

// asciiGlyphs suits the console of the kernel, whose font has neither arrows
// nor ticks.
func asciiGlyphs() Glyphs {
	return Glyphs{
		Rule: "-", Column: "|", Cross: "+", Focus: ">", Bullet: "*", Margin: ">",
		Good: "ok", Bad: "x", Warn: "!", Ellipsis: "...",
		Branch: "|- ", Last: "`- ", Trunk: "|  ", Dot: "-", Times: "x",
	}
}
