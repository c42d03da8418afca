package score

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"owl/bench/faith"
	"owl/bench/lexical"
	"owl/bench/lexical/prose"
	"owl/bench/metrics"
	"owl/bench/nuggets"
	"owl/bench/operations"
	"owl/bench/suite"
	"owl/engine"
	"owl/engine/compose"
	"owl/engine/trace"
)

// About is what a question is, for grouping.
type About struct {
	ID         string `json:"id"`
	Type       string `json:"query_type"`
	Collection string `json:"source_collection"`
	Difficulty string `json:"difficulty"`
	Split      string `json:"split,omitempty"`
	Answerable bool   `json:"answerable"`
}

// Outcome is how a run ended.
type Outcome string

// The outcomes.
const (
	Answered  Outcome = "answered"
	Abstained Outcome = "abstained"
	Failed    Outcome = "failed" // or cancelled: there is no answer
)

// Question is what one answer got, layer by layer. What does not apply to it is
// empty; Metrics says which figure counts for which question.
type Question struct {
	About
	Outcome   Outcome              `json:"outcome"`
	Retrieval Retrieval            `json:"retrieval"`
	Nuggets   []Nugget             `json:"nuggets"`
	Recall    nuggets.Scores       `json:"recall"`           // by the matcher
	Judged    *Judged              `json:"judged,omitempty"` // nil without a judge
	Faith     faith.Scores         `json:"faith"`
	Claims    []faith.Finding      `json:"claims"`
	Match     Match                `json:"match"`
	Proxies   lexical.Proxies      `json:"proxies"`
	Citations operations.Citations `json:"citations"`
	Quotes    operations.Quotes    `json:"quotes"`
	AtOnce    AtOnce               `json:"at_once"`
	Order     *operations.Order    `json:"order,omitempty"`   // of procedural questions
	Experts   *operations.Experts  `json:"experts,omitempty"` // of questions for a person
	Millis    map[string]float64   `json:"ms"`                // by stage
}

// AtOnce is what that part of an answer gets that is read at once: the rest
// unfolds.
type AtOnce struct {
	Words     int                  `json:"words"`
	Recall    nuggets.Scores       `json:"recall"`
	Citations operations.Citations `json:"citations"`
	Quotes    operations.Quotes    `json:"quotes"`
}

// Retrieval scores the last ranking of a run by records.
type Retrieval struct {
	Depth    int     `json:"depth"` // places that the trace holds
	Whole    bool    `json:"whole"` // the trace holds every place of the ranking
	MRR10    float64 `json:"mrr@10"`
	NDCG10   float64 `json:"ndcg@10"`
	Recall5  float64 `json:"recall@5"`
	Recall10 float64 `json:"recall@10"`
	Recall20 float64 `json:"recall@20"`
}

// reaches tells whether the trace is deep enough for a figure at k.
func (r Retrieval) reaches(k int) bool { return r.Whole || r.Depth >= k }

// Nugget is one nugget with its verdicts.
type Nugget struct {
	suite.Nugget
	Matcher nuggets.Verdict `json:"matcher"`
	Judge   nuggets.Verdict `json:"judge,omitempty"` // empty without a judge
}

// Match is the answer match.
type Match struct {
	Exact bool    `json:"exact"` // the normalised gold answer stands in the answer
	F1    float64 `json:"f1"`    // of the best window
}

// scorer scores questions one at a time.
type scorer struct {
	matcher nuggets.Matcher
	opts    Options
}

// question scores one run.
func (s scorer) question(ctx context.Context, q suite.Question, state trace.State) (Question, error) {
	out := Question{
		About: About{
			ID: q.ID, Type: q.Type, Collection: q.Collection, Difficulty: q.Difficulty, Split: q.Split, Answerable: q.Answerable,
		},
		Outcome: outcomeOf(state), Retrieval: retrievalOf(q, state),
	}
	answer := said(state)
	if state.Answer != nil {
		out.Millis = state.Answer.Timings
	}
	read := s.matcher.Read(answer.Text)
	out.nuggets(q, read)
	out.words(q, answer)
	if q.Answerable && q.Type == operations.Procedural {
		order := operations.CountOrder(q.Gold, read)
		out.Order = &order
	}
	if err := out.records(ctx, q, answer, s); err != nil {
		return Question{}, fmt.Errorf("score question %s: %w", q.ID, err)
	}
	if err := out.atOnce(ctx, q, answer, s); err != nil {
		return Question{}, fmt.Errorf("score question %s: %w", q.ID, err)
	}
	if s.opts.NLI != nil {
		premise := func(f faith.Finding) string { return evidenceOf(f, answer.Citations) }
		if err := faith.Backstop(ctx, out.Claims, premise, s.opts.NLI); err != nil {
			return Question{}, fmt.Errorf("score question %s: %w", q.ID, err)
		}
	}
	if s.opts.Judge != nil {
		if err := out.judge(ctx, s.opts.Judge, q, answer); err != nil {
			return Question{}, fmt.Errorf("score question %s: %w", q.ID, err)
		}
	}
	return out, nil
}

func outcomeOf(s trace.State) Outcome {
	switch {
	case s.Answer == nil:
		return Failed
	case s.Answer.Abstained:
		return Abstained
	}
	return Answered
}

// said is the answer that counts: an abstention and a failed run say nothing.
func said(s trace.State) engine.Answer {
	if s.Answer == nil || s.Answer.Abstained {
		return engine.Answer{}
	}
	return *s.Answer
}

func (out *Question) nuggets(q suite.Question, answer *nuggets.Answer) {
	var all []nuggets.Verdict
	all, out.Recall = verdicts(q, answer)
	for i, n := range q.Nuggets {
		out.Nuggets = append(out.Nuggets, Nugget{Nugget: n, Matcher: all[i]})
	}
}

func verdicts(q suite.Question, answer *nuggets.Answer) ([]nuggets.Verdict, nuggets.Scores) {
	var all []nuggets.Verdict
	for _, n := range q.Nuggets {
		all = append(all, answer.Find(n.Text).Verdict)
	}
	return all, nuggets.Score(q.Nuggets, all)
}

// words compares the answer with the gold answer by words.
func (out *Question) words(q suite.Question, answer engine.Answer) {
	if !q.Answerable {
		return
	}
	text := prose.Text(answer.Text)
	out.Match = Match{Exact: lexical.ExactMatch(text, q.Gold), F1: lexical.BestWindowF1(text, q.Gold)}
	contexts := make([]string, 0, len(answer.Citations))
	for _, c := range answer.Citations {
		contexts = append(contexts, string(c.Quote))
	}
	out.Proxies = lexical.RAGAS(q.Text, answer.Text, q.Gold, contexts)
	if e, ok := operations.CountExperts(q.Text, q.Gold, answer.Text); ok {
		out.Experts = &e
	}
}

// records checks the answer against the records that it cites.
func (out *Question) records(ctx context.Context, q suite.Question, answer engine.Answer, s scorer) (err error) {
	if out.Claims, err = faith.Check(ctx, answer, s.opts.Lookup); err != nil {
		return err
	}
	out.Faith = faith.Count(out.Claims)
	out.Quotes = operations.CountQuotes(q, answer.Citations)
	out.Citations, err = operations.CountCitations(ctx, q, answer, s.opts.Lookup, s.states(q))
	return err
}

// states tells whether a record states a nugget of a question in full. A record's
// line stands before its text, as in an answer.
func (s scorer) states(q suite.Question) func(engine.Record) bool {
	return func(r engine.Record) bool {
		read := s.matcher.Read(fmt.Sprintf("**%s** · %s · %s\n\n%s", r.Title, r.Created.Format("2006-01-02 15:04"), r.FileID, r.Content))
		return slices.ContainsFunc(q.Nuggets, func(n suite.Nugget) bool { return read.Find(n.Text).Verdict == nuggets.Support })
	}
}

// atOnce scores what of an answer does not unfold.
func (out *Question) atOnce(ctx context.Context, q suite.Question, answer engine.Answer, s scorer) (err error) {
	text, _ := compose.Fold(answer.Text)
	answer.Text, answer.Citations = text, compose.Cited(text, answer.Citations)
	_, out.AtOnce.Recall = verdicts(q, s.matcher.Read(text))
	out.AtOnce.Words = len(strings.Fields(prose.Text(text)))
	out.AtOnce.Quotes = operations.CountQuotes(q, answer.Citations)
	out.AtOnce.Citations, err = operations.CountCitations(ctx, q, answer, s.opts.Lookup, s.states(q))
	return err
}

func retrievalOf(q suite.Question, state trace.State) Retrieval {
	ranked, whole := ranking(state)
	grades := q.Grades()
	return Retrieval{
		Depth: len(ranked), Whole: whole,
		MRR10: metrics.MRR(ranked, grades, 10), NDCG10: metrics.NDCG(ranked, grades, 10),
		Recall5: metrics.Recall(ranked, grades, 5), Recall10: metrics.Recall(ranked, grades, 10), Recall20: metrics.Recall(ranked, grades, 20),
	}
}

// ranking returns the records of the last ranking of a run, each once, and
// whether the trace holds all of it. A run that ranked nothing has all of that.
func ranking(state trace.State) (ids []string, whole bool) {
	var top []trace.Ranked
	records := 0
	for _, e := range state.Events {
		switch p := e.Payload.(type) {
		case trace.Fused:
			top, records = p.Top, p.Records
		case trace.Reranked:
			top = p.Top
		}
	}
	seen := map[string]bool{}
	for _, r := range top {
		if !seen[r.DocID] {
			seen[r.DocID] = true
			ids = append(ids, r.DocID)
		}
	}
	return ids, len(top) >= records
}
