package calc

import (
	"errors"
	"fmt"
	"strings"
)

// maxDepth is how deep parentheses, signs and exponents may nest.
const maxDepth = 64

// parser works an expression out while it reads it:
//
//	whole   = sum [ "in" sum ]
//	sum     = product { ("+" | "-") product }
//	product = signed { ("*" | "/") signed }
//	signed  = { "+" | "-" } power
//	power   = measure [ "^" signed ]
//	measure = primary { "%" } { unit [ "^" signed ] }
//	primary = number | name | name "(" sum { "," sum } ")" | "(" sum ")"
type parser struct {
	rest  []lexeme
	depth int
}

// parse returns the result in the unit asked for, and that unit's name.
func parse(text string) (quantity, string, error) {
	lexemes, err := lex(text)
	if err != nil {
		return quantity{}, "", err
	}
	p := &parser{rest: lexemes}
	q, err := p.sum()
	if err != nil {
		return q, "", err
	}
	if p.rest[0].kind == into {
		return p.convert(q, text)
	}
	if p.rest[0].kind != end {
		return q, "", fmt.Errorf("%s is not expected", p.shown())
	}
	return q, q.dim.String(), nil
}

func (p *parser) convert(q quantity, text string) (quantity, string, error) {
	p.rest = p.rest[1:]
	unit, err := p.sum()
	if err != nil {
		return q, "", err
	}
	if p.rest[0].kind != end {
		return q, "", fmt.Errorf("%s is not expected after the unit", p.shown())
	}
	if unit.dim != q.dim {
		return q, "", fmt.Errorf("%s cannot be written in %s", q.named(), unit.named())
	}
	if unit.value <= 0 {
		return q, "", errors.New("what stands after in is not a unit")
	}
	return plain(q.value / unit.value), asked(text), nil
}

// asked is the unit as it was typed.
func asked(text string) string {
	at := 0
	for _, word := range []string{" in ", " to ", "->", "→"} {
		if i := strings.LastIndex(text, word); i >= 0 {
			at = max(at, i+len(word))
		}
	}
	return strings.Join(strings.Fields(text[at:]), " ")
}

func (p *parser) shown() string {
	switch l := p.rest[0]; l.kind {
	case end:
		return "the end"
	case number:
		return fmt.Sprintf("%g", l.value)
	case into:
		return `"in"`
	default:
		return fmt.Sprintf("%q", l.text)
	}
}

// take moves on when one of these signs is next.
func (p *parser) take(signs string) (string, bool) {
	if l := p.rest[0]; l.kind == sign && strings.Contains(signs, l.text) {
		p.rest = p.rest[1:]
		return l.text, true
	}
	return "", false
}

func (p *parser) sum() (quantity, error) {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		return quantity{}, fmt.Errorf("nested more than %d deep", maxDepth)
	}
	q, err := p.product()
	for err == nil {
		op, ok := p.take("+-")
		if !ok {
			break
		}
		var next quantity
		if next, err = p.product(); err != nil {
			break
		}
		factor := 1.0
		if op == "-" {
			factor = -1
		}
		q, err = q.add(next, factor)
	}
	return q, err
}

func (p *parser) product() (quantity, error) {
	q, err := p.signed()
	for err == nil {
		op, ok := p.take("*/")
		if !ok {
			break
		}
		var next quantity
		if next, err = p.signed(); err != nil {
			break
		}
		if op == "*" {
			q, err = q.mul(next)
		} else {
			q, err = q.div(next)
		}
	}
	return q, err
}

func (p *parser) signed() (quantity, error) {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		return quantity{}, fmt.Errorf("nested more than %d deep", maxDepth)
	}
	op, ok := p.take("+-")
	if !ok {
		return p.power()
	}
	q, err := p.signed()
	if op == "-" {
		q.value = -q.value
	}
	return q, err
}

func (p *parser) power() (quantity, error) {
	q, err := p.measure()
	if err != nil {
		return q, err
	}
	return p.raised(q)
}

// raised applies the exponent that may follow.
func (p *parser) raised(q quantity) (quantity, error) {
	if _, ok := p.take("^"); !ok {
		return q, nil
	}
	exponent, err := p.signed()
	if err != nil {
		return q, err
	}
	return q.pow(exponent)
}

// measure multiplies a number with the units that follow it, before any other
// product: 10 m / 2 s is 5 m/s.
func (p *parser) measure() (quantity, error) {
	bare := p.rest[0].kind == number || p.rest[0].kind == sign
	q, err := p.primary()
	for err == nil {
		if _, ok := p.take("%"); !ok {
			break
		}
		q.value /= 100
	}
	for err == nil && bare && p.rest[0].kind == name && !p.calls() {
		var unit quantity
		if unit, err = p.unit(); err != nil {
			break
		}
		if unit, err = p.raised(unit); err == nil {
			q, err = q.mul(unit)
		}
	}
	return q, err
}

// calls reports that the next name is a function's.
func (p *parser) calls() bool {
	return p.rest[1].kind == sign && p.rest[1].text == "(" && isFunction(p.rest[0].text)
}

func (p *parser) unit() (quantity, error) {
	symbol := p.rest[0].text
	if q, ok := unitOf(symbol); ok {
		p.rest = p.rest[1:]
		return q, nil
	}
	if offsets(symbol) {
		return quantity{}, fmt.Errorf("%s: a scale with an offset cannot be multiplied; give kelvin (K)", symbol)
	}
	return quantity{}, fmt.Errorf("%q is neither a unit nor a constant", symbol)
}

func (p *parser) primary() (quantity, error) {
	switch l := p.rest[0]; {
	case l.kind == number:
		p.rest = p.rest[1:]
		return plain(l.value), nil
	case l.kind == name && p.calls():
		return p.function()
	case l.kind == name:
		if q, ok := constant(l.text); ok {
			p.rest = p.rest[1:]
			return q, nil
		}
		return p.unit()
	}
	if _, ok := p.take("("); !ok {
		return quantity{}, fmt.Errorf("%s stands where a number should", p.shown())
	}
	q, err := p.sum()
	if err != nil {
		return q, err
	}
	return q, p.close()
}

func (p *parser) close() error {
	if _, ok := p.take(")"); !ok {
		return fmt.Errorf("%s stands where ) should", p.shown())
	}
	return nil
}

func (p *parser) function() (quantity, error) {
	called := p.rest[0].text
	p.rest = p.rest[2:]
	var args []quantity
	for {
		q, err := p.sum()
		if err != nil {
			return q, err
		}
		args = append(args, q)
		if _, ok := p.take(","); !ok {
			break
		}
	}
	if err := p.close(); err != nil {
		return quantity{}, err
	}
	return call(called, args)
}
