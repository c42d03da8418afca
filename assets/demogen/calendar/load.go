package calendar

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Load reads the calendar's table.
func Load() (*Calendar, error) {
	zone, err := time.LoadLocation(Site)
	if err != nil {
		return nil, fmt.Errorf("load the site's time zone: %w", err)
	}
	c := &Calendar{Zone: zone, tuesdays: map[string]Kind{}}
	for number, line := range strings.Split(table, "\n") {
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(line, "#") {
			continue
		}
		if err := c.take(fields[0], fields[1:]); err != nil {
			return nil, fmt.Errorf("calendar, line %d: %w", number+1, err)
		}
	}
	return c, nil
}

func (c *Calendar) take(what string, fields []string) error {
	want := map[string]int{"run": 6, "fill": 3, "current": 5, "tuesday": 2}[what]
	if want == 0 || len(fields) != want {
		return fmt.Errorf("%q with %d fields", what, len(fields))
	}
	p := parser{zone: c.Zone}
	switch what {
	case "run":
		run := Run{Name: fields[0], Startup: p.morning(fields[1]), Start: p.morning(fields[2]), End: p.morning(fields[3])}
		if fields[4] != "-" {
			run.Faults, run.Lost = int(p.number(fields[4])), p.number(fields[5])
		}
		c.Runs = append(c.Runs, run)
	case "fill":
		c.fills = append(c.fills, window{fill: fields[0], from: p.morning(fields[1]), to: p.morning(fields[2])})
	case "current":
		c.currents = append(c.currents, window{from: p.time(fields[0], fields[1]), to: p.time(fields[2], fields[3]), current: p.number(fields[4])})
	case "tuesday":
		c.tuesdays[fields[0]] = Kind(fields[1])
	}
	return p.err
}

// parser keeps the first error of several fields.
type parser struct {
	zone *time.Location
	err  error
}

func (p *parser) morning(day string) time.Time { return p.time(day, "08:00") }

func (p *parser) time(day, clock string) time.Time {
	t, err := time.ParseInLocation("2006-01-02 15:04", day+" "+clock, p.zone)
	if err != nil && p.err == nil {
		p.err = err
	}
	return t
}

func (p *parser) number(text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil && p.err == nil {
		p.err = err
	}
	return v
}
