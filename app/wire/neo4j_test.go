package wire

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"owl/app/config"
	"owl/assets"
	"owl/engine"
	"owl/engine/adapters/neo4j/neo4jtest"
	"owl/engine/graph/ask"
	"owl/engine/graph/cypher"
	"owl/engine/tools"
	"owl/ingest/runner"
)

// closed is an address where nobody listens.
const closed = "bolt://127.0.0.1:1"

// demoWith opens the demo facility with a store.
func demoWith(t *testing.T, store config.Store) *Owl {
	t.Helper()
	d, err := ReadDemo(assets.Demo())
	if err != nil {
		t.Fatal(err)
	}
	cfg := config.Config{Store: store, Models: config.Models{Embedder: config.NoModel, Reranker: config.NoModel}}
	owl, err := OpenDemo(t.Context(), cfg, d, t.TempDir(), DemoHooks{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := owl.Close(); err != nil {
			t.Error(err)
		}
	})
	return owl
}

func parsed(t *testing.T, text string) *cypher.Query {
	t.Helper()
	q, err := cypher.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// TestNeo4jAnswersLikeTheGraph asks both the same about the demo facility.
func TestNeo4jAnswersLikeTheGraph(t *testing.T) {
	at := neo4jtest.Start(t)
	owl := demoWith(t, config.Store{Graph: "neo4j", Neo4j: config.Neo4j{Address: at.Address, User: at.User, PasswordEnv: at.PasswordEnv}})
	from, err := owl.Ask(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, note, err := from.Run(t.Context(), parsed(t, `MATCH (f:Fault) RETURN count(*)`), 1); err != nil || !strings.Contains(note, "holds 0 nodes and 0 relations") || !strings.Contains(note, "owl graph push") {
		t.Errorf("an empty copy: %q, %v", note, err)
	}
	began := time.Now()
	p, err := owl.PushGraph(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v in %s", p, time.Since(began))
	began = time.Now()
	if p, err := owl.PushGraph(t.Context(), nil); err != nil || p.NodesWritten+p.EdgesWritten+p.NodesRemoved+p.EdgesRemoved != 0 {
		t.Errorf("the same again: %+v, %v", p, err)
	}
	t.Logf("again in %s", time.Since(began))
	broken := oftenest(t, from)
	for _, text := range []string{
		`MATCH (f:Fault) RETURN count(*)`,
		`MATCH (n) RETURN n.kind, count(*) AS n ORDER BY n.kind`,
		`MATCH ()-[r]->() RETURN r.type, r.modality, count(r) AS n`,
		`MATCH (f:Fault)-[r:CAUSED_BY]->(x) WHERE r.modality = 'ruled out' RETURN f.name, x.name, r.doc_id, r.start, r.end, r.extractor, r.confidence, r.date`,
		`MATCH (c:Component {key: '` + broken + `'})-[h:HAS_FAULT]->(f:Fault)-[r:RESOLVED_BY]->(a:Action) RETURN c, h, f, r, a`,
		`MATCH (p:Person)<-[:CONTACT_PERSON]-(d)-[:ABOUT_SYSTEM]->(s:System {name: 'Timing'}) RETURN p.name, count(DISTINCT d) AS n ORDER BY n DESC`,
		`MATCH (f:Fault)-[:RECURRED_AS*1..3]->(g:Fault) WHERE f.date >= '2026-01-01' RETURN f.key, g.key`,
		`MATCH (a {key: '` + broken + `'})-[:HAS_FAULT]->(f)<-[:FAILED_TO_RESOLVE]-(x) RETURN DISTINCT x.name`,
		`MATCH (w:WorkRequest)-[:MENTIONS]->(f:Fault), (f)-[:HAS_SYMPTOM]->(s:Symptom) WHERE w.name STARTS WITH 'WRQ_5' RETURN w.key, f.key, s.key`,
		`MATCH (n:Location) WHERE n.date IS NOT NULL AND NOT n.start < 160 RETURN n.key, n.start, n.confidence`,
	} {
		want, err := parsed(t, text).Run(t.Context(), from.Graph, cypher.Limits{Rows: 5000})
		if err != nil {
			t.Fatal(err)
		}
		got, note, err := from.Run(t.Context(), parsed(t, text), 5000)
		if err != nil || note != "" {
			t.Errorf("%s: %q, %v", text, note, err)
		}
		if a, b := neo4jtest.Table(got), neo4jtest.Table(want); a != b || len(want.Rows) == 0 {
			t.Errorf("%s\nneo4j\n%.2000s\nembedded\n%.2000s", text, a, b)
		}
	}
}

// oftenest is the key of a component with failed attempts.
func oftenest(t *testing.T, from ask.Source) string {
	t.Helper()
	rows, err := parsed(t, `MATCH (c:Component)-[:HAS_FAULT]->(f:Fault)<-[:FAILED_TO_RESOLVE]-(a:Action) RETURN c.key, count(*) AS n ORDER BY n DESC LIMIT 1`).Run(t.Context(), from.Graph, cypher.Limits{})
	if err != nil || len(rows.Rows) != 1 {
		t.Fatalf("%+v, %v", rows, err)
	}
	return string(*rows.Rows[0][0].Text)
}

// Without the database the graph of the knowledge base answers, and it is said.
func TestWithoutNeo4jTheGraphAnswers(t *testing.T) {
	owl := demoWith(t, config.Store{Graph: "neo4j", Neo4j: config.Neo4j{Address: closed}})
	from, err := owl.Ask(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	rows, note, err := from.Run(t.Context(), parsed(t, `MATCH (f:Fault) RETURN count(*)`), 1)
	if err != nil || len(rows.Rows) != 1 || !strings.HasPrefix(note, "neo4j at 127.0.0.1:1 cannot be reached: ") || !strings.HasSuffix(note, "; the embedded graph answers") || strings.Contains(note, "\n") {
		t.Errorf("%+v %q, %v", rows, note, err)
	}
	r, err := tools.NewRegistry(tools.Limits{}, ask.Tool(owl.Ask))
	if err != nil {
		t.Fatal(err)
	}
	e := r.Call(t.Context(), "graph_search", json.RawMessage(`{"operation":"query","cypher":"MATCH (f:Fault) RETURN f.name LIMIT 1"}`))
	if e.Err != nil || !strings.Contains(string(e.Result), "the embedded graph answers") {
		t.Errorf("%s %v", e.Result, e.Err)
	}
	if _, err := owl.PushGraph(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "cannot be reached") {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := from.Run(ctx, parsed(t, `MATCH (f:Fault) RETURN count(*)`), 1); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if c := neo4jCheck(t.Context(), owl.config.Store); len(c) != 1 || !strings.Contains(string(c[0].Detail), "cannot be reached") {
		t.Errorf("%+v", c)
	}
}

func TestAnIngestWithoutNeo4jIsWhole(t *testing.T) {
	var notes []string
	home := t.TempDir()
	cfg := config.Config{Home: home, Site: config.Site{Zone: time.UTC}, Store: config.Store{Graph: "neo4j", Neo4j: config.Neo4j{Address: closed}}}
	in := Ingest{
		Targets: []string{write(t, t.TempDir(), "log.jsonl", shiftLog)}, NoEmbed: true, Note: func(line string) { notes = append(notes, line) }, Bad: func(line string) { t.Error(line) },
		Done: func(r runner.Result, err error) {
			if err != nil || r.Added != 2 {
				t.Errorf("%+v, %v", r, err)
			}
		},
	}
	if err := in.Run(t.Context(), cfg); err != nil || len(notes) != 1 || !strings.Contains(notes[0], "the embedded graph answers, owl graph push tries again") {
		t.Errorf("%q, %v", notes, err)
	}
	cfg.Store = config.Store{}
	owl, err := Open(t.Context(), cfg, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := owl.PushGraph(t.Context(), nil); !errors.Is(err, engine.ErrUsage) {
		t.Errorf("%v", err)
	}
	if err := owl.Close(); err != nil {
		t.Error(err)
	}
}
