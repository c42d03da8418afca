package compose

import (
	"regexp"

	"owl/engine/query"
	"owl/engine/query/facet"
	"owl/engine/query/intent"
	"owl/engine/query/names"
	"owl/engine/query/when"
)

// Question is what an answer has to speak to.
type Question struct {
	Text    string // as it was searched
	Intent  intent.Intent
	Facets  []facet.Facet // the things that it asks for
	Dates   []when.Range  // the times that it names
	Other   []Other       // other words for words of Text
	Devices []string      // that it names. PVs are none: records call what they measure otherwise
	Old     bool          // an earlier revision, or what held once, is asked for
}

// Other is a text that says the same as a word of a question.
type Other struct {
	Term   string // as typed
	Text   string
	Weight float64 // beside 1 for the word as typed
}

// Ask takes from an understanding what the composer goes by. The text is the one
// that was searched in the end.
func Ask(text string, u query.Understanding) Question {
	q := Question{Text: text, Intent: u.Intent, Facets: u.Facets, Dates: u.Dates, Old: asksForOld.MatchString(text)}
	for _, e := range u.Expansions {
		q.Other = append(q.Other, Other{Term: e.Term, Text: e.Text, Weight: e.Weight})
	}
	for _, s := range u.Synonyms {
		q.Other = append(q.Other, Other{Term: s.Term, Text: s.Text, Weight: s.Weight})
	}
	for _, n := range u.Identifiers {
		switch n.Kind {
		case names.Device, names.Document, names.File, names.Flag:
			q.Devices = append(q.Devices, n.Text)
		}
	}
	return q
}

// asksForOld finds that what no longer holds is asked for too.
var asksForOld = regexp.MustCompile(`(?i)\b(?:revisions?|rev\.?|superseded|previous(?:ly)?|former(?:ly)?|earlier|old(?:er)?|used to|what (?:has |was |is )?changed|changes? (?:since|against|between|from)|changed (?:since|between|from)|before|differ(?:s|ed|ence|ences)?|compared?|still|no longer|until)\b`)
