package demo

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"owl/engine/text/token"
)

// facts are what a text states: details that a paraphrase must keep and the
// other words that carry meaning.
type facts struct {
	figures []string // numbers, values with their units, dates
	names   []string // identifiers and acronyms
	words   []string
	has     map[string]bool // every token, and the other spellings of details
}

func factsOf(text string) facts {
	f := facts{has: map[string]bool{}}
	for _, t := range token.Tokens(text) {
		for _, s := range spellings(t.Text) {
			f.has[s] = true
		}
		if n := numeral(t.Text); n != "" {
			f.has["n"+n] = true
		}
	}
	for _, day := range daysOf(text) {
		f.has[day] = true
	}
	for _, t := range token.Stated(text) {
		f.state(t, text[t.Start:t.End])
	}
	return f
}

func (f *facts) state(t token.Token, written string) {
	switch t.Kind {
	case token.Number, token.Value, token.Date:
		f.figures = append(f.figures, t.Text)
	case token.Ident:
		f.names = append(f.names, t.Text)
	case token.Word:
		switch {
		case acronym.MatchString(written):
			f.names = append(f.names, t.Text)
		case !token.IsStop(strings.ToLower(written)):
			f.words = append(f.words, t.Text)
		}
	}
}

// details are figures and names.
func (f facts) details() []string { return append(append([]string{}, f.figures...), f.names...) }

// with returns the facts of two texts that are read together.
func (f facts) with(other facts) facts {
	both := facts{has: map[string]bool{}}
	for _, part := range []facts{f, other} {
		for s := range part.has {
			both.has[s] = true
		}
	}
	return both
}

var (
	acronym = regexp.MustCompile(`^[A-Z][A-Z0-9]+$`)
	clock   = regexp.MustCompile(`^(\d{1,2}):?(\d{2})(?::?\d{2})?$`)
	number  = regexp.MustCompile(`^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?`)
)

// spellings returns the forms under which a detail may be written elsewhere:
// 41 for 41.0, 0247 for 02:47, a day without its year, and a value without its
// unit, which people at night leave out.
func spellings(detail string) []string {
	list := []string{detail}
	if m := clock.FindStringSubmatch(detail); m != nil {
		list = append(list, "t"+strings.TrimPrefix(m[1], "0")+":"+m[2])
	}
	if day, ok := strings.CutPrefix(detail, "d:"); ok && len(day) == len("2006-01-02") {
		list = append(list, "day"+day[len("2006-"):])
	}
	if plain, unit, ok := figure(detail); ok {
		list = append(list, "n"+plain)
		if unit != "" {
			list = append(list, "n"+plain+unit)
		}
	}
	return list
}

// figure parses a number with or without a unit. Signs are not compared: a dash
// before a number is as often a range as a minus.
func figure(detail string) (plain, unit string, ok bool) {
	m := number.FindString(detail)
	unit = detail[len(m):]
	v, err := strconv.ParseFloat(m, 64)
	if err != nil || unit != "" && !unicode.IsLetter(rune(unit[0])) && unit[0] != '%' && unit[0] < 0x80 {
		return "", "", false
	}
	return strconv.FormatFloat(max(v, -v), 'g', -1, 64), unit, true
}

// holds tells whether a detail of another text stands in this one.
func (f facts) holds(detail string) bool {
	for _, s := range spellings(detail) {
		if f.has[s] {
			return true
		}
	}
	return false
}

// lacks returns those of the details that do not stand in f.
func (f facts) lacks(details []string) []string {
	var missing []string
	for _, d := range details {
		if !f.holds(d) {
			missing = append(missing, d)
		}
	}
	return missing
}

// share is the part of the words that stand in other, 1 when there are none.
func (f facts) share(other facts) float64 {
	if len(f.words) == 0 {
		return 1
	}
	found := 0
	for _, w := range f.words {
		if other.has[w] {
			found++
		}
	}
	return float64(found) / float64(len(f.words))
}
