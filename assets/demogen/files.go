package demogen

import (
	"fmt"
	"io/fs"
	"time"

	"owl/assets/demogen/calendar"
	"owl/assets/demogen/channel"
)

// Seed is that of the committed files.
const Seed = 1152

// Files returns the generated files of the demo folder by their path: records in
// the native shapes, with names that end in -e, and the table of channels. demo is
// the folder with the hand-written records; of those the table of downtime and the
// operators' shifts matter, so that books and rota agree with them.
func Files(seed uint64, demo fs.FS) (map[string][]byte, error) {
	w, err := generate(seed, demo)
	if err != nil {
		return nil, fmt.Errorf("generate demo records: %w", err)
	}
	files, err := w.files()
	if err != nil {
		return nil, fmt.Errorf("generate demo records: %w", err)
	}
	return files, nil
}

// generate makes the records.
func generate(seed uint64, demo fs.FS) (*writer, error) {
	w, err := newWorld(seed, demo)
	if err != nil {
		return nil, err
	}
	out := &writer{world: w, ids: newIDs()}
	return out, out.all()
}

func newWorld(seed uint64, demo fs.FS) (*world, error) {
	w := &world{seed: seed}
	var err error
	if w.cal, err = calendar.Load(); err != nil {
		return nil, err
	}
	if w.table, err = channel.Load(w.cal.Zone); err != nil {
		return nil, err
	}
	if w.grammar, err = readGrammar(); err != nil {
		return nil, err
	}
	if w.people, err = readPeople(); err != nil {
		return nil, err
	}
	if w.words, err = readLexicon(w.people); err != nil {
		return nil, err
	}
	if w.banned, err = readBans(w.cal.Zone); err != nil {
		return nil, err
	}
	w.hand, err = readHand(demo, w)
	return w, err
}

// all writes everything: the faults first, since they have to be told in any
// case, then what fills the weeks, then what sums them up.
func (w *writer) all() error {
	books, err := readBooks(w.cal.Zone)
	if err != nil {
		return err
	}
	for _, run := range w.cal.Runs {
		faults, err := w.faults(run, books)
		if err != nil {
			return err
		}
		for _, f := range faults {
			if err := w.fault(f); err != nil {
				return err
			}
		}
	}
	for monday := time.Date(2024, 1, 29, 0, 0, 0, 0, w.cal.Zone); monday.Before(w.now()); monday = monday.AddDate(0, 0, 7) {
		if err := w.week(monday); err != nil {
			return err
		}
	}
	if err := w.shifts(); err != nil {
		return err
	}
	w.pages()
	return w.documents()
}
