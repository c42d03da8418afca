package report

import (
	"owl/bench/suite"
	"owl/engine"
	"owl/engine/trace"
)

// questions makes the drill-down.
func (b builder) questions() []Question {
	out := make([]Question, 0, len(b.Questions))
	for _, q := range b.Questions {
		shown := Question{
			ID: q.ID, Type: q.Type, Difficulty: q.Difficulty, Text: engine.Untrusted(q.Text), Gold: engine.Untrusted(q.Gold), Answerable: q.Answerable,
		}
		for _, v := range b.Variants {
			if state, ok := v.Runs[q.ID]; ok {
				shown.Answers = append(shown.Answers, answerOf(q, v, state))
			}
		}
		if len(shown.Answers) > 0 {
			out = append(out, shown)
		}
	}
	return out
}

func answerOf(q suite.Question, v Variant, s trace.State) Answer {
	scores := v.Scores[q.ID]
	a := Answer{Variant: v.label(), Error: s.Error, Steps: steps(s)}
	for _, l := range layers() {
		for _, m := range l.metrics {
			if value, ok := scores.Values[m]; ok && !a.scored(m) {
				a.Scores = append(a.Scores, Score{string(m), value, Share})
			}
		}
	}
	for i, n := range q.Nuggets {
		shown := Nugget{Label: string(n.Label), Role: string(n.Role), Text: engine.Untrusted(n.Text), Verdict: "unjudged"}
		if i < len(scores.Verdicts) {
			shown.Verdict = scores.Verdicts[i]
		}
		a.Nuggets = append(a.Nuggets, shown)
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
	places := rankOf(s)
	for _, e := range q.Evidence {
		grade := "supporting"
		if e.Grade == suite.Primary {
			grade = "primary"
		}
		a.Evidence = append(a.Evidence, Evidence{DocID: e.DocID, Grade: grade, Rank: places[e.DocID], Cited: cited[e.DocID]})
	}
	return a
}

func (a Answer) scored(m Metric) bool {
	for _, s := range a.Scores {
		if s.Name == string(m) {
			return true
		}
	}
	return false
}

// rankOf gives the places, from 1, of the last ranking of a run.
func rankOf(s trace.State) map[string]int {
	ids, _ := rankedIDs(s)
	out := make(map[string]int, len(ids))
	for i, id := range ids {
		out[id] = i + 1
	}
	return out
}
