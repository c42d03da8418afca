package cli

import (
	"fmt"
	"slices"
	"strings"

	"owl/app/wire"
	"owl/engine"
	"owl/engine/loop"
	"owl/engine/retrieve"
	"owl/engine/text/token"
	"owl/engine/trace"
)

// searchSteps collects the steps of a search, and says what is missing and what
// was searched instead.
type searchSteps struct {
	*session
	all     []trace.Payload
	instead string // what was searched at last instead of what was asked; empty for that
}

func (s *searchSteps) say(p trace.Payload) {
	s.all = append(s.all, p)
	switch p := p.(type) {
	case trace.Degraded:
		s.warnNotices([]trace.Degraded{p})
	case trace.Retried:
		s.instead = fmt.Sprintf("%s; %s", p.Reason, p.Change)
	default:
		if line := stepLine(p); s.flags.verbose && line != "" {
			s.err.printf("%s\n", line)
		}
	}
}

// searchTree is how a search came about: what --explain shows.
type searchTree struct {
	Understood  trace.Understood `json:"understood"`
	Intent      string           `json:"intent"`
	Also        []addedWords     `json:"also"`        // counted beside the query's own words
	Paraphrases []string         `json:"paraphrases"` // asked as well
	Tokens      []treeToken      `json:"tokens"`
	Channels    []treeChannel    `json:"channels"`
	Widened     []trace.Retried  `json:"widened"`
	Fused       *trace.Fused     `json:"fused"`
	Ranker      string           `json:"ranker"` // says why when nothing was reranked
	Reranked    *trace.Reranked  `json:"reranked"`
}

type addedWords struct {
	Text   string  `json:"text"`
	Weight float64 `json:"weight"`
}

// treeToken is a piece of the query as the index knows it.
type treeToken struct {
	Text  string  `json:"text"`
	Typed string  `json:"typed"`
	Kind  string  `json:"kind"`
	Stop  bool    `json:"stop"`
	IDF   float64 `json:"idf"`
}

type treeChannel struct {
	Name   string  `json:"name"`
	Does   string  `json:"does"`
	Weight float64 `json:"weight"` // in the fusion, for the intent
	Hits   int     `json:"hits"`
	Millis float64 `json:"ms"`
	Off    string  `json:"off"` // why it was not asked, or what it failed with; empty when it answered
}

// maxTokens is how many tokens of a query are shown.
const maxTokens = 64

func newSearchTree(owl *wire.Owl, plan loop.Plan, steps []trace.Payload) *searchTree {
	req := plan.Request
	t := &searchTree{
		Understood: plan.Understood(), Intent: req.Intent, Also: []addedWords{}, Paraphrases: append([]string{}, req.Paraphrases...),
		Tokens: tokensOf(owl, req.Query), Widened: []trace.Retried{},
	}
	for _, a := range req.Query.Also {
		t.Also = append(t.Also, addedWords{a.Text, a.Weight})
	}
	answered := map[string]trace.Searched{}
	failed := map[string]string{}
	for _, p := range steps {
		switch p := p.(type) {
		case trace.Searched:
			answered[p.Channel] = p
		case trace.Degraded:
			if name, ok := strings.CutSuffix(p.What, " channel"); ok {
				failed[name] = p.Why
			}
		case trace.Retried:
			t.Widened = append(t.Widened, p)
		case trace.Fused:
			t.Fused = &p
		case trace.Reranked:
			t.Reranked = &p
		}
	}
	fusion := owl.Retriever.Settings.For(req.Intent)
	for _, c := range owl.Channels() {
		line := treeChannel{Name: c.Name, Does: c.Does, Weight: fusion.Weights[c.Name]}
		if heard, ok := answered[c.Name]; ok {
			line.Hits, line.Millis = heard.Hits, heard.Millis
		} else {
			line.Off = whyOff(c, req, line.Weight, failed[c.Name])
		}
		t.Channels = append(t.Channels, line)
	}
	t.Ranker = rankerOf(owl, req, t.Reranked)
	return t
}

// whyOff says why a channel did not answer.
func whyOff(c wire.Channel, req retrieve.Request, weight float64, failed string) string {
	switch {
	case failed != "":
		return failed
	case len(req.Channels) > 0 && !slices.Contains(req.Channels, c.Name):
		return "not asked for"
	case c.Missing != nil:
		return c.Missing.Why
	case c.After && req.NoRerank:
		return "off with --no-rerank"
	case c.Name == retrieve.Paraphrases && len(req.Paraphrases) == 0:
		return "the query is put in no other way"
	case weight == 0:
		return "no weight for this kind of query"
	}
	return "nothing to ask it"
}

func rankerOf(owl *wire.Owl, req retrieve.Request, done *trace.Reranked) string {
	switch {
	case done != nil:
		return done.Ranker
	case req.NoRerank:
		return "off with --no-rerank"
	case owl.Retriever.Settings.Ranker.Weights == nil:
		return "there is no ranker"
	}
	return "nothing was found to put in order"
}

// tokensOf cuts the query as the index does, without the pieces of a whole.
func tokensOf(owl *wire.Owl, q engine.Query) []treeToken {
	out := []treeToken{}
	token.Each(q.Text, func(t token.Token) bool {
		if t.Kind == token.Part {
			return true
		}
		out = append(out, treeToken{
			Text: t.Text, Typed: q.Text[t.Start:t.End], Kind: t.Kind.String(), Stop: t.Kind == token.Word && token.IsStop(strings.ToLower(q.Text[t.Start:t.End])), IDF: owl.Retriever.Weigh(t),
		})
		return len(out) < maxTokens
	})
	return out
}

// printTree prints what led to the hits, which come with their own trees.
func (s *session) printTree(t searchTree) {
	head := func(v string) { s.out.printf("%s\n", s.out.strong(v)) }
	head("understood")
	s.out.printf("  text  %q\n", shortened(t.Understood.Text))
	for _, line := range t.Understood.Filters {
		s.out.printf("  only  %s\n", line)
	}
	for _, step := range t.Understood.Steps {
		s.out.printf("  %s: %s\n", step.Name, step.Did)
	}
	for _, a := range t.Also {
		s.out.printf("  also  %q, weight %g\n", a.Text, a.Weight)
	}
	for _, p := range t.Paraphrases {
		s.out.printf("  asked as well  %q\n", shortened(p))
	}
	head("tokens")
	for _, k := range t.Tokens {
		line := fmt.Sprintf("%s, idf %.2f", k.Kind, k.IDF)
		if k.Stop {
			line = "stop word"
		}
		s.out.printf("  %s  %s\n", k.Text, s.out.faint(line))
	}
	head("channels")
	for _, c := range t.Channels {
		if c.Off != "" {
			s.out.printf("  %-12s off: %s\n", c.Name, c.Off)
			continue
		}
		s.out.printf("  %-12s %3d hits in %.1f ms, weight %g: %s\n", c.Name, c.Hits, c.Millis, c.Weight, c.Does)
	}
	s.printOrders(t)
}

// printOrders prints the order before and after it was reranked.
func (s *session) printOrders(t searchTree) {
	for _, w := range t.Widened {
		s.out.printf("%s; %s\n", w.Reason, w.Change)
	}
	if t.Fused != nil {
		s.out.printf("%s\n", s.out.strong(fmt.Sprintf("fused by %s, %d records", t.Fused.Method, t.Fused.Records)))
		s.printOrder(t.Fused.Top)
	}
	s.out.printf("%s\n", s.out.strong("reranked: "+t.Ranker))
	if t.Reranked != nil {
		s.printOrder(t.Reranked.Top)
	}
	s.out.printf("%s\n", s.out.strong("found"))
}

func (s *session) printOrder(list []trace.Ranked) {
	for i, r := range list {
		s.out.printf("  %2d  %8.4f  %s\n", i+1, r.Score, joined(r.DocID, r.Title))
	}
}

// shownBytes is how much of a long text the tree shows.
const shownBytes = 300

func shortened(text string) string {
	if len(text) <= shownBytes {
		return text
	}
	return window(text, 0)
}
