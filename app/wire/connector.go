package wire

import (
	"fmt"
	"io/fs"
	"os"
	"time"

	"owl/app/config"
	"owl/engine"
	"owl/ingest"
	"owl/ingest/bely"
	"owl/ingest/corpus"
	"owl/ingest/downtime"
	"owl/ingest/files"
	"owl/ingest/icms"
	"owl/ingest/oag"
	"owl/ingest/sdds"
	"owl/ingest/source/export"
	"owl/ingest/teams"
	"owl/ingest/wiki"
	"owl/ingest/wrq"
)

// connect returns the connector of a source on disk. Dates without an offset
// are read in zone.
func connect(src config.Source, zone *time.Location) (ingest.Connector, error) {
	switch src.Kind {
	case "corpus":
		return corpus.Open(src.Where)
	case "files":
		return files.Open(src.Where, src.Name)
	}
	info, err := os.Stat(src.Where)
	if err != nil {
		return nil, fmt.Errorf("open source %s: %w", src.Name, err)
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("open source %s: %s is a file, kind %s reads a folder", src.Name, src.Where, src.Kind)
	}
	return exports(src.Kind, os.DirFS(src.Where), zone)
}

// exports returns the connector of a folder in one of the native export
// shapes.
func exports(kind string, fsys fs.FS, zone *time.Location) (ingest.Connector, error) {
	opt := export.Options{Zone: zone}
	switch kind {
	case "bely":
		return bely.New(fsys, opt), nil
	case "icms":
		return icms.New(fsys, opt), nil
	case "wrq":
		return wrq.New(fsys, opt), nil
	case "teams":
		return teams.New(fsys, opt), nil
	case "wiki":
		return wiki.New(fsys, opt), nil
	case "downtime":
		return downtime.New(fsys, opt), nil
	case "sdds":
		return sdds.New(fsys, opt), nil
	case "oag":
		return oag.New(fsys, opt), nil
	}
	return nil, fmt.Errorf("%w: %q is not a kind of source", engine.ErrUsage, kind)
}
