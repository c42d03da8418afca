package writer

import (
	"cmp"
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
	head  string // without text: what the header states
	whole verify.Source
	units []unit
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

const (
	maxUnits  = 3    // that a claim may be put together from
	manyWords = 0.85 // of the claim's tokens that several units must hold together
)

func newSource(e Evidence) *source {
	s := &source{Evidence: e, head: string(e.header())}
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
		found, err := within(sources, []int{at}, c.text, stated)
		if err == nil {
			return found, nil
		}
		why = cmp.Or(why, err)
	}
	if len(cited) > 1 {
		if found, err := within(sources, cited, c.text, stated); err == nil {
			return found, nil
		}
	}
	for at := range sources {
		if slices.Contains(cited, at) {
			continue
		}
		found, err := within(sources, []int{at}, c.text, stated)
		if err == nil {
			return found, nil
		}
		why = cmp.Or(why, err)
	}
	return nil, why
}

// stated is what must be found: each token with its weight.
type stated map[string]float64

func statedOf(text string) stated {
	s := stated{}
	for _, t := range token.Stated(text) {
		switch {
		case t.Kind == token.Word && token.IsStop(strings.ToLower(text[t.Start:t.End])):
		case t.Kind == token.Word:
			s[t.Text] = 1
		case t.Kind != token.Part:
			s[t.Text] = 3 // a number or a name decides which sentence it was
		}
	}
	return s
}

// share is how much of what is stated these tokens hold.
func (s stated) share(has ...map[string]bool) float64 {
	var all, found float64
	for text, weight := range s {
		all += weight
		if slices.ContainsFunc(has, func(h map[string]bool) bool { return h[text] }) {
			found += weight
		}
	}
	if all == 0 {
		return 0
	}
	return found / all
}

// within puts the claim together from the fewest units of these sources.
func within(sources []*source, at []int, text string, s stated) ([]place, error) {
	if len(s) == 0 {
		return nil, verify.ErrWords
	}
	if len(at) == 1 {
		if err := sources[at[0]].whole.Check(text); err != nil {
			return nil, err
		}
	}
	var chosen []place
	var has []map[string]bool
	why := verify.ErrWords
	for range maxUnits {
		best, gain := place{at: -1}, s.share(has...)
		var tokens map[string]bool
		for _, i := range at {
			for _, u := range sources[i].units {
				if v := s.share(append(slices.Clone(has), u.has)...); v > gain {
					best, gain, tokens = place{i, u.start, u.end}, v, u.has
				}
			}
		}
		if best.at < 0 {
			break
		}
		chosen, has = append(chosen, best), append(has, tokens)
		if why = check(sources, chosen, text); why == nil && (len(chosen) == 1 || s.share(append(has, headsOf(sources, chosen))...) >= manyWords) {
			return joined(sources, chosen), nil
		}
	}
	return nil, cmp.Or(why, verify.ErrWords)
}

func headsOf(sources []*source, chosen []place) map[string]bool {
	var heads strings.Builder
	for _, p := range chosen {
		heads.WriteString(sources[p.at].head + "\n")
	}
	return tokensOf(heads.String())
}

// check verifies the claim against the chosen places and the headers above them.
func check(sources []*source, chosen []place, text string) error {
	var all strings.Builder
	for _, p := range chosen {
		src := sources[p.at]
		all.WriteString(src.head + "\n\n" + string(src.Record.Content[p.start:p.end]) + "\n\n")
	}
	return verify.NewSource(all.String()).Check(text)
}

// joined makes one place of neighbouring units, so that a quote reads on.
func joined(sources []*source, chosen []place) []place {
	slices.SortFunc(chosen, func(a, b place) int { return cmp.Or(a.at-b.at, a.start-b.start) })
	var out []place
	for _, p := range chosen {
		if len(out) > 0 && out[len(out)-1].at == p.at &&
			strings.TrimSpace(string(sources[p.at].Record.Content[out[len(out)-1].end:p.start])) == "" {
			out[len(out)-1].end = p.end
			continue
		}
		out = append(out, p)
	}
	return out
}

// citation is the citation of a place.
func (s *source) citation(n int, p place) engine.Citation {
	date := ""
	if !s.Record.Created.IsZero() {
		date = s.Record.Created.Format("2006-01-02T15:04:05Z07:00")
	}
	return engine.Citation{
		N: n, DocID: s.Record.DocID, RecordID: s.Record.FileID, Collection: s.Record.Collection, Title: s.Record.Title,
		Section: s.Section, URL: s.Record.URL, Date: date, Quote: s.Record.Content[p.start:p.end], Start: p.start, End: p.end, Verified: true,
	}
}
