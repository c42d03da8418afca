package cypher

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"owl/engine"
	"owl/engine/graph"
)

// sample is a graph of two faults of one supply.
func sample() *graph.Graph {
	b := graph.NewBuilder(0, 0)
	day := func(d int) time.Time { return time.Date(2025, 3, d, 8, 0, 0, 0, time.UTC) }
	node := func(kind graph.Kind, key, name string, d int) graph.ID {
		return b.Node(kind, key, engine.Untrusted(name), graph.Evidence{DocID: "bely/" + key, Start: 3, End: 9, Extractor: "test", Confidence: 0.9, Date: day(d)})
	}
	edge := func(from graph.ID, r graph.Relation, to graph.ID, m graph.Modality, d int) {
		b.Edge(from, r, to, m, graph.Evidence{DocID: fmt.Sprint("bely/", d), Start: 1, End: 5, Extractor: "test", Confidence: 0.5, Date: day(d)})
	}
	supply := node(graph.Component, "component:dips", "B:DS supply", 1)
	b.Alias(supply, "Booster dipole slave PS")
	system := node(graph.System, "system:booster", "Booster", 1)
	first, second := node(graph.Fault, "fault:a", "slave negative", 1), node(graph.Fault, "fault:b", "slave again", 9)
	card, cable := node(graph.Fault, "cause:card", "reference card", 4), node(graph.Fault, "cause:cable", "head cable", 2)
	swap := node(graph.Action, "action:swap", "REF-7 replaced", 8)
	edge(supply, graph.HasFault, first, graph.Asserted, 1)
	edge(supply, graph.HasFault, second, graph.Asserted, 9)
	edge(supply, graph.AboutSystem, system, graph.Asserted, 1)
	edge(first, graph.CausedBy, card, graph.Asserted, 4)
	edge(first, graph.CausedBy, cable, graph.RuledOut, 5)
	edge(first, graph.ResolvedBy, swap, graph.Asserted, 8)
	edge(first, graph.RecurredAs, second, graph.Asserted, 9)
	return b.Build()
}

func TestSkippedRowsDoNotCountAgainstTheLimit(t *testing.T) {
	for _, c := range []struct {
		text   string
		rows   int
		capped bool
	}{
		{`MATCH (f:Fault) RETURN f.key SKIP 2`, 2, false},
		{`MATCH (f:Fault) RETURN f.key SKIP 1`, 2, true},
		{`MATCH (f:Fault) RETURN f.key SKIP 3 LIMIT 9`, 1, false},
		{`MATCH (f:Fault) RETURN f.key LIMIT 2`, 2, false},
	} {
		q, err := Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := q.Run(t.Context(), sample(), Limits{Rows: 2}); err != nil || len(r.Rows) != c.rows || r.Capped != c.capped {
			t.Errorf("%s: %d rows, capped %t, %v", c.text, len(r.Rows), r.Capped, err)
		}
	}
}

func show(c Cell) string {
	switch {
	case c.Text != nil:
		return string(*c.Text)
	case c.Number != nil:
		return fmt.Sprint(*c.Number)
	case c.Node != nil:
		return c.Node.Key
	case c.Edge != nil:
		return c.Edge.Relation.String()
	}
	return "null"
}

func ask(t *testing.T, query string) string {
	t.Helper()
	q, err := Parse(query)
	if err != nil {
		return err.Error()
	}
	r, err := q.Run(t.Context(), sample(), Limits{})
	if err != nil {
		return err.Error()
	}
	lines := []string{strings.Join(r.Columns, "|")}
	for _, row := range r.Rows {
		var cells []string
		for _, c := range row {
			cells = append(cells, show(c))
		}
		lines = append(lines, strings.Join(cells, "|"))
	}
	return strings.Join(lines, " / ")
}

func TestQueriesAreAnswered(t *testing.T) {
	for query, want := range map[string]string{
		`MATCH (f:Fault)-[:CAUSED_BY]->(x) RETURN f.name, x.name`:                                             "f.name|x.name / slave negative|reference card / slave negative|head cable",
		`match (c:Component {name: 'booster DIPOLE slave ps'})-[:HAS_FAULT]->(f) return f.key order by f.key`: "f.key / fault:a / fault:b",
		`MATCH (x)<-[r:CAUSED_BY]-(f) WHERE r.modality = 'ruled out' RETURN x.name AS cleared, r`:             "cleared|r / head cable|CAUSED_BY",
		`MATCH (f:Fault)-[r:CAUSED_BY]->(x) WHERE NOT r.modality = 'ruled out' RETURN x`:                      "x / cause:card",
		`MATCH (s:System)<-[:ABOUT_SYSTEM]-(c)-[:HAS_FAULT]->(f)-[:RESOLVED_BY]->(a:Action) RETURN s.name, a`: "s.name|a / Booster|action:swap",
		`MATCH (a {key: 'system:booster'})-[*1..3]-(b:Action) RETURN b`:                                       "b / action:swap",
		`MATCH (a {key: 'system:booster'})-[*..2]-(b:Action) RETURN b`:                                        "b",
		`MATCH (f:Fault) WHERE f.key STARTS WITH 'fault:' AND f.date >= '2025-03-05' RETURN f.key`:            "f.key / fault:b",
		`MATCH (f:Fault) WHERE f.name CONTAINS 'CABLE' OR f.name ENDS WITH "again" RETURN f.key`:              "f.key / fault:b / cause:cable",
		`MATCH (f) WHERE f.kind IN ['Action', 'System'] RETURN f.key ORDER BY f.key DESC`:                     "f.key / system:booster / action:swap",
		`MATCH (f:Fault) RETURN count(*)`:                                                                     "count(*) / 4",
		`MATCH (f:Fault)-[:CAUSED_BY|RESOLVED_BY]->(x) RETURN f.key, count(x) AS n`:                           "f.key|n / fault:a|3",
		`MATCH (f:Fault)-[]->(x) RETURN count(DISTINCT f) AS n`:                                               "n / 1",
		`MATCH (c)-[:HAS_FAULT]->() RETURN DISTINCT c.name`:                                                   "c.name / B:DS supply",
		`MATCH (f:Fault) RETURN f.key ORDER BY f.date DESC LIMIT 1`:                                           "position 39: ORDER BY \"f.date\": only what is returned can be ordered by",
		`MATCH (f:Fault) RETURN f.key, f.date ORDER BY f.date DESC SKIP 1 LIMIT 1`:                            "f.key|f.date / cause:card|2025-03-04T08:00:00Z",
		`MATCH (c:Component), (s:System) RETURN c.key, s.key`:                                                 "c.key|s.key / component:dips|system:booster",
		`MATCH (c)-[:HAS_FAULT]->(f), (f)-[:RESOLVED_BY]->(a) RETURN c.key, a.key`:                            "c.key|a.key / component:dips|action:swap",
		`MATCH (f:Fault)-->(f) RETURN f`:                                                                      "f",
		`MATCH (p:Person) RETURN count(p)`:                                                                    "count(p) / 0",
		`MATCH (f:Fault) WHERE f.confidence < 0.5 OR f.start = 3 AND f.end > 8.5 RETURN count(*);`:            "count(*) / 4",
		`MATCH (f:Action) WHERE NOT f.date = null OR f.date <> null OR f.key IN ['x', null] RETURN f`:         "f",
		`MATCH (f:Action) WHERE NOT (f.key IN ['x', null]) RETURN f`:                                          "f",
		`MATCH (f:Action) WHERE f.start <> '3' AND NOT f.start = '3' RETURN f.key`:                            "f.key / action:swap",
		`MATCH (f:Action) WHERE f.start < '9' OR f.start CONTAINS '3' RETURN f.key`:                           "f.key",
		`MATCH (f:Fault) WHERE f.date IS NULL RETURN f`:                                                       "f",
		"MATCH (`odd name`:Action) // what was done\nRETURN `odd name`.name":                                  "odd name.name / REF-7 replaced",
	} {
		if got := ask(t, query); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", query, got, want)
		}
	}
}

func TestWhatIsNotUnderstoodIsRefusedByName(t *testing.T) {
	for query, want := range map[string]string{
		`CREATE (n:Fault)`:                                       "CREATE is refused",
		`MATCH (n) DELETE n`:                                     "DELETE is refused",
		`MATCH (n) DETACH DELETE n`:                              "DETACH is refused",
		`MATCH (n) SET n.name = 'x' RETURN n`:                    "SET is refused",
		`MATCH (n) REMOVE n.name RETURN n`:                       "REMOVE is refused",
		`MERGE (n:Fault) RETURN n`:                               "MERGE is refused",
		`CALL db.labels()`:                                       "CALL is refused",
		`LOAD CSV FROM 'file:///etc/passwd' AS x RETURN x`:       "LOAD is refused",
		`MATCH (n) WITH n RETURN n`:                              "WITH is refused",
		`MATCH (n) RETURN n UNION MATCH (m) RETURN m`:            "UNION is refused",
		`OPTIONAL MATCH (n) RETURN n`:                            "OPTIONAL is refused",
		`MATCH (n) RETURN apoc.load.json('http://x')`:            `"apoc" is not named`,
		`MATCH (n) RETURN labels(n)`:                             "the function labels is refused",
		`MATCH (n) RETURN n; MATCH (m) DELETE m`:                 `found "MATCH"`,
		`MATCH (n:Thing) RETURN n`:                               `no kind of node is called "Thing"`,
		`MATCH (n)-[:KILLS]->(m) RETURN n`:                       `no relation is called "KILLS"`,
		`MATCH (n)-[*]->(m) RETURN x`:                            `"x" is not named`,
		`MATCH (n)-[*1..9]->(m) RETURN n`:                        "at most 3",
		`MATCH (n)-[r*2]->(m) RETURN n`:                          "cannot be named",
		`MATCH (n) WHERE n.password = 1 RETURN n`:                `no property "password"`,
		`MATCH (n) WHERE n.name =~ '.*' RETURN n`:                `has no meaning`,
		`MATCH (n) WHERE n.name = 'x RETURN n`:                   "the quote does not end",
		`MATCH (n) RETURN n LIMIT -1`:                            "whole number",
		`MATCH (n) RETURN n LIMIT 0`:                             "returns nothing",
		`MATCH (n) RETURN 1`:                                     "RETURN lists variables",
		`RETURN 1`:                                               "begins with MATCH",
		``:                                                       "the query ends here",
		strings.Repeat("x", longestQuery+1):                      "too long",
		`MATCH (n) WHERE ` + strings.Repeat("(", 200) + `n.name`: "nested too deeply",
	} {
		_, err := Parse(query)
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\ngot  %v\nwant %s", query[:min(80, len(query))], err, want)
		}
	}
}

// star is a graph in which everything is joined to everything.
func star(n int) *graph.Graph {
	b := graph.NewBuilder(0, 0)
	for i := range n {
		b.Node(graph.Component, fmt.Sprint("component:", i), "c", graph.Evidence{DocID: "d"})
	}
	for i := range n {
		for j := range n {
			b.Edge(graph.ID(i), graph.PartOf, graph.ID(j), graph.Asserted, graph.Evidence{DocID: fmt.Sprint(i, j)})
		}
	}
	return b.Build()
}

func TestAHostileQueryEnds(t *testing.T) {
	g := star(60)
	for _, query := range []string{
		`MATCH (a)-[*1..3]-(b)-[*1..3]-(c)-[*1..3]-(d) RETURN count(*)`,
		`MATCH (a), (b), (c), (d) WHERE a.name = 'no' RETURN a`,
		`MATCH (a)--(b)--(c)--(d)--(e)--(f)--(g)--(h) WHERE h.key = 'no' RETURN a`,
	} {
		q, err := Parse(query)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := q.Run(t.Context(), g, Limits{Steps: 100_000}); !errors.Is(err, ErrTooMuch) || !errors.Is(err, engine.ErrUsage) {
			t.Errorf("%s: %v", query, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := q.Run(ctx, g, Limits{}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v after the context ended", query, err)
		}
	}
}

func TestALongResultIsCapped(t *testing.T) {
	q, err := Parse(`MATCH (a)-->(b) RETURN a.key, b.key`)
	if err != nil {
		t.Fatal(err)
	}
	r, err := q.Run(t.Context(), star(60), Limits{Rows: 100})
	if err != nil || len(r.Rows) != 100 || !r.Capped {
		t.Errorf("%d rows, capped %v, %v", len(r.Rows), r.Capped, err)
	}
	q, err = Parse(`MATCH (a)-->(b) RETURN a.key ORDER BY a.key DESC LIMIT 1`)
	if err != nil {
		t.Fatal(err)
	}
	if r, err = q.Run(t.Context(), star(60), Limits{Rows: 100}); err != nil || len(r.Rows) != 1 || show(r.Rows[0][0]) != "component:9" || r.Capped {
		t.Errorf("%+v, %v: all rows are put into order before the first is taken", r, err)
	}
}

func FuzzQuery(f *testing.F) {
	for _, query := range []string{
		`MATCH (c:Component {name: 'x'})-[:HAS_FAULT]->(f:Fault)-[r:CAUSED_BY]->(x) WHERE f.date >= '2025' AND NOT r.modality = 'ruled out' RETURN DISTINCT f.name, x.name ORDER BY f.name DESC SKIP 1 LIMIT 20`,
		`MATCH (a)<-[*1..2]-(b), (c)--(d) WHERE a.kind IN ['Fault', "x"] OR (b.date IS NOT NULL) RETURN count(DISTINCT a) AS n`,
		"MATCH (`a`) RETURN `a`.name // x",
	} {
		f.Add(query)
	}
	g := sample()
	f.Fuzz(func(t *testing.T, query string) {
		q, err := Parse(query)
		var syntax *SyntaxError
		if err != nil {
			if !errors.As(err, &syntax) || syntax.At < 0 || syntax.At > len(query) {
				t.Errorf("%q: %v", query, err)
			}
			return
		}
		r, err := q.Run(t.Context(), g, Limits{Steps: 20_000})
		if err != nil && !errors.Is(err, ErrTooMuch) {
			t.Errorf("%q: %v", query, err)
		}
		for _, row := range r.Rows {
			if len(row) != len(r.Columns) {
				t.Errorf("%q: %d cells in %d columns", query, len(row), len(r.Columns))
			}
		}
	})
}
