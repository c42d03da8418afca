package history

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"time"

	"owl/assets/demogen/calendar"
)

// loss is a time without top-up: the beam was lost, or decayed because the
// injector was away.
type loss struct {
	at, inject, full time.Time
	first            string  // SR:MPS:FIRST; empty when it was dumped by hand
	kept             float64 // mA that the beam decayed to; 0 when it was lost
}

// correction says what the table of downtime does not: it stands in beam.json and
// beam-e.json, by the row's id. Times are clock times that follow the row's start.
type correction struct {
	At      string  `json:"at"`     // to the second
	Inject  string  `json:"inject"` // first shot
	Full    string  `json:"full"`   // full current
	First   string  `json:"first"`
	Planned bool    `json:"planned"` // dumped by hand, nothing tripped
	Kept    float64 `json:"kept"`    // the beam decayed to so many mA and was not lost
	None    bool    `json:"none"`    // top-up went on, or a story tells it
}

// readLosses concludes from the rows of downtime when the beam was away.
func readLosses(fsys fs.FS, zone *time.Location) ([]loss, error) {
	corrections, err := readCorrections(fsys)
	if err != nil {
		return nil, err
	}
	rows, err := readRows(fsys)
	if err != nil {
		return nil, err
	}
	var list []loss
	for _, row := range rows {
		fix := corrections[row["downtime_id"]]
		if fix.None {
			continue
		}
		l, err := lossOf(row, fix, zone)
		if err != nil {
			return nil, fmt.Errorf("downtime %s: %w", row["downtime_id"], err)
		}
		list = append(list, l)
	}
	slices.SortFunc(list, func(a, b loss) int { return a.at.Compare(b.at) })
	return list, nil
}

func readCorrections(fsys fs.FS) (map[string]correction, error) {
	names, err := fs.Glob(fsys, "history/beam*.json")
	if err != nil {
		return nil, fmt.Errorf("list corrections: %w", err)
	}
	all := map[string]correction{}
	for _, name := range names {
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, fmt.Errorf("read corrections: %w", err)
		}
		dec := json.NewDecoder(bytes.NewReader(text))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&all); err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
	}
	return all, nil
}

// readRows reads all tables of downtime, each row by its column names.
func readRows(fsys fs.FS) ([]map[string]string, error) {
	names, err := fs.Glob(fsys, "downtime/*.csv")
	if err != nil {
		return nil, fmt.Errorf("list downtime: %w", err)
	}
	var rows []map[string]string
	for _, name := range names {
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, fmt.Errorf("read downtime: %w", err)
		}
		table, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
		for _, fields := range table[min(1, len(table)):] {
			row := map[string]string{}
			for i, column := range table[0] {
				row[column] = fields[i]
			}
			rows = append(rows, row)
		}
	}
	return rows, nil
}

func lossOf(row map[string]string, fix correction, zone *time.Location) (loss, error) {
	clk := &clock{zone: zone}
	start, err := clk.read(row["start"])
	if err != nil {
		return loss{}, err
	}
	full, err := clk.read(row["end"])
	if err != nil {
		return loss{}, err
	}
	l := loss{at: start, full: full, first: first(row), kept: fix.Kept}
	l.inject = full.Add(-min(refill, full.Sub(start)/2))
	for _, c := range []struct {
		text string
		into *time.Time
	}{{fix.At, &l.at}, {fix.Inject, &l.inject}, {fix.Full, &l.full}} {
		if c.text == "" {
			continue
		}
		clk.last = start
		if *c.into, err = clk.read(c.text); err != nil {
			return loss{}, err
		}
	}
	switch {
	case fix.Planned:
		l.first = ""
	case fix.First != "":
		l.first = fix.First
	case l.first == "" && l.kept == 0:
		l.kept = 250 - 12*full.Sub(start).Hours()
	}
	if !l.at.Before(l.inject) || !l.inject.Before(l.full) {
		return loss{}, fmt.Errorf("lost at %s, filled from %s to %s", l.at, l.inject, l.full)
	}
	return l, nil
}

var (
	sector = regexp.MustCompile(`S(?:R)?(\d\d)`)
	cavity = regexp.MustCompile(`^CAV(\d)`)
)

// first is what the first-fault latch reads after a loss that a row tells of. It
// is empty when the injector was away and the beam only decayed.
func first(row map[string]string) string {
	subsystem := row["subsystem"]
	where := "01"
	if m := sector.FindStringSubmatch(subsystem); m != nil {
		where = m[1]
	}
	switch row["system"] {
	case "Linac", "Injector", "Accumulator Ring", "Booster":
		return ""
	case "RF":
		if m := cavity.FindStringSubmatch(subsystem); m != nil {
			return choose(m[1] <= "4", "RFA", "RFB")
		}
		return strings.Fields(subsystem + " RFA")[0]
	case "Vacuum":
		return "VAC S" + where
	case "Machine Protection", "Personnel Safety":
		return subsystem
	case "Facilities", "Mechanical":
		return "FLOW S" + where
	case "Insertion Devices":
		return "ID S" + where
	case "Cryogenics":
		return "BLC S19"
	}
	return "BPLD S" + where
}

// phases are the beam's until the phase after the loss.
func (l loss) phases(after phase, cal *calendar.Calendar) []phase {
	if l.kept > 0 {
		return []phase{
			{from: l.at, mode: after.mode, topup: "Held", start: cal.Current(l.at), end: l.kept},
			{from: l.full.Add(-time.Minute), mode: after.mode, topup: "Held", start: l.kept, end: cal.Current(l.full)},
		}
	}
	off := ""
	if l.first == "RFA" || l.first == "RFB" {
		off = l.first[2:]
	}
	ready := l.inject.Add(-min(8*time.Minute, l.inject.Sub(l.at)/2))
	return []phase{
		{from: l.at, mode: "Down", topup: "Off", tripped: l.first, stations: off},
		{from: ready, mode: "Down", topup: "Off"},
		{from: l.inject, mode: "Injection", topup: "Off", end: fullCurrent(after, cal, l.full)},
	}
}

func fullCurrent(after phase, cal *calendar.Calendar, t time.Time) float64 {
	if after.topup == "Running" {
		return cal.Current(t)
	}
	return after.end
}
