package brief

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/prose"
)

// mostItems is how many items a section shows.
const mostItems = 12

// losses lists the rows of lost beam.
func (m *maker) losses(context.Context) error {
	s := Section{Title: "Beam lost"}
	var sum time.Duration
	known := true
	for _, r := range m.list {
		if r.Collection != engine.Downtime {
			continue
		}
		s.Items = append(s.Items, m.loss(r))
		lost, ok := duration(string(r.Content))
		sum, known = sum+lost, known && ok
	}
	if s.Sum = counted(len(s.Items), "time", "times"); known {
		s.Sum += fmt.Sprintf(", %.2f h in all", sum.Hours())
	}
	m.add(s, mostItems)
	return nil
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// loss shows the fields of a row that say what happened.
func (m *maker) loss(r engine.Record) Item {
	item := Item{At: r.Created, Head: r.Title, DocID: r.DocID, Until: fieldTime(r, "End")}
	for _, f := range []struct{ field, what string }{{"Subsystem", "on"}, {"Cause", "cause"}, {"Description", ""}, {"Resolution", "helped"}} {
		if p, ok := m.field(r, f.field, f.what); ok && !says(item.Head, p.Text) {
			item.Parts = append(item.Parts, p)
		}
	}
	if len(item.Parts) == 0 {
		item.Parts = m.first(r, mostFirst)
	}
	return item
}

// field quotes the value of a field.
func (m *maker) field(r engine.Record, name, what string) (Part, bool) {
	at, ok := prose.Field(string(r.Content), name)
	if !ok {
		return Part{}, false
	}
	return m.part(what, r.DocID, at)
}

// says reports whether a title says already what a field does.
func says(title, value engine.Untrusted) bool {
	return strings.Contains(strings.ToLower(string(title)), strings.ToLower(string(value)))
}

// fieldTime reads a field as a time in the record's zone; zero when it is none.
func fieldTime(r engine.Record, name string) time.Time {
	at, ok := prose.Field(string(r.Content), name)
	if !ok {
		return time.Time{}
	}
	value := string(r.Content[at.Start:at.End])
	if t, err := time.Parse(time.RFC3339, value); err == nil {
		return t
	}
	for _, layout := range []string{"2006-01-02 15:04:05", "2006-01-02 15:04", time.DateOnly} {
		if t, err := time.ParseInLocation(layout, value, r.Created.Location()); err == nil {
			return t
		}
	}
	return time.Time{}
}

// duration reads the field Duration: hours or minutes.
func duration(text string) (time.Duration, bool) {
	at, ok := prose.Field(text, "Duration")
	if !ok {
		return 0, false
	}
	value, unit, _ := strings.Cut(text[at.Start:at.End], " ")
	n, err := strconv.ParseFloat(value, 64)
	if err != nil || n < 0 || n > 1e5 {
		return 0, false
	}
	switch strings.ToLower(unit) {
	case "h", "hours", "hour":
		return time.Duration(n * float64(time.Hour)), true
	case "min", "minutes", "minute":
		return time.Duration(n * float64(time.Minute)), true
	}
	return 0, false
}
