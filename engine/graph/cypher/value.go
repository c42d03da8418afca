package cypher

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/graph"
)

// value is a text, a number, a node, a relation, or null, which is the zero
// value.
type value struct {
	text   string
	number float64
	is     uint8
	node   graph.ID
	edge   graph.EdgeID
}

const (
	isNull uint8 = iota
	isText
	isNumber
	isNode
	isEdge
)

func newText(s string) value { return value{text: s, is: isText} }

func newNumber(n float64) value { return value{number: n, is: isNumber} }

// compare orders values of the same type; ok is false for others and for null.
func (v value) compare(other value) (order int, ok bool) {
	if v.is != other.is {
		return 0, false
	}
	switch v.is {
	case isText:
		return strings.Compare(strings.ToLower(v.text), strings.ToLower(other.text)), true
	case isNumber:
		return cmp.Compare(v.number, other.number), true
	case isNode:
		return cmp.Compare(v.node, other.node), true
	case isEdge:
		return cmp.Compare(v.edge, other.edge), true
	}
	return 0, false
}

// formatKey writes what tells a value that is no text apart.
func formatKey(v value) string {
	return strconv.FormatFloat(v.number, 'g', -1, 64) + "/" + strconv.Itoa(int(v.node)) + "/" + strconv.Itoa(int(v.edge))
}

// rank orders any values: null last.
func (v value) rank(other value) int {
	if order, ok := v.compare(other); ok {
		return order
	}
	if v.is == isNull || other.is == isNull {
		return cmp.Compare(other.is, v.is)
	}
	return cmp.Compare(v.is, other.is)
}

// Cell is a value of a result: one of the fields is set, or none for null.
type Cell struct {
	Text   *engine.Untrusted
	Number *float64
	Node   *graph.Node
	Edge   *graph.Edge
}

func (v value) cell(g *graph.Graph) Cell {
	switch v.is {
	case isText:
		text := engine.Untrusted(v.text)
		return Cell{Text: &text}
	case isNumber:
		return Cell{Number: &v.number}
	case isNode:
		n := g.Node(v.node)
		return Cell{Node: &n}
	case isEdge:
		e := g.Edge(v.edge)
		return Cell{Edge: &e}
	}
	return Cell{}
}

// nodeProperty is a property of a node.
func nodeProperty(g *graph.Graph, id graph.ID, name string) value {
	n := g.Node(id)
	switch name {
	case "name":
		return newText(string(n.Name))
	case "key":
		return newText(n.Key)
	case "kind":
		return newText(n.Kind.String())
	}
	return evidenceProperty(n.Evidence, name)
}

func edgeProperty(g *graph.Graph, id graph.EdgeID, name string) value {
	e := g.Edge(id)
	switch name {
	case "type":
		return newText(e.Relation.String())
	case "modality":
		return newText(e.Modality.String())
	}
	return evidenceProperty(e.Evidence, name)
}

func evidenceProperty(e graph.Evidence, name string) value {
	switch name {
	case "doc_id":
		return newText(e.DocID)
	case "start":
		return newNumber(float64(e.Start))
	case "end":
		return newNumber(float64(e.End))
	case "extractor":
		return newText(e.Extractor)
	case "confidence":
		return newNumber(e.Confidence)
	case "date":
		if e.Date.IsZero() {
			return value{}
		}
		return newText(e.Date.Format(time.RFC3339))
	}
	return value{}
}
