package chart

import (
	"strings"

	"charm.land/lipgloss/v2"

	"owl/views/theme"
)

// role says what a cell shows, and so how it is coloured.
type role uint8

const (
	blank role = iota
	muted
	curve
	minor
	major
	invalid
)

// canvas is a rectangle of cells.
type canvas struct {
	w, h  int
	runes []rune
	roles []role
}

func newCanvas(w, h int) *canvas {
	c := &canvas{w: w, h: h, runes: make([]rune, w*h), roles: make([]role, w*h)}
	for i := range c.runes {
		c.runes[i] = ' '
	}
	return c
}

func (c *canvas) set(x, y int, r rune, as role) {
	if x >= 0 && x < c.w && y >= 0 && y < c.h {
		c.runes[y*c.w+x], c.roles[y*c.w+x] = r, as
	}
}

// free tells a cell that nothing was drawn into.
func (c *canvas) free(x, y int) bool {
	return x >= 0 && x < c.w && y >= 0 && y < c.h && c.roles[y*c.w+x] == blank
}

// under draws only into free cells.
func (c *canvas) under(x, y int, r rune, as role) {
	if c.free(x, y) {
		c.set(x, y, r, as)
	}
}

// line is a row in the colours of a theme.
func (c *canvas) line(y int, th theme.Theme) string {
	var b strings.Builder
	row, roles := c.runes[y*c.w:(y+1)*c.w], c.roles[y*c.w:(y+1)*c.w]
	for start := 0; start < len(row); {
		end := start + 1
		for end < len(row) && roles[end] == roles[start] {
			end++
		}
		text := string(row[start:end])
		if roles[start] != blank && strings.TrimSpace(text) != "" {
			text = style(th, roles[start]).Render(text)
		}
		b.WriteString(text)
		start = end
	}
	return b.String()
}

func style(th theme.Theme, r role) lipgloss.Style {
	switch r {
	case muted:
		return th.Muted
	case minor:
		return th.Warn
	case major, invalid:
		return th.Bad
	case curve:
		return th.Accent
	case blank:
	}
	return lipgloss.NewStyle()
}

// alarm is the role of a severity, and its sign for eyes without colour.
func alarm(severity int) (role, string) {
	switch {
	case severity <= 0:
		return curve, ""
	case severity == 1:
		return minor, "! MINOR"
	case severity == 2:
		return major, "!! MAJOR"
	}
	return invalid, "? INVALID"
}
