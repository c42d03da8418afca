package loop

import (
	"context"
	"slices"
	"time"

	"owl/engine"
	"owl/engine/compose"
	"owl/engine/graph"
	"owl/engine/prose"
	"owl/engine/query/facet"
)

// Sizes of the search for the event that a question is about.
const (
	eventRecords = 12                     // the first ones that were found
	eventDays    = 36 * time.Hour         // between records of one event
	eventTime    = 300 * time.Millisecond // for all of it
)

// event gives the chain of the event that a question asks the cause of: of those
// that the first records report, the most complete one of the time of the best
// record. It is empty when nothing tells a cause or what helped.
func (r *run) event(ctx context.Context) []compose.Link {
	if r.Graph == nil || r.Off.Graph || !r.asksWhy() || len(r.found) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, eventTime)
	defer cancel()
	g, err := r.Graph(ctx)
	if err != nil {
		return nil // the records answer; where chains are searched it is said
	}
	records := map[string]engine.Record{}
	for _, p := range r.found[:min(len(r.found), eventRecords)] {
		records[p.Record.DocID] = p.Record
	}
	var best []compose.Link
	for _, p := range r.found[:min(len(r.found), eventRecords)] {
		if apart(p.Record, r.found[0].Record) > eventDays {
			continue
		}
		if links := linksOf(ctx, g, p.Record, records); completeness(links) > completeness(best) {
			best = links
		}
	}
	return best
}

// asksWhy reports a question for a cause, or how to get out of trouble.
func (r *run) asksWhy() bool {
	return r.mode == engine.Troubleshoot || slices.Contains(r.read.Understanding.Wants, facet.Cause)
}

func apart(a, b engine.Record) time.Duration {
	if a.Created.IsZero() || b.Created.IsZero() {
		return eventDays + 1
	}
	return a.Created.Sub(b.Created).Abs()
}

// linksOf gives the fault that a record reports, in the words of records that
// were found.
func linksOf(ctx context.Context, g *graph.Graph, rec engine.Record, found map[string]engine.Record) []compose.Link {
	node, ok := g.OfRecord(rec.DocID)
	if !ok {
		return nil
	}
	chains, err := g.Chains(ctx, node, 1)
	if err != nil || len(chains) == 0 {
		return nil
	}
	var out []compose.Link
	for _, l := range linesOf(chains[0]) {
		e := l.claim.Edge.Evidence
		from, ok := found[e.DocID]
		if !ok || apart(from, rec) > eventDays {
			continue
		}
		role := l.role
		if returned(l.claim) {
			role += ", but it came back on " + l.claim.CameBack.Format(time.DateOnly)
		}
		at := prose.Around(string(from.Content), graph.Span{Start: e.Start, End: e.End}, mostLink)
		link, err := compose.NewLink(role, from, at.Start, at.End)
		if err == nil && !slices.ContainsFunc(out, func(have compose.Link) bool { return have.Claim == link.Claim }) {
			out = append(out, link)
		}
	}
	return out
}

// mostLink is the bytes of a sentence that stands for the words of it that play the
// part: these alone are hard to understand.
const mostLink = 200

// completeness is how much of an event some links tell. Without a cause they tell
// nothing that a question for one needs.
func completeness(links []compose.Link) int {
	n := 0
	for _, role := range []string{"cause", "resolved by", "symptom"} {
		if slices.ContainsFunc(links, func(l compose.Link) bool { return l.Role == role }) {
			n++
		} else if role == "cause" {
			return 0
		}
	}
	return n
}
