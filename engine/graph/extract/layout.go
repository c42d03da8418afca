package extract

import (
	"strings"
	"time"
	"unicode"

	"owl/engine"
	"owl/engine/graph"
)

// unit is a stretch of prose by one person at one time.
type unit struct {
	graph.Span
	speaker string // empty for the author of the record
	at      time.Time
}

// field is a line "Name: value" of a record's head or foot.
type field struct {
	name  string
	value graph.Span
}

// layout is a record cut into fields and prose.
type layout struct {
	text   string
	fields []field
	units  []unit
}

func (l *layout) of(s graph.Span) string { return l.text[s.Start:s.End] }

// value returns the place of a field's value, and false when there is none.
func (l *layout) value(name string) (graph.Span, bool) {
	for _, f := range l.fields {
		if f.name == name && f.value.Len() > 0 {
			return f.value, true
		}
	}
	return graph.Span{}, false
}

// knownFields are the lines of heads and feet that are no prose.
func knownField(name string) bool {
	switch name {
	case "Downtime", "Start", "End", "Duration", "Run", "System", "Subsystem", "Cause", "Description", "Resolution", "Reported by",
		"Work request", "Status", "Priority", "Requested by", "Assigned to", "Group", "Location", "Created", "Scheduled", "Completed",
		"Logbook", "Personnel", "Keywords", "Channel", "Safety notes", "Topic", "Category", "Owner", "Author", "Area", "Type", "Subject":
		return true
	}
	return false
}

// newLayout reads the lines of a record.
func newLayout(rec engine.Record) *layout {
	l := &layout{text: string(rec.Content)}
	for start := 0; start < len(l.text); {
		end := len(l.text)
		if n := strings.IndexByte(l.text[start:], '\n'); n >= 0 {
			end = start + n
		}
		l.line(start, end, rec.Created)
		start = end + 1
	}
	return l
}

func (l *layout) line(start, end int, created time.Time) {
	line := l.text[start:end]
	if strings.TrimSpace(line) == "" || isRule(line) {
		return
	}
	if name, rest, ok := strings.Cut(line, ":"); ok && len(name) < 20 && knownField(name) {
		at := end - len(strings.TrimLeft(rest, " "))
		l.fields = append(l.fields, field{name, trim(l.text, graph.Span{Start: at, End: end})})
		return
	}
	if u, ok := speech(l.text, start, end, created); ok {
		l.units = append(l.units, u)
		return
	}
	// A table row and a list item are lines of their own.
	l.units = append(l.units, unit{Span: trim(l.text, graph.Span{Start: start, End: end}), at: created})
}

// isRule reports whether a line only draws.
func isRule(line string) bool {
	return strings.Trim(line, "-=|*_ \t\r+:") == ""
}

// trim moves the ends of a span over spaces and the marks of lists and headings.
func trim(text string, s graph.Span) graph.Span {
	for s.Start < s.End && strings.IndexByte(" \t\r#*->|", text[s.Start]) >= 0 {
		s.Start++
	}
	for s.End > s.Start && strings.IndexByte(" \t\r|", text[s.End-1]) >= 0 {
		s.End--
	}
	return s
}

// speech reads "Name Surname, 2024-10-08 05:40: what was said", the form in
// which threads and comments are kept.
func speech(text string, start, end int, created time.Time) (unit, bool) {
	line := text[start:end]
	comma := strings.IndexByte(line, ',')
	if comma < 3 || comma > 40 || !isName(line[:comma]) {
		return unit{}, false
	}
	rest := line[comma+1:]
	if len(rest) < 18 || rest[0] != ' ' || rest[17] != ':' {
		return unit{}, false
	}
	at, err := time.ParseInLocation("2006-01-02 15:04", rest[1:17], created.Location())
	if err != nil {
		return unit{}, false
	}
	return unit{Span: trim(text, graph.Span{Start: start + comma + 1 + 18, End: end}), speaker: line[:comma], at: at}, true
}

// isName reports whether a text is a person's name: two to four words with
// capitals and no digits.
func isName(s string) bool {
	words := strings.Fields(s)
	if len(words) < 2 || len(words) > 4 {
		return false
	}
	for _, w := range words {
		first := true
		for _, r := range w {
			if first && !unicode.IsUpper(r) || !unicode.IsLetter(r) && r != '-' && r != '\'' && r != '.' {
				return false
			}
			first = false
		}
	}
	return true
}
