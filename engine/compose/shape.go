package compose

import "regexp"

// shape is something that a question asks for in so many words and that an answer
// shows by how it is written.
type shape struct {
	said   string
	asked  *regexp.Regexp
	stated *regexp.Regexp
}

// shapes are read only.
var shapes = []shape{
	{
		"a default",
		regexp.MustCompile(`(?i)\bby default\b|\bdefault(?: value| setting)?s? (?:of|for)\b|\bout of the box\b|\bif (?:i|one|you|the user|we) (?:\w+ ){0,3}(?:leaves? out|omits?|w/o|without|do(?:es)? not (?:give|set)|don't (?:give|set))\b|\bw/o (?:giving|setting)\b`),
		regexp.MustCompile(`(?i)\bdefault(?:s|ing|ed)?\b|\bunless\b|\b(?:if|when) (?:it is |they are )?(?:not |un|omitted|absent|missing)|\bwithout\b.*\bis (?:used|taken|assumed)\b`),
	},
	{
		"a time in seconds",
		regexp.MustCompile(`(?i)\b(?:in|how many) (?:milli|micro|nano)?seconds\b`),
		regexp.MustCompile(`(?i)\d\s*(?:[mµun]?s|secs?|(?:milli|micro|nano)?seconds?|mins?|minutes?|h|hours?)\b|\b(?:half a|one|two|three|five|ten|fifteen|thirty|sixty) (?:second|minute)s?\b`),
	},
	{
		"a number of bytes",
		regexp.MustCompile(`(?i)\b(?:in|how many) (?:kilo|mega|giga|k|m|g)?bytes\b`),
		regexp.MustCompile(`\d\s*(?:[kKMG]i?)?(?:B|[Bb]ytes?)\b`),
	},
	{
		"the name of an environment variable",
		regexp.MustCompile(`(?i)\b(?:which|what|name of the) environment variable\b`),
		regexp.MustCompile(`\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b`),
	},
	{
		"a path or address",
		regexp.MustCompile(`(?i)\b(?:which|what)(?: is the| 's the)? (?:url|uri|path|endpoint)\b`),
		regexp.MustCompile("[a-z]://|(?:^|[\\s`\"'(])/[\\w{]"),
	},
	{
		"a phone number",
		regexp.MustCompile(`(?i)\b(?:phone|telephone|extension) numbers?\b`),
		regexp.MustCompile(`\b\d[\d -]{2,}\d\b`),
	},
}

// lacksShape says what the question asks for in so many words when nothing
// written so stands near most of its words.
func (a *asked) lacksShape(list []*passage, top float64) string {
	for _, s := range shapes {
		if !s.asked.MatchString(a.Text) {
			continue
		}
		if a.nearest(list, func(p *passage, i int) bool { return s.stated.MatchString(p.text(i)) }) < together*top {
			return s.said
		}
	}
	return ""
}

// nearest is how much of the question the best unit of some covers, with the
// units beside it and what stands over it.
func (a *asked) nearest(list []*passage, some func(*passage, int) bool) float64 {
	best := 0.0
	for _, p := range list {
		for i := range p.units {
			if some(p, i) {
				best = max(best, a.cover(p.around(i, 1).with(p.over(i)).held))
			}
		}
	}
	return best
}

// over is what stands over a unit: the line of its record and its heading.
func (p *passage) over(i int) mark {
	if h := p.heads[i]; h >= 0 {
		return p.header.with(p.marks[h])
	}
	return p.header
}
