package export

import (
	"encoding/xml"
	"strings"

	"owl/engine/graph"
	"owl/engine/guard"
)

// graphML writes GraphML 1.0 (graphml.graphdrawing.org).
func (p *printer) graphML(s selection) {
	p.line(`<?xml version="1.0" encoding="UTF-8"?>`)
	p.line(`<graphml xmlns="http://graphml.graphdrawing.org/xmlns">`)
	for _, f := range nodeFacts(graph.Node{}) {
		p.line(`  <key id="n_%s" for="node" attr.name="%s" attr.type="%s"/>`, f.name, f.name, f.kind())
	}
	for _, f := range edgeFacts(graph.Edge{}) {
		p.line(`  <key id="e_%s" for="edge" attr.name="%s" attr.type="%s"/>`, f.name, f.name, f.kind())
	}
	p.line(`  <graph id="faults" edgedefault="directed">`)
	for _, n := range s.nodes {
		p.line(`    <node id="n%d">`, n.ID)
		p.data("n_", nodeFacts(n))
		p.line(`    </node>`)
	}
	for _, e := range s.edges {
		p.line(`    <edge id="e%d" source="n%d" target="n%d">`, e.ID, e.From, e.To)
		p.data("e_", edgeFacts(e))
		p.line(`    </edge>`)
	}
	p.line(`  </graph>`)
	p.line(`</graphml>`)
}

func (f fact) kind() string {
	switch {
	case f.name == "confidence":
		return "double"
	case f.number:
		return "int"
	}
	return "string"
}

func (p *printer) data(prefix string, facts []fact) {
	for _, f := range facts {
		if f.value == "" {
			continue
		}
		var b strings.Builder
		if err := xml.EscapeText(&b, []byte(f.value)); err != nil {
			continue // a builder takes everything
		}
		p.line(`      <data key="%s%s">%s</data>`, prefix, f.name, b.String())
	}
}

// longestLabel is the most characters of a name in a drawing.
const longestLabel = 60

// mermaid writes a flow chart. What was suspected is dashed, what was ruled out
// is crossed.
func (p *printer) mermaid(s selection) {
	p.line("flowchart LR")
	for _, n := range s.nodes {
		left, right := shape(n.Kind)
		p.line(`  n%d%s"%s: %s"%s`, n.ID, left, n.Kind, label(guard.Line(n.Name)), right)
	}
	for _, e := range s.edges {
		p.line("  n%d %s|%s| n%d", e.From, arrow(e.Modality), e.Relation, e.To)
	}
}

func shape(k graph.Kind) (left, right string) {
	switch k {
	case graph.Fault:
		return "{{", "}}"
	case graph.Action, graph.Procedure:
		return "[/", "/]"
	case graph.Component, graph.PV, graph.System, graph.Location:
		return "([", "])"
	}
	return "[", "]"
}

func arrow(m graph.Modality) string {
	switch m {
	case graph.Suspected:
		return "-.->"
	case graph.RuledOut:
		return "--x"
	}
	return "-->"
}

// label escapes a text for a quoted label: the entities of Mermaid are written
// with "#", and neither a quote nor a tag passes.
func label(s string) string {
	if runes := []rune(s); len(runes) > longestLabel {
		s = string(runes[:longestLabel-3]) + "..."
	}
	return strings.NewReplacer("#", "#35;", `"`, "#quot;", "<", "#lt;", ">", "#gt;", "&", "#amp;", "`", "#96;", `\`, "#92;").Replace(s)
}

// cypher writes statements for an empty database, one a line: the nodes, an
// index of their keys, and the relations between them.
func (p *printer) cypher(s selection) {
	p.line("CREATE INDEX owl_key IF NOT EXISTS FOR (n:Owl) ON (n.key);")
	for _, n := range s.nodes {
		p.line("CREATE (:Owl:%s {%s});", n.Kind, properties(nodeFacts(n)))
	}
	keys := make(map[graph.ID]string, len(s.nodes))
	for _, n := range s.nodes {
		keys[n.ID] = quote(plain(n.Key))
	}
	for _, e := range s.edges {
		p.line("MATCH (a:Owl {key: %s}), (b:Owl {key: %s}) CREATE (a)-[:%s {%s}]->(b);", keys[e.From], keys[e.To], e.Relation, properties(edgeFacts(e)))
	}
}

func properties(facts []fact) string {
	var list []string
	for _, f := range facts {
		switch {
		case f.value == "" || f.name == "kind" || f.name == "relation":
		case f.number:
			list = append(list, f.name+": "+f.value)
		default:
			list = append(list, f.name+": "+quote(f.value))
		}
	}
	return strings.Join(list, ", ")
}

// quote writes a text as a literal of Cypher. It holds no line end: each
// statement is a line.
func quote(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s) + "'"
}
