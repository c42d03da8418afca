package epics

import (
	"strconv"

	"owl/engine"
)

// Value is what a PV holds: one of Number, Integer, Text, Choice, Array, Texts
// and Table. A nil Value is no value.
type Value interface{ value() }

// Number is a floating-point number, which may be NaN or infinite.
type Number float64

// Integer is a whole number or a boolean; numbers above the largest int64 come
// as Number.
type Integer int64

// Text is a string.
type Text engine.Untrusted

// Choice is the state of an enumeration.
type Choice struct {
	Index int
	Label engine.Untrusted // empty when the server named none
}

// Array is a waveform of numbers of any width. It is shared: do not change it.
type Array []float64

// Texts is an array of strings. It is shared: do not change it.
type Texts []engine.Untrusted

// Table is an NTTable. A row has one Value a column, nil where its column was
// shorter than others.
type Table struct {
	Columns []engine.Untrusted
	Rows    [][]Value
}

func (Number) value()  {}
func (Integer) value() {}
func (Text) value()    {}
func (Choice) value()  {}
func (Array) value()   {}
func (Texts) value()   {}
func (Table) value()   {}

// Float returns the value as a point of a chart: a number, or the index of a
// choice. It is false for everything else.
func Float(v Value) (float64, bool) {
	switch v := v.(type) {
	case Number:
		return float64(v), true
	case Integer:
		return float64(v), true
	case Choice:
		return float64(v.Index), true
	}
	return 0, false
}

// Name returns what names the state of a choice: its label, or its index when
// the server gave no label.
func (c Choice) Name() engine.Untrusted {
	if c.Label != "" {
		return c.Label
	}
	return engine.Untrusted(strconv.Itoa(c.Index))
}
