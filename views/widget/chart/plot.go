package chart

import "math"

// glyphs are the signs of a mode.
type glyphs struct {
	tick, gap, cursor, mark, low, high rune
	eighths                            []rune
}

func glyphsOf(m Mode) glyphs {
	if m == ASCII {
		return glyphs{tick: '|', gap: 'x', cursor: ':', mark: '!', low: '-', high: '=', eighths: []rune(" _-\"")}
	}
	return glyphs{tick: '┤', gap: '×', cursor: '┆', mark: '│', low: '╌', high: '═', eighths: []rune(" ▁▂▃▄▅▆▇█")}
}

// dots is how many columns of dots a cell has.
func (m Mode) dots() int {
	if m == Braille {
		return 2
	}
	return 1
}

// plot draws columns, limits, gaps, the cursor and marks into the cells from left
// on.
func plot(c *canvas, left int, cols []column, sc scale, s Series, m Mode, lines []upright) {
	switch m {
	case Braille:
		plotBraille(c, left, cols, sc)
	case Block:
		plotBlock(c, left, cols, sc)
	default:
		plotASCII(c, left, cols, sc)
	}
	g := glyphsOf(m)
	width := c.w - left
	for x := range width {
		if gapAt(cols, x, m.dots()) {
			c.under(left+x, c.h-1, g.gap, muted)
		}
	}
	for _, u := range lines {
		for y := range c.h {
			c.under(left+u.column, y, u.sign, u.as)
		}
	}
	for _, l := range []struct {
		value float64
		sign  rune
		as    role
	}{{s.Limits.LoLo, g.high, major}, {s.Limits.HiHi, g.high, major}, {s.Limits.Low, g.low, minor}, {s.Limits.High, g.low, minor}} {
		at := sc.at(l.value)
		if !(at >= 0 && at <= 1) {
			continue
		}
		y := row(at, c.h)
		for x := range width {
			c.under(left+x, y, l.sign, l.as)
		}
	}
}

// gapAt tells a cell whose columns are all without a value, one of them for a
// cause.
func gapAt(cols []column, x, dots int) bool {
	gap := false
	for _, col := range cols[x*dots : (x+1)*dots] {
		if !col.empty() {
			return false
		}
		gap = gap || col.gap
	}
	return gap
}

// row is the row of a height, counted from the top.
func row(at float64, rows int) int {
	if !(at > 0) { // also NaN
		return rows - 1
	}
	return rows - 1 - int(math.Round(min(at, 1)*float64(rows-1)))
}

// plotBraille draws the envelope in dots, 2x4 a cell, each column joined to the
// one before.
func plotBraille(c *canvas, left int, cols []column, sc scale) {
	dots := [2][4]rune{{0x01, 0x02, 0x04, 0x40}, {0x08, 0x10, 0x20, 0x80}}
	rows := c.h * 4
	before := -1
	for x, col := range cols {
		if col.empty() {
			before = -1
			continue
		}
		top, bottom := row(sc.at(col.high), rows), row(sc.at(col.low), rows)
		from, to := top, bottom
		if before >= 0 {
			from, to = min(from, before), max(to, before)
		}
		as, _ := alarm(col.severity)
		for y := from; y <= to; y++ {
			cx, cy := left+x/2, y/4
			r := rune(0x2800)
			if !c.free(cx, cy) {
				r = c.runes[cy*c.w+cx]
				as = max(as, c.roles[cy*c.w+cx])
			}
			c.set(cx, cy, r|dots[x%2][y%4], as)
		}
		before = (top + bottom) / 2
	}
}

// plotBlock draws bars up to the middle of each column, and its extent above as a
// line.
func plotBlock(c *canvas, left int, cols []column, sc scale) {
	eighths := glyphsOf(Block).eighths
	for x, col := range cols {
		if col.empty() {
			continue
		}
		as, _ := alarm(col.severity)
		middle := c.h*8 - 1 - row((sc.at(col.low)+sc.at(col.high))/2, c.h*8)
		top := row(sc.at(col.high), c.h)
		for y := range c.h {
			level := middle + 1 - (c.h-1-y)*8
			switch {
			case level > 0:
				c.set(left+x, y, eighths[min(8, level)], as)
			case y >= top:
				c.set(left+x, y, '│', as)
			}
		}
	}
}

// plotASCII draws a line of _, - and ", and | where a column spans rows.
func plotASCII(c *canvas, left int, cols []column, sc scale) {
	signs := glyphsOf(ASCII).eighths
	for x, col := range cols {
		if col.empty() {
			continue
		}
		as, _ := alarm(col.severity)
		rows := c.h * 3
		top, bottom := row(sc.at(col.high), rows), row(sc.at(col.low), rows)
		if top/3 == bottom/3 {
			c.set(left+x, top/3, signs[3-(top+bottom)/2%3], as)
			continue
		}
		for y := top / 3; y <= bottom/3; y++ {
			c.set(left+x, y, '|', as)
		}
	}
}
