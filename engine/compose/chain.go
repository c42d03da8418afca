package compose

import (
	"fmt"
	"slices"

	"owl/engine"
	"owl/engine/verify"
)

// Link is one statement of a fault chain: what a place of a record says, and the
// part that it plays.
type Link struct {
	Role   string // symptom, cause, ...
	Record engine.Record
	verify.Claim
}

// NewLink quotes a place of a record, bytes start to end of its Content.
func NewLink(role string, rec engine.Record, start, end int) (Link, error) {
	quote, err := verify.Quote(rec, start, end)
	return Link{role, rec, verify.Claim{Text: string(quote), DocID: rec.DocID, Start: start, End: end}}, err
}

// WithChain begins the answer with a fault chain, in place of single sentences.
func (d Draft) WithChain(links []Link) Draft {
	if len(links) == 0 {
		return d
	}
	d.Chain = links
	d.Blocks = slices.DeleteFunc(d.Blocks, func(b Block) bool { return b.Part == Lead })
	return d
}

// chain writes the links under the line of the first one's record. The part that a
// link plays is a heading: the claim is the record's own words.
func (r *renderer) chain(links []Link) {
	if len(links) == 0 {
		return
	}
	fmt.Fprintf(&r.out, "%s\n\n", recordLine(links[0].Record))
	for _, l := range links {
		r.quoteOf(l.Record)
		fmt.Fprintf(&r.out, "*%s:*\n%s [%d]\n\n", l.Role, r.quote(oneLine(l.Text)), r.cite(l))
	}
}
