package wire

import (
	"context"
	"errors"
	"fmt"

	"owl/app/config"
	"owl/engine"
	"owl/engine/adapters/neo4j"
	"owl/engine/graph"
	"owl/engine/graph/cypher"
	"owl/engine/kb"
	"owl/engine/trace"
)

// PushedGraph is what a push of the fault graph did.
type PushedGraph = neo4j.Pushed

// copied is the copy of the fault graph in a database. The zero value is none.
type copied struct {
	client *neo4j.Client
	end    func() error // of the client
	failed error        // why there is none although one is configured
}

// newCopied makes the connection ready; nothing is asked yet.
func newCopied(ctx context.Context, cfg config.Store) copied {
	if !cfg.CopiesGraph() {
		return copied{}
	}
	n := cfg.Neo4j
	c, err := neo4j.New(neo4j.Config{Address: n.Address, User: n.User, PasswordEnv: n.PasswordEnv, Database: n.Database})
	return copied{client: c, failed: err, end: func() error { return c.Close(context.WithoutCancel(ctx)) }}
}

func (c copied) close() error {
	if c.client == nil {
		return nil
	}
	return c.end()
}

// embeddedAnswers is what becomes of a question that the database cannot take.
const embeddedAnswers = "the embedded graph answers"

func (c copied) notices() []trace.Degraded {
	if c.failed == nil {
		return nil
	}
	return []trace.Degraded{{What: "neo4j", Why: c.failed.Error(), Do: embeddedAnswers}}
}

// run asks a query in the database, and the graph in memory when the database does
// not answer. The note says which answered, unless all is well.
func (c copied) run(ctx context.Context, g *graph.Graph, q *cypher.Query, l cypher.Limits) (cypher.Result, string, error) {
	if c.client != nil {
		found, err := c.client.Run(ctx, q, l)
		if err == nil {
			return found, c.behind(ctx, g), nil
		}
		if errors.Is(err, context.Canceled) {
			return cypher.Result{}, "", err
		}
		c.failed = err
	}
	found, err := q.Run(ctx, g, l)
	if c.failed == nil {
		return found, "", err
	}
	return found, c.failed.Error() + "; " + embeddedAnswers, err
}

// behind says how the copy stands to the graph, nothing when it has as much.
func (c copied) behind(ctx context.Context, g *graph.Graph) string {
	nodes, edges, err := c.client.Count(ctx)
	haveNodes, haveEdges := g.Size()
	switch {
	case err != nil:
		return err.Error()
	case nodes != haveNodes || edges != haveEdges:
		return fmt.Sprintf("neo4j at %s holds %d nodes and %d relations, the knowledge base %d and %d: owl graph push brings it up to date",
			c.client.Host(), nodes, edges, haveNodes, haveEdges)
	}
	return ""
}

// PushGraph brings the configured database in line with the fault graph. The error
// is engine.ErrUsage when none is configured.
func (o *Owl) PushGraph(ctx context.Context, progress func(PushedGraph)) (PushedGraph, error) {
	if o.copied.failed != nil {
		return PushedGraph{}, o.copied.failed
	}
	if o.copied.client == nil {
		return PushedGraph{}, fmt.Errorf("no database is configured for the fault graph (store.graph, store.neo4j_address): %w", engine.ErrUsage)
	}
	g, err := o.Graph(ctx)
	if err != nil {
		return PushedGraph{}, err
	}
	return o.copied.client.Push(ctx, g, progress)
}

// push brings the database in line after an ingest. The records are stored and the
// embedded graph has them: what goes wrong is a note.
func (in Ingest) push(ctx context.Context, cfg config.Config) error {
	if !cfg.Store.CopiesGraph() {
		return nil
	}
	base, err := openBase(ctx, cfg.Home, in.options)
	if base == nil {
		return err
	}
	o := &Owl{base: base, copied: newCopied(ctx, cfg.Store)}
	_, err = o.PushGraph(ctx, nil)
	if err != nil && ctx.Err() == nil {
		in.Note(fmt.Sprintf("%v; %s, owl graph push tries again", err, embeddedAnswers))
	}
	return errors.Join(ctx.Err(), o.copied.close(), base.Close())
}

// neo4jCheck says whether the database can be reached and is up to date.
func neo4jCheck(ctx context.Context, cfg config.Store) []kb.Check {
	if !cfg.CopiesGraph() {
		return nil
	}
	const name, do = "neo4j", "until it answers, " + embeddedAnswers
	c := newCopied(ctx, cfg)
	if c.failed != nil {
		return []kb.Check{check(name, kb.Warn, c.failed.Error(), do)}
	}
	defer func() { _ = c.close() }()
	nodes, edges, err := c.client.Count(ctx)
	if err != nil {
		return []kb.Check{check(name, kb.Warn, err.Error(), do)}
	}
	return []kb.Check{check(name, kb.OK, fmt.Sprintf("%s answers, with %d nodes and %d relations", c.client.Host(), nodes, edges), "")}
}
