package ask

import (
	"context"

	"owl/engine"
	"owl/engine/graph"
)

// Statement is what one edge of the graph says of a thing, with its evidence.
// Start and End are byte offsets in the content of the record; times are RFC 3339
// with the offset of the record, empty when they are unknown.
type Statement struct {
	Role       string           `json:"role"`
	Kind       string           `json:"kind"`
	Name       engine.Untrusted `json:"name"`
	Modality   string           `json:"modality,omitempty"`
	DocID      string           `json:"doc_id"`
	Start      int              `json:"start"`
	End        int              `json:"end"`
	Quote      engine.Untrusted `json:"quote"`
	Date       string           `json:"date"`
	CameBack   string           `json:"came_back,omitempty"`
	Extractor  string           `json:"extractor"`
	Confidence float64          `json:"confidence"`
}

// state makes a statement of a claim.
func (s Source) state(ctx context.Context, role string, c graph.Claim) Statement {
	e := c.Edge.Evidence
	return Statement{
		Role: role, Kind: c.Node.Kind.String(), Name: c.Node.Name, Modality: c.Edge.Modality.String(), DocID: e.DocID, Start: e.Start, End: e.End,
		Quote: s.Quote(ctx, e), Date: engine.RFC3339(e.Date), CameBack: engine.RFC3339(c.CameBack), Extractor: e.Extractor, Confidence: round(e.Confidence),
	}
}

// Quote is what a piece of evidence says; empty when its record is gone.
func (s Source) Quote(ctx context.Context, e graph.Evidence) engine.Untrusted {
	rec, err := s.Records.Record(ctx, e.DocID)
	if err != nil || e.Start < 0 || e.End > len(rec.Content) || e.Start >= e.End {
		return ""
	}
	return rec.Content[e.Start:e.End]
}

// round takes off what a confidence got by being stored in few bytes.
func round(x float64) float64 { return float64(int(x*1000+0.5)) / 1000 }
