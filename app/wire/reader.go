package wire

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"owl/app/config"
	"owl/engine/kb"
	"owl/engine/lexicon"
	"owl/engine/query"
	"owl/engine/query/spell"
)

// reader holds what questions are read by: the facility's acronyms, systems and
// calendar, and the words of its records, which are collected in the background.
type reader struct {
	now       func() time.Time
	lexicon   *lexicon.Lexicon
	systems   []string
	calendar  calendar
	collected chan struct{} // closed when words is complete
	words     *spell.Words  // nil when they could not be read
	stop      context.CancelFunc
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

func newReader(ctx context.Context, cfg config.Site, open opener, base *kb.Base, now func() time.Time) (*reader, error) {
	r := &reader{now: now, collected: make(chan struct{}), stop: func() {}}
	if err := open.read(cfg.Acronyms, r.readAcronyms); err != nil {
		return nil, err
	}
	if err := open.read(cfg.Calendar, r.readCalendar); err != nil {
		return nil, err
	}
	if base == nil {
		close(r.collected)
		return r, nil
	}
	var err error
	if r.systems, err = base.Systems(ctx); err != nil {
		return nil, err
	}
	ctx, r.stop = context.WithCancel(ctx)
	go r.collect(ctx, base)
	return r, nil
}

// collect reads the words of all records.
func (r *reader) collect(ctx context.Context, base *kb.Base) {
	defer close(r.collected)
	_ = guarded(func() error { // without words nothing is corrected, which each question's steps say
		words, err := base.Words(ctx)
		if err == nil {
			r.words = words
		}
		return err
	})
}

// wordsWait is how long a question waits for the list of words.
const wordsWait = 100 * time.Millisecond

// context is what the next question is read by.
func (r *reader) context() query.Context {
	c := query.Context{Now: r.now(), Lexicon: r.lexicon, Systems: r.systems, Runs: r.calendar.Runs, Shutdowns: r.calendar.Shutdowns, Shifts: r.calendar.Shifts}
	wait := time.NewTimer(wordsWait)
	defer wait.Stop()
	select {
	case <-r.collected:
		if r.words != nil {
			c.Vocabulary = r.words
		}
	case <-wait.C:
	}
	return c
}

func (r *reader) close() {
	r.stop()
	<-r.collected
}

func (r *reader) readAcronyms(in io.Reader) error {
	entries, err := lexicon.Read(in)
	r.lexicon = lexicon.New(entries)
	return err
}

func (r *reader) readCalendar(in io.Reader) error {
	d := json.NewDecoder(in)
	d.DisallowUnknownFields()
	if err := d.Decode(&r.calendar); err != nil {
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
