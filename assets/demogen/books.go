package demogen

import (
	"fmt"
	"io/fs"
	"math"
	"strconv"
	"strings"
	"time"

	"owl/assets/demogen/calendar"
)

// books say what the downtime of the runs must add up to, so that counting the
// rows gives what the run reports say.
type books struct {
	entries []book
	faults  []time.Time
	quiet   [][2]time.Time
}

// book is one category of a run.
type book struct {
	run, category string
	minutes       float64 // in all, NaN for "rest"
	events        int     // to be added, -1 for "rest"
	longest       int     // of them, minutes
}

func readBooks(zone *time.Location) (books, error) {
	text, err := fs.ReadFile(data, "data/books.txt")
	if err != nil {
		return books{}, fmt.Errorf("read books: %w", err)
	}
	var b books
	for number, line := range strings.Split(string(text), "\n") {
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(line, "#") {
			continue
		}
		if err := b.take(fields, zone); err != nil {
			return books{}, fmt.Errorf("books.txt, line %d: %w", number+1, err)
		}
	}
	return b, nil
}

func (b *books) take(fields []string, zone *time.Location) error {
	at := func(i int) (time.Time, error) {
		return time.ParseInLocation("2006-01-02 15:04", fields[i]+" "+fields[i+1], zone)
	}
	switch {
	case fields[0] == "book" && len(fields) == 6:
		entry := book{run: fields[1], category: fields[2], minutes: math.NaN(), events: -1}
		if fields[3] != "-" {
			hours, err := strconv.ParseFloat(fields[3], 64)
			if err != nil {
				return err
			}
			entry.minutes = 60 * hours
			if entry.events, err = strconv.Atoi(fields[4]); err != nil {
				return err
			}
		}
		longest, err := strconv.Atoi(fields[5])
		entry.longest = longest
		b.entries = append(b.entries, entry)
		return err
	case fields[0] == "fault" && len(fields) == 3:
		t, err := at(1)
		b.faults = append(b.faults, t)
		return err
	case fields[0] == "quiet" && len(fields) == 5:
		from, err := at(1)
		if err != nil {
			return err
		}
		to, err := at(3)
		b.quiet = append(b.quiet, [2]time.Time{from, to})
		return err
	}
	return fmt.Errorf("%q is not an entry", strings.Join(fields, " "))
}

// of returns the categories of a run; "rest" alone when nothing is said of it.
func (b books) of(run string) []book {
	var list []book
	for _, entry := range b.entries {
		if entry.run == run {
			list = append(list, entry)
		}
	}
	if len(list) == 0 {
		list = []book{{run: run, category: "rest", minutes: math.NaN(), events: -1, longest: 420}}
	}
	return list
}

// category is the one of a hand-written row in the books of its run.
func category(r row, list []book) string {
	name := map[string]string{"RF": "RF", "Power Supplies": "PS", "Injector": "INJ", "Linac": "INJ"}[r.system]
	switch {
	case r.system == "Vacuum" && strings.HasPrefix(r.subsystem, "S17"):
		name = "S17"
	case r.subsystem == "site power":
		name = "MAINS"
	}
	for _, entry := range list {
		if entry.category == name {
			return name
		}
	}
	return "rest"
}

// remaining works out what is to be added to the hand-written rows of a run in
// user beam time, by category: events and minutes.
func (b books) remaining(run calendar.Run, hand []row) ([]book, error) {
	list := b.of(run.Name)
	minutes, events := 60*run.Lost, run.Faults
	byHand := map[string]float64{}
	for _, r := range hand {
		byHand[category(r, list)] += float64(r.minutes())
		events--
	}
	rest := -1
	for i := range list {
		if list[i].events < 0 {
			rest = i
			continue
		}
		minutes -= list[i].minutes
		events -= list[i].events
		list[i].minutes -= byHand[list[i].category]
	}
	if rest < 0 {
		return nil, fmt.Errorf("the books of run %s have no rest", run.Name)
	}
	list[rest].events, list[rest].minutes = events, minutes-byHand["rest"]
	for _, entry := range list {
		if entry.events < 0 || entry.events > 0 && entry.minutes < 12*float64(entry.events) || float64(entry.longest*entry.events) < entry.minutes-6 {
			return nil, fmt.Errorf("the books of run %s do not add up: %s has %.0f min for %d events", run.Name, entry.category, entry.minutes, entry.events)
		}
	}
	return list, nil
}
