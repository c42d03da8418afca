package wire

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"time"

	"owl/engine"
	"owl/epics"
)

// PVValue writes the value of a sample for people, with its unit.
func PVValue(s PVSample) engine.Untrusted {
	if s.Value == nil {
		return ""
	}
	text := shown(s.Value, s.Precision())
	if unit := s.Units(); unit != "" && !isText(s.Value) {
		text += " " + unit
	}
	return text
}

func isText(v epics.Value) bool {
	switch v.(type) {
	case epics.Text, epics.Texts, epics.Choice, epics.Table:
		return true
	}
	return false
}

// shownElements is how many elements of an array are written.
const shownElements = 8

func shown(v epics.Value, places int) engine.Untrusted {
	switch v := v.(type) {
	case epics.Number:
		return engine.Untrusted(number(float64(v), places))
	case epics.Integer:
		return engine.Untrusted(strconv.FormatInt(int64(v), 10))
	case epics.Text:
		return engine.Untrusted(v)
	case epics.Choice:
		return v.Name()
	case epics.Array:
		return elements(len(v), func(i int) engine.Untrusted { return engine.Untrusted(number(v[i], places)) })
	case epics.Texts:
		return elements(len(v), func(i int) engine.Untrusted { return v[i] })
	case epics.Table:
		return engine.Untrusted("table of "+strconv.Itoa(len(v.Rows))+" rows: ") + join(v.Columns)
	}
	return ""
}

func join(list []engine.Untrusted) engine.Untrusted {
	var parts []string
	for _, s := range list {
		parts = append(parts, string(s))
	}
	return engine.Untrusted(strings.Join(parts, ", "))
}

func elements(n int, at func(int) engine.Untrusted) engine.Untrusted {
	var parts []engine.Untrusted
	for i := range min(n, shownElements) {
		parts = append(parts, at(i))
	}
	text := "[" + join(parts)
	if n > shownElements {
		text += engine.Untrusted(", ... " + strconv.Itoa(n) + " elements")
	}
	return text + "]"
}

// number writes a number with the decimals of its record; what these would hide
// is written with an exponent.
func number(x float64, places int) string {
	size := math.Abs(x)
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return strconv.FormatFloat(x, 'g', -1, 64)
	case size != 0 && (size < 1e-3 || size >= 1e9):
		return strconv.FormatFloat(x, 'e', max(2, places), 64)
	case places >= 0:
		return strconv.FormatFloat(x, 'f', places, 64)
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// PVData is the value of a sample for a program: a number, a text, a list, the
// label of a choice, an object for a table, nil for none. NaN and infinite numbers
// are the words that archivers write.
func PVData(v epics.Value) any {
	switch v := v.(type) {
	case epics.Number:
		return finite(float64(v))
	case epics.Integer:
		return int64(v)
	case epics.Text:
		return string(v)
	case epics.Choice:
		return v.Name()
	case epics.Array:
		out := make([]any, len(v))
		for i, x := range v {
			out[i] = finite(x)
		}
		return out
	case epics.Texts:
		return v
	case epics.Table:
		rows := make([][]any, len(v.Rows))
		for i, row := range v.Rows {
			for _, cell := range row {
				rows[i] = append(rows[i], PVData(cell))
			}
		}
		return map[string]any{"columns": v.Columns, "rows": rows}
	}
	return nil
}

// PVIndex is the index of a choice; nil for every other value.
func PVIndex(v epics.Value) *int {
	if c, ok := v.(epics.Choice); ok {
		return &c.Index
	}
	return nil
}

func finite(x float64) any {
	switch {
	case math.IsNaN(x):
		return "NaN"
	case math.IsInf(x, 1):
		return "Infinity"
	case math.IsInf(x, -1):
		return "-Infinity"
	}
	return x
}

// IsGap tells a sample that says that nothing was archived from its time on.
func IsGap(s PVSample) bool { return s.Quality == epics.Gap }

// IsMissing tells a reading of a PV that nobody serves.
func IsMissing(s PVSample) bool { return errors.Is(s.Err, epics.ErrNoAnswer) }

// PVTime writes the time of a sample in a zone; empty when it has none.
func PVTime(s PVSample, zone *time.Location) string {
	if s.Time.IsZero() {
		return ""
	}
	return s.Time.In(zone).Format("2006-01-02T15:04:05.000Z07:00")
}

// PVFloat is a sample as a point of a chart; false when it is none.
func PVFloat(s PVSample) (float64, bool) {
	if s.Err != nil || s.Value == nil {
		return 0, false
	}
	return epics.Float(s.Value)
}
