package composer

import (
	"strings"
	"unicode"

	"owl/bench/suite"
	"owl/engine"
	"owl/engine/compose"
)

// Example is a question with every unit of the records that were found for it.
type Example struct {
	Set, ID string
	Units   []Unit
}

// Unit is a unit with how much an answer needs it: 1 when a vital fact stands in
// it, half when another one does, else 0.
type Unit struct {
	compose.Unit
	Needed float64
}

// okay is what a fact that is not vital counts beside one that is.
const okay = 0.5

// Label says of each unit how much the gold answer of a question needs it. The
// records are those of the units. Without a quote nothing is needed.
func Label(q suite.Question, units []compose.Unit, records map[string]engine.Record) []Unit {
	needs := needsOf(q, records)
	out := make([]Unit, len(units))
	for i, u := range units {
		out[i].Unit = u
		for _, n := range needs[u.DocID] {
			if u.Start < n.end && n.start < u.End {
				out[i].Needed = max(out[i].Needed, n.much)
			}
		}
	}
	return out
}

// need is a stretch of a record that a gold answer stands on.
type need struct {
	start, end int
	much       float64
}

func needsOf(q suite.Question, records map[string]engine.Record) map[string][]need {
	out := map[string][]need{}
	add := func(docID, quote string, much float64) {
		if start, end, ok := find(string(records[docID].Content), quote); ok {
			out[docID] = append(out[docID], need{start, end, much})
		}
	}
	for _, n := range q.Nuggets {
		if n.Label == suite.Vital {
			add(n.DocID, n.Quote, 1)
		} else {
			add(n.DocID, n.Quote, okay)
		}
	}
	for _, e := range q.Evidence {
		for _, quote := range e.Quotes {
			add(e.DocID, quote, 1)
		}
	}
	return out
}

// find looks for a quote in a text, whatever the white space in either.
func find(text, quote string) (start, end int, ok bool) {
	letters, at := squeeze(text)
	wanted, _ := squeeze(quote)
	i := strings.Index(letters, wanted)
	if wanted == "" || i < 0 {
		return 0, 0, false
	}
	return at[i], at[i+len(wanted)-1] + 1, true
}

// squeeze leaves white space out, and says where each byte stood.
func squeeze(text string) (string, []int) {
	var out strings.Builder
	var at []int
	for i, r := range text {
		if unicode.IsSpace(r) {
			continue
		}
		for n := range len(string(r)) {
			at = append(at, i+n)
		}
		out.WriteRune(r)
	}
	return out.String(), at
}
