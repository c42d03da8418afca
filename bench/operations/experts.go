package operations

import (
	"regexp"
	"slices"
	"strings"

	"owl/bench/lexical"
	"owl/bench/lexical/prose"
)

// Experts counts the persons that a gold answer names.
type Experts struct {
	Named int `json:"named"` // by the gold answer
	Found int `json:"found"` // of them in the answer
}

var (
	asksWho  = regexp.MustCompile(`(?i)\b(?:who|whom|whose)\b`)
	fullName = regexp.MustCompile(`\b[A-Z][a-z]+(?:-[A-Z][a-z]+)*(?: [A-Z][a-z]+(?:-[A-Z][a-z]+)*)+`)
)

// AsksWho tells whether a question asks for a person.
func AsksWho(question string) bool { return asksWho.MatchString(question) }

// Persons returns the full names in a text, each once: two or more words with a
// capital. Of more than two the last two count, since a sentence may begin
// before the name ("Call Ada Lovelace").
func Persons(text string) []string {
	var names []string
	for _, m := range fullName.FindAllString(text, -1) {
		words := strings.Fields(m)
		name := strings.Join(words[len(words)-2:], " ")
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// CountExperts counts the persons of the gold answer that the answer names, by
// their last names at least. ok is false when the question does not ask for a
// person, or the gold answer names none.
func CountExperts(question, gold, answer string) (e Experts, ok bool) {
	persons := Persons(gold)
	if !AsksWho(question) || len(persons) == 0 {
		return Experts{}, false
	}
	said := lexical.Tokens(prose.Text(answer))
	e.Named = len(persons)
	for _, p := range persons {
		last := strings.Fields(p)[1]
		if slices.Contains(said, lexical.Normalise(last)) || slices.Contains(said, lexical.Normalise(last+"'s")) {
			e.Found++
		}
	}
	return e, true
}

// Share is the share of the named persons that were found.
func (e Experts) Share() (share float64, ok bool) { return ratio(e.Found, e.Named, true) }
