// Package query reads what a person typed: free text first, and the few
// operators that are worth having where they are meant.
//
//	"a phrase"          must occur word for word
//	-word               must not occur
//	collection:wiki     only this collection (again for more)
//	system:RF           only this system
//	since:7d until:...  only records of this time
//
// "last night", "yesterday", "today" and "the last 3 days" have one reading and
// become a filter too; a day without a year is the last such day.
//
// Understand reads more, without any model, and says of each step what it did,
// or that it was off, failed or had nothing to do:
//
//	when      the times that are named, with both readings of an ambiguous one
//	names     identifiers, which are searched as typed
//	spell     words that occur nowhere, and what they were meant as
//	intent    the kind of question
//	facet     the parts of a compound question, and what would answer them
//
// and from the site's lexicon acronyms, expansions and synonyms. Consult and
// WithAdvice let a model add to it.
//
// Nothing that a person types is an error. A colon, a dash, a parenthesis, a
// lone quote, AND, OR, NOT and "NOTE:" are text, and an operator whose value
// makes no sense is text too, which is said in a step.
package query

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"owl/engine"
	"owl/engine/trace"
)

// MaxBytes is how much of a question is read. What follows is left out, which
// is said in a step.
const MaxBytes = 100_000

// Parse reads raw. The site's time zone is that of now, which is also what
// relative times count from. The steps say what was understood, in words.
// Understand reads more into a question.
func Parse(raw engine.Untrusted, now time.Time) (engine.Query, []trace.Step) {
	p := parser{now: now, query: engine.Query{Raw: raw}}
	p.read(raw)
	p.recent()
	p.days()
	return p.query, p.steps
}

// read takes the operators out of raw.
func (p *parser) read(raw engine.Untrusted) {
	text := strings.ToValidUTF8(string(raw), " ")
	if len(text) > MaxBytes {
		text = strings.ToValidUTF8(text[:MaxBytes], "")
		p.say("length", "only the first %d bytes were read", MaxBytes)
	}
	for _, piece := range split(text) {
		p.take(piece)
	}
	p.query.Text = strings.Join(p.words, " ")
}

// recent turns "last night" and its like into a filter, unless one was given.
func (p *parser) recent() {
	rest, phrase, since := relative(p.query.Text, p.now)
	if phrase == "" || rest == "" || !p.query.Filter.Since.IsZero() {
		return
	}
	p.query.Text, p.query.Filter.Since = rest, since
	p.say("time", "%q: records from %s on", phrase, since.Format(timeLayout))
}

// days gives days without a year the year of the last one.
func (p *parser) days() {
	text, read := dated(p.query.Text, p.now)
	for _, r := range read {
		p.say("date", "%q read as %s, the last one; add a year for another", r[0], r[1])
	}
	p.query.Text = text
}

const timeLayout = "2006-01-02 15:04 -07:00"

// maxSteps is how many operators of a question are obeyed.
const maxSteps = 100

type parser struct {
	now   time.Time
	query engine.Query
	words []string
	steps []trace.Step
}

func (p *parser) say(name, format string, args ...any) {
	p.steps = append(p.steps, trace.Step{Name: name, Did: fmt.Sprintf(format, args...)})
}

func (p *parser) take(piece piece) {
	if piece.quoted {
		p.phrase(piece.text)
		return
	}
	if len(p.steps) >= maxSteps { // what follows is text
		p.words = append(p.words, piece.text)
		return
	}
	if p.operator(piece.text) {
		return
	}
	if word, ok := excluded(piece.text); ok {
		p.query.Exclude = append(p.query.Exclude, word)
		p.say("exclude", "records with %q are left out", word)
		return
	}
	p.words = append(p.words, piece.text)
}

// phrase keeps the words in the text as well: they rank, and they must occur.
func (p *parser) phrase(text string) {
	p.words = append(p.words, text)
	if !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return
	}
	p.query.Phrases = append(p.query.Phrases, text)
	p.say("phrase", "%q must occur word for word", text)
}

// operator takes a word like since:7d. It reports false for anything that is
// better read as text.
func (p *parser) operator(word string) bool {
	key, value, found := strings.Cut(word, ":")
	if !found || value == "" {
		return false
	}
	f := &p.query.Filter
	switch key {
	case "collection":
		c := engine.Collection(value)
		f.Collections = append(f.Collections, c)
		p.say("filter", "only collection %s", value)
	case "system":
		f.Systems = append(f.Systems, value)
		p.say("filter", "only system %s", value)
	case "since":
		return p.bound(word, value, ParseTime, &f.Since, "only records from %s on")
	case "until":
		return p.bound(word, value, ParseUntil, &f.Until, "only records before %s")
	default:
		return false
	}
	return true
}

func (p *parser) bound(word, value string, parse func(string, time.Time) (time.Time, error), to *time.Time, format string) bool {
	t, err := parse(value, p.now)
	if err != nil {
		p.say("not understood", "%s: %v; read as text", word, err)
		return false
	}
	*to = t
	p.say("filter", format, t.Format(timeLayout))
	return true
}

// excluded reports the word that -word excludes. Command flags such as -w, -Px
// and --full are text, and so is a dash before a number.
func excluded(piece string) (string, bool) {
	word, found := strings.CutPrefix(piece, "-")
	if !found || utf8.RuneCountInString(word) < 3 {
		return "", false
	}
	for _, r := range word {
		if !unicode.IsLower(r) {
			return "", false
		}
	}
	return word, true
}
