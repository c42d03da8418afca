package graph

import (
	"math"
	"slices"
	"time"

	"owl/engine"
)

// Builder collects nodes and edges. The zero value is ready. It is not safe for
// concurrent use.
type Builder struct {
	g     Graph
	docs  map[string]int32
	rules map[string]uint16
	seen  map[edgeKey]EdgeID // of the record of the last edge

	lastDoc  int32 // of the last evidence
	lastName string
	seenDoc  int32
}

// edgeKey tells the edges of one record apart.
type edgeKey struct {
	from, to ID
	relation Relation
	modality Modality
}

// NewBuilder makes a builder with room for so many nodes and edges.
func NewBuilder(nodes, edges int) *Builder {
	return &Builder{
		g: Graph{
			byKey: make(map[string]ID, nodes), nodes: make([]node, 0, nodes), edges: make([]edge, 0, edges),
			aliases: map[ID][]string{}, records: make(map[string]ID, nodes/4), parts: make(map[ID][]string, nodes/4),
		},
		docs: map[string]int32{}, rules: map[string]uint16{}, seen: map[edgeKey]EdgeID{}, lastDoc: -1, seenDoc: -1,
	}
}

// Node adds a node unless there is one with this key, and returns its ID. The
// evidence of the first one is kept.
func (b *Builder) Node(kind Kind, key string, name engine.Untrusted, e Evidence) ID {
	if id, ok := b.g.byKey[key]; ok {
		return id
	}
	id := ID(len(b.g.nodes))
	b.g.byKey[key] = id
	b.g.nodes = append(b.g.nodes, node{kind: kind, key: key, name: string(name), proof: b.proof(e)})
	return id
}

// Lookup returns the node with a key.
func (b *Builder) Lookup(key string) (ID, bool) {
	id, ok := b.g.byKey[key]
	return id, ok
}

// Alias adds a name by which Find knows a node.
func (b *Builder) Alias(id ID, name string) {
	if name == b.g.nodes[id].name || slices.Contains(b.g.aliases[id], name) {
		return
	}
	b.g.aliases[id] = append(b.g.aliases[id], name)
}

// Record says that a node stands for a record.
func (b *Builder) Record(docID string, id ID) {
	if _, ok := b.g.records[docID]; ok {
		return
	}
	b.g.records[docID] = id
	b.g.parts[id] = append(b.g.parts[id], docID)
}

// Edge adds an edge and returns its ID. One that a record states twice in a row
// of edges of that record is kept once, with the higher confidence.
func (b *Builder) Edge(from ID, r Relation, to ID, m Modality, e Evidence) EdgeID {
	p := b.proof(e)
	if p.doc != b.seenDoc {
		clear(b.seen)
		b.seenDoc = p.doc
	}
	key := edgeKey{from, to, r, m}
	if id, ok := b.seen[key]; ok {
		if p.confidence > b.g.edges[id].proof.confidence {
			b.g.edges[id].proof = p
		}
		return id
	}
	id := EdgeID(len(b.g.edges))
	b.seen[key] = id
	b.g.edges = append(b.g.edges, edge{from: from, to: to, relation: r, modality: m, proof: p})
	return id
}

func (b *Builder) proof(e Evidence) proof {
	p := proof{start: int32(e.Start), end: int32(e.End), confidence: float32(e.Confidence), seconds: unknownDate}
	if !e.Date.IsZero() {
		_, zone := e.Date.Zone()
		p.seconds, p.zone = e.Date.Unix(), int32(zone)
	}
	if b.lastDoc < 0 || e.DocID != b.lastName {
		b.lastDoc, b.lastName = intern(b.docs, &b.g.docs, e.DocID), e.DocID
	}
	p.doc = b.lastDoc
	p.rule = intern(b.rules, &b.g.rules, e.Extractor)
	return p
}

// intern numbers a text.
func intern[N int32 | uint16](known map[string]N, list *[]string, text string) N {
	n, ok := known[text]
	if !ok {
		n = N(len(*list))
		known[text] = n
		*list = append(*list, text)
	}
	return n
}

// Build finishes the graph. The builder must not be used afterwards.
func (b *Builder) Build() *Graph {
	g := &b.g
	n := len(g.nodes)
	g.out = newAdjacency(n, g.edges, func(e edge) ID { return e.from })
	g.in = newAdjacency(n, g.edges, func(e edge) ID { return e.to })
	g.scratch.New = func() any { return newScratch(n) }
	b.docs, b.rules, b.seen = nil, nil, nil
	return g
}

// adjacency lists the edges at each node: those of node i are
// edges[first[i]:first[i+1]], in the order of their IDs.
type adjacency struct {
	first []int32
	edges []EdgeID
}

func newAdjacency(nodes int, edges []edge, end func(edge) ID) adjacency {
	a := adjacency{first: make([]int32, nodes+1), edges: make([]EdgeID, len(edges))}
	for _, e := range edges {
		a.first[end(e)+1]++
	}
	for i := range nodes {
		a.first[i+1] += a.first[i]
	}
	next := slices.Clone(a.first)
	for i, e := range edges {
		at := end(e)
		a.edges[next[at]] = EdgeID(i)
		next[at]++
	}
	return a
}

func (a adjacency) at(id ID) []EdgeID { return a.edges[a.first[id]:a.first[id+1]] }

// proof is Evidence in few bytes.
type proof struct {
	seconds    int64
	start, end int32
	zone       int32 // seconds east of UTC
	doc        int32
	confidence float32
	rule       uint16
}

const unknownDate = math.MinInt64

func (p proof) date() time.Time {
	switch {
	case p.seconds == unknownDate:
		return time.Time{}
	case p.zone == 0:
		return time.Unix(p.seconds, 0).UTC()
	}
	return time.Unix(p.seconds, 0).In(time.FixedZone("", int(p.zone)))
}
