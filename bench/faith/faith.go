// Package faith tells whether an answer says more than its records do.
//
// An answer is cut into claims. Each is checked in code by package verify: its
// identifiers, numbers, values and dates must stand in the source, most of its
// other words too, and none of the two may deny what the other asserts. There
// are two sources, because they answer two questions:
//
//	quotes   what the claim cites. A claim that does not stand on its quote is badly cited.
//	records  the whole records that the answer cites, with their titles and dates. A claim
//	         that stands on none of them is made up: it counts as hallucinated.
//
// The check by records is lenient: words from all over a record add up. The
// hallucination rate is therefore a lower bound, and what the check cannot see (roles swapped,
// inference) is left to a judge or to the NLI back-stop.
//
//	claims.go  an answer's claims
//	faith.go   the two checks and the rates
//	nli.go     the port of the NLI back-stop
package faith

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"owl/engine"
	"owl/engine/verify"
)

// Lookup returns the record of a doc_id; an engine.ErrNotFound says that there
// is none.
type Lookup func(ctx context.Context, docID string) (engine.Record, error)

// Finding is one claim and how it stands.
type Finding struct {
	Claim
	OnQuotes  bool   `json:"on_quotes"`  // stands on a quote that it cites
	OnRecords bool   `json:"on_records"` // stands on a whole record that the answer cites
	Why       string `json:"why,omitempty"`
	// NLI is the probability that the claim follows from what it cites; nil when
	// no model was asked.
	NLI *float64 `json:"nli,omitempty"`
}

// Check cuts the text of an answer into claims and checks each. A claim without
// a citation mark is checked against all quotes. The error is that of the
// lookup, but for records that are gone: on these nothing stands.
func Check(ctx context.Context, answer engine.Answer, lookup Lookup) ([]Finding, error) {
	sources, err := newSources(ctx, answer.Citations, lookup)
	if err != nil {
		return nil, err
	}
	claims := Claims(answer.Text)
	findings := make([]Finding, 0, len(claims))
	for _, c := range claims {
		f := Finding{Claim: c}
		if onQuotes := sources.quoted(c); onQuotes == nil {
			f.OnQuotes, f.OnRecords = true, true // a quote is a part of its record
		} else {
			onRecords := sources.recorded(c)
			f.OnRecords = onRecords == nil
			f.Why = cmp.Or(onRecords, onQuotes).Error()
		}
		findings = append(findings, f)
	}
	return findings, nil
}

// sources is what an answer cites, ready to be checked against.
type sources struct {
	quotes  map[int]verify.Source  // by citation number
	records []func() verify.Source // whole, with title and date, each once; read when one is needed
}

func newSources(ctx context.Context, citations []engine.Citation, lookup Lookup) (sources, error) {
	s := sources{quotes: map[int]verify.Source{}}
	seen := map[string]bool{}
	for _, c := range citations {
		s.quotes[c.N] = verify.NewSource(string(c.Quote))
		if seen[c.DocID] {
			continue
		}
		seen[c.DocID] = true
		rec, err := lookup(ctx, c.DocID)
		if errors.Is(err, engine.ErrNotFound) {
			continue
		}
		if err != nil {
			return sources{}, fmt.Errorf("read the cited record %s: %w", c.DocID, err)
		}
		s.records = append(s.records, sync.OnceValue(func() verify.Source { return verify.NewSource(withHead(rec)) }))
	}
	return s, nil
}

// withHead puts in front of a record's content what is shown over it.
func withHead(rec engine.Record) string {
	head := rec.Title + "\n" + rec.Author + "\n" + rec.System + "\n" + engine.Untrusted(rec.FileID) + "\n"
	if !rec.Created.IsZero() {
		head += engine.Untrusted(rec.Created.Format("2006-01-02 15:04")) + "\n"
	}
	return string(head + "\n" + rec.Content) // an empty line ends the head's last sentence
}

// The reasons of a claim that cites nothing usable.
var (
	errNoQuote  = errors.New("there is no quote to stand on")
	errNoRecord = errors.New("there is no record to stand on")
)

func (s sources) quoted(c Claim) error {
	err := error(errNoQuote)
	marks := c.Marks
	if len(marks) == 0 {
		marks = slices.Sorted(maps.Keys(s.quotes))
	}
	for _, n := range marks {
		quote, ok := s.quotes[n]
		if !ok {
			continue
		}
		if err = quote.Check(c.Text); err == nil {
			return nil
		}
	}
	return err
}

func (s sources) recorded(c Claim) error {
	err := error(errNoRecord)
	for _, rec := range s.records {
		if err = rec().Check(c.Text); err == nil {
			return nil
		}
	}
	return err
}

// Scores are the findings of one answer, counted.
type Scores struct {
	Claims    int `json:"claims"`
	Cited     int `json:"cited"`      // claims with a citation mark
	OnQuotes  int `json:"on_quotes"`  // claims that stand on a quote that they cite
	OnRecords int `json:"on_records"` // claims that stand on a cited record at least
}

// Count counts findings.
func Count(findings []Finding) Scores {
	s := Scores{Claims: len(findings)}
	for _, f := range findings {
		if len(f.Marks) > 0 {
			s.Cited++
		}
		if f.OnQuotes {
			s.OnQuotes++
		}
		if f.OnRecords {
			s.OnRecords++
		}
	}
	return s
}

// HallucinationRate is the share of the claims that stand on no cited record;
// ok is false when there is no claim.
func (s Scores) HallucinationRate() (rate float64, ok bool) {
	if s.Claims == 0 {
		return 0, false
	}
	return float64(s.Claims-s.OnRecords) / float64(s.Claims), true
}

// SupportedShare is the share of the claims that stand on their quote.
func (s Scores) SupportedShare() (share float64, ok bool) {
	if s.Claims == 0 {
		return 0, false
	}
	return float64(s.OnQuotes) / float64(s.Claims), true
}
