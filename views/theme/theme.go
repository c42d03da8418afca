// Package theme gives every part of the console its look: roles (title,
// muted, quote) map to styles, and signs map to glyphs that the terminal's
// font has. A view never names a colour; it names a role.
//
// No role is told by colour alone. Focus, selection, a verified citation and a
// highlighted quote each have a sign as well, so that nothing is lost without
// colour.
package theme

import (
	"charm.land/glamour/v2/ansi"
	"charm.land/lipgloss/v2"
)

// Palette names a set of colours.
type Palette string

// The palettes. None uses bold only, Contrast bold and reverse in the terminal's
// own two colours: the strongest contrast that its user has chosen.
const (
	Dark     Palette = "dark"
	Light    Palette = "light"
	Contrast Palette = "contrast"
	Sixteen  Palette = "16"
	None     Palette = "none"
)

// Palettes lists them.
func Palettes() []Palette { return []Palette{Dark, Light, Contrast, Sixteen, None} }

// Theme is how one terminal is drawn on.
type Theme struct {
	Palette Palette
	ASCII   bool
	Glyphs  Glyphs

	Title    lipgloss.Style // name of a pane, heading
	Focus    lipgloss.Style // name of the focused pane
	Muted    lipgloss.Style // what matters less
	Accent   lipgloss.Style // citation marks, keys
	Good     lipgloss.Style
	Warn     lipgloss.Style
	Bad      lipgloss.Style
	Quote    lipgloss.Style // quoted text inside its record
	Selected lipgloss.Style // the selected row of a list
	Rule     lipgloss.Style // lines between panes
}

// New returns the theme of a palette; with ascii its glyphs are ASCII only.
func New(p Palette, ascii bool) Theme {
	c := coloursOf(p)
	plain := lipgloss.NewStyle()
	t := Theme{
		Palette: p, ASCII: ascii, Glyphs: unicodeGlyphs(),
		Title: plain.Bold(true), Focus: c.style(c.accent).Bold(true), Muted: c.style(c.muted), Accent: c.style(c.accent),
		Good: c.style(c.good), Warn: c.style(c.warn), Bad: c.style(c.bad),
		Quote: c.style(c.quote), Selected: plain.Bold(true), Rule: c.style(c.muted),
	}
	if ascii {
		t.Glyphs = asciiGlyphs()
	}
	switch p {
	case Sixteen: // colour 8 is the background of some terminals
		t.Muted, t.Rule = plain.Faint(true), plain.Faint(true)
		t.Quote = t.Quote.Bold(true)
	case Contrast:
		t.Focus, t.Selected, t.Quote = plain.Bold(true).Reverse(true), plain.Bold(true).Underline(true), plain.Bold(true).Reverse(true)
		t.Accent, t.Warn, t.Bad = plain.Bold(true), plain.Bold(true).Underline(true), plain.Bold(true).Reverse(true)
	case None:
		t.Warn, t.Bad, t.Quote = plain.Bold(true), plain.Bold(true), plain.Bold(true)
	case Dark, Light:
		t.Quote = t.Quote.Background(lipgloss.Color(c.quoteBack))
	}
	return t
}

// Markdown returns the style of rendered Markdown: one left-aligned column
// without margins, in the roles of the theme.
func (t Theme) Markdown() ansi.StyleConfig {
	accent := stringOrNil(coloursOf(t.Palette).accent)
	muted := stringOrNil(coloursOf(t.Palette).muted)
	g := t.Glyphs
	return ansi.StyleConfig{
		BlockQuote: ansi.StyleBlock{Indent: ptr(uint(1)), IndentToken: ptr(g.Margin + " ")},
		List:       ansi.StyleList{LevelIndent: 2},
		Heading:    ansi.StyleBlock{StylePrimitive: ansi.StylePrimitive{Bold: ptr(true)}},
		Strong:     ansi.StylePrimitive{Bold: ptr(true)},
		Emph:       ansi.StylePrimitive{Italic: ptr(true)},
		Item:       ansi.StylePrimitive{BlockPrefix: g.Bullet + " "},
		Enumeration: ansi.StylePrimitive{
			BlockPrefix: ". ",
		},
		HorizontalRule: ansi.StylePrimitive{Format: "\n" + g.Rule + g.Rule + g.Rule + "\n", Color: muted},
		Task:           ansi.StyleTask{Ticked: "[x] ", Unticked: "[ ] "},
		LinkText:       ansi.StylePrimitive{Color: accent, Bold: ptr(true)},
		Code:           ansi.StyleBlock{StylePrimitive: ansi.StylePrimitive{Color: accent}},
		CodeBlock:      ansi.StyleCodeBlock{StyleBlock: ansi.StyleBlock{Margin: ptr(uint(2))}},
		Table: ansi.StyleTable{
			CenterSeparator: ptr(g.Cross), ColumnSeparator: ptr(g.Column), RowSeparator: ptr(g.Rule),
		},
	}
}

func ptr[T any](v T) *T { return &v }

func stringOrNil(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
