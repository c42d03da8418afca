// Package archiver reads the history of PVs from an EPICS Archiver Appliance.
//
// A history is streamed: samples are handed on as they arrive, sorted by time,
// and never held all at once. Times when nothing was archived come as samples
// of quality epics.Gap whose Message is the cause. Names, units and texts are
// from outside and stay engine.Untrusted where they are text.
//
// The order of the work on one reply:
//
//	rawReader, jsonReader   bytes to items             raw.go, json.go
//	sorter                  items in order of time     sorter.go
//	window                  samples, gaps and marks    window.go
//	Bins                    one bin a pixel            bins.go
package archiver

import (
	"time"

	"owl/engine"
	"owl/epics"
)

// Provider is the epics.Provider of archived samples.
const Provider epics.Provider = "archiver"

// Query is what is asked for: the samples of a PV with From <= t <= To, and the
// one in force at From, which is older.
type Query struct {
	PV       string
	From, To time.Time
	Op       Op        // done by the archiver; the zero value is none
	Reduce   Reduction // of waveforms to one number; the zero value keeps them
	Limit    int       // most samples; 0 is no limit
}

// Sample is a reading from the archive. Its slices are its own.
type Sample struct {
	epics.Sample
	Before bool   // the value in force at Query.From; its time lies before
	Stats  *Stats // of a bin that the archiver made; nil for a single value
}

// Stats are the statistics of a bin of the archiver, as optimized_N and
// statistics_N give them. The sample's value is the mean.
type Stats struct {
	Mean, Std, Min, Max float64
	Count               int
}

// Summary is what is known at the end of a history.
type Summary struct {
	PV      engine.Untrusted // the name it is archived under
	Meta    *epics.Meta      // nil when the archiver said nothing
	Samples int              // without those of gaps
	Gaps    int
	Late    int  // samples that came too much out of order and were left out
	Capped  bool // there was more; Notes say from where on it is missing
	Notes   []string
}

// note adds a line, once.
func (s *Summary) note(line string) {
	for _, have := range s.Notes {
		if have == line {
			return
		}
	}
	s.Notes = append(s.Notes, line)
}
