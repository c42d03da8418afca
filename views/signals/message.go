package signals

import (
	"time"

	"owl/engine"
	"owl/views/widget/chart"
)

// MaxPVs is how many PVs a chart holds.
const MaxPVs = 12

type (
	// Live brings what happened since the last one.
	Live struct {
		Now    time.Time
		PVs    []Update
		Notice engine.Untrusted // what is wrong with the source of PVs; empty when nothing is
	}
	// Update is what a followed PV did.
	Update struct {
		PV     string
		Pieces []Piece // in order of time
		State  *State  // the newest; nil when it did not change
	}
	// State is what is known of a PV at present.
	State struct {
		Away     engine.Untrusted // why there is no value; empty when there is one
		Text     engine.Untrusted // a value that is no number, in words
		Severity int              // of EPICS, 0 to 3
		Message  engine.Untrusted // of the alarm
		Meta     *Meta            // nil when unknown
	}
	// Meta is what a PV says about its values.
	Meta struct {
		Unit    engine.Untrusted
		Places  int // decimals, -1 when unknown
		Choices []engine.Untrusted
		Limits  chart.Limits
	}
	// History answers a Fetch.
	History struct {
		Fetch Fetch
		Bins  []chart.Bin // in order of time; Gap is clean text
		Meta  *Meta
		Why   engine.Untrusted // why there is nothing; empty when there is
	}
	// Found answers a search.
	Found struct {
		Words engine.Untrusted
		PVs   []string
		Notes []engine.Untrusted // such as the nearest names of one that does not exist
	}
	// Goto moves the chart to a time and marks it.
	Goto struct {
		At   time.Time
		Name engine.Untrusted // what the mark stands for
	}
)

type (
	// Request is the intent that something is wanted from outside.
	Request struct {
		Follow []string // the PVs to follow live, and no others
		Fetch  []Fetch
		Find   engine.Untrusted // words, a glob or names to look for; empty is nothing
		Names  []string         // as read in a text; those that exist are wanted
	}
	// Fetch wants a window of the archive in so many bins.
	Fetch struct {
		PV       string
		From, To time.Time
		Bins     int
	}
)
