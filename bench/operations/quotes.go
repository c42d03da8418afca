package operations

import (
	"slices"
	"strings"

	"owl/bench/suite"
	"owl/engine"
)

// Quotes counts what of the records the gold answer stands on, word for word: the
// quotes of the evidence and of vital nuggets.
type Quotes struct {
	Named int `json:"named"`
	Shown int `json:"shown"` // of them within a quote of the answer
}

// CountQuotes looks for each of these quotes in what an answer cites of the same
// record. White space does not count.
func CountQuotes(q suite.Question, citations []engine.Citation) Quotes {
	var out Quotes
	for _, e := range q.Evidence {
		for _, quote := range e.Quotes {
			out.add(e.DocID, quote, citations)
		}
	}
	for _, n := range q.Nuggets {
		if n.Label == suite.Vital && n.Quote != "" {
			out.add(n.DocID, n.Quote, citations)
		}
	}
	return out
}

func (c *Quotes) add(docID, quote string, citations []engine.Citation) {
	c.Named++
	quote = oneLine(quote)
	if slices.ContainsFunc(citations, func(cite engine.Citation) bool {
		return cite.DocID == docID && strings.Contains(oneLine(string(cite.Quote)), quote)
	}) {
		c.Shown++
	}
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// Share is the share of the quotes that the answer shows.
func (c Quotes) Share() (share float64, ok bool) { return ratio(c.Shown, c.Named, true) }
