package operations

import (
	"context"
	"errors"
	"fmt"

	"owl/bench/faith"
	"owl/bench/suite"
	"owl/engine"
	"owl/engine/verify"
)

// Citations counts what an answer cites. Records are counted once, however many
// quotes an answer takes of them.
type Citations struct {
	Quotes       int `json:"quotes"`         // citations
	ValidQuotes  int `json:"valid_quotes"`   // whose quote is the record's text at its place
	Cited        int `json:"cited"`          // records cited
	Evidence     int `json:"evidence"`       // records that are evidence
	CitedOfThese int `json:"cited_of_these"` // evidence that is cited
	Stating      int `json:"stating"`        // records cited that are evidence or state a nugget in full
}

// CountCitations counts the citations of an answer to a question. States tells
// whether a record states a nugget of the question in full. The error is that of
// the lookup, but for records that are gone: their quotes are not valid.
func CountCitations(ctx context.Context, q suite.Question, answer engine.Answer, lookup faith.Lookup, states func(engine.Record) bool) (Citations, error) {
	grades := q.Grades()
	c := Citations{Quotes: len(answer.Citations), Evidence: len(grades)}
	seen := map[string]bool{}
	for _, cite := range answer.Citations {
		rec, valid, err := valid(ctx, cite, lookup)
		if err != nil {
			return Citations{}, err
		}
		if valid {
			c.ValidQuotes++
		}
		if seen[cite.DocID] {
			continue
		}
		seen[cite.DocID] = true
		c.Cited++
		switch {
		case grades[cite.DocID] > 0:
			c.CitedOfThese++
			c.Stating++
		case states(rec):
			c.Stating++
		}
	}
	return c, nil
}

func valid(ctx context.Context, c engine.Citation, lookup faith.Lookup) (engine.Record, bool, error) {
	rec, err := lookup(ctx, c.DocID)
	switch {
	case errors.Is(err, engine.ErrNotFound):
		return rec, false, nil
	case err != nil:
		return rec, false, fmt.Errorf("read the cited record %s: %w", c.DocID, err)
	}
	return rec, verify.Citation(rec, c) == nil, nil
}

// Precision is the share of the cited records that are evidence; ok is false
// when nothing is cited, or when the question has no evidence.
func (c Citations) Precision() (share float64, ok bool) {
	return ratio(c.CitedOfThese, c.Cited, c.Evidence > 0)
}

// Support is the share of the cited records that are evidence or state a nugget in
// full. A list of evidence is never complete: records of one event repeat each
// other. What the matcher misses makes it a lower bound.
func (c Citations) Support() (share float64, ok bool) {
	return ratio(c.Stating, c.Cited, c.Evidence > 0)
}

// Recall is the share of the evidence that is cited.
func (c Citations) Recall() (share float64, ok bool) { return ratio(c.CitedOfThese, c.Evidence, true) }

// Validity is the share of the citations whose quote stands in its record.
func (c Citations) Validity() (share float64, ok bool) { return ratio(c.ValidQuotes, c.Quotes, true) }

func ratio(above, below int, applies bool) (float64, bool) {
	if below == 0 || !applies {
		return 0, false
	}
	return float64(above) / float64(below), true
}
