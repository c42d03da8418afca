// Package downtime reads tables of beam downtime: CSV files with a header row.
// One row is one record.
package downtime

import (
	"io/fs"

	"owl/engine"
	"owl/ingest/source/export"
)

// New returns a connector for the .csv files below fsys. Start and end are on
// the site's clock.
func New(fsys fs.FS, opt export.Options) *export.Connector {
	return export.New(fsys, opt, export.Shape{
		Collection: engine.Downtime,
		Exts:       []string{".csv"},
		Read:       func(f *export.File) error { return f.Rows([]string{"downtime_id", "start"}, row) },
	})
}

func row(f *export.Fields) []engine.Record {
	rec := f.Record("downtime_id")
	system, cause := f.Line("system"), f.Line("cause")
	rec.Title = engine.Untrusted(title(system, cause, f.Line("description")))
	rec.Author = engine.Untrusted(f.Line("reported_by"))
	rec.System = engine.Untrusted(system)
	if rec.Created = f.Time("start"); rec.Created.IsZero() {
		f.Fail("start", "missing")
	}
	description, resolution := f.Text("description"), f.Text("resolution")
	if system+cause+description+resolution == "" {
		f.Fail("cause", "empty, and so are system, description and resolution")
	}
	rec.Content = engine.Untrusted(export.Lines(
		export.Label{Name: "Downtime", Value: f.Text("downtime_id")},
		export.Label{Name: "Start", Value: f.Text("start")},
		export.Label{Name: "End", Value: f.Text("end")},
		export.Label{Name: "Duration", Value: hours(f.Text("duration_h"))},
		export.Label{Name: "Run", Value: f.Text("run")},
		export.Label{Name: "System", Value: f.Text("system")},
		export.Label{Name: "Subsystem", Value: f.Text("subsystem")},
		export.Label{Name: "Cause", Value: f.Text("cause")},
		export.Label{Name: "Description", Value: description},
		export.Label{Name: "Resolution", Value: resolution},
		export.Label{Name: "Reported by", Value: f.Text("reported_by")},
	))
	return []engine.Record{rec}
}

// title is "<system>: <cause>", or as much of it as the row has.
func title(system, cause, description string) string {
	switch {
	case system != "" && cause != "":
		return system + ": " + cause
	case system+cause != "":
		return system + cause
	}
	return export.Shorten(description, 80)
}

// hours puts the unit of the column behind its number.
func hours(duration string) string {
	if duration == "" {
		return ""
	}
	return duration + " h"
}
