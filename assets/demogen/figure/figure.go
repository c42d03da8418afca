// Package figure draws the pictures that come with a few of the demo's records:
// what their text says, as a screenshot would show it.
package figure

import (
	"image"
	"image/color"
	"math"
)

// All returns the pictures by their path in the demo folder.
func All() map[string]*image.Paletted {
	return map[string]*image.Paletted{
		"bely/files/RFB_buffers_2026-10-15.png":     buffers(),
		"bely/files/S17_CCG1_2025-06-18.png":        gauge(),
		"bely/files/firstfault_2026-10-15_0247.png": firstFault(),
	}
}

// The colours of all pictures.
const (
	white = iota
	grey
	black
	blue
	red
	amber
	green
)

func palette() color.Palette {
	rgb := func(r, g, b uint8) color.Color { return color.RGBA{r, g, b, 255} }
	return color.Palette{
		white: rgb(255, 255, 255), grey: rgb(208, 212, 220), black: rgb(32, 36, 44), blue: rgb(31, 102, 180),
		red: rgb(200, 40, 40), amber: rgb(230, 160, 30), green: rgb(60, 150, 80),
	}
}

const width, height = 400, 240

func blank() *image.Paletted { return image.NewPaletted(image.Rect(0, 0, width, height), palette()) }

// plot is a part of a picture with axes.
type plot struct {
	img            *image.Paletted
	area           image.Rectangle
	x0, x1, y0, y1 float64
}

// frame draws the axes and a grid.
func (p plot) frame(xs, ys int) {
	a := p.area
	for i := 0; i <= xs; i++ {
		fill(p.img, image.Rect(a.Min.X+i*a.Dx()/xs, a.Min.Y, a.Min.X+i*a.Dx()/xs+1, a.Max.Y), grey)
	}
	for i := 0; i <= ys; i++ {
		fill(p.img, image.Rect(a.Min.X, a.Min.Y+i*a.Dy()/ys, a.Max.X, a.Min.Y+i*a.Dy()/ys+1), grey)
	}
	fill(p.img, image.Rect(a.Min.X, a.Min.Y, a.Min.X+2, a.Max.Y), black)
	fill(p.img, image.Rect(a.Min.X, a.Max.Y-2, a.Max.X, a.Max.Y), black)
}

// line draws y over x, thick enough to be seen when the picture is small.
func (p plot) line(y func(x float64) float64, ink uint8) {
	before := math.NaN()
	for px := p.area.Min.X; px < p.area.Max.X; px++ {
		x := p.x0 + (p.x1-p.x0)*float64(px-p.area.Min.X)/float64(p.area.Dx())
		at := float64(p.area.Max.Y) - (y(x)-p.y0)/(p.y1-p.y0)*float64(p.area.Dy())
		if math.IsNaN(before) {
			before = at
		}
		fill(p.img, image.Rect(px, int(min(at, before))-1, px+2, int(max(at, before))+2).Intersect(p.area), ink)
		before = at
	}
}

// limit draws a level in dashes.
func (p plot) limit(y float64, ink uint8) {
	at := p.area.Max.Y - int((y-p.y0)/(p.y1-p.y0)*float64(p.area.Dy()))
	for px := p.area.Min.X; px < p.area.Max.X; px += 8 {
		fill(p.img, image.Rect(px, at, px+4, at+2).Intersect(p.area), ink)
	}
}

func fill(img *image.Paletted, r image.Rectangle, ink uint8) {
	r = r.Intersect(img.Bounds())
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			img.SetColorIndex(x, y, ink)
		}
	}
}
