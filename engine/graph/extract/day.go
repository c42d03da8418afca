package extract

import (
	"strconv"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/graph"
)

// addDays adds the days that the text names, other than the record's own.
func (r *reader) addDays(p prose, seen map[string]bool) {
	if r.rec.Created.IsZero() {
		return
	}
	for i := range p.words {
		day, n := dayAt(p.words[i:], r.rec.Created)
		if n == 0 {
			continue
		}
		text := day.Format("2006-01-02")
		if key := "date:" + text; !seen[key] && text != r.rec.Created.Format("2006-01-02") {
			seen[key] = true
			s := graph.Span{Start: p.words[i].start, End: p.words[i+n-1].end}
			r.add(graph.Mentions, r.this(), graph.Mention{Kind: graph.Date, Key: key, Name: engine.Untrusted(text), Span: s}, s, "day", 0.8)
			r.days = append(r.days, text)
		}
	}
}

// dayAt reads a day at the beginning of words: "2024-10-08", "10/8/24", "3/11",
// "Oct 8", "8 October". A day without a year is the last one before the record.
func dayAt(words []word, created time.Time) (time.Time, int) {
	w := words[0]
	if w.number && len(w.text) == len("2006-01-02") {
		if t, err := time.Parse("2006-01-02", w.text); err == nil {
			return t, 1
		}
	}
	if w.number && strings.Contains(w.text, "/") {
		return slashed(w.text, created)
	}
	if len(words) < 2 || w.number == words[1].number {
		return time.Time{}, 0
	}
	name, number := w, words[1]
	if w.number {
		name, number = words[1], w
	}
	month := monthOf(name)
	if month == 0 {
		return time.Time{}, 0
	}
	if day, err := strconv.Atoi(number.text); err == nil {
		if t, ok := newDay(0, month, day, created); ok {
			return t, 2
		}
	}
	return time.Time{}, 0
}

// slashed reads month/day and month/day/year.
func slashed(text string, created time.Time) (time.Time, int) {
	var n [3]int
	parts := strings.Split(text, "/")
	if len(parts) > 3 {
		return time.Time{}, 0
	}
	for i, p := range parts {
		v, err := strconv.Atoi(p)
		if err != nil || len(p) > 4 {
			return time.Time{}, 0
		}
		n[i] = v
	}
	if n[2] > 0 && n[2] < 100 {
		n[2] += 2000
	}
	if t, ok := newDay(n[2], time.Month(n[0]), n[1], created); ok {
		return t, 1
	}
	return time.Time{}, 0
}

func newDay(year int, month time.Month, day int, created time.Time) (time.Time, bool) {
	if month < 1 || month > 12 || day < 1 || day > 31 {
		return time.Time{}, false
	}
	given := year > 0
	if !given {
		year = created.Year()
	}
	t := time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	if !given && t.After(created) {
		t = t.AddDate(-1, 0, 0)
	}
	return t, t.Day() == day
}

// monthOf reads the English name of a month or its first letters, 0 for none.
func monthOf(w word) time.Month {
	if len(w.text) < 3 || w.digit || w.mark {
		return 0
	}
	const first = "janfebmaraprmayjunjulaugsepoctnovdec"
	at := strings.Index(first, w.text[:3])
	if at < 0 || at%3 != 0 {
		return 0
	}
	m := time.Month(at/3 + 1)
	if len(w.text) == 3 || w.text == "sept" || strings.EqualFold(w.text, m.String()) {
		return m
	}
	return 0
}
