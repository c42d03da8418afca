package writer

import (
	"strings"
	"unicode/utf8"

	"owl/engine"
)

// Evidence is a stretch of one record that the model may write from:
// Content[Start:End].
type Evidence struct {
	Record     engine.Record
	Section    engine.Untrusted
	Start, End int
}

// Whole is a record as evidence, from its first byte to its last.
func Whole(r engine.Record) Evidence { return Evidence{Record: r, End: len(r.Content)} }

func (e Evidence) text() engine.Untrusted { return e.Record.Content[e.Start:e.End] }

// header says which record it is. It counts as part of the record when a claim
// is checked: a date or a title is true of what stands below it.
func (e Evidence) header() engine.Untrusted {
	h := engine.Header(e.Record, engine.Chunk{Section: e.Section})
	if e.Record.System != "" {
		h += " | " + e.Record.System
	}
	return h
}

// Size of the evidence, in bytes. A token is about four.
const (
	usualRecord = 2400
	usualTotal  = 9600
)

// Limits of what FromPassages takes; a zero is the usual value.
type Limits struct {
	Records int // usually 6
	Record  int // bytes of each; usually 2400
	Total   int // bytes of all; usually 9600
}

// FromPassages takes the best records: whole ones where they are short, else the
// surroundings of their best chunk.
func FromPassages(found []engine.Passage, l Limits) []Evidence {
	if l.Records <= 0 {
		l.Records = 6
	}
	if l.Record <= 0 {
		l.Record = usualRecord
	}
	if l.Total <= 0 {
		l.Total = usualTotal
	}
	var out []Evidence
	for _, p := range found[:min(len(found), l.Records)] {
		e := around(p, min(l.Record, l.Total))
		if strings.TrimSpace(string(e.text())) == "" {
			continue
		}
		out = append(out, e)
		if l.Total -= e.End - e.Start; l.Total < 200 {
			break
		}
	}
	return out
}

// around is a stretch of at most so many bytes about the best chunk, from line
// to line where that is possible.
func around(p engine.Passage, most int) Evidence {
	content := string(p.Record.Content)
	e := Whole(p.Record)
	if len(content) <= most {
		return e
	}
	from, to := 0, 0
	if len(p.Chunks) > 0 {
		from, to, e.Section = p.Chunks[0].Start, p.Chunks[0].End, p.Chunks[0].Section
	}
	from, to = max(0, min(from, len(content))), max(0, min(to, len(content)))
	spare := most - (to - from)
	e.Start = max(0, from-max(0, spare)/3) // what follows explains more than what comes before
	e.End = min(len(content), e.Start+most)
	e.Start = max(0, e.End-most)
	if i := strings.IndexByte(content[e.Start:e.End], '\n'); e.Start > 0 && i >= 0 && e.Start+i < from {
		e.Start += i + 1
	}
	if i := strings.LastIndexByte(content[e.Start:e.End], '\n'); e.End < len(content) && i > 0 && e.Start+i >= to {
		e.End = e.Start + i
	}
	for e.Start < e.End && !utf8.RuneStart(content[e.Start]) {
		e.Start++
	}
	for e.End > e.Start && e.End < len(content) && !utf8.RuneStart(content[e.End]) {
		e.End--
	}
	return e
}
