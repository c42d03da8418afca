package cypher

import (
	"slices"
	"strconv"
	"strings"

	"owl/engine/graph"
)

// Parse reads a query. The error is a *SyntaxError that names what is refused.
func Parse(query string) (*Query, error) {
	tokens, err := scan(query)
	if err != nil {
		return nil, err
	}
	p := &parser{tokens: tokens, variables: map[string]variable{}}
	q, err := p.query()
	if err != nil {
		return nil, err
	}
	q.text = query
	return q, nil
}

// parser reads tokens one by one.
type parser struct {
	tokens    []token
	at        int
	depth     int
	variables map[string]variable
}

// variable is a name of the query.
type variable struct {
	number int
	isNode bool
}

func (p *parser) peek() token { return p.tokens[p.at] }

func (p *parser) next() token {
	t := p.tokens[p.at]
	if t.kind != end {
		p.at++
	}
	return t
}

// word reports whether the next token is a keyword, and reads it then.
func (p *parser) word(keyword string) bool {
	if t := p.peek(); t.kind == name && strings.EqualFold(t.value, keyword) {
		p.at++
		return true
	}
	return false
}

func (p *parser) mark(m string) bool {
	if t := p.peek(); t.kind == mark && t.value == m {
		p.at++
		return true
	}
	return false
}

func (p *parser) need(m string) error {
	if p.mark(m) {
		return nil
	}
	return p.unexpected("want %q", m)
}

// unexpected names the next token and, when it is a clause that is refused, says
// so.
func (p *parser) unexpected(want string, args ...any) error {
	t := p.peek()
	if t.kind == name && refused(t.value) {
		return fault(t.at, "%s is refused: only MATCH, WHERE, RETURN, ORDER BY, SKIP and LIMIT are understood", strings.ToUpper(t.value))
	}
	found := "found " + strconv.Quote(t.value)
	if t.kind == end {
		found = "the query ends here"
	}
	return fault(t.at, want+", "+found, args...)
}

// refused reports whether a word begins a clause of Cypher that is not
// understood.
func refused(word string) bool {
	return slices.Contains([]string{
		"CREATE", "MERGE", "DELETE", "DETACH", "SET", "REMOVE", "CALL", "LOAD", "FOREACH", "DROP", "UNWIND", "WITH", "UNION", "OPTIONAL",
		"START", "USING", "USE", "PROFILE", "EXPLAIN", "GRANT", "DENY", "REVOKE", "SHOW", "TERMINATE", "ALTER", "COMMIT", "PERIODIC", "YIELD",
		"EXISTS", "CASE", "REDUCE", "SHORTESTPATH", "ALLSHORTESTPATHS", "XOR",
	}, strings.ToUpper(word))
}

// maxPaths and maxHops bound a query.
const (
	maxPaths = 4
	maxHops  = 8
)

func (p *parser) query() (*Query, error) {
	q := &Query{}
	if !p.word("MATCH") {
		return nil, p.unexpected("a query begins with MATCH")
	}
	for {
		one, err := p.path()
		if err != nil {
			return nil, err
		}
		if q.paths = append(q.paths, one); len(q.paths) > maxPaths {
			return nil, fault(p.peek().at, "more than %d paths", maxPaths)
		}
		if !p.mark(",") && !p.word("MATCH") {
			break
		}
	}
	if p.word("WHERE") {
		var err error
		if q.where, err = p.disjunction(); err != nil {
			return nil, err
		}
	}
	if err := p.result(q); err != nil {
		return nil, err
	}
	p.mark(";")
	if p.peek().kind != end {
		return nil, p.unexpected("want the end of the query")
	}
	return q, nil
}

func (p *parser) path() (path, error) {
	var one path
	node, err := p.node()
	if err != nil {
		return path{}, err
	}
	one.nodes = append(one.nodes, node)
	for p.peek().kind == mark && (p.peek().value == "-" || p.peek().value == "<-") {
		hop, err := p.hop()
		if err != nil {
			return path{}, err
		}
		if node, err = p.node(); err != nil {
			return path{}, err
		}
		one.hops, one.nodes = append(one.hops, hop), append(one.nodes, node)
		if len(one.hops) > maxHops {
			return path{}, fault(p.peek().at, "a path of more than %d relations", maxHops)
		}
	}
	return one, nil
}

// node reads (v:Kind {property: value}).
func (p *parser) node() (nodePattern, error) {
	n := nodePattern{variable: -1}
	if err := p.need("("); err != nil {
		return n, err
	}
	var err error
	if p.peek().kind == name {
		if n.variable, err = p.declare(true); err != nil {
			return n, err
		}
	}
	if p.mark(":") {
		for {
			t := p.next()
			k, err := graph.ParseKind(t.value)
			if err != nil || t.kind != name {
				return n, fault(t.at, "no kind of node is called %q; there are %s", t.value, labels(graph.Kinds()))
			}
			n.kinds = append(n.kinds, k)
			if !p.mark("|") {
				break
			}
		}
	}
	if n.properties, err = p.properties(true); err != nil {
		return n, err
	}
	return n, p.need(")")
}

func labels[T interface{ String() string }](list []T) string {
	var names []string
	for _, k := range list {
		names = append(names, k.String())
	}
	return strings.Join(names, ", ")
}

// declare reads a variable, which may be known already.
func (p *parser) declare(isNode bool) (int, error) {
	t := p.next()
	if v, ok := p.variables[t.value]; ok {
		if v.isNode != isNode || !isNode {
			return 0, fault(t.at, "%q names something else already", t.value)
		}
		return v.number, nil
	}
	v := variable{number: len(p.variables), isNode: isNode}
	p.variables[t.value] = v
	return v.number, nil
}

// hop reads -[v:TYPE|TYPE*1..3 {property: value}]->.
func (p *parser) hop() (hopPattern, error) {
	h := hopPattern{variable: -1, from: 1, to: 1}
	left := p.mark("<-")
	if !left {
		if err := p.need("-"); err != nil {
			return h, err
		}
	}
	if p.mark("[") {
		if err := p.relation(&h); err != nil {
			return h, err
		}
	}
	right := p.mark("->")
	if !right {
		if err := p.need("-"); err != nil {
			return h, err
		}
		right = p.mark(">")
	}
	switch {
	case left && right:
		return h, fault(p.peek().at, "a relation points both ways; write --")
	case left:
		h.direction = leftwards
	case right:
		h.direction = rightwards
	}
	return h, nil
}

func (p *parser) relation(h *hopPattern) error {
	var err error
	if p.peek().kind == name {
		if h.variable, err = p.declare(false); err != nil {
			return err
		}
	}
	if p.mark(":") {
		for {
			t := p.next()
			r, err := graph.ParseRelation(t.value)
			if err != nil || t.kind != name {
				return fault(t.at, "no relation is called %q; there are %s", t.value, labels(graph.Relations()))
			}
			h.types = append(h.types, r)
			if !p.mark("|") {
				break
			}
			p.mark(":")
		}
	}
	if p.mark("*") {
		if err := p.length(h); err != nil {
			return err
		}
	}
	if h.properties, err = p.properties(false); err != nil {
		return err
	}
	return p.need("]")
}

// maxLength is the longest variable length.
const maxLength = 3

// length reads the range of a variable length: *, *2, *1..3, *..3.
func (p *parser) length(h *hopPattern) error {
	at := p.peek().at
	if h.variable >= 0 {
		return fault(at, "a relation of variable length cannot be named")
	}
	h.from, h.to = 1, maxLength
	if p.peek().kind == number {
		n, err := p.count()
		if err != nil {
			return err
		}
		h.from, h.to = n, n
	}
	if p.mark("..") {
		h.to = maxLength
		if p.peek().kind == number {
			n, err := p.count()
			if err != nil {
				return err
			}
			h.to = n
		}
	}
	if h.from < 1 || h.to < h.from || h.to > maxLength {
		return fault(at, "a variable length goes from 1 to at most %d", maxLength)
	}
	return nil
}

// count reads a whole number that is not negative.
func (p *parser) count() (int, error) {
	t := p.next()
	n, err := strconv.Atoi(t.value)
	if t.kind != number || err != nil {
		return 0, fault(t.at, "want a whole number, found %q", t.value)
	}
	if n > mostCounted {
		return 0, fault(t.at, "%d is more than %d rows", n, mostCounted)
	}
	return n, nil
}

// mostCounted is the most rows that SKIP and LIMIT may name.
const mostCounted = 1_000_000

// properties reads {property: value, ...}, or nothing.
func (p *parser) properties(ofNode bool) ([]property, error) {
	if !p.mark("{") {
		return nil, nil
	}
	var list []property
	for {
		t := p.next()
		if t.kind != name || !isProperty(t.value, ofNode) {
			return nil, fault(t.at, "there is no property %q", t.value)
		}
		if err := p.need(":"); err != nil {
			return nil, err
		}
		v, err := p.literal()
		if err != nil {
			return nil, err
		}
		list = append(list, property{t.value, v})
		if !p.mark(",") {
			return list, p.need("}")
		}
	}
}
