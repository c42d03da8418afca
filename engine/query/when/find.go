package when

import (
	"cmp"
	"slices"
	"strings"
)

// Result is what a text says about time.
type Result struct {
	Ranges []Range // in the order of the text, without overlap
	Missed []Miss  // what looks like a time and could not be read
}

// Find reads the times of a text. Only its first 400 words count.
func Find(text string, cal Calendar) Result {
	r := reader{cal: cal, words: split(text)}
	r.points = make([]point, len(r.words))
	var out Result
	spans := r.phrases()
	anchor(spans)
	for _, p := range spans {
		phrase := r.text(text, p.at, p.at+p.words)
		rng, ok := r.ranged(p.span)
		if !ok {
			out.Missed = append(out.Missed, Miss{Phrase: phrase, Why: cmp.Or(p.span.why, "there is no such time")})
			continue
		}
		rng.Phrase, rng.Bound = phrase, p.bound
		rng.Start, rng.End = r.words[p.at].start, r.words[p.at+p.words-1].end
		out.Ranges = append(out.Ranges, rng)
	}
	out.Missed = append(out.Missed, r.vague(text, out.Ranges)...)
	return out
}

// found is a phrase at a word.
type found struct {
	span      span
	at, words int
	bound     bool
}

// phrases reads the words from left to right.
func (r *reader) phrases() []found {
	var all []found
	for i := 0; i < len(r.words); {
		s, n, bound := r.phrase(i)
		if n > 0 {
			all = append(all, found{s, i, n, bound})
		}
		i += max(1, n)
	}
	return all
}

// anchor gives what has no year the year that fits the dates around it: "hung in
// May 2026 as in autumn" is about the autumn before.
func anchor(all []found) {
	for i := range all {
		s := &all[i].span
		if s.in == nil {
			continue
		}
		dated := func(f found) bool { return f.span.in == nil && !f.span.relative && f.span.ok() }
		k := i - 1
		for k >= 0 && !dated(all[k]) {
			k--
		}
		if k < 0 {
			k = slices.IndexFunc(all, dated)
		}
		if k < 0 {
			continue
		}
		for year := all[k].span.until.Year(); year > all[k].span.until.Year()-5; year-- {
			if t := s.in(year); t.ok() && !t.from.After(all[k].span.from) || t.ok() && !t.until.After(all[k].span.until) {
				t.other, t.in = s.other, s.in
				t.why = "the last one before " + all[k].span.from.Format("January 2006")
				*s = t
				break
			}
		}
	}
}

// ranged turns a reading into a Range that does not reach into the future,
// unless its words do.
func (r *reader) ranged(s span) (Range, bool) {
	open := s.from.IsZero() != s.until.IsZero()
	if !open && !s.ok() {
		return Range{}, false
	}
	now := r.cal.Now
	if s.other != nil && s.from.After(now) && !s.ahead && !s.other.from.After(now) {
		earlier := *s.other
		earlier.why, earlier.relative = s.why, s.relative
		return r.ranged(earlier) // on Tuesday morning, "Tuesday night" was a week ago
	}
	out := Range{From: s.from, Until: s.until, Grain: s.grain, Why: s.why, Relative: s.relative, Yearless: s.in != nil}
	if s.from.After(now) {
		s.ahead = true // a future that was written out
	}
	if !s.ahead {
		out.Latest = now
		if s.until.After(now) && s.from.Before(now) && !s.from.IsZero() {
			out.Until = now
		}
	}
	if s.other != nil && (s.other.ok() || open) {
		if other, ok := r.ranged(span{from: s.other.from, until: s.other.until, grain: s.other.grain, relative: s.relative, ahead: s.ahead}); ok {
			out.Other = &other
		}
	}
	return out, true
}

// vague lists the words about time that no range took.
func (r *reader) vague(text string, read []Range) []Miss {
	var missed []Miss
	for i := range r.words {
		why, n := r.vagueAt(i)
		if n == 0 || slices.ContainsFunc(read, func(x Range) bool { return x.Start <= r.words[i].start && r.words[i].start < x.End }) {
			continue
		}
		missed = append(missed, Miss{Phrase: r.text(text, i, i+n), Why: why})
	}
	return missed
}

// vagueAt reads "recently", "a while ago", "since KLY-11 is in" at i.
func (r *reader) vagueAt(i int) (why string, words int) {
	const unclear = "it names no dates"
	switch {
	case r.is(i, "recently", "lately"):
		return unclear, 1
	case r.is(i, "the") && r.is(i+1, "other") && r.is(i+2, "day", "night", "week"):
		return unclear, 3
	case r.is(i, "a") && r.is(i+1, "while", "time") && r.is(i+2, "ago"):
		return unclear, 3
	case r.is(i, "long") && r.is(i+1, "ago"):
		return unclear, 2
	case r.is(i, "ago") && !r.is(i-1, "while", "time", "long"):
		return unclear, 1
	case r.is(i, "since") && !r.is(i-1, "ever", "long") && !r.is(i+1, "when", "which", "what", "") && !r.ends(i):
		n := 2
		if r.is(i+1, "the", "a", "an", "its", "our", "we", "last") {
			n = 3
		}
		return "no calendar tells when that was", min(n, len(r.words)-i)
	}
	return "", 0
}

// Covered reports whether byte i of the text belongs to one of the ranges.
func Covered(ranges []Range, i int) bool {
	return slices.ContainsFunc(ranges, func(r Range) bool { return r.Start <= i && i < r.End })
}

// Cut takes the phrases of ranges out of a text.
func Cut(text string, ranges []Range) string {
	var out strings.Builder
	end := 0
	for _, r := range ranges {
		out.WriteString(text[end:r.Start] + " ")
		end = r.End
	}
	return strings.Join(strings.Fields(out.String()+text[end:]), " ")
}
