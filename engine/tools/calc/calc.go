// Package calc works out arithmetic with units: "7 GeV / c in kg m/s", "102 mA *
// 3.683 us in nC". It knows no variables, no loops and no files; an expression
// of any kind ends soon.
//
//	calc.go     the tool
//	parse.go    expressions, worked out as they are read
//	lex.go      numbers, names and signs
//	function.go functions and constants
//	quantity.go numbers with a dimension
//	unit.go     units and their prefixes
package calc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"

	"owl/engine/tools"
)

// ErrExpression is what every refusal of an expression wraps.
var ErrExpression = errors.New("cannot work this out")

// Value is what an expression comes to.
type Value struct {
	Expression string  `json:"expression"`
	Value      float64 `json:"value"`
	Unit       string  `json:"unit"` // empty for a plain number
	Text       string  `json:"text"` // value and unit, to ten digits
}

type args struct {
	Expression string `json:"expression"`
}

// Tool returns the calculator.
func Tool() tools.Tool {
	return tools.New(tools.Spec{
		Name: "calculator",
		Description: "Works out an arithmetic expression, with units where they are given. " +
			"It knows + - * / ^, %, parentheses, sqrt exp ln log10 log2 sin cos tan asin acos atan atan2 abs min max sum mean round floor ceil mod hypot, " +
			"pi e c q_e m_e m_p k_B hbar, and a unit to convert to after the word in: \"102 mA * 3.683 us in nC\".",
		Schema: json.RawMessage(`{"type":"object","properties":{"expression":{"type":"string","minLength":1,"maxLength":` +
			strconv.Itoa(maxLength) + `,"description":"for example (7.0 GeV)^2 / 2 or 3 mm / 250 um"}},"required":["expression"],"additionalProperties":false}`),
	}, func(_ context.Context, a args) (tools.Result, error) {
		v, err := Eval(a.Expression)
		return tools.Result{Value: v}, err
	})
}

// Eval works out an expression. A result with a dimension is in the unit asked
// for, else in SI units.
func Eval(expression string) (Value, error) {
	q, unit, err := parse(expression)
	if err != nil {
		return Value{}, fmt.Errorf("%w: %w", ErrExpression, err)
	}
	if math.IsNaN(q.value) || math.IsInf(q.value, 0) {
		return Value{}, fmt.Errorf("%w: the result is not a finite number", ErrExpression)
	}
	v := Value{Expression: expression, Value: q.value, Unit: unit}
	v.Text = strconv.FormatFloat(v.Value, 'g', 10, 64)
	if unit != "" {
		v.Text += " " + unit
	}
	return v, nil
}
