package session

import (
	"context"
	"time"

	"owl/engine"
	"owl/engine/trace"
)

// Feedback is a rated answer, as a benchmark can take it up: the question that
// stands by itself, what was thought of the answer, and what the answer cited.
type Feedback struct {
	ID        string            `json:"id"` // session/turn
	At        time.Time         `json:"at"`
	Question  engine.Untrusted  `json:"question"`
	Mode      engine.Mode       `json:"mode"`
	Verdict   string            `json:"verdict"` // good or bad
	Reason    engine.Untrusted  `json:"reason"`
	Answer    engine.Untrusted  `json:"answer"`
	Abstained bool              `json:"abstained"`
	Citations []engine.Citation `json:"citations"`
}

// Verdict is "good" or "bad".
func (r Rating) Verdict() string {
	if r.Good {
		return "good"
	}
	return "bad"
}

// Feedback lists the rated answers of a conversation in their order.
func (s *Store) Feedback(ctx context.Context, id string) ([]Feedback, error) {
	c, err := s.Load(ctx, id)
	if err != nil {
		return nil, err
	}
	var list []Feedback
	for _, t := range c.Turns {
		if t.Rating != nil && t.Ended == trace.KindAnswer {
			list = append(list, feedback(id, t))
		}
	}
	return list, nil
}

func feedback(id string, t Turn) Feedback {
	f := Feedback{
		ID: id + "/" + t.ID, At: t.Rating.At, Question: t.Request().Question, Mode: t.Mode,
		Verdict: t.Rating.Verdict(), Reason: t.Rating.Reason, Answer: t.Text, Citations: []engine.Citation{},
	}
	if t.Answer != nil {
		f.Abstained = t.Answer.Abstained
		f.Citations = append(f.Citations, t.Answer.Citations...)
	}
	return f
}
