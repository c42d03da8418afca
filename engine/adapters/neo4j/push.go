package neo4j

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"owl/engine/graph"
)

// batch is how many nodes or relations are written in one transaction.
const batch = 10_000

// Pushed is what a push did.
type Pushed struct {
	Nodes, Edges               int // of the graph
	NodesWritten, EdgesWritten int
	NodesRemoved, EdgesRemoved int
}

// Push brings the database in line with the graph: what is new or has changed is
// written, what is gone is removed, and what is the same is left alone. A push that
// was cut off is completed by the next one.
func (c *Client) Push(ctx context.Context, g *graph.Graph, progress func(Pushed)) (Pushed, error) {
	p := &push{Client: c, progress: progress}
	p.done.Nodes, p.done.Edges = g.Size()
	err := c.write(ctx, `CREATE CONSTRAINT owl_key IF NOT EXISTS FOR (n:Owl) REQUIRE n.key IS UNIQUE`, nil)
	if err == nil {
		err = p.look(ctx)
	}
	if err != nil {
		return p.done, err
	}
	nodes, edges := p.nodes(g), p.edges(g)
	for _, step := range []func(context.Context) error{
		p.removeEdges, p.removeNodes,
		func(ctx context.Context) error { return p.writeNodes(ctx, nodes) },
		func(ctx context.Context) error { return p.writeEdges(ctx, edges) },
	} {
		if err := step(ctx); err != nil {
			return p.done, err
		}
	}
	return p.done, nil
}

// push is a push under way.
type push struct {
	*Client
	haveNodes map[string]string // digests by key
	haveEdges map[string]link   // by digest
	goneEdges []link
	progress  func(Pushed)
	done      Pushed
}

// link is a relation in the database.
type link struct{ from, to, digest string }

// look reads what the database holds.
func (p *push) look(ctx context.Context) error {
	p.haveNodes, p.haveEdges = map[string]string{}, map[string]link{}
	err := p.each(ctx, `MATCH (n:Owl) RETURN n.key, n.digest`, func(v []any) {
		p.haveNodes[fmt.Sprint(v[0])] = fmt.Sprint(v[1])
	})
	if err != nil {
		return err
	}
	return p.each(ctx, `MATCH (a:Owl)-[r]->(b:Owl) RETURN a.key, b.key, r.digest`, func(v []any) {
		l := link{fmt.Sprint(v[0]), fmt.Sprint(v[1]), fmt.Sprint(v[2])}
		if _, twice := p.haveEdges[l.digest]; twice { // two pushes at once: both go, one comes back
			p.goneEdges = append(p.goneEdges, l)
			delete(p.haveEdges, l.digest)
			return
		}
		p.haveEdges[l.digest] = l
	})
}

func (p *push) each(ctx context.Context, text string, yield func([]any)) error {
	return p.read(ctx, p.cfg.Write, func(tx driver.ManagedTransaction) error {
		rows, err := tx.Run(ctx, text, nil)
		if err != nil {
			return err
		}
		for rows.Next(ctx) {
			yield(rows.Record().Values)
		}
		return rows.Err()
	})
}

// nodes lists what is new or has changed, and leaves in haveNodes what is gone.
func (p *push) nodes(g *graph.Graph) []stored {
	var list []stored
	for n := range g.Nodes() {
		s := nodeOf(g, n)
		if p.haveNodes[s.key] != s.digest {
			list = append(list, s)
		}
		delete(p.haveNodes, s.key)
	}
	return list
}

// edges lists what is new, and what is gone.
func (p *push) edges(g *graph.Graph) []stored {
	var list []stored
	nth := map[string]int{}
	for e := range g.Edges() {
		s := edgeOf(g, e, nth)
		if _, there := p.haveEdges[s.digest]; !there {
			list = append(list, s)
		}
		delete(p.haveEdges, s.digest)
	}
	for _, id := range slices.Sorted(maps.Keys(p.haveEdges)) {
		p.goneEdges = append(p.goneEdges, p.haveEdges[id])
	}
	return list
}

func (p *push) removeEdges(ctx context.Context) error {
	const text = `UNWIND $rows AS row MATCH (:Owl {key: row.from})-[r]->(:Owl {key: row.to}) WHERE r.digest = row.digest DELETE r`
	return batches(p.goneEdges, func(part []link) error {
		rows := make([]any, len(part))
		for i, l := range part {
			rows[i] = map[string]any{"from": l.from, "to": l.to, "digest": l.digest}
		}
		return p.put(ctx, text, rows, &p.done.EdgesRemoved)
	})
}

func (p *push) removeNodes(ctx context.Context) error {
	const text = `UNWIND $rows AS row MATCH (n:Owl {key: row}) DETACH DELETE n`
	return batches(slices.Sorted(maps.Keys(p.haveNodes)), func(part []string) error {
		rows := make([]any, len(part))
		for i, key := range part {
			rows[i] = key
		}
		return p.put(ctx, text, rows, &p.done.NodesRemoved)
	})
}

// writeNodes writes the nodes of each kind: a label cannot be a parameter. One that
// was of another kind loses that label.
func (p *push) writeNodes(ctx context.Context, list []stored) error {
	var others []string
	for _, k := range graph.Kinds() {
		others = append(others, k.String())
	}
	return byLabel(list, func(label string, part []stored) error {
		text := fmt.Sprintf(`UNWIND $rows AS row MERGE (n:Owl {key: row.key}) REMOVE n:%s SET n = row, n:%s`, strings.Join(others, ":"), label)
		rows := make([]any, len(part))
		for i, s := range part {
			rows[i] = s.props
		}
		return p.put(ctx, text, rows, &p.done.NodesWritten)
	})
}

func (p *push) writeEdges(ctx context.Context, list []stored) error {
	return byLabel(list, func(label string, part []stored) error {
		text := fmt.Sprintf(`UNWIND $rows AS row MATCH (a:Owl {key: row.from}), (b:Owl {key: row.to})
			MERGE (a)-[r:%s {digest: row.digest}]->(b) SET r = row.props`, label)
		rows := make([]any, len(part))
		for i, s := range part {
			rows[i] = map[string]any{"from": s.from, "to": s.to, "digest": s.digest, "props": s.props}
		}
		return p.put(ctx, text, rows, &p.done.EdgesWritten)
	})
}

func (p *push) put(ctx context.Context, text string, rows []any, count *int) error {
	if err := p.write(ctx, text, map[string]any{"rows": rows}); err != nil {
		return err
	}
	*count += len(rows)
	if p.progress != nil {
		p.progress(p.done)
	}
	return nil
}

// byLabel cuts a list into batches of one label.
func byLabel(list []stored, do func(label string, part []stored) error) error {
	sorted := map[string][]stored{}
	for _, s := range list {
		sorted[s.label] = append(sorted[s.label], s)
	}
	for _, label := range slices.Sorted(maps.Keys(sorted)) {
		if err := batches(sorted[label], func(part []stored) error { return do(label, part) }); err != nil {
			return err
		}
	}
	return nil
}

func batches[T any](list []T, do func([]T) error) error {
	for part := range slices.Chunk(list, batch) {
		if err := do(part); err != nil {
			return err
		}
	}
	return nil
}
