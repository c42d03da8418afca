// Package chart draws strip charts of PVs as text: one strip a series, with
// ticks at round numbers, alarm limits, gaps with their cause, and a time axis
// in the site's zone.
//
// A frame is exactly as large as asked for, from 20x5 on. Colour only repeats
// what a sign says: an alarm has a mark, a limit a line of its own kind, a gap
// its sign. Braille shows 2x4 dots a cell, Block eighths of a cell, ASCII suits
// the console of the kernel, whose font has neither.
//
//	Draw      a frame                     draw.go, strip.go, title.go
//	columns   bins to columns of cells    columns.go
//	scale     values to rows              scale.go
//	axis      times to labels             axis.go
package chart

import (
	"math"
	"time"

	"owl/views/theme"
)

// Mode is the set of characters that a chart is drawn with.
type Mode int

// The modes.
const (
	Braille Mode = iota
	Block
	ASCII
)

// Bin is what a series did in From <= t < To. Low and High are NaN when nothing
// is known.
type Bin struct {
	From, To        time.Time
	Low, High, Last float64
	Severity        int    // worst EPICS severity, 0 to 3
	Gap             string // why there is no value in a part of it; empty when there is one all along
}

// Series is one strip. Its texts must be clean: package guard makes them so.
type Series struct {
	Name    string
	Unit    string
	Places  int      // decimals of the value in the title; -1 is as many as it takes
	Choices []string // of an enumeration, by index
	Limits  Limits
	Bins    []Bin   // in order of time
	Log     bool    // a logarithmic scale
	Chosen  bool    // marked as the one that keys act on
	Newest  *Newest // what the title says; nil is what the last bin has
}

// Newest is what a series says at present, which may be later than its bins.
type Newest struct {
	Text     string // the value in words; empty is that of the last bin
	Severity int    // of its alarm, 0 to 3
	Message  string // of its alarm
	Away     string // why there is no value now; empty when there is one
}

// Limits are the alarm limits, NaN where there is none.
type Limits struct{ LoLo, Low, High, HiHi float64 }

// NoLimits is the limits of a series that has none.
func NoLimits() Limits {
	n := math.NaN()
	return Limits{n, n, n, n}
}

// Options say how a frame is drawn.
type Options struct {
	Width, Height int
	Mode          Mode
	Theme         theme.Theme
	Zone          *time.Location
	From, To      time.Time
	Cursor        time.Time   // zero is none
	Marks         []time.Time // that stand out in all strips
}
