package cypher

import (
	"slices"
	"strconv"
	"strings"
)

// deepest is how far conditions may be nested.
const deepest = 50

// disjunction reads conditions joined by OR.
func (p *parser) disjunction() (condition, error) {
	if p.depth++; p.depth > deepest {
		return nil, fault(p.peek().at, "the conditions are nested too deeply")
	}
	defer func() { p.depth-- }()
	left, err := p.conjunction()
	for err == nil && p.word("OR") {
		var right condition
		if right, err = p.conjunction(); err == nil {
			left = or{left, right}
		}
	}
	return left, err
}

func (p *parser) conjunction() (condition, error) {
	left, err := p.negation()
	for err == nil && p.word("AND") {
		var right condition
		if right, err = p.negation(); err == nil {
			left = and{left, right}
		}
	}
	return left, err
}

func (p *parser) negation() (condition, error) {
	negated := false
	for p.word("NOT") {
		negated = !negated
	}
	inner, err := p.comparison()
	if err == nil && negated {
		inner = not{inner}
	}
	return inner, err
}

func (p *parser) comparison() (condition, error) {
	if p.mark("(") {
		inner, err := p.disjunction()
		if err != nil {
			return nil, err
		}
		return inner, p.need(")")
	}
	left, err := p.operand()
	if err != nil {
		return nil, err
	}
	c := compare{left: left}
	switch {
	case p.word("IS"):
		c.operator = "IS NULL"
		if p.word("NOT") {
			c.operator = "IS NOT NULL"
		}
		if !p.word("NULL") {
			return nil, p.unexpected("want NULL")
		}
		return c, nil
	case p.word("IN"):
		c.operator = "IN"
		c.list, err = p.list()
		return c, err
	}
	if c.operator, err = p.operator(); err != nil {
		return nil, err
	}
	c.right, err = p.operand()
	return c, err
}

func (p *parser) operator() (string, error) {
	for _, m := range []string{"=", "<>", "<=", ">=", "<", ">"} {
		if p.mark(m) {
			return m, nil
		}
	}
	if p.word("CONTAINS") {
		return "CONTAINS", nil
	}
	for _, w := range []string{"STARTS", "ENDS"} {
		if p.word(w) {
			if !p.word("WITH") {
				return "", p.unexpected("want WITH")
			}
			return w, nil
		}
	}
	return "", p.unexpected("want a comparison")
}

// longestList is the most values after IN.
const longestList = 100

func (p *parser) list() ([]value, error) {
	if err := p.need("["); err != nil {
		return nil, err
	}
	var list []value
	for !p.mark("]") {
		if len(list) > 0 {
			if err := p.need(","); err != nil {
				return nil, err
			}
		}
		v, err := p.literal()
		if err != nil {
			return nil, err
		}
		if list = append(list, v); len(list) > longestList {
			return nil, fault(p.peek().at, "a list of more than %d values", longestList)
		}
	}
	return list, nil
}

// operand reads v, v.property, or a value.
func (p *parser) operand() (operand, error) {
	t := p.peek()
	if t.kind != name || isLiteralWord(t.value) {
		v, err := p.literal()
		return operand{variable: -1, literal: v}, err
	}
	v, ok := p.variables[t.value]
	if !ok {
		if refused(t.value) {
			return operand{}, p.unexpected("want a variable")
		}
		return operand{}, fault(t.at, "%q is not named in MATCH", t.value)
	}
	p.at++
	o := operand{variable: v.number}
	if p.mark(".") {
		t := p.next()
		if t.kind != name || !isProperty(t.value, v.isNode) {
			return operand{}, fault(t.at, "there is no property %q", t.value)
		}
		o.property = t.value
	}
	return o, nil
}

func isLiteralWord(w string) bool {
	return strings.EqualFold(w, "true") || strings.EqualFold(w, "false") || strings.EqualFold(w, "null")
}

func (p *parser) literal() (value, error) {
	negative := p.mark("-")
	t := p.next()
	switch {
	case t.kind == number:
		n, err := strconv.ParseFloat(t.value, 64)
		if err != nil {
			return value{}, fault(t.at, "%q is no number", t.value)
		}
		if negative {
			n = -n
		}
		return newNumber(n), nil
	case negative:
	case t.kind == text:
		return newText(t.value), nil
	case t.kind == name && strings.EqualFold(t.value, "null"):
		return value{}, nil
	}
	p.at = max(0, p.at-1)
	return value{}, p.unexpected("want a text, a number or null")
}

// isProperty reports whether nodes, or relations, have a property.
func isProperty(s string, ofNode bool) bool {
	common := []string{"doc_id", "start", "end", "extractor", "confidence", "date"}
	if ofNode {
		return slices.Contains(append(common, "name", "key", "kind"), s)
	}
	return slices.Contains(append(common, "type", "modality"), s)
}

// result reads RETURN and what follows it.
func (p *parser) result(q *Query) error {
	if !p.word("RETURN") {
		return p.unexpected("want WHERE or RETURN")
	}
	q.distinct = p.word("DISTINCT")
	for {
		c, err := p.column()
		if err != nil {
			return err
		}
		q.columns = append(q.columns, c)
		if !p.mark(",") {
			break
		}
	}
	if err := p.ordering(q); err != nil {
		return err
	}
	var err error
	if p.word("SKIP") {
		if q.skip, err = p.count(); err != nil {
			return err
		}
	}
	if p.word("LIMIT") {
		at := p.peek().at
		if q.limit, err = p.count(); err == nil && q.limit == 0 {
			err = fault(at, "LIMIT 0 returns nothing")
		}
	}
	return err
}

// column reads v, v.property, count(*) or count([DISTINCT] v), and AS.
func (p *parser) column() (column, error) {
	start := p.peek().at
	var c column
	var err error
	if t := p.peek(); t.kind == name && p.tokens[p.at+1].value == "(" && p.tokens[p.at+1].kind == mark {
		if !strings.EqualFold(t.value, "count") {
			return c, fault(t.at, "the function %s is refused: only count is understood", t.value)
		}
		c, err = p.counting()
	} else {
		c.value, err = p.operand()
		if err == nil && c.value.variable < 0 {
			err = fault(start, "RETURN lists variables, their properties and count")
		}
	}
	if err != nil {
		return c, err
	}
	c.name = p.written(start)
	if p.word("AS") {
		t := p.next()
		if t.kind != name {
			return c, fault(t.at, "want a name, found %q", t.value)
		}
		c.name = t.value
	}
	return c, nil
}

func (p *parser) counting() (column, error) {
	p.at += 2 // count (
	c := column{count: true}
	if p.mark("*") {
		c.all = true
		return c, p.need(")")
	}
	c.each = p.word("DISTINCT")
	var err error
	if c.value, err = p.operand(); err != nil {
		return c, err
	}
	return c, p.need(")")
}

// written is the tokens since a place, as the name of a column.
func (p *parser) written(start int) string {
	var b strings.Builder
	for _, t := range p.tokens {
		if t.at >= start && t.at < p.peek().at {
			b.WriteString(t.value)
			if strings.EqualFold(t.value, "distinct") {
				b.WriteByte(' ')
			}
		}
	}
	return b.String()
}

// ordering reads ORDER BY, of columns by their names or as they are written.
func (p *parser) ordering(q *Query) error {
	if !p.word("ORDER") {
		return nil
	}
	if !p.word("BY") {
		return p.unexpected("want BY")
	}
	for {
		start := p.peek().at
		for t := p.peek(); t.kind == name && !isOrderWord(t.value) || t.kind == mark && strings.Contains(".()*", t.value); t = p.peek() {
			p.at++
		}
		written := p.written(start)
		at := slices.IndexFunc(q.columns, func(c column) bool { return strings.EqualFold(c.name, written) })
		if at < 0 {
			return fault(start, "ORDER BY %q: only what is returned can be ordered by", written)
		}
		o := order{column: at, descending: p.word("DESC") || p.word("DESCENDING")}
		if !o.descending && !p.word("ASC") {
			p.word("ASCENDING")
		}
		q.order = append(q.order, o)
		if !p.mark(",") {
			return nil
		}
	}
}

func isOrderWord(w string) bool {
	for _, k := range []string{"ASC", "DESC", "ASCENDING", "DESCENDING", "SKIP", "LIMIT"} {
		if strings.EqualFold(w, k) {
			return true
		}
	}
	return false
}
