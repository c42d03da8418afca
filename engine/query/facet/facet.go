// Package facet takes a compound question apart: into the things it asks for,
// and for each what would answer it.
package facet

import (
	"regexp"
	"strings"
	"unicode"

	"owl/engine/text/token"
)

// Kind is what an answer has to be.
type Kind string

// The kinds of answers.
const (
	Number Kind = "number" // with its unit
	Date   Kind = "date"   // a day or a time
	Person Kind = "person"
	Place  Kind = "place"
	Name   Kind = "name"  // a serial number, an option, which of several
	Steps  Kind = "steps" // of a procedure
	Cause  Kind = "cause"
)

// Facet is one thing that a question asks for.
type Facet struct {
	Text  string
	Wants []Kind // the most telling first; none when the wording does not say
}

// maxFacets is how many facets are kept.
const maxFacets = 8

// question is how a part that asks something begins.
const question = `(?:(?:and|or|but|then)\s+)?(?:(?:at|by|for|from|in|on|since|to|until|with|of)\s+)?(?:what|who|whom|whose|when|where|which|why|how)\b`

var (
	sentence = regexp.MustCompile(`[?!]+|[.;](?:\s+|$)|\s[-–]\s|:\s+`)
	joint    = regexp.MustCompile(`(?i)(?:,\s*|\s+and\s+)(` + question + `|(?:and\s+)?(?:did|does|do|was|were|is|are|has|had|can|could|should|may|must)\s+(?:i|we|one|it|he|she|they|there|the|that|this)\b)`)
	asks     = regexp.MustCompile(`(?i)^(?:` + question + `|(?:did|does|do|was|were|is|are|has|have|had|can|could|should|may|must|compare|list|show|find|give|tell|summari[sz]e)\b)`)
)

// Split takes a question apart. A sentence that asks nothing belongs to what it
// stands before. A question without parts is its own only facet.
func Split(text string) []Facet {
	var parts []string
	for _, s := range sentences(text) {
		if !s.asks && !asks.MatchString(s.text) {
			continue
		}
		parts = append(parts, clauses(s.text)...)
	}
	if len(parts) == 0 {
		if parts = []string{strings.TrimSpace(text)}; parts[0] == "" {
			return nil
		}
	}
	facets := make([]Facet, 0, len(parts))
	for _, p := range parts[:min(len(parts), maxFacets)] {
		facets = append(facets, Facet{Text: p, Wants: Wants(p)})
	}
	return facets
}

type clause struct {
	text string
	asks bool // a question mark ends it
}

func sentences(text string) []clause {
	var all []clause
	start := 0
	for _, at := range append(sentence.FindAllStringIndex(text, 4*maxFacets), []int{len(text), len(text)}) {
		if s := strings.TrimSpace(text[start:at[0]]); hasLetter(s) {
			all = append(all, clause{s, strings.Contains(text[at[0]:at[1]], "?")})
		}
		start = at[1]
	}
	return all
}

func hasLetter(s string) bool {
	return strings.ContainsFunc(s, unicode.IsLetter)
}

// clauses cuts a sentence where a further question begins.
func clauses(text string) []string {
	var parts []string
	start := 0
	for _, m := range joint.FindAllStringSubmatchIndex(text, maxFacets) {
		if m[2] == start {
			continue
		}
		parts = append(parts, strings.Trim(text[start:m[0]], " ,"))
		start = m[2]
	}
	parts = append(parts, strings.Trim(text[start:], " ,"))
	kept := parts[:0]
	for _, p := range parts {
		if p = leading.ReplaceAllString(p, ""); hasLetter(p) {
			kept = append(kept, p)
		}
	}
	return kept
}

var leading = regexp.MustCompile(`(?i)^(?:and|or|but|then)\s+`)

// Content is a question without the words that only ask.
func Content(text string) string {
	var kept []string
	for _, field := range strings.Fields(text) {
		word := strings.ToLower(strings.TrimFunc(field, func(r rune) bool { return unicode.IsPunct(r) && r != '-' && r != '_' }))
		if word == "" || onlyAsks(word) {
			continue
		}
		kept = append(kept, strings.TrimRight(field, "?!,;.:"))
	}
	return strings.Join(kept, " ")
}

// onlyAsks reports words that a question is made of and a record is not.
func onlyAsks(word string) bool {
	switch word {
	case "whose", "much", "many", "long", "often", "must", "tell", "show", "give", "find", "list", "please", "get", "got", "happened", "happen",
		"mean", "means", "thing", "things", "someone", "somebody", "anybody", "anything", "really", "still", "ever", "come", "go", "ok", "okay", "hi", "hello":
		return true
	}
	return token.IsStop(word)
}
