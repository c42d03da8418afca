package nuggets

import (
	"math"
	"regexp"
	"strings"

	"owl/engine/text/token"
)

// content is what a text says, in a form that can be compared.
type content struct {
	figures []figure
	names   []string // identifiers, acronyms and telephone numbers, in small letters
	persons []string // last names
	words   []string // other words that carry meaning: stems, one for each group of synonyms
	has     map[string]bool
	denied  map[string]bool // words and names that stand under a negation
	plain   map[string]bool // those that do not
	core    []string        // the word that follows each negation
}

// contentOf reads a text.
func contentOf(text string, same map[string]string) content {
	c := content{has: map[string]bool{}, denied: map[string]bool{}, plain: map[string]bool{}}
	for _, s := range spellings() {
		text = s.written.ReplaceAllString(text, s.as)
	}
	for _, m := range phone.FindAllString(text, -1) {
		c.name(m)
	}
	figures, rest := scan(phone.ReplaceAllString(text, " "))
	c.figures = figures
	for _, m := range person.FindAllStringSubmatch(rest, -1) {
		c.persons = append(c.persons, strings.ToLower(m[1]))
	}
	for _, m := range sector.FindAllStringSubmatch(rest, -1) {
		c.has["s"+strings.TrimLeft(m[1], "0")] = true
	}
	for _, t := range token.Tokens(rest) {
		c.has[canonical(t.Text, same)] = true
	}
	c.state(rest, same)
	c.polarity(rest, same)
	return c
}

func (c *content) name(text string) {
	c.names = append(c.names, text)
	c.has[text] = true
}

// state takes the figures, names and words that a text states.
func (c *content) state(text string, same map[string]string) {
	covered := -1 // end of the last value: its number and unit are not stated again
	for _, t := range token.Stated(text) {
		if t.Start < covered && t.Kind != token.Ident {
			continue
		}
		switch t.Kind {
		case token.Value, token.Number:
			if f, ok := quantityOf(t, text); ok {
				c.figures = append(c.figures, f)
				covered = t.End
			}
		case token.Ident:
			c.name(t.Text)
			covered = t.End
		case token.Word:
			c.word(t, text[t.Start:t.End], same)
		}
	}
}

func (c *content) word(t token.Token, written string, same map[string]string) {
	lower := strings.ToLower(written)
	switch {
	case isNegation(lower) || token.IsStop(lower) || lower[0] >= '0' && lower[0] <= '9':
	case acronym.MatchString(written):
		c.name(t.Text)
	default:
		if v := numeral(t.Text); !math.IsNaN(v) {
			c.figures = append(c.figures, figure{value: v})
			return
		}
		c.words = append(c.words, canonical(t.Text, same))
	}
}

// spelling is a way to write something, and how it is read.
type spelling struct {
	written *regexp.Regexp
	as      string
}

func spellings() []spelling {
	return []spelling{{perCent, "%"}, {halfHour, "30 min"}, {serial, " serial "}, {plusMinus, ""}}
}

var (
	acronym   = regexp.MustCompile(`^[A-Z][A-Z0-9]+$`)
	perCent   = regexp.MustCompile(`(?i)\bper cent\b`)
	halfHour  = regexp.MustCompile(`(?i)\bhalf an hour\b`)
	plusMinus = regexp.MustCompile(`\s*(?:±|\+/-|\+-)\s*\d+(?:\.\d+)?`)
	serial    = regexp.MustCompile(`(?i)\bs/n\b`)
	phone     = regexp.MustCompile(`\b\d-\d{4}\b`)
	person    = regexp.MustCompile(`\b[A-Z][a-z]+(?: [A-Z][a-z]+(?:-[A-Z][a-z]+)*)* ([A-Z][a-z]+)(?:-[A-Z][a-z]+)*\b`)
	sector    = regexp.MustCompile(`(?i)\b(?:sectors?|cell) (\d{1,2})\b`)
)
