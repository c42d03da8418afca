package report

import (
	"owl/bench/score"
	"owl/bench/suite"
	"owl/engine"
	"owl/engine/trace"
)

// questions makes the drill-down.
func (b builder) questions() []Question {
	scored := make([]map[string]score.Question, len(b.Variants))
	for i, v := range b.Variants {
		scored[i] = map[string]score.Question{}
		for _, q := range v.Scored.Questions {
			scored[i][q.ID] = q
		}
	}
	out := make([]Question, 0, len(b.Questions))
	for _, q := range b.Questions {
		shown := Question{
			ID: q.ID, Type: q.Type, Difficulty: q.Difficulty, Text: engine.Untrusted(q.Text), Gold: engine.Untrusted(q.Gold), Answerable: q.Answerable,
		}
		for i, v := range b.Variants {
			if got, ok := scored[i][q.ID]; ok {
				shown.Answers = append(shown.Answers, answerOf(q, got, v.Scored.Name, v.Runs[q.ID]))
			}
		}
		if len(shown.Answers) > 0 {
			out = append(out, shown)
		}
	}
	return out
}

func answerOf(q suite.Question, got score.Question, variant string, s trace.State) Answer {
	a := Answer{Variant: variant, Error: s.Error, Steps: steps(s)}
	for _, m := range score.Metrics() {
		if value, ok := m.Of(got); ok {
			a.Scores = append(a.Scores, Score{m.Name, value, Share})
		}
	}
	for _, n := range got.Nuggets {
		verdict := n.Matcher
		if n.Judge != "" {
			verdict = n.Judge
		}
		a.Nuggets = append(a.Nuggets, Nugget{string(n.Label), string(n.Role), engine.Untrusted(n.Text), string(verdict)})
	}
	cited := map[string]bool{}
	if s.Answer != nil {
		a.Text, a.Abstained = engine.Untrusted(s.Answer.Text), s.Answer.Abstained
		gold := q.Grades()
		for _, c := range s.Answer.Citations {
			cited[c.DocID] = true
			a.Citations = append(a.Citations, Citation{N: c.N, DocID: c.DocID, Title: c.Title, Quote: c.Quote, Verified: c.Verified, Gold: gold[c.DocID] > 0})
		}
	}
	places := places(s)
	for _, e := range q.Evidence {
		grade := "supporting"
		if e.Grade == suite.Primary {
			grade = "primary"
		}
		a.Evidence = append(a.Evidence, Evidence{DocID: e.DocID, Grade: grade, Rank: places[e.DocID], Cited: cited[e.DocID]})
	}
	return a
}

// places gives the places, from 1, of the last ranking of a run.
func places(s trace.State) map[string]int {
	var top []trace.Ranked
	for _, e := range s.Events {
		switch p := e.Payload.(type) {
		case trace.Fused:
			top = p.Top
		case trace.Reranked:
			top = p.Top
		}
	}
	out := make(map[string]int, len(top))
	for i, r := range top {
		out[r.DocID] = i + 1
	}
	return out
}
