package neo4j

import (
	"cmp"
	"context"
	"fmt"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j/dbtype"

	"owl/engine"
	"owl/engine/graph/cypher"
)

// usualRows is how many rows a result has at most.
const usualRows = 1000

// Run asks a query, the same text as it was read, in a transaction that can only
// read and that ends in time. The rows are those of cypher.Query.Run but for the
// order of texts that differ in case only, and for comparisons, which are exact
// here. The steps of the limits do not count.
func (c *Client) Run(ctx context.Context, q *cypher.Query, l cypher.Limits) (cypher.Result, error) {
	most := cmp.Or(max(l.Rows, 0), usualRows)
	out := cypher.Result{Columns: q.Columns()}
	err := c.read(ctx, c.cfg.Query, func(tx driver.ManagedTransaction) error {
		out.Rows, out.Capped = nil, false // it may be run again
		rows, err := tx.Run(ctx, q.Text(), nil)
		if err != nil {
			return err
		}
		for rows.Next(ctx) {
			if len(out.Rows) == most {
				out.Capped = true
				break
			}
			out.Rows = append(out.Rows, cells(rows.Record().Values))
		}
		return rows.Err()
	})
	return out, err
}

func cells(values []any) []cypher.Cell {
	out := make([]cypher.Cell, len(values))
	for i, v := range values {
		out[i] = cell(v)
	}
	return out
}

func cell(v any) cypher.Cell {
	number := func(n float64) cypher.Cell { return cypher.Cell{Number: &n} }
	switch v := v.(type) {
	case nil:
		return cypher.Cell{}
	case int64:
		return number(float64(v))
	case float64:
		return number(v)
	case dbtype.Node:
		return cypher.Cell{Node: nodeFrom(v.Props)}
	case dbtype.Relationship:
		return cypher.Cell{Edge: edgeFrom(v.Type, v.Props)}
	}
	text := engine.Untrusted(fmt.Sprint(v))
	return cypher.Cell{Text: &text}
}
