package loop

import (
	"cmp"
	"context"
	"slices"

	"owl/engine"
	"owl/engine/graph"
	"owl/engine/trace"
)

// graphed is what the fault graph says of a question.
type graphed struct {
	chains []graph.Chain
	docs   []string // records that speak of them
}

// Sizes of what is taken from the graph.
const (
	namesLookedUp = 6 // names of the question
	chainsANode   = 2
	chainRecords  = 4 // that join what was found
)

// chain looks up the faults of the things that the question names. Without a
// graph the records are searched all the same.
func (r *run) chain(ctx context.Context) (state, error) {
	g, err := r.Graph(ctx)
	if err != nil {
		if ctx.Err() == nil {
			r.say(trace.Degraded{What: "fault chains", Why: err.Error(), Do: "the records are searched without them"})
		}
		return atRetrieve, ctx.Err()
	}
	named := g.Entities(r.read.Request.Query.Text, namesLookedUp, graph.Component, graph.PV, graph.Symptom)
	err = r.timed("chain", func() error { return r.addChains(ctx, g, named) })
	r.say(trace.Searched{Channel: "fault chains", Hits: len(r.known.chains), Millis: r.timings["chain"]})
	return atRetrieve, err
}

func (r *run) addChains(ctx context.Context, g *graph.Graph, named []graph.Match) error {
	for _, m := range named {
		chains, err := g.Chains(ctx, m.ID, chainsANode)
		if err != nil {
			return err
		}
		for _, c := range chains {
			same := func(have graph.Chain) bool { return have.Fault.ID == c.Fault.ID }
			if !slices.ContainsFunc(r.known.chains, same) && c.Completeness() > 0.5 {
				r.known.chains = append(r.known.chains, c)
			}
		}
	}
	for _, c := range r.known.chains {
		for _, claims := range [][]graph.Claim{c.Causes, c.Resolutions, c.Failed} {
			for _, claim := range claims {
				if id := claim.Edge.Evidence.DocID; !slices.Contains(r.known.docs, id) {
					r.known.docs = append(r.known.docs, id)
				}
			}
		}
	}
	return nil
}

// chained adds records of the fault chains that the search did not find. One
// that it found stays where it is: how well it fits is known better than that it
// is about the same fault.
func (r *run) chained(ctx context.Context, found []engine.Passage) []engine.Passage {
	var missing []string
	for _, id := range r.known.docs {
		has := func(p engine.Passage) bool { return p.Record.DocID == id }
		if !slices.ContainsFunc(found, has) && len(missing) < chainRecords {
			missing = append(missing, id)
		}
	}
	if len(missing) == 0 || len(found) == 0 {
		return found
	}
	records, err := r.Retriever.Records.RecordsOf(ctx, missing)
	if err != nil {
		r.say(trace.Degraded{What: "records of fault chains", Why: err.Error(), Do: "the others answer"})
		return found
	}
	least := found[len(found)-1].Score
	for _, rec := range records {
		if f := r.read.Request.Query.Filter; f.Admits(rec.Collection, string(rec.System), rec.Created) {
			chunk := engine.Chunk{DocID: rec.DocID, End: len(rec.Content), Text: rec.Content}
			found = append(found, engine.Passage{Record: rec, Chunks: []engine.Chunk{chunk}, Scores: []float64{0}, Score: least})
		}
	}
	return found
}

// chainLine is one statement of a chain as it is shown.
type chainLine struct {
	role  string
	claim graph.Claim
}

// linesOf lists what a chain says from symptom to resolution, a few of each.
func linesOf(c graph.Chain) []chainLine {
	var out []chainLine
	for _, part := range []struct {
		role   string
		claims []graph.Claim
		most   int
	}{
		{"symptom", c.Symptoms, 1},
		{"cause", c.Causes, 2},
		{"suspected", c.Suspects, 1},
		{"ruled out", c.RuledOut, 1},
		{"did not help", c.Failed, 2},
		{"resolved by", c.Resolutions, 2},
	} {
		claims := slices.DeleteFunc(slices.Clone(part.claims), func(x graph.Claim) bool { return x.Edge.Evidence.Confidence < surely })
		slices.SortStableFunc(claims, func(a, b graph.Claim) int { return cmp.Compare(b.Edge.Evidence.Confidence, a.Edge.Evidence.Confidence) })
		for _, claim := range claims[:min(part.most, len(claims))] {
			out = append(out, chainLine{part.role, claim})
		}
	}
	return out
}

// surely is the confidence that a statement of the graph must have to be shown.
const surely = 0.75
