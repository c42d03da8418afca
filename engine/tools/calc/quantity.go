package calc

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// dimension holds the exponents of metre, kilogram, second, ampere and kelvin.
type dimension [5]int8

// maxExponent keeps dimensions within what anything measures.
const maxExponent = 24

func (d dimension) plain() bool { return d == dimension{} }

// plus adds n times the other's exponents.
func (d dimension) plus(other dimension, n int) (dimension, error) {
	for i := range d {
		sum := int(d[i]) + n*int(other[i])
		if sum > maxExponent || sum < -maxExponent {
			return d, errors.New("the units multiply beyond what anything measures")
		}
		d[i] = int8(sum)
	}
	return d, nil
}

// String writes SI units: "kg m^2 s^-3", or the name that such a product has.
func (d dimension) String() string {
	for _, symbol := range []string{"Hz", "N", "Pa", "J", "W", "C", "V", "Ohm", "F", "Wb", "T", "H"} {
		if u, _ := unitOf(symbol); u.dim == d && symbol != "Hz" {
			return symbol
		}
	}
	var parts []string
	for _, i := range []int{1, 0, 2, 3, 4} {
		symbol := [...]string{"m", "kg", "s", "A", "K"}[i]
		switch n := d[i]; {
		case n == 1:
			parts = append(parts, symbol)
		case n != 0:
			parts = append(parts, symbol+"^"+strconv.Itoa(int(n)))
		}
	}
	return strings.Join(parts, " ")
}

// quantity is a number in SI units with its dimension.
type quantity struct {
	value float64
	dim   dimension
}

func plain(v float64) quantity { return quantity{value: v} }

func (q quantity) add(other quantity, factor float64) (quantity, error) {
	if q.dim != other.dim {
		return q, fmt.Errorf("%s and %s do not add up", q.named(), other.named())
	}
	q.value += factor * other.value
	return q, nil
}

func (q quantity) named() string {
	if q.dim.plain() {
		return "a plain number"
	}
	return q.dim.String()
}

func (q quantity) mul(other quantity) (quantity, error) {
	dim, err := q.dim.plus(other.dim, 1)
	return quantity{q.value * other.value, dim}, err
}

func (q quantity) div(other quantity) (quantity, error) {
	if other.value == 0 {
		return q, errors.New("division by zero")
	}
	dim, err := q.dim.plus(other.dim, -1)
	return quantity{q.value / other.value, dim}, err
}

func (q quantity) pow(other quantity) (quantity, error) {
	if !other.dim.plain() {
		return q, errors.New("an exponent has no unit")
	}
	n := other.value
	out := plain(math.Pow(q.value, n))
	if q.dim.plain() {
		return out, nil
	}
	if n == 0.5 {
		return q.sqrt()
	}
	if n != math.Trunc(n) || math.Abs(n) > maxExponent {
		return q, fmt.Errorf("%s cannot be raised to %g", q.named(), n)
	}
	dim, err := dimension{}.plus(q.dim, int(n))
	out.dim = dim
	return out, err
}

func (q quantity) sqrt() (quantity, error) {
	if q.value < 0 {
		return q, errors.New("the square root of a negative number")
	}
	for i, n := range q.dim {
		if n%2 != 0 {
			return q, fmt.Errorf("%s has no square root", q.named())
		}
		q.dim[i] = n / 2
	}
	q.value = math.Sqrt(q.value)
	return q, nil
}
