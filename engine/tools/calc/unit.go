package calc

import (
	"math"
	"strings"
	"unicode/utf8"
)

// unitOf returns one unit of this name, with or without a prefix.
func unitOf(symbol string) (quantity, bool) {
	if q, _, ok := bareUnit(symbol); ok {
		return q, true
	}
	_, size := utf8.DecodeRuneInString(symbol)
	if size == len(symbol) {
		return quantity{}, false
	}
	factor := prefix(symbol[:size])
	q, scaled, ok := bareUnit(symbol[size:])
	if !ok || !scaled || factor == 0 {
		return quantity{}, false
	}
	q.value *= factor
	return q, true
}

func prefix(symbol string) float64 {
	switch symbol {
	case "T":
		return 1e12
	case "G":
		return 1e9
	case "M":
		return 1e6
	case "k":
		return 1e3
	case "h":
		return 1e2
	case "c":
		return 1e-2
	case "m":
		return 1e-3
	case "u", "\u00b5", "\u03bc": // micro sign, Greek letter
		return 1e-6
	case "n":
		return 1e-9
	case "p":
		return 1e-12
	case "f":
		return 1e-15
	}
	return 0
}

const electronVolt = 1.602176634e-19 // J, exact by definition

// bareUnit returns a unit without prefix, and whether it takes one. Factors are
// those of the SI brochure and, for the last group, of NIST Special Publication 811.
func bareUnit(symbol string) (q quantity, scaled, ok bool) {
	switch symbol {
	case "m":
		return quantity{1, dimension{1}}, true, true
	case "g":
		return quantity{1e-3, dimension{0, 1}}, true, true
	case "s", "sec":
		return quantity{1, dimension{0, 0, 1}}, symbol == "s", true
	case "A":
		return quantity{1, dimension{0, 0, 0, 1}}, true, true
	case "K":
		return quantity{1, dimension{0, 0, 0, 0, 1}}, true, true
	case "rad":
		return plain(1), true, true
	case "deg":
		return plain(math.Pi / 180), false, true
	case "ppm":
		return plain(1e-6), false, true
	case "min":
		return quantity{60, dimension{0, 0, 1}}, false, true
	case "h", "hr", "hours", "hour":
		return quantity{3600, dimension{0, 0, 1}}, false, true
	case "d", "day", "days":
		return quantity{86400, dimension{0, 0, 1}}, false, true
	}
	if q, ok := derivedUnit(symbol); ok {
		return q, true, true
	}
	q, ok = otherUnit(symbol)
	return q, false, ok
}

func derivedUnit(symbol string) (quantity, bool) {
	switch symbol {
	case "Hz":
		return quantity{1, dimension{0, 0, -1}}, true
	case "N":
		return quantity{1, dimension{1, 1, -2}}, true
	case "Pa":
		return quantity{1, dimension{-1, 1, -2}}, true
	case "J":
		return quantity{1, dimension{2, 1, -2}}, true
	case "W":
		return quantity{1, dimension{2, 1, -3}}, true
	case "C":
		return quantity{1, dimension{0, 0, 1, 1}}, true
	case "V":
		return quantity{1, dimension{2, 1, -3, -1}}, true
	case "Ohm", "ohm", "\u03a9", "\u2126": // Greek letter, ohm sign
		return quantity{1, dimension{2, 1, -3, -2}}, true
	case "F":
		return quantity{1, dimension{-2, -1, 4, 2}}, true
	case "Wb":
		return quantity{1, dimension{2, 1, -2, -1}}, true
	case "T":
		return quantity{1, dimension{0, 1, -2, -1}}, true
	case "H":
		return quantity{1, dimension{2, 1, -2, -2}}, true
	case "eV":
		return quantity{electronVolt, dimension{2, 1, -2}}, true
	case "G":
		return quantity{1e-4, dimension{0, 1, -2, -1}}, true
	case "bar":
		return quantity{1e5, dimension{-1, 1, -2}}, true
	case "l", "L":
		return quantity{1e-3, dimension{3}}, true
	case "Wh":
		return quantity{3600, dimension{2, 1, -2}}, true
	case "Ah":
		return quantity{3600, dimension{0, 0, 1, 1}}, true
	case "Torr", "torr":
		return quantity{101325.0 / 760, dimension{-1, 1, -2}}, true
	}
	return quantity{}, false
}

func otherUnit(symbol string) (quantity, bool) {
	switch symbol {
	case "atm":
		return quantity{101325, dimension{-1, 1, -2}}, true
	case "psi":
		return quantity{6894.757293168, dimension{-1, 1, -2}}, true
	case "inch":
		return quantity{0.0254, dimension{1}}, true
	case "ft":
		return quantity{0.3048, dimension{1}}, true
	case "gal":
		return quantity{3.785411784e-3, dimension{3}}, true
	case "gpm":
		return quantity{3.785411784e-3 / 60, dimension{3, 0, -1}}, true
	}
	return quantity{}, false
}

// offsets reports a scale of temperature that does not begin at zero, for which
// a product is not defined.
func offsets(symbol string) bool {
	switch strings.ToLower(symbol) {
	case "degc", "degf", "celsius", "fahrenheit":
		return true
	}
	return false
}
