package ask

import (
	"context"
	"slices"
	"time"

	"owl/engine"
	"owl/engine/graph"
)

// History is how often the same fault has happened.
type History struct {
	Fault       engine.Untrusted `json:"fault"`
	Times       int              `json:"times"` // occurrences that records report
	Last        string           `json:"last"`
	Occurrences []Occurrence     `json:"occurrences"`
	Days        []float64        `json:"days_between"`
}

// Histories is what Recurrences found.
type Histories struct {
	Histories []History `json:"histories"`
	Note      string    `json:"note,omitempty"`
}

// Recurrences returns the histories of the faults that words mean, each series
// once. Words may name a time, as for Chains. The error is a NothingError when
// they mean nothing.
func (s Source) Recurrences(ctx context.Context, words string, limit int) (Histories, error) {
	faults, note, err := s.faults(ctx, words, manyFaults)
	if err != nil {
		return Histories{}, err
	}
	out := Histories{Histories: []History{}, Note: note}
	var seen []graph.ID
	for _, id := range faults {
		if slices.Contains(seen, id) {
			continue
		}
		h, err := s.Graph.Recurrences(ctx, id)
		if err != nil {
			return Histories{}, err
		}
		for _, f := range h.Faults {
			seen = append(seen, f.ID)
		}
		out.Histories = append(out.Histories, s.history(ctx, s.Graph.Node(id), h))
		if len(out.Histories) == limit {
			break
		}
	}
	return out, nil
}

func (s Source) history(ctx context.Context, fault graph.Node, h graph.History) History {
	out := History{Fault: fault.Name, Times: len(h.Occurrences), Last: engine.RFC3339(h.Last()), Occurrences: s.occurrences(ctx, h.Occurrences), Days: []float64{}}
	for _, d := range h.Intervals {
		out.Days = append(out.Days, round(float64(d)/float64(24*time.Hour)))
	}
	return out
}

// Expert is a person who has worked on something, with what says so.
type Expert struct {
	Name  engine.Untrusted `json:"name"`
	Score float64          `json:"score"`
	Last  string           `json:"last"` // of the newest record
	Proof []Statement      `json:"proof"`
}

// Experts is what Experts found.
type Experts struct {
	About   engine.Untrusted `json:"about"` // what the words mean first
	Experts []Expert         `json:"experts"`
}

// Experts returns who has worked most and last on what words mean. The error is a
// NothingError when there is none.
func (s Source) Experts(ctx context.Context, words string, limit int) (Experts, error) {
	ids, err := s.some(ctx, words, fewMeant)
	if err != nil {
		return Experts{}, err
	}
	experts, err := s.Graph.Experts(ctx, ids, limit)
	if err != nil {
		return Experts{}, err
	}
	out := Experts{About: s.Graph.Node(ids[0]).Name, Experts: []Expert{}}
	if len(experts) == 0 {
		return out, nothing("no person is named with %q", out.About)
	}
	for _, e := range experts {
		x := Expert{Name: e.Person.Name, Score: round(e.Score), Last: engine.RFC3339(e.Last)}
		for _, edge := range e.Proof {
			x.Proof = append(x.Proof, s.state(ctx, edge.Relation.String(), graph.Claim{Node: e.Person, Edge: edge}))
		}
		out.Experts = append(out.Experts, x)
	}
	return out, nil
}
