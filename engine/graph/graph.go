package graph

import (
	"iter"
	"slices"
	"sync"

	"owl/engine"
)

// Graph is a fault graph in memory. It never changes and is safe for concurrent
// use; a Builder makes it.
type Graph struct {
	nodes   []node
	edges   []edge
	out, in adjacency
	byKey   map[string]ID
	aliases map[ID][]string
	records map[string]ID   // nodes by doc_id
	parts   map[ID][]string // doc_ids by node
	docs    []string        // doc_ids of evidence
	rules   []string        // extractors of evidence

	scratch sync.Pool
	naming  sync.Once
	names   nameIndex
}

type node struct {
	key, name string
	proof     proof
	kind      Kind
}

type edge struct {
	proof    proof
	from, to ID
	relation Relation
	modality Modality
}

// Size is the number of nodes and edges.
func (g *Graph) Size() (nodes, edges int) { return len(g.nodes), len(g.edges) }

// Node returns a node of this graph.
func (g *Graph) Node(id ID) Node {
	n := &g.nodes[id]
	return Node{ID: id, Kind: n.kind, Key: n.key, Name: engine.Untrusted(n.name), Evidence: g.evidence(n.proof)}
}

// Kind returns the kind of a node.
func (g *Graph) Kind(id ID) Kind { return g.nodes[id].kind }

// Edge returns an edge of this graph.
func (g *Graph) Edge(id EdgeID) Edge {
	e := &g.edges[id]
	return Edge{ID: id, From: e.from, To: e.to, Relation: e.relation, Modality: e.modality, Evidence: g.evidence(e.proof)}
}

func (g *Graph) evidence(p proof) Evidence {
	return Evidence{
		DocID: g.docs[p.doc], Start: int(p.start), End: int(p.end), Extractor: g.rules[p.rule],
		Confidence: float64(p.confidence), Date: p.date(),
	}
}

// Lookup returns the node with a key.
func (g *Graph) Lookup(key string) (ID, bool) {
	id, ok := g.byKey[key]
	return id, ok
}

// Aliases returns the other names of a node.
func (g *Graph) Aliases(id ID) []string { return slices.Clone(g.aliases[id]) }

// Nodes yields every node in the order of the IDs.
func (g *Graph) Nodes() iter.Seq[Node] {
	return func(yield func(Node) bool) {
		for id := range g.nodes {
			if !yield(g.Node(ID(id))) {
				return
			}
		}
	}
}

// Edges yields every edge in the order of the IDs.
func (g *Graph) Edges() iter.Seq[Edge] {
	return func(yield func(Edge) bool) {
		for id := range g.edges {
			if !yield(g.Edge(EdgeID(id))) {
				return
			}
		}
	}
}

// Out yields the edges that start at a node.
func (g *Graph) Out(id ID) iter.Seq[Edge] { return g.each(g.out.at(id)) }

// In yields the edges that lead to a node.
func (g *Graph) In(id ID) iter.Seq[Edge] { return g.each(g.in.at(id)) }

func (g *Graph) each(list []EdgeID) iter.Seq[Edge] {
	return func(yield func(Edge) bool) {
		for _, id := range list {
			if !yield(g.Edge(id)) {
				return
			}
		}
	}
}

// Degree is the number of edges at a node.
func (g *Graph) Degree(id ID) int { return len(g.out.at(id)) + len(g.in.at(id)) }

// OfRecord returns the node that stands for a record.
func (g *Graph) OfRecord(docID string) (ID, bool) {
	id, ok := g.records[docID]
	return id, ok
}

// Records returns the doc_ids of the records that a node stands for: those of a
// work request are several, other nodes have none.
func (g *Graph) Records(id ID) []string { return slices.Clone(g.parts[id]) }
