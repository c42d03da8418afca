// Package export writes a fault graph, or a part of it, for other programs:
// GraphML for graph tools, Mermaid for pages, and a script in Cypher that fills
// an empty graph database.
//
// Names and quotes come from records. They are written on one line without
// control characters, and escaped as each format wants it, so that nothing in
// them becomes markup or a statement.
package export

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"owl/engine"
	"owl/engine/graph"
	"owl/engine/guard"
)

// Format is how a graph is written.
type Format string

// The formats.
const (
	GraphML Format = "graphml"
	Mermaid Format = "mermaid"
	Cypher  Format = "cypher"
)

// Formats lists the formats in the order in which they are offered.
func Formats() []Format { return []Format{GraphML, Mermaid, Cypher} }

// Write writes the nodes of a part, and the edges between them. A nil part is
// the whole graph. An unknown format is engine.ErrUsage.
func Write(w io.Writer, g *graph.Graph, part []graph.ID, f Format) error {
	s := newSelection(g, part)
	out := &printer{w: bufio.NewWriter(w)}
	switch f {
	case GraphML:
		out.graphML(s)
	case Mermaid:
		out.mermaid(s)
	case Cypher:
		out.cypher(s)
	default:
		return fmt.Errorf("export graph: there is no format %q: %w", f, engine.ErrUsage)
	}
	if err := out.w.Flush(); err != nil {
		return fmt.Errorf("export graph: %w", err)
	}
	return nil
}

// selection is the nodes and edges that are written.
type selection struct {
	nodes []graph.Node
	edges []graph.Edge
}

func newSelection(g *graph.Graph, part []graph.ID) selection {
	var s selection
	if part == nil {
		s.nodes, s.edges = slices.Collect(g.Nodes()), slices.Collect(g.Edges())
		return s
	}
	ids := slices.Compact(slices.Sorted(slices.Values(part)))
	chosen := make(map[graph.ID]bool, len(ids))
	for _, id := range ids {
		chosen[id] = true
		s.nodes = append(s.nodes, g.Node(id))
	}
	for _, id := range ids {
		for e := range g.Out(id) {
			if chosen[e.To] {
				s.edges = append(s.edges, e)
			}
		}
	}
	return s
}

// printer keeps the first error for Flush.
type printer struct{ w *bufio.Writer }

func (p *printer) line(format string, args ...any) { fmt.Fprintf(p.w, format+"\n", args...) }

// fact is a property of a node or edge as it is written.
type fact struct {
	name   string
	value  string
	number bool
}

func nodeFacts(n graph.Node) []fact {
	return append([]fact{{"kind", n.Kind.String(), false}, {"key", plain(n.Key), false}, {"name", guard.Line(n.Name), false}}, evidenceFacts(n.Evidence)...)
}

func edgeFacts(e graph.Edge) []fact {
	return append([]fact{{"relation", e.Relation.String(), false}, {"modality", e.Modality.String(), false}}, evidenceFacts(e.Evidence)...)
}

func evidenceFacts(e graph.Evidence) []fact {
	return []fact{
		{"doc_id", plain(e.DocID), false},
		{"start", fmt.Sprint(e.Start), true},
		{"end", fmt.Sprint(e.End), true},
		{"extractor", plain(e.Extractor), false},
		{"confidence", fmt.Sprintf("%.3f", e.Confidence), true},
		{"date", engine.RFC3339(e.Date), false},
	}
}

// plain is a text on one line without control characters.
func plain(s string) string { return strings.TrimSpace(guard.Line(engine.Untrusted(s))) }
