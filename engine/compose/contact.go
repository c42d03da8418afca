package compose

import (
	"regexp"
	"strings"

	"owl/engine/text/token"
)

var (
	asksContact = regexp.MustCompile(`(?i)\bwho(?:m|ever)?\b[^?.,]{0,24}\b(?:call|phone|ring|page|wake|contact|notify|reach)(?:ed)?\b|\bon[- ]call\b|\b(?:phone|telephone|extension|pager) numbers?\b|\bcontact (?:for|person)\b`)
	// extension finds a telephone number of a site, which is neither a year nor a
	// time of day with a colon.
	extension = regexp.MustCompile(`\b(?:\d-\d{4}|[13-9]\d{3}|\+?\d[\d -]{6,}\d)\b`)
	surname   = regexp.MustCompile(`\b\p{Lu}\p{Ll}+`)
	saysCall  = regexp.MustCompile(`(?i)\b(?:call(?:s|ed)?|phones?|rings?|ext(?:ension)?|pagers?|tel)\b`)
)

// A question for whom to call is answered by a list of contacts, whose lines are
// short and share few words with it. What is called about tells the line.
const (
	contactLines = 3 // of a list
	// contactWorth is the least worth of a line that names what is called about: more
	// than that of a few sentences, so that the list comes first.
	contactWorth = 3.0
)

// preferContacts raises the worth of the lines of contact lists that name what a
// question for a contact is about.
func (a *asked) preferContacts(list []*passage) {
	if !asksContact.MatchString(a.Text) {
		return
	}
	topic, total := a.topic()
	if total == 0 {
		return
	}
	for _, p := range list {
		lines := p.contacts()
		if len(lines) < contactLines {
			continue
		}
		for _, i := range lines {
			if share := a.weight(p.marks[i].held, topic) / total; share > 0 {
				p.worth[i] = contactWorth + share
			}
		}
	}
}

// contacts are the units of a passage that give somebody's number.
func (p *passage) contacts() []int {
	var out []int
	for i, u := range p.units {
		text := p.text(i)
		listed := u.kind == row || u.kind == field || u.kind == item || saysCall.MatchString(text)
		if listed && isContact(text) {
			out = append(out, i)
		}
	}
	return out
}

// isContact reports a text that gives somebody's number.
func isContact(text string) bool { return extension.MatchString(text) && surname.MatchString(text) }

// tellsToCall reports a sentence that is about whom to call.
func tellsToCall(text string) bool {
	return isContact(text) && (saysCall.MatchString(text) || internal.MatchString(text))
}

// internal finds a telephone number in the form that is nothing else.
var internal = regexp.MustCompile(`\b\d-\d{4}\b`)

// topic is the terms of a question without those that only ask for a contact.
func (a *asked) topic() (set uint64, total float64) {
	for i, t := range a.terms {
		if !onlyContact(t.Shown) {
			set |= 1 << i
			total += t.Weight
		}
	}
	return set, total
}

// onlyContact reports words of a question for a contact that do not say what it is
// about.
func onlyContact(word string) bool {
	word = strings.TrimSuffix(strings.ToLower(word), "s")
	switch word {
	case "call", "phone", "telephone", "ring", "page", "pager", "wake", "contact", "notify", "reach", "number", "extension", "person", "people",
		"on-call", "oncall", "duty", "night", "tonight", "day", "weekend", "week", "today", "now", "hour", "shift", "first", "next":
		return true
	}
	return token.IsStop(word)
}
