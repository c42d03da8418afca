package neo4jtest

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"owl/engine/graph"
	"owl/engine/graph/cypher"
)

// Table writes a result so that two of the same rows are equal: without the numbers
// of nodes and relations, and in an order of its own.
func Table(r cypher.Result) string {
	lines := make([]string, 0, len(r.Rows))
	for _, row := range r.Rows {
		cells := make([]string, len(row))
		for i, c := range row {
			cells[i] = cell(c)
		}
		lines = append(lines, strings.Join(cells, " | "))
	}
	slices.Sort(lines)
	return fmt.Sprintf("%s (capped %t)\n%s", strings.Join(r.Columns, " | "), r.Capped, strings.Join(lines, "\n"))
}

func cell(c cypher.Cell) string {
	switch {
	case c.Text != nil:
		return fmt.Sprintf("%q", *c.Text)
	case c.Number != nil:
		return fmt.Sprint(*c.Number)
	case c.Node != nil:
		return fmt.Sprint(c.Node.Kind, c.Node.Key, c.Node.Name, proof(c.Node.Evidence))
	case c.Edge != nil:
		return fmt.Sprint(c.Edge.Relation, c.Edge.Modality, proof(c.Edge.Evidence))
	}
	return "null"
}

// proof leaves out how a time zone is held.
func proof(e graph.Evidence) string {
	return fmt.Sprint(e.DocID, e.Start, e.End, e.Extractor, e.Confidence, e.Date.Format(time.RFC3339))
}
