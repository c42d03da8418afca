package writer

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"unicode"

	"owl/engine"
	"owl/engine/text/token"
	"owl/engine/verify"
)

// source is a piece of evidence, read for checking claims.
type source struct {
	Evidence
	head  string // what the header states
	whole verify.Source
	units []unit

	headHas map[string]bool // its tokens
}

// unit is a sentence or line: Content[start:end].
type unit struct {
	start, end int
	has        map[string]bool // its tokens
}

// place is where a claim stands: Content[start:end] of source number at.
type place struct {
	at         int
	start, end int
}

// before is how many units above a sentence may say whom or what it speaks of.
const before = 2

func newSource(e Evidence) *source {
	s := &source{Evidence: e, head: string(e.header())}
	s.headHas = tokensOf(s.head)
	s.whole = verify.NewSource(s.head + "\n" + string(e.text()))
	text := string(e.text())
	for at := 0; at < len(text); {
		size := unitEnd(text[at:])
		if piece := strings.TrimSpace(text[at : at+size]); piece != "" {
			from := at + strings.Index(text[at:at+size], piece)
			s.units = append(s.units, unit{e.Start + from, e.Start + from + len(piece), tokensOf(piece)})
		}
		at += size
	}
	return s
}

// unitEnd is the length of the next sentence, or of the next line when lines are
// entries of their own; a line that is only broken goes on.
func unitEnd(text string) int {
	size := sentenceEnd(strings.ReplaceAll(text, "\n", " "))
	for at := 0; at < size; {
		i := strings.IndexByte(text[at:size], '\n')
		if i < 0 {
			break
		}
		at += i + 1
		if next := strings.TrimLeft(text[at:], " \t"); next == "" || !unicode.IsLetter(rune(next[0])) {
			return at
		}
	}
	return size
}

func tokensOf(text string) map[string]bool {
	has := map[string]bool{}
	for _, t := range token.Tokens(text) {
		has[t.Text] = true
	}
	return has
}

// support looks for the places that a claim stands on: first in what it cites,
// then, record by record, in everything.
func support(sources []*source, c claim) ([]place, error) {
	var cited []int
	for _, n := range c.cites {
		if n >= 1 && n <= len(sources) && !slices.Contains(cited, n-1) {
			cited = append(cited, n-1)
		}
	}
	stated := statedOf(c.text)
	var why error
	for _, at := range cited {
		found, err := within(sources, at, c.text, stated)
		if err == nil {
			return found, nil
		}
		why = cmp.Or(why, err)
	}
	if len(cited) > 1 {
		if found, err := inParts(sources, cited, c.text); err == nil {
			return found, nil
		}
	}
	for at := range sources {
		if slices.Contains(cited, at) {
			continue
		}
		found, err := within(sources, at, c.text, stated)
		if err == nil {
			return found, nil
		}
		why = cmp.Or(why, err)
	}
	return nil, why
}

// errScattered is a claim whose words stand in the record, but not together.
var errScattered = errors.New("its facts stand in different places of the record")

// within looks for a claim in one source: in one sentence of it, else each part
// of the claim in one.
func within(sources []*source, at int, text string, s stated) ([]place, error) {
	if s.size() == 0 {
		return nil, verify.ErrWords
	}
	if err := sources[at].whole.Check(text); err != nil {
		return nil, err
	}
	if p, err := oneOf(sources, []int{at}, text, s); err == nil {
		return []place{p}, nil
	}
	return inParts(sources, []int{at}, text)
}

// inParts looks for each part of a claim by itself. A sentence that ties two
// facts of different places to each other ("at 02:14 because ...") has no such
// parts, and is not believed.
func inParts(sources []*source, at []int, text string) ([]place, error) {
	parts := partsOf(text)
	if len(parts) < 2 {
		return nil, errScattered
	}
	var all []place
	for _, part := range parts {
		s := statedOf(part)
		if s.size() < 2 {
			return nil, errScattered // too little to be told from chance
		}
		found, err := oneOf(sources, at, part, s)
		if err != nil {
			return nil, err
		}
		all = append(all, found)
	}
	all = joined(sources, all)
	return all, check(sources, all, text)
}

func oneOf(sources []*source, at []int, text string, s stated) (place, error) {
	for _, i := range at {
		for _, u := range sources[i].ranked(s) {
			if p, ok := sources[i].holds(u, text, s); ok {
				p.at = i
				return p, nil
			}
		}
	}
	return place{}, errScattered
}

// partsOf cuts a sentence where it only goes on to another fact.
func partsOf(text string) []string {
	for _, link := range []string{"; ", ", and ", ", but ", ", while ", " and ", " while "} {
		text = strings.ReplaceAll(text, link, ", ")
	}
	var out []string
	for _, part := range strings.Split(text, ", ") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

// stated is what a claim states.
type stated struct{ words, names, figures []string }

func (s stated) size() int { return len(s.words) + len(s.names) + len(s.figures) }

func statedOf(text string) stated {
	var s stated
	for _, t := range token.Stated(text) {
		switch t.Kind {
		case token.Word:
			if !token.IsStop(strings.ToLower(text[t.Start:t.End])) {
				s.words = append(s.words, t.Text)
			}
		case token.Ident:
			s.names = append(s.names, t.Text)
		case token.Number, token.Value, token.Date:
			s.figures = append(s.figures, t.Text)
		}
	}
	return s
}

func share(list []string, has map[string]bool) float64 {
	found := 0
	for _, t := range list {
		if has[t] {
			found++
		}
	}
	return float64(found) / float64(max(1, len(list)))
}

// ranked returns the few units that hold most of what is stated, best first.
func (s *source) ranked(st stated) []int {
	const few = 3
	value := make([]float64, len(s.units))
	order := make([]int, len(s.units))
	for i, u := range s.units {
		order[i] = i
		value[i] = 2*share(st.figures, u.has) + share(st.names, u.has) + share(st.words, u.has)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(value[b], value[a]) })
	return order[:min(few, len(order))]
}

// holds checks a claim against one unit, and then with what stands directly above
// it, which may say whom it speaks of: the unit itself must hold every figure of
// the claim and most of its words.
func (s *source) holds(unit int, text string, st stated) (place, bool) {
	u := s.units[unit]
	p := place{start: u.start, end: u.end}
	if s.check(p, text) == nil {
		return p, true
	}
	for _, f := range st.figures {
		if !u.has[f] && !s.headHas[f] {
			return p, false
		}
	}
	if share(st.words, u.has) < 0.5 {
		return p, false
	}
	for above := 1; above <= before && above <= unit; above++ {
		p.start = s.units[unit-above].start
		if s.check(p, text) == nil {
			return p, true
		}
	}
	return p, false
}

// check verifies a claim against a place and the header above it.
func (s *source) check(p place, text string) error {
	return verify.NewSource(s.head + "\n\n" + string(s.Record.Content[p.start:p.end])).Check(text)
}

// check verifies a claim against all these places together.
func check(sources []*source, chosen []place, text string) error {
	var all strings.Builder
	for _, p := range chosen {
		src := sources[p.at]
		all.WriteString(src.head + "\n\n" + string(src.Record.Content[p.start:p.end]) + "\n\n")
	}
	return verify.NewSource(all.String()).Check(text)
}

// joined makes one place of those that meet, so that a quote reads on.
func joined(sources []*source, chosen []place) []place {
	slices.SortFunc(chosen, func(a, b place) int { return cmp.Or(a.at-b.at, a.start-b.start, a.end-b.end) })
	var out []place
	for _, p := range chosen {
		last := len(out) - 1
		if last >= 0 && out[last].at == p.at && (p.start <= out[last].end ||
			strings.TrimSpace(string(sources[p.at].Record.Content[out[last].end:p.start])) == "") {
			out[last].end = max(out[last].end, p.end)
			continue
		}
		out = append(out, p)
	}
	return out
}

// citation is the citation of a place.
func (s *source) citation(n int, p place) engine.Citation {
	c := engine.CitationOf(s.Record, n)
	c.Section, c.Quote, c.Start, c.End, c.Verified = s.Section, s.Record.Content[p.start:p.end], p.start, p.end, true
	return c
}
