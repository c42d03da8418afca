package export

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"owl/engine"
	"owl/engine/graph"
)

const hostile = "x'}); MATCH (n) DETACH DELETE n; //\n\"]:::evil <script>&amp; \\' \x1b]52;c;AA\x07 #quot; `rm` --x|a|"

func sample(name string) *graph.Graph {
	b := graph.NewBuilder(0, 0)
	e := graph.Evidence{DocID: "bely/" + name, Start: 1, End: 5, Extractor: name, Confidence: 0.75, Date: time.Date(2025, 3, 1, 8, 0, 0, 0, time.FixedZone("", -6*3600))}
	fault := b.Node(graph.Fault, "fault:"+name, engine.Untrusted(name), e)
	action := b.Node(graph.Action, "action:"+name, engine.Untrusted(name), graph.Evidence{DocID: "d"})
	other := b.Node(graph.Component, "component:other", "other", e)
	b.Edge(fault, graph.ResolvedBy, action, graph.Asserted, e)
	b.Edge(action, graph.FailedToResolve, fault, graph.Suspected, e)
	b.Edge(other, graph.HasFault, fault, graph.RuledOut, e)
	return b.Build()
}

func write(t testing.TB, g *graph.Graph, part []graph.ID, f Format) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, g, part, f); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestFormatsHoldNodesEdgesAndEvidence(t *testing.T) {
	g := sample("pump")
	for f, wants := range map[Format][]string{
		GraphML: {
			`<node id="n0">`, `<data key="n_kind">Fault</data>`, `<data key="n_name">pump</data>`, `<edge id="e0" source="n0" target="n1">`,
			`<data key="e_relation">RESOLVED_BY</data>`, `<data key="e_doc_id">bely/pump</data>`, `<data key="e_end">5</data>`,
			`<data key="e_confidence">0.750</data>`, `<data key="e_date">2025-03-01T08:00:00-06:00</data>`, `<data key="e_modality">ruled out</data>`,
		},
		Mermaid: {"flowchart LR\n", `n0{{"Fault: pump"}}`, `n1[/"Action: pump"/]`, "n0 -->|RESOLVED_BY| n1", "n1 -.->|FAILED_TO_RESOLVE| n0", "n2 --x|HAS_FAULT| n0"},
		Cypher: {
			"CREATE (:Owl:Fault {key: 'fault:pump', name: 'pump', doc_id: 'bely/pump', start: 1, end: 5, extractor: 'pump', confidence: 0.750, date: '2025-03-01T08:00:00-06:00'});",
			"MATCH (a:Owl {key: 'fault:pump'}), (b:Owl {key: 'action:pump'}) CREATE (a)-[:RESOLVED_BY {modality: 'asserted', doc_id: 'bely/pump', ",
		},
	} {
		got := write(t, g, nil, f)
		for _, want := range wants {
			if !strings.Contains(got, want) {
				t.Errorf("%s lacks %q:\n%s", f, want, got)
			}
		}
	}
}

func TestAPartHoldsOnlyEdgesBetweenItsNodes(t *testing.T) {
	got := write(t, sample("pump"), []graph.ID{1, 0, 1}, Mermaid)
	if strings.Contains(got, "n2") || strings.Count(got, "n0{{") != 1 || !strings.Contains(got, "n0 -->") {
		t.Errorf("got %s", got)
	}
	if got := write(t, sample("pump"), []graph.ID{}, Mermaid); got != "flowchart LR\n" {
		t.Errorf("an empty part gave %q", got)
	}
}

func TestAnUnknownFormatIsRefused(t *testing.T) {
	if err := Write(io.Discard, sample("pump"), nil, "dot"); !errors.Is(err, engine.ErrUsage) {
		t.Errorf("got %v", err)
	}
}

// The lines that each format may have. Whatever a name holds, there are no
// others.
var (
	mermaidLine = regexp.MustCompile(`^(flowchart LR|  n\d+(\{\{|\[/|\(\[|\[)"[^"<>` + "`" + `]*"(\}\}|/\]|\]\)|\])|  n\d+ (-->|-\.->|--x)\|[A-Z_]+\| n\d+)$`)
	literal     = `'(?:[^'\\]|\\\\|\\')*'`
	facts       = `\{(?:[a-z_]+: (?:` + literal + `|[0-9.]+)(?:, )?)*\}`
	cypherLine  = regexp.MustCompile(`^(CREATE INDEX owl_key IF NOT EXISTS FOR \(n:Owl\) ON \(n\.key\);|CREATE \(:Owl:[A-Za-z]+ ` + facts +
		`\);|MATCH \(a:Owl \{key: ` + literal + `\}\), \(b:Owl \{key: ` + literal + `\}\) CREATE \(a\)-\[:[A-Z_]+ ` + facts + `\]->\(b\);)$`)
)

func checkSafe(t interface{ Fatalf(string, ...any) }, name string, tb testing.TB) {
	g := sample(name)
	for f, pattern := range map[Format]*regexp.Regexp{Mermaid: mermaidLine, Cypher: cypherLine} {
		for line := range strings.Lines(write(tb, g, nil, f)) {
			if line = strings.TrimSuffix(line, "\n"); !pattern.MatchString(line) {
				t.Fatalf("%s of the name %q has the line\n%s", f, name, line)
			}
		}
	}
	d := xml.NewDecoder(strings.NewReader(write(tb, g, nil, GraphML)))
	elements := 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("GraphML of the name %q: %v", name, err)
		}
		if start, ok := token.(xml.StartElement); ok {
			elements++
			switch start.Name.Local {
			case "graphml", "key", "graph", "node", "edge", "data":
			default:
				t.Fatalf("GraphML of the name %q has an element %s", name, start.Name.Local)
			}
		}
	}
	if elements < 10 {
		t.Fatalf("GraphML of the name %q has %d elements", name, elements)
	}
}

func TestNothingInANameBecomesMarkup(t *testing.T) {
	checkSafe(t, hostile, t)
	rapid.Check(t, func(rt *rapid.T) {
		checkSafe(rt, rapid.OneOf(rapid.String(), rapid.StringOf(rapid.RuneFrom([]rune("'\"\\`<>&#;{}()[]|-\n\r\x1b\u2028 a")))).Draw(rt, "name"), t)
	})
}

func FuzzWrite(f *testing.F) {
	f.Add(hostile)
	f.Fuzz(func(t *testing.T, name string) { checkSafe(t, name, t) })
}
