package calendar

import (
	"testing"
	"time"
)

func at(t *testing.T, c *Calendar, text string) time.Time {
	t.Helper()
	when, err := time.ParseInLocation("2006-01-02 15:04", text, c.Zone)
	if err != nil {
		t.Fatal(err)
	}
	return when
}

func load(t *testing.T) *Calendar {
	t.Helper()
	c, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestWhatTheMachineIsScheduledFor(t *testing.T) {
	c := load(t)
	for text, want := range map[string]Kind{
		"2024-01-15 12:00": Shutdown,
		"2024-01-30 09:00": Startup,
		"2024-02-06 07:59": Startup,
		"2024-02-06 08:00": User,
		"2024-07-02 11:17": Studies,
		"2024-07-03 07:59": Studies,
		"2024-07-03 08:00": User,
		"2024-07-09 09:00": Intervention,
		"2024-07-09 16:00": User,
		"2024-10-15 09:40": Intervention, // by exception
		"2025-03-04 10:00": Intervention,
		"2025-04-21 07:59": User,
		"2025-04-21 08:00": Shutdown,
		"2026-04-07 18:42": Studies,
		"2026-10-15 02:47": User,
	} {
		if got := c.Kind(at(t, c, text)); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
}

func TestFillAndCurrent(t *testing.T) {
	c := load(t)
	for text, want := range map[string]string{
		"2025-06-18 11:08": "H24", "2026-05-28 10:20": "HY1", "2026-10-15 02:47": "F864", "2024-12-05 10:00": "F864",
	} {
		if got := c.Fill(at(t, c, text)); got != want {
			t.Errorf("%s: fill %s, want %s", text, got, want)
		}
	}
	if got := c.Current(at(t, c, "2026-08-01 12:00")); got != 180 {
		t.Errorf("current in the heat is %v", got)
	}
}

func TestShiftsAreDatedByTheDayOnWhichTheyStart(t *testing.T) {
	c := load(t)
	for text, want := range map[string]string{
		"2026-10-15 02:47": "2026-10-14 owl", "2026-10-14 23:00": "2026-10-14 owl", "2026-10-15 07:00": "2026-10-15 day",
		"2026-10-15 15:00": "2026-10-15 swing", "2026-03-01 06:59": "2026-02-28 owl",
	} {
		when := at(t, c, text)
		shift := c.ShiftAt(when)
		if shift.String() != want {
			t.Errorf("%s is in %s, want %s", text, shift, want)
		}
		if start, end := shift.Bounds(); when.Before(start) || !when.Before(end) {
			t.Errorf("%s does not lie in %s to %s", text, start, end)
		}
	}
	start, end := c.ShiftAt(at(t, c, "2024-11-03 04:00")).Bounds()
	if end.Sub(start) != 9*time.Hour {
		t.Errorf("the night in which the clock is set back has %s", end.Sub(start))
	}
}

func TestRunsFollowEachOther(t *testing.T) {
	c := load(t)
	for i, run := range c.Runs {
		if !run.Startup.Before(run.Start) || !run.Start.Before(run.End) || i > 0 && !c.Runs[i-1].End.Before(run.Startup) {
			t.Errorf("run %s is out of order", run.Name)
		}
		if run.Start.Weekday() != time.Tuesday || run.End.Weekday() != time.Monday {
			t.Errorf("run %s goes from %s to %s", run.Name, run.Start.Weekday(), run.End.Weekday())
		}
	}
}

func TestBadTablesAreRefused(t *testing.T) {
	for _, fields := range [][]string{{"fill", "H24", "2024-13-01", "2024-01-02"}, {"tuesday"}, {"holiday", "2024-01-01"}, {"current", "2024-01-01", "08:00", "2024-01-02", "08:00", "x"}} {
		c := &Calendar{Zone: time.UTC, tuesdays: map[string]Kind{}}
		if c.take(fields[0], fields[1:]) == nil {
			t.Errorf("%v was accepted", fields)
		}
	}
}
