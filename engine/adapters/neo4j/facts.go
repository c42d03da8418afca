package neo4j

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"owl/engine"
	"owl/engine/graph"
)

// stored is a node or relation as it is written: what it is found by, its label or
// type, and its properties. The digest changes when anything of it does; of a
// relation it is what it is found by.
type stored struct {
	key      string // of a node
	from, to string // keys, of a relation
	label    string
	digest   string
	props    map[string]any
}

func nodeOf(g *graph.Graph, n graph.Node) stored {
	aliases := g.Aliases(n.ID)
	s := stored{key: n.Key, label: n.Kind.String(), props: evidenceProps(n.Evidence)}
	s.digest = digest(n.Key, s.label, n.Name, aliases, n.Evidence)
	s.props["key"], s.props["name"], s.props["kind"], s.props["digest"] = n.Key, string(n.Name), s.label, s.digest
	if len(aliases) > 0 {
		s.props["aliases"] = aliases
	}
	return s
}

// edgeOf makes a relation; nth tells apart those that are alike in everything.
func edgeOf(g *graph.Graph, e graph.Edge, nth map[string]int) stored {
	s := stored{from: g.Node(e.From).Key, to: g.Node(e.To).Key, label: e.Relation.String(), props: evidenceProps(e.Evidence)}
	s.digest = digest(s.from, s.label, s.to, e.Modality, e.Evidence)
	if nth[s.digest]++; nth[s.digest] > 1 {
		s.digest = digest(s.digest, nth[s.digest])
	}
	s.props["type"], s.props["modality"], s.props["digest"] = s.label, e.Modality.String(), s.digest
	return s
}

// evidenceProps are the properties that nodes and relations share. A date that is
// unknown is none.
func evidenceProps(e graph.Evidence) map[string]any {
	props := map[string]any{"doc_id": e.DocID, "start": e.Start, "end": e.End, "extractor": e.Extractor, "confidence": e.Confidence}
	if !e.Date.IsZero() {
		props["date"] = e.Date.Format(time.RFC3339)
	}
	return props
}

func digest(parts ...any) string {
	sum := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(sum, "%q\n", fmt.Sprint(p))
	}
	return hex.EncodeToString(sum.Sum(nil)[:12])
}

// nodeFrom reads a node of the database. One that is not Owl's has what it has.
func nodeFrom(props map[string]any) *graph.Node {
	n := &graph.Node{ID: -1, Key: text(props, "key"), Name: engine.Untrusted(text(props, "name")), Evidence: evidenceFrom(props)}
	n.Kind, _ = graph.ParseKind(text(props, "kind"))
	return n
}

func edgeFrom(kind string, props map[string]any) *graph.Edge {
	e := &graph.Edge{ID: -1, From: -1, To: -1, Evidence: evidenceFrom(props)}
	e.Relation, _ = graph.ParseRelation(kind)
	for _, m := range []graph.Modality{graph.Asserted, graph.Suspected, graph.RuledOut} {
		if m.String() == text(props, "modality") {
			e.Modality = m
		}
	}
	return e
}

func evidenceFrom(props map[string]any) graph.Evidence {
	e := graph.Evidence{DocID: text(props, "doc_id"), Extractor: text(props, "extractor")}
	start, _ := props["start"].(int64)
	end, _ := props["end"].(int64)
	e.Start, e.End = int(start), int(end)
	e.Confidence, _ = props["confidence"].(float64)
	e.Date, _ = time.Parse(time.RFC3339, text(props, "date")) // zero when there is none
	return e
}

func text(props map[string]any, name string) string {
	s, _ := props[name].(string)
	return s
}
