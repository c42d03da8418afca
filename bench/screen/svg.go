package screen

import (
	"fmt"
	"html"
	"image/color"
	"io"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
)

// The size of a cell in the picture, and the margin around all of them.
const (
	cellWidth, cellHeight = 8.4, 18.0
	margin                = 12.0
	baseline              = 13.5
)

// The colours of a terminal that nobody has changed.
const (
	paper = "#11151c"
	ink   = "#d6dae2"
)

// SVG writes what the terminal shows as a picture. Each run of cells of one style
// is one piece of text, stretched to its cells, so that no font moves a border.
func (s *Screen) SVG(out io.Writer) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	w, h := s.vt.Width(), s.vt.Height()
	var b strings.Builder
	width, height := float64(w)*cellWidth+2*margin, float64(h)*cellHeight+2*margin
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="14">`+"\n", width, height, width, height)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" rx="8" fill="%s"/>`+"\n", paper)
	for y := range h {
		s.row(&b, y, w)
	}
	b.WriteString("</svg>\n")
	if _, err := io.WriteString(out, b.String()); err != nil {
		return fmt.Errorf("write the picture: %w", err)
	}
	return nil
}

// row writes one line of cells, run by run.
func (s *Screen) row(b *strings.Builder, y, w int) {
	for x := 0; x < w; {
		from, style := x, s.vt.CellAt(x, y).Style
		var run []*uv.Cell
		for x < w {
			cell := s.vt.CellAt(x, y)
			if !cell.Style.Equal(&style) {
				break
			}
			run = append(run, cell)
			x += max(1, cell.Width)
		}
		paint(b, from, y, x-from, style, run)
	}
}

// paint writes the ground of cells of one style and the text on them.
func paint(b *strings.Builder, x, y, cells int, style uv.Style, run []*uv.Cell) {
	fg, bg := colourOf(style.Fg, ink), colourOf(style.Bg, paper)
	if style.Attrs&uv.AttrReverse != 0 {
		fg, bg = bg, fg
	}
	if bg != paper {
		fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"/>`,
			margin+float64(x)*cellWidth, margin+float64(y)*cellHeight, float64(cells)*cellWidth, cellHeight, bg)
	}
	extra := ""
	if style.Attrs&uv.AttrBold != 0 {
		extra += ` font-weight="bold"`
	}
	if style.Attrs&uv.AttrFaint != 0 {
		extra += ` opacity="0.65"`
	}
	for _, p := range pieces(run) {
		fmt.Fprintf(b, `<text x="%.1f" y="%.1f" textLength="%.1f" lengthAdjust="spacingAndGlyphs" fill="%s"%s>%s</text>`+"\n",
			margin+float64(x+p.at)*cellWidth, margin+float64(y)*cellHeight+baseline, float64(p.cells)*cellWidth, fg, extra, html.EscapeString(p.text))
	}
}

// piece is text without a blank at its ends or two in a row: a picture does not
// keep those.
type piece struct {
	at, cells int
	text      string
}

func pieces(run []*uv.Cell) []piece {
	var all []piece
	at, blanks := 0, 2
	for _, cell := range run {
		width := max(1, cell.Width)
		switch {
		case strings.TrimSpace(cell.Content) == "":
			blanks += width
		case blanks > 1:
			all = append(all, piece{at, width, cell.Content})
			blanks = 0
		default:
			last := &all[len(all)-1]
			last.text += strings.Repeat(" ", blanks) + cell.Content
			last.cells += blanks + width
			blanks = 0
		}
		at += width
	}
	return all
}

func colourOf(c color.Color, otherwise string) string {
	if c == nil {
		return otherwise
	}
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}
