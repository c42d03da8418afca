package widget

import (
	"image"
	"image/color"
	"strings"

	"charm.land/lipgloss/v2"

	"owl/engine/picture"
)

// Blocks draws a picture in at most w cells and h lines. A cell is two pixels, one
// above the other, in the colours of the sign and of what is behind it.
func Blocks(img image.Image, w, h int) []string {
	small := picture.Scale(img, picture.Within(img.Bounds().Size(), max(1, w), 2*max(1, h)))
	size := small.Bounds().Size()
	lines := make([]string, 0, (size.Y+1)/2)
	for y := 0; y < size.Y; y += 2 {
		var b strings.Builder
		for x := 0; x < size.X; {
			above, below := pair(small, x, y)
			from := x
			for x < size.X {
				if a, c := pair(small, x, y); a != above || c != below {
					break
				}
				x++
			}
			b.WriteString(lipgloss.NewStyle().Foreground(above).Background(below).Render(strings.Repeat("▀", x-from)))
		}
		lines = append(lines, b.String())
	}
	return lines
}

// pair are the two pixels of a cell.
func pair(img *image.RGBA, x, y int) (above, below color.RGBA) {
	above = coarse(img.RGBAAt(x, y))
	if y+1 >= img.Bounds().Dy() {
		return above, above
	}
	return above, coarse(img.RGBAAt(x, y+1))
}

// coarse keeps the upper bits of a colour: neighbours that look the same then are
// the same, and cost their colour once.
func coarse(c color.RGBA) color.RGBA {
	const keep = 0xf8
	return color.RGBA{c.R&keep | c.R>>5, c.G&keep | c.G>>5, c.B&keep | c.B>>5, 255}
}
