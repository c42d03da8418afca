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
	for i := 0; i < len(r.words); {
		s, n, bound := r.phrase(i)
		if n == 0 {
			i++
			continue
		}
		phrase := r.text(text, i, i+n)
		rng, ok := r.ranged(s)
		switch {
		case ok:
			rng.Phrase, rng.Bound = phrase, bound
			rng.Start, rng.End = r.words[i].start, r.words[i+n-1].end
			out.Ranges = append(out.Ranges, rng)
		default:
			out.Missed = append(out.Missed, Miss{Phrase: phrase, Why: cmp.Or(s.why, "there is no such time")})
		}
		i += n
	}
	out.Missed = append(out.Missed, r.vague(text, out.Ranges)...)
	return out
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
	out := Range{From: s.from, Until: s.until, Grain: s.grain, Why: s.why, Relative: s.relative}
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
