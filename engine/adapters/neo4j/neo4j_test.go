package neo4j_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"owl/engine"
	"owl/engine/adapters/neo4j"
	"owl/engine/adapters/neo4j/neo4jtest"
	"owl/engine/graph"
	"owl/engine/graph/cypher"
)

func open(t *testing.T, cfg neo4j.Config) *neo4j.Client {
	t.Helper()
	c, err := neo4j.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close(context.WithoutCancel(t.Context())) })
	return c
}

// made is a graph of n faults with a cause each, all of one component.
func made(n int, skip ...int) *graph.Graph {
	b := graph.NewBuilder(0, 0)
	at := func(i int) graph.Evidence {
		return graph.Evidence{DocID: fmt.Sprint("log/", i), Start: i, End: i + 4, Extractor: "test", Confidence: 0.9, Date: time.Date(2025, 1, 1+i%28, 3, 0, 0, 0, time.FixedZone("", -5*3600))}
	}
	part := b.Node(graph.Component, "component:q7", "Q7 \"supply\" µ", graph.Evidence{DocID: "log/0", Extractor: "test"})
	b.Alias(part, "B:Q7")
	for i := range n {
		if slices.Contains(skip, i) {
			continue
		}
		fault := b.Node(graph.Fault, fmt.Sprint("fault:", i), engine.Untrusted(fmt.Sprint("trip ", i)), at(i))
		cause := b.Node(graph.Fault, fmt.Sprint("cause:", i), engine.Untrusted(fmt.Sprint("relay ", i%3)), at(i))
		b.Edge(part, graph.HasFault, fault, graph.Asserted, at(i))
		b.Edge(fault, graph.CausedBy, cause, []graph.Modality{graph.Asserted, graph.Suspected, graph.RuledOut}[i%3], at(i))
	}
	return b.Build()
}

func TestARealServer(t *testing.T) {
	cfg := neo4jtest.Start(t)
	c := open(t, cfg)
	push := func(g *graph.Graph) neo4j.Pushed {
		t.Helper()
		p, err := c.Push(t.Context(), g, nil)
		if err != nil {
			t.Fatal(err)
		}
		nodes, edges, err := c.Count(t.Context())
		if wantNodes, wantEdges := g.Size(); err != nil || nodes != wantNodes || edges != wantEdges {
			t.Fatalf("%d nodes, %d relations, want %d and %d: %v", nodes, edges, wantNodes, wantEdges, err)
		}
		return p
	}
	if p := push(made(30)); p.NodesWritten != 61 || p.EdgesWritten != 60 {
		t.Errorf("%+v", p)
	}
	if p := push(made(30)); p.NodesWritten+p.EdgesWritten+p.NodesRemoved+p.EdgesRemoved != 0 {
		t.Errorf("the same again: %+v", p)
	}
	if p := push(made(29, 3, 4)); p.NodesRemoved != 6 || p.EdgesRemoved != 6 || p.NodesWritten+p.EdgesWritten != 0 {
		t.Errorf("what is gone: %+v", p)
	}
	sameRows(t, c, made(29, 3, 4))
	if err := writes(t, c); err == nil {
		t.Error("a transaction that reads has written")
	}
	large := push(made(6_000)) // more than one batch
	if large.NodesWritten < 11_000 {
		t.Errorf("%+v", large)
	}
	slow, err := cypher.Parse(`MATCH (a:Fault), (b:Fault), (c:Fault) WHERE a.start < b.end AND b.start < c.end RETURN count(*)`)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Query = 50 * time.Millisecond
	if _, err := open(t, cfg).Run(t.Context(), slow, cypher.Limits{}); err == nil || !strings.Contains(err.Error(), "no answer in 50ms") {
		t.Errorf("a slow query: %v", err)
	}
	t.Setenv("OWL_TEST_NEO4J_PASSWORD", "wrong")
	if _, _, err := open(t, cfg).Count(t.Context()); err == nil || !strings.Contains(err.Error(), "refused") || strings.Contains(err.Error(), "wrong") {
		t.Errorf("a wrong password: %v", err)
	}
}

// writes tries to write in a transaction that reads. No query that is parsed can;
// the server must refuse it as well.
func writes(t *testing.T, c *neo4j.Client) error {
	t.Helper()
	return c.Raw(t.Context(), "CREATE (n:Owl {key: 'x'})")
}

func sameRows(t *testing.T, c *neo4j.Client, g *graph.Graph) {
	t.Helper()
	for _, text := range []string{
		`MATCH (f:Fault)-[r:CAUSED_BY]->(x) RETURN f.key, x.name, r.modality, r.doc_id, r.start, r.end, r.confidence, r.date`,
		`MATCH (c:Component {key: 'component:q7'})-[:HAS_FAULT]->(f)-[r:CAUSED_BY]->(x) WHERE r.modality = 'suspected' RETURN c, f, r, x;`,
		`MATCH (c)-[:HAS_FAULT]->(f) WHERE c.date IS NULL AND f.name ENDS WITH '7' RETURN c.name, c.date, f.name ORDER BY f.name DESC SKIP 1 LIMIT 1`,
		`MATCH (f:Fault)-[:CAUSED_BY|HAS_FAULT]-(x) RETURN x.kind, count(*) AS n, count(DISTINCT x) AS d`,
		"MATCH (`odd name`:Fault) WHERE `odd name`.name IN ['trip 1', 'trip 2'] OR NOT `odd name`.start < 28 RETURN `odd name`.key // which",
		`MATCH (c:Component)-[*2..2]->(x) RETURN DISTINCT x.name`,
		`MATCH (p:Person) RETURN count(p)`,
		`MATCH (c) WHERE NOT c.date = 'x' RETURN c.kind, count(*)`,
		`MATCH (f:Fault) WHERE f.start <> 'x' AND (NOT f.name IN ['trip 1', null] OR f.start > 10 OR f.start < 'x') RETURN f.key SKIP 0`,
	} {
		q, err := cypher.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		want, err := q.Run(t.Context(), g, cypher.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := c.Run(t.Context(), q, cypher.Limits{})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if a, b := neo4jtest.Table(got), neo4jtest.Table(want); a != b {
			t.Errorf("%s\nneo4j\n%s\nembedded\n%s", text, a, b)
		}
	}
}

func TestAServerThatIsNotThereIsSaidInOneLine(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	c := open(t, neo4j.Config{Address: "bolt://" + address})
	q, err := cypher.Parse(`MATCH (n) RETURN n`)
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Run(t.Context(), q, cypher.Limits{})
	if err == nil || !strings.HasPrefix(err.Error(), "neo4j at "+address+" cannot be reached: ") || strings.Contains(err.Error(), "\n") {
		t.Errorf("%v", err)
	}
	if _, err := c.Push(t.Context(), made(1), nil); err == nil || !strings.Contains(err.Error(), "cannot be reached") {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Run(ctx, q, cypher.Limits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestWhatCannotBeMeantIsRefused(t *testing.T) {
	for name, cfg := range map[string]neo4j.Config{
		"no address":  {},
		"a scheme":    {Address: "http://host:7474"},
		"no password": {Address: "bolt://host", User: "neo4j", PasswordEnv: "OWL_TEST_NO_SUCH_VARIABLE"},
	} {
		if _, err := neo4j.New(cfg); !errors.Is(err, engine.ErrUsage) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
