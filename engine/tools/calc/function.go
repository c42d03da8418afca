package calc

import (
	"errors"
	"fmt"
	"math"
)

// constant returns a number that has a name; the physical ones are CODATA 2018,
// in SI units.
func constant(name string) (quantity, bool) {
	switch name {
	case "pi", "π":
		return plain(math.Pi), true
	case "e":
		return plain(math.E), true
	case "c":
		return quantity{299792458, dimension{1, 0, -1}}, true
	case "q_e":
		return quantity{electronVolt, dimension{0, 0, 1, 1}}, true
	case "m_e":
		return quantity{9.1093837015e-31, dimension{0, 1}}, true
	case "m_p":
		return quantity{1.67262192369e-27, dimension{0, 1}}, true
	case "k_B":
		return quantity{1.380649e-23, dimension{2, 1, -2, 0, -1}}, true
	case "hbar":
		return quantity{6.62607015e-34 / (2 * math.Pi), dimension{2, 1, -1}}, true
	}
	return quantity{}, false
}

// isFunction tells a function from a unit of the same name, such as min.
func isFunction(name string) bool {
	return numeric(name) != nil || aggregate(name)
}

// numeric returns the functions of one plain number.
func numeric(name string) func(float64) float64 {
	switch name {
	case "exp":
		return math.Exp
	case "ln":
		return math.Log
	case "log10":
		return math.Log10
	case "log2":
		return math.Log2
	case "sin":
		return math.Sin
	case "cos":
		return math.Cos
	case "tan":
		return math.Tan
	case "asin":
		return math.Asin
	case "acos":
		return math.Acos
	case "atan":
		return math.Atan
	case "round":
		return math.Round
	case "floor":
		return math.Floor
	case "ceil":
		return math.Ceil
	}
	return nil
}

func aggregate(name string) bool {
	switch name {
	case "sqrt", "abs", "min", "max", "sum", "mean", "mod", "hypot", "atan2":
		return true
	}
	return false
}

func call(name string, args []quantity) (quantity, error) {
	if f := numeric(name); f != nil {
		if len(args) != 1 || !args[0].dim.plain() {
			return quantity{}, fmt.Errorf("%s takes one number without a unit", name)
		}
		return plain(f(args[0].value)), nil
	}
	want := map[string]int{"sqrt": 1, "abs": 1, "mod": 2, "hypot": 2, "atan2": 2}[name]
	if want > 0 && len(args) != want || len(args) == 0 {
		return quantity{}, fmt.Errorf("%s takes %d arguments, not %d", name, max(want, 1), len(args))
	}
	for _, a := range args[1:] {
		if a.dim != args[0].dim {
			return quantity{}, fmt.Errorf("%s of %s and %s", name, args[0].named(), a.named())
		}
	}
	return aggregated(name, args)
}

func aggregated(name string, args []quantity) (quantity, error) {
	out := args[0]
	switch name {
	case "sqrt":
		return out.sqrt()
	case "abs":
		out.value = math.Abs(out.value)
		return out, nil
	case "mod":
		if args[1].value == 0 {
			return out, errors.New("division by zero")
		}
		out.value = math.Mod(out.value, args[1].value)
		return out, nil
	case "hypot":
		out.value = math.Hypot(out.value, args[1].value)
		return out, nil
	case "atan2":
		return plain(math.Atan2(out.value, args[1].value)), nil
	}
	for _, a := range args[1:] {
		switch name {
		case "min":
			out.value = min(out.value, a.value)
		case "max":
			out.value = max(out.value, a.value)
		default:
			out.value += a.value
		}
	}
	if name == "mean" {
		out.value /= float64(len(args))
	}
	return out, nil
}
