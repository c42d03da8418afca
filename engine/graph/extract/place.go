package extract

import (
	"strings"
	"time"

	"owl/engine"
	"owl/engine/graph"
)

// Place says of words of a record what a cause in them is about, in the form in
// which Extract tells causes apart, and when they were written.
func (x *Extractor) Place(rec engine.Record, s graph.Span) (topic string, written time.Time) {
	r := &reader{x: x, rec: rec, layout: newLayout(rec)}
	if rec.System != "" {
		r.system = "system:" + strings.ToLower(string(rec.System))
	}
	written = rec.Created
	for _, u := range r.layout.units {
		if u.Start <= s.Start && s.End <= u.End && !u.at.IsZero() {
			written = u.at
		}
	}
	return r.topic(s), written
}
