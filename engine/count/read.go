package count

import (
	"cmp"
	"regexp"
	"strings"

	"owl/engine"
	"owl/engine/query"
	"owl/engine/terms"
	"owl/engine/text/token"
)

// Kind is a kind of thing that records are.
type Kind struct {
	One, Many  string
	Collection engine.Collection // empty for records of any
}

// thing is what a record counts as: parts of a request are one.
func (k Kind) thing(r engine.Record) string { return cmp.Or(r.ParentID, r.DocID) }

// kinds lists what is counted, by a pattern of how it is called.
func kinds() map[string]Kind {
	return map[string]Kind{
		`work[- ]?(?:requests?|orders?)|wrqs?`:                          {"work request", "work requests", engine.WorkOrder},
		`log(?:book)? entr(?:y|ies)`:                                    {"log entry", "log entries", engine.Logbook},
		`(?:beam )?(?:losses|dumps|trips)|downtimes?(?: rows| events)?`: {"row of lost beam", "rows of lost beam", engine.Downtime},
		`chat threads?|threads?`:                                        {"chat thread", "chat threads", engine.Chat},
		`(?:controlled )?documents?|procedures?`:                        {"document", "documents", engine.Documents},
		`wiki pages?`:                                                   {"wiki page", "wiki pages", engine.Wiki},
		`records?`:                                                      {"record", "records", ""},
	}
}

// Read finds in a question what is to be counted; ok is false when it is not asked
// how many records of a kind there are.
func Read(u query.Understanding) (q Question, ok bool) {
	text := string(u.Query.Raw)
	asked := asks.FindStringSubmatchIndex(text)
	if asked == nil {
		return q, false
	}
	kind, from, to := kindAt(strings.ToLower(text[asked[2]:]))
	if to == 0 {
		return q, false
	}
	q.Kind = kind
	rest := text[:asked[0]] + " " + text[asked[2]:asked[2]+from] + " " + text[asked[2]+to:]
	for _, d := range u.Dates {
		rest = strings.Replace(rest, d.Phrase, " ", 1)
		q.Filter.Since, q.Filter.Until = d.From, d.Until
	}
	q.Words = wordsOf(rest)
	return q, len(q.Words) <= mostWords
}

// asks finds a question for a number; what is counted follows, perhaps after a word
// or two.
var asks = regexp.MustCompile(`(?i)\b(?:how many|number of|count (?:the |all )?)\b()`)

// kindAt finds the kind that is named at the beginning of a text, after at most two
// words.
func kindAt(text string) (k Kind, from, to int) {
	for name, kind := range kinds() {
		at := regexp.MustCompile(`^\s*(?:[\w-]+\s+){0,2}?(` + name + `)\b`).FindStringSubmatchIndex(text)
		if at != nil && (to == 0 || at[2] < from || at[2] == from && at[3] > to) {
			k, from, to = kind, at[2], at[3]
		}
	}
	return k, from, to
}

// mostWords is how many words a record is asked to hold: a longer question is no
// question for a count.
const mostWords = 5

// wordsOf lists the words that say what is counted, as typed, each once.
func wordsOf(text string) []string {
	var out []string
	for _, t := range terms.Of(text, func(token.Token) float64 { return 1 }) {
		if !says(strings.ToLower(t.Shown)) {
			out = append(out, t.Shown)
		}
	}
	return out
}

// says reports words that only join what is counted with the rest.
func says(word string) bool {
	switch word {
	case "made", "written", "write", "wrote", "filed", "open", "opened", "about", "concerning", "mention", "mentions", "mentioned", "name", "hold", "held",
		"did", "had", "have", "has", "were", "was", "are", "been", "because", "due", "caused", "total", "altogether", "far", "year", "month", "record", "recorded",
		"happen", "occur", "occurred", "lose", "lost", "beam":
		return true
	}
	return false
}
