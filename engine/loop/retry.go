package loop

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/query"
	"owl/engine/query/facet"
	"owl/engine/retrieve"
	"owl/engine/trace"
)

// adviceTime is how long a retry waits for a model's reading of the question.
const adviceTime = 8 * time.Second

// retry begins another round, which looks in another way: first for what is
// missing, then through other channels. Times are widened each round.
func (r *run) retry(ctx context.Context) (state, error) {
	why := r.current.lacks
	if why == "" {
		why = r.current.poor
	}
	r.round++
	var change []string
	if r.round == 2 {
		change = r.reformulate(ctx)
	} else {
		change = r.otherChannels()
	}
	if wider := r.widen(); wider != "" {
		change = append(change, wider)
	}
	r.say(trace.Retried{Round: r.round, Reason: why, Change: strings.Join(change, "; ")})
	r.shown = ""
	return atRetrieve, ctx.Err()
}

// reformulate asks for what the draft lacks, and in the words of a model when
// there is one.
func (r *run) reformulate(ctx context.Context) []string {
	var change []string
	req := &r.read.Request
	if m := r.Model; m != nil && m.Adviser != nil && !r.Off.Model && !r.silent {
		advice, err := query.Consult(ctx, m.adviser(r.meter), string(r.req.Question), adviceTime)
		r.read.Understanding = r.read.Understanding.WithAdvice(advice, err)
		req.Query.Also, req.Related = also(r.read.Understanding)
		steps := r.read.Understanding.Steps
		change = append(change, "advice of the model: "+steps[len(steps)-1].Did)
	}
	text := r.broadened()
	lift := r.lifted()
	switch {
	case text == r.read.first && len(lift) == 0 && len(r.read.Understanding.Paraphrases) > 0:
		text = r.read.Understanding.Paraphrases[0].Text
		change = append(change, fmt.Sprintf("searched for %q", text))
	case text != r.read.first:
		change = append(change, fmt.Sprintf("searched for %q, without words that no good record holds", text))
	}
	if len(lift) > 0 {
		change = append(change, "what is still missing counts twice: "+strings.Join(lift, ", "))
	}
	for _, l := range lift {
		req.Query.Also = append(req.Query.Also, engine.Term{Text: l, Weight: 1})
	}
	if len(change) == 0 {
		change = []string{"searched among more records"}
	}
	req.Query.Text, req.Pair = text, ""
	return change
}

// broadened is the question without those words that the best draft lacks and
// that name nothing.
func (r *run) broadened() string {
	d := r.current.draft
	drop := map[string]bool{}
	for _, w := range d.Missing {
		if !slices.Contains(d.Unmet, w) {
			drop[strings.ToLower(w)] = true
		}
	}
	var kept []string
	for _, w := range strings.Fields(r.read.first) {
		if !drop[strings.ToLower(strings.Trim(w, ".,;:!?()\"'"))] {
			kept = append(kept, w)
		}
	}
	if text := strings.Join(kept, " "); len(kept) < len(strings.Fields(r.read.first)) && facet.Content(text) != "" {
		return text
	}
	return r.read.first
}

// lifted is what the draft does not speak of: names, what must stand together,
// and parts of the question.
func (r *run) lifted() []string {
	d := r.current.draft
	out := append(slices.Clone(d.Apart), d.Unmet...)
	for _, f := range open(r.read.Understanding.Facets, r.current.text) {
		if len(r.read.Understanding.Facets) > 1 {
			out = append(out, facet.Content(f.Text))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// otherChannels leaves the words as such out and looks by meaning and by the
// graph, where these are there.
func (r *run) otherChannels() []string {
	req := &r.read.Request
	req.Query.Text, req.Pair = r.read.first, r.read.Understanding.Reranker
	req.Query.Phrases, req.Query.Exclude = nil, nil
	var channels []string
	parts := r.Retriever.Parts
	if parts.Dense != nil && !r.Off.Dense && (parts.HasDense == nil || parts.HasDense()) {
		channels = append(channels, retrieve.Dense, retrieve.Alike)
	}
	if parts.Graph != nil && !r.Off.Graph {
		channels = append(channels, retrieve.Graph, retrieve.Linked)
	}
	if len(channels) == 0 {
		channels = []string{retrieve.Text, retrieve.Paraphrases, retrieve.Feedback}
	}
	req.Channels = channels
	return []string{"searched by " + strings.Join(channels, ", ") + " only"}
}

// widen takes the next wider time than the one that the question names.
func (r *run) widen() string {
	date := r.read.Understanding.Date
	if !date.Hard {
		return ""
	}
	wider, words, ok := query.Widen(date, r.round-1)
	if !ok {
		return ""
	}
	f := &r.read.Request.Query.Filter
	f.Since, f.Until = wider.From, wider.Until
	*f = both(*f, engine.Filter{Since: r.read.asked.Since, Until: r.read.asked.Until})
	return "in " + words
}

// spent reports an error that says that the budget is used up, which is nobody's
// fault.
func spent(err error) bool {
	return slices.ContainsFunc([]error{errCalls, errTokens, errTime}, func(e error) bool { return errors.Is(err, e) })
}
