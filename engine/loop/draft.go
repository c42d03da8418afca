package loop

import (
	"context"
	"slices"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/compose"
	"owl/engine/trace"
	"owl/engine/verify"
	"owl/engine/writer"
)

// candidate is an answer that may be given.
type candidate struct {
	draft     compose.Draft // extractive; also below a model's text
	text      string
	citations []engine.Citation
	composer  string
	raw       string  // the draft as it was before anything was cut, for its entities
	g         float64 // grounding of the raw draft
	scores    engine.Scores
	poor      string          // why it is not good enough; empty when it is
	lacks     string          // why the evidence does not suffice for an answer; empty when it does
	unfit     error           // why a model's text is no answer; nil when it may be one
	verdict   *writer.Verdict // of the gate on a model's text; may be nil
	round     int
	read      Plan
	found     []engine.Passage
}

const extractive = "extractive"

// draft puts an answer together from the records' own sentences.
func (r *run) draft(ctx context.Context) (state, error) {
	asked := compose.Ask(r.read.Request.Query.Text, r.read.Understanding)
	if r.round > 1 { // found by other words, but what was asked stays
		asked = compose.Ask(r.read.first, r.read.Understanding)
	}
	c := &candidate{composer: extractive, round: r.round, read: r.read, found: r.found}
	err := r.timed("compose", func() error {
		c.draft = r.Composer.Compose(asked, r.found, r.Retriever.Weigh).WithChain(r.event(ctx))
		return ctx.Err()
	})
	r.current = c
	return atGate, err
}

// gate drops what does not hold, and what is said twice. A model's draft went
// through its own gate while it came.
func (r *run) gate(ctx context.Context) (state, error) {
	if r.current.composer == extractive {
		r.settle(r.current)
	}
	return atScore, ctx.Err()
}

// settle makes the text of an extractive draft, from what holds of it.
func (r *run) settle(c *candidate) {
	c.raw = textOf(c.draft)
	c.draft, c.g = r.check(c.draft)
	c.text, c.citations = compose.Render(c.draft)
	for i := range c.citations {
		c.citations[i].Verified = true // Render cites only claims that were checked
	}
	c.lacks = insufficient(c.draft, c.citations)
}

// textOf is what a draft claims.
func textOf(d compose.Draft) string {
	var out []string
	for _, l := range d.Chain {
		out = append(out, l.Text)
	}
	for _, row := range d.Table.Rows {
		for _, l := range row {
			out = append(out, l.Text)
		}
	}
	for _, b := range d.Blocks {
		for _, c := range b.Claims {
			out = append(out, c.Text)
		}
	}
	return strings.Join(out, "\n")
}

// check drops every claim that does not hold against its record, and one that
// repeats another word for word. It returns the share that held, which is g of
// the corrective score.
func (r *run) check(d compose.Draft) (compose.Draft, float64) {
	start := time.Now()
	drafted := trace.Drafted{Composer: extractive, Weights: r.Composer.Hash()}
	d.Chain = slices.DeleteFunc(slices.Clone(d.Chain), func(l compose.Link) bool { return fails(&drafted, l) })
	d.Table.Rows = slices.DeleteFunc(slices.Clone(d.Table.Rows), func(row []compose.Link) bool {
		return slices.ContainsFunc(row, func(l compose.Link) bool { return fails(&drafted, l) })
	})
	said := map[string]bool{}
	for i, b := range d.Blocks {
		kept := b.Claims[:0:0]
		for _, c := range b.Claims {
			drafted.Claims++
			if err := verify.Check(b.Record, c.Claim); err != nil {
				drafted.Dropped = append(drafted.Dropped, trace.Drop{Claim: engine.Untrusted(c.Text), DocID: c.DocID, Why: err.Error()})
				continue
			}
			kept = append(kept, c)
		}
		if b.Part != compose.Lead && repeats(said, kept) && !r.Off.Gate {
			drafted.Notes = append(drafted.Notes, "gate: "+b.Record.DocID+" says nothing that was not said above; left out")
			kept = nil
		}
		d.Blocks[i].Claims = kept
	}
	drafted.Millis = millis(time.Since(start))
	r.timings["verify"] += drafted.Millis
	r.say(drafted)
	return d, float64(drafted.Claims-len(drafted.Dropped)) / float64(max(1, drafted.Claims))
}

// fails checks a link, and says why it does not hold.
func fails(drafted *trace.Drafted, l compose.Link) bool {
	drafted.Claims++
	err := verify.Check(l.Record, l.Claim)
	if err != nil {
		drafted.Dropped = append(drafted.Dropped, trace.Drop{Claim: engine.Untrusted(l.Text), DocID: l.DocID, Why: err.Error()})
	}
	return err != nil
}

// repeats reports that every one of these claims was said before, and notes
// them.
func repeats(said map[string]bool, claims []compose.Claim) bool {
	all := len(claims) > 0
	for _, c := range claims {
		key := strings.ToLower(strings.Join(strings.Fields(c.Text), " "))
		all = all && said[key]
		said[key] = true
	}
	return all
}
