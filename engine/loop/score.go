package loop

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"unicode"

	"owl/engine"
	"owl/engine/graph"
	"owl/engine/query/facet"
	"owl/engine/query/names"
	"owl/engine/text/token"
	"owl/engine/trace"
)

// The rule of the reference system: a draft whose score is below tau, of whose
// evidence less than half is relevant, or of whose entities too many are not
// known, is not good enough.
const (
	tau        = 0.4
	maxUnknown = 3
)

// score judges the draft and decides what comes next.
func (r *run) score(ctx context.Context) (state, error) {
	c := r.current
	rho, relevant := r.relevance(c)
	unknown := r.unknown(ctx, c.raw)
	c.scores = engine.NewScores(rho, c.g, r.complete(c), len(unknown))
	c.poor = judged(c, relevant, unknown)
	r.say(trace.Scored{Scores: c.scores, Why: cmp.Or(c.lacks, c.poor, "the evidence covers the question")})
	if c.unfit == nil && better(c, r.best) {
		r.best = c
	}
	switch {
	case (c.poor != "" || c.lacks != "") && r.more():
		return atRetry, nil
	case c.unfit != nil:
		r.without(c.unfit)
		return atFinish, nil
	case c.composer != extractive || r.Model == nil || r.Off.Model:
		return atFinish, nil
	case r.Model.Tools != nil && r.mode != engine.Fast && r.asked == nil:
		return atTools, nil
	case r.best.lacks == "":
		return atWrite, nil
	}
	return atFinish, nil
}

func judged(c *candidate, relevant float64, unknown []string) string {
	switch {
	case c.unfit != nil:
		return c.unfit.Error()
	case c.scores.S < tau:
		return fmt.Sprintf("the score is %.2f, at least %.1f is wanted", c.scores.S, tau)
	case relevant < 0.5:
		return fmt.Sprintf("%.0f %% of the records shown are relevant", 100*relevant)
	case len(unknown) >= maxUnknown:
		return "no record and no node of the graph knows " + strings.Join(unknown, ", ")
	}
	return ""
}

// better reports whether a draft is a better answer: one that suffices before
// one that does not, a model's that passed its checks before the records' own
// sentences, then by the score.
func better(c, than *candidate) bool {
	switch {
	case than == nil:
		return true
	case (c.lacks == "") != (than.lacks == ""):
		return c.lacks == ""
	case (c.composer == extractive) != (than.composer == extractive):
		return than.composer == extractive
	}
	return c.scores.S > than.scores.S
}

// likely is the chance from which on a record counts as relevant.
const likely = 0.25

// relevance is rho, the mean chance that a record of the answer is relevant, and
// the share of the records that likely are. Where the ranker does not tell
// chances it is how well they cover the question.
func (r *run) relevance(c *candidate) (rho, share float64) {
	ranker := r.Retriever.Settings.Ranker
	if r.Off.Reranker || ranker.Weights == nil || ranker.Chance == nil {
		return c.draft.Relevance, 1
	}
	chance := map[string]float64{}
	for _, p := range c.found {
		chance[p.Record.DocID] = ranker.Chance.Of(p.Score)
	}
	n := 0.0
	seen := map[string]bool{}
	for _, b := range c.draft.Blocks {
		if id := b.Record.DocID; len(b.Claims) > 0 && !seen[id] {
			seen[id] = true
			n++
			rho += chance[id]
			if chance[id] >= likely {
				share++
			}
		}
	}
	return rho / max(1, n), share / max(1, n)
}

// complete is c: how much of the question's words the answer covers, and how
// many of the things that it asks for. A gate that misses something halves it.
func (r *run) complete(c *candidate) float64 {
	facets, share := c.read.Understanding.Facets, c.draft.Complete
	if len(facets) > 1 {
		share = (share + 1 - float64(len(open(facets, c.text)))/float64(len(facets))) / 2
	}
	if c.verdict != nil && !c.verdict.Answers {
		share /= 2
	}
	return share
}

// open lists the things that a question asks for and a text does not speak of.
func open(facets []facet.Facet, text string) []facet.Facet {
	has := map[string]bool{}
	for _, t := range token.Tokens(text) {
		has[t.Text] = true
	}
	var out []facet.Facet
	for _, f := range facets {
		held, all := 0, 0
		for _, t := range token.Tokens(facet.Content(f.Text)) {
			all++
			if has[t.Text] {
				held++
			}
		}
		if 2*held < all {
			out = append(out, f)
		}
	}
	return out
}

// unknown lists entities of a text that neither index nor graph knows.
func (r *run) unknown(ctx context.Context, text string) []string {
	nowhere := r.Retriever.Weigh(token.Token{Text: "\x00"})
	var g *graph.Graph
	var out []string
	seen := map[string]bool{}
	for _, name := range entities(text) {
		if seen[name] {
			continue
		}
		seen[name] = true
		if r.indexed(name, nowhere) {
			continue
		}
		if g == nil && r.Graph != nil && !r.Off.Graph {
			g, _ = r.Graph(ctx) // without it the index decides
		}
		if g == nil || len(g.Find(name, 1)) == 0 {
			out = append(out, name)
		}
	}
	return out
}

// indexed reports that some record holds every token of a name.
func (r *run) indexed(name string, nowhere float64) bool {
	for _, t := range token.Tokens(name) {
		if r.Retriever.Weigh(t) >= nowhere {
			return false
		}
	}
	return true
}

// entities are the identifiers and acronyms of a text.
func entities(text string) []string {
	var out []string
	for _, n := range names.Find(text) {
		out = append(out, n.Text)
	}
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if len(word) > 1 && len(word) < 9 && unicode.IsUpper(rune(word[0])) && strings.ToUpper(word) == word {
			out = append(out, word)
		}
	}
	return out
}
