package demogen

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"strconv"
	"strings"
	"time"

	"owl/assets/demogen/calendar"
)

// hand is what the generator takes from the hand-written records: when the
// machine was down, so that the books of a run add up, and who was on shift.
type hand struct {
	down  []row
	crews map[string]int  // crew by shift
	told  map[string]bool // shifts of which a story tells
}

// row is a row of the table of downtime.
type row struct {
	id, run, system, subsystem, cause, description, resolution, by string
	start, end                                                     time.Time
}

func (r row) minutes() int { return int(math.Round(r.end.Sub(r.start).Minutes())) }

// hours is the duration as the table has it.
func (r row) hours() float64 { return math.Round(r.end.Sub(r.start).Hours()*100) / 100 }

// Written tells from its name that a file of the demo folder is the generator's own.
func Written(name string) bool {
	return strings.Contains(name, "-e.")
}

// readHand reads the hand-written part of a demo folder.
func readHand(fsys fs.FS, w *world) (hand, error) {
	h := hand{crews: map[string]int{}, told: map[string]bool{}}
	err := eachFile(fsys, "downtime/*.csv", func(text []byte) error {
		table, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
		if err != nil {
			return err
		}
		for _, fields := range table[min(1, len(table)):] {
			r, err := parseRow(fields, w.cal.Zone)
			if err != nil {
				return err
			}
			h.down = append(h.down, r)
			for t := r.start; !t.After(r.end); t = t.Add(30 * time.Minute) {
				h.told[w.cal.ShiftAt(t).String()] = true
			}
			h.told[w.cal.ShiftAt(r.end).String()] = true
		}
		return nil
	})
	if err != nil {
		return hand{}, err
	}
	return h, eachFile(fsys, "bely/*.json", func(text []byte) error { return h.shifts(text, w) })
}

func eachFile(fsys fs.FS, pattern string, take func(text []byte) error) error {
	names, err := fs.Glob(fsys, pattern)
	if err != nil {
		return fmt.Errorf("list hand-written records: %w", err)
	}
	for _, name := range names {
		if Written(name) {
			continue
		}
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return fmt.Errorf("read hand-written records: %w", err)
		}
		if err := take(text); err != nil {
			return fmt.Errorf("read %s: %w", name, err)
		}
	}
	return nil
}

func parseRow(fields []string, zone *time.Location) (row, error) {
	if len(fields) != 11 {
		return row{}, fmt.Errorf("row of %d fields", len(fields))
	}
	r := row{id: fields[0], run: fields[4], system: fields[5], subsystem: fields[6], cause: fields[7], description: fields[8], resolution: fields[9], by: fields[10]}
	for i, into := range []*time.Time{&r.start, &r.end} {
		var err error
		if *into, err = time.ParseInLocation("2006-01-02 15:04", fields[1+i], zone); err != nil {
			return row{}, fmt.Errorf("row %s: %w", r.id, err)
		}
	}
	if _, err := strconv.ParseFloat(fields[3], 64); err != nil {
		return row{}, fmt.Errorf("row %s: %w", r.id, err)
	}
	return r, nil
}

// shifts notes which crew the operators' entries of a file belong to.
func (h *hand) shifts(text []byte, w *world) error {
	var file struct {
		Entries []struct {
			Created time.Time `json:"bely_creation_datetime"`
			By      string    `json:"created_by"`
		} `json:"entries"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return err
	}
	for _, e := range file.Entries {
		h.told[w.cal.ShiftAt(e.Created).String()] = true
		if crew := w.person(e.By).crew; crew > 0 {
			h.crews[w.cal.ShiftAt(e.Created).String()] = crew
		}
	}
	return nil
}

// crew is who is on shift: who the stories say, else who is next in the rota of
// five crews, which changes every week.
func (w *world) crew(s calendar.Shift) (lead, second *person) {
	number, told := w.hand.crews[s.String()]
	if !told {
		week := int(s.Day.Sub(time.Date(2024, 1, 1, 0, 0, 0, 0, w.cal.Zone)).Hours()/24) / 7
		number = 1 + (week+map[string]int{"owl": 0, "day": 2, "swing": 4}[s.Name])%5
	}
	var both []*person
	for i := range w.people {
		if w.people[i].crew == number {
			both = append(both, &w.people[i])
		}
	}
	if len(both) != 2 {
		return &person{}, &person{}
	}
	return both[0], both[1]
}
