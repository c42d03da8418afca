package wire

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"

	"owl/app/config"
	"owl/engine/graph/extract"
	"owl/engine/kb"
	"owl/engine/lexicon"
	"owl/engine/query"
)

// facility is what is known of a facility beside its records.
type facility struct {
	entries  []lexicon.Entry
	lexicon  *lexicon.Lexicon // of the entries; nil without any
	calendar calendar
	channels []extract.Channel
}

// readFacility reads the files that the configuration names.
func readFacility(site config.Site, open opener) (facility, error) {
	var f facility
	if err := open.read(site.Acronyms, f.readAcronyms); err != nil {
		return f, err
	}
	return f, open.read(site.Calendar, f.readCalendar)
}

// options are those that everything opens this facility's knowledge base with,
// so that its graph is read in one way.
func (f facility) options(progress func(kb.Progress)) kb.Options {
	return kb.Options{Progress: progress, Gazetteer: extract.NewGazetteer(f.entries, f.channels)}
}

// calendar is a facility's runs, shutdowns and shifts.
type calendar struct {
	Runs      []query.Period `json:"runs"`
	Shutdowns []query.Period `json:"shutdowns"`
	Shifts    []query.Shift  `json:"shifts"`
}

// opener opens a file that the configuration names.
type opener func(name string) (fs.File, error)

func openFile(name string) (fs.File, error) { return os.Open(name) }

func (f *facility) readAcronyms(in io.Reader) (err error) {
	f.entries, err = lexicon.Read(in)
	f.lexicon = lexicon.New(f.entries)
	return err
}

func (f *facility) readCalendar(in io.Reader) error {
	d := json.NewDecoder(in)
	d.DisallowUnknownFields()
	if err := d.Decode(&f.calendar); err != nil {
		return fmt.Errorf("read the calendar: %w", err)
	}
	return nil
}

// read reads a file that may not be configured.
func (open opener) read(name string, read func(io.Reader) error) error {
	if name == "" {
		return nil
	}
	f, err := open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := read(f); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// describe is what the channel list says of a PV, empty when it is not in it.
func (f facility) describe(pv string) string {
	for _, c := range f.channels {
		if c.Name == pv {
			return c.Description
		}
	}
	return ""
}
