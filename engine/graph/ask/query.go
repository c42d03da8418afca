package ask

import (
	"context"

	"owl/engine"
	"owl/engine/graph/cypher"
)

// Rows are the answer to a query. A node or relation stands there with its
// evidence.
type Rows struct {
	Columns []string `json:"columns"`
	Rows    [][]any  `json:"rows"`
	Capped  bool     `json:"capped"` // there were more
	Note    string   `json:"note,omitempty"`
}

// thing is a node or relation in a row.
type thing struct {
	Kind     string           `json:"kind"` // of a node, or the type of a relation
	Name     engine.Untrusted `json:"name,omitempty"`
	Key      string           `json:"key,omitempty"`
	Modality string           `json:"modality,omitempty"`
	DocID    string           `json:"doc_id"`
	Quote    engine.Untrusted `json:"quote"`
	Date     string           `json:"date"`
}

// Query runs a query in the part of Cypher that only reads. The error is a
// *cypher.SyntaxError, cypher.ErrTooMuch, or that of the context.
func (s Source) Query(ctx context.Context, text string, limit int) (Rows, error) {
	q, err := cypher.Parse(text)
	if err != nil {
		return Rows{}, err
	}
	found, note, err := s.Run(ctx, q, limit)
	if err != nil {
		return Rows{}, err
	}
	out := Rows{Columns: found.Columns, Rows: [][]any{}, Capped: found.Capped, Note: note}
	for _, row := range found.Rows {
		cells := make([]any, len(row))
		for i, c := range row {
			cells[i] = s.cell(ctx, c)
		}
		out.Rows = append(out.Rows, cells)
	}
	return out, nil
}

// Run runs a query that was read, where Cypher says.
func (s Source) Run(ctx context.Context, q *cypher.Query, limit int) (rows cypher.Result, note string, err error) {
	if s.Cypher != nil {
		return s.Cypher(ctx, s.Graph, q, cypher.Limits{Rows: limit})
	}
	rows, err = q.Run(ctx, s.Graph, cypher.Limits{Rows: limit})
	return rows, "", err
}

// cell is a value as it is written to JSON.
func (s Source) cell(ctx context.Context, c cypher.Cell) any {
	switch {
	case c.Text != nil:
		return *c.Text
	case c.Number != nil:
		return *c.Number
	case c.Node != nil:
		n, e := c.Node, c.Node.Evidence
		return thing{Kind: n.Kind.String(), Name: n.Name, Key: n.Key, DocID: e.DocID, Quote: s.Quote(ctx, e), Date: engine.RFC3339(e.Date)}
	case c.Edge != nil:
		e := c.Edge.Evidence
		return thing{Kind: c.Edge.Relation.String(), Modality: c.Edge.Modality.String(), DocID: e.DocID, Quote: s.Quote(ctx, e), Date: engine.RFC3339(e.Date)}
	}
	return nil
}
