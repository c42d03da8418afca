package walk

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// Expect is a value that a text expects: "below 32 L/min", "near 42".
type Expect struct {
	Op    string  `json:"op"` // "<", ">" or "~"
	Value float64 `json:"value"`
	Unit  string  `json:"unit"` // as written, may be empty
}

// expected finds a word of comparison and the number that it is about.
var expected = regexp.MustCompile(`(?i)\b(above|over|more than|exceeds?|at least|greater than|below|under|less than|at most|lower than|drops? to|near|about|around|normal is|should be|nominally)\s+(?:about |to )?(-?\d+(?:\.\d+)?(?:e[-+]?\d+)?)\s*([A-Za-zµ°%Ω][A-Za-z/%µ]*)?`)

// unitWords are words that follow a number without being its unit.
const unitWords = " and or for of in at the then is are was with on after before while to by from until if when hours minutes times more less "

// Expected reads what a text expects, in the order of the text.
func Expected(text string) []Expect {
	var out []Expect
	for _, m := range expected.FindAllStringSubmatch(text, -1) {
		value, err := strconv.ParseFloat(m[2], 64)
		if err != nil {
			continue
		}
		unit := m[3]
		if strings.Contains(unitWords, " "+strings.ToLower(unit)+" ") {
			unit = ""
		}
		out = append(out, Expect{Op: operator(strings.ToLower(m[1])), Value: value, Unit: unit})
	}
	return out
}

func operator(words string) string {
	switch words {
	case "above", "over", "more than", "exceed", "exceeds", "at least", "greater than":
		return ">"
	case "below", "under", "less than", "at most", "lower than":
		return "<"
	}
	return "~"
}

// about is how far from a value still counts as near it.
const about = 0.05

// Holds reports whether a number is as expected.
func (e Expect) Holds(x float64) bool {
	switch e.Op {
	case ">":
		return x > e.Value
	case "<":
		return x < e.Value
	}
	return math.Abs(x-e.Value) <= about*math.Abs(e.Value)
}

// String reads "above 55 C".
func (e Expect) String() string {
	word := map[string]string{">": "above", "<": "below", "~": "about"}[e.Op]
	return strings.TrimSpace(fmt.Sprintf("%s %s %s", word, strconv.FormatFloat(e.Value, 'g', -1, 64), e.Unit))
}

// Hint says what the live values mean for the present check: nothing unless it has
// one PV, one expected value, and the same unit.
func (w *Walk) Hint() (v Verdict, why string, ok bool) {
	at, open := w.Now()
	if !open {
		return "", "", false
	}
	c := w.Plan.Checks[at]
	if len(c.PVs) != 1 || len(c.Expect) != 1 || len(w.Seen) != 1 || w.Seen[0].Number == nil {
		return "", "", false
	}
	e, r := c.Expect[0], w.Seen[0]
	if !sameUnit(e.Unit, string(r.Value)) {
		return "", "", false
	}
	if e.Holds(*r.Number) {
		return Yes, "is " + e.String(), true
	}
	return No, "is not " + e.String(), true
}

// sameUnit reports whether a value is written in a unit; a unit that was not
// written matches any.
func sameUnit(unit, value string) bool {
	return unit == "" || strings.HasSuffix(strings.ToLower(value), " "+strings.ToLower(unit))
}
