package report

import "owl/bench/run"

// Report is everything that was measured.
type Report struct {
	Title     string     `json:"title"`
	Notes     []string   `json:"notes"` // how to read the figures
	Runs      []Run      `json:"runs"`
	Tables    []Table    `json:"tables"`
	Figures   []Figure   `json:"figures"`
	Questions []Question `json:"questions"`
}

// Run is one variant that was measured.
type Run struct {
	run.Manifest
	Measured int `json:"measured"` // questions that have a whole run
}

// Table is a table in the reference system's layout: a row a system.
type Table struct {
	Name    string   `json:"name"`
	Note    string   `json:"note,omitempty"`
	Columns []string `json:"columns"`
	Rows    []Row    `json:"rows"`
}

// Row is one line of a table; it has a cell a column.
type Row struct {
	Name  string `json:"name"`
	Cells []Cell `json:"cells"`
}

// Unit says how the number of a cell or a point is written.
type Unit string

// The units.
const (
	Share  Unit = "share"  // 0..1, shown in per cent
	Points Unit = "points" // a difference of shares, shown in percentage points with its sign
	Millis Unit = "ms"
	Count  Unit = "count"
)

// Cell is one entry of a table: a text, or a number with its 95 % interval and
// the number of questions that it was taken from. What could not be measured is
// a cell without either.
type Cell struct {
	Text     string      `json:"text,omitempty"`
	Unit     Unit        `json:"unit,omitempty"`
	Value    *float64    `json:"value,omitempty"`
	Interval *[2]float64 `json:"interval,omitempty"` // absent when n is too small for one
	N        int         `json:"n,omitempty"`
}

// Figure is a dot plot: a row a point, with its interval.
type Figure struct {
	Name   string  `json:"name"`
	Note   string  `json:"note,omitempty"`
	Unit   Unit    `json:"unit"`
	Groups []Group `json:"groups"`
}

// Group is a heading with the points below it.
type Group struct {
	Name   string  `json:"name"`
	Points []Point `json:"points"`
}

// Point is a value from Low to High.
type Point struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	N     int     `json:"n"`
}
