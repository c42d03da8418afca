package archiver

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"owl/engine"
)

// Op is an operator of the archiver, with its parameters: "mean_60" is the mean
// of every minute. Its zero value asks for the samples as they are.
type Op string

// None asks for the samples as they are.
const None Op = ""

// opShape is an operator's name and up to two numbers.
var opShape = regexp.MustCompile(`^([A-Za-z]+)(_[0-9]+(\.[0-9]+)?){0,2}$`)

// Ops lists the names of the operators, as the Archiver Appliance documents
// them. Most take the width of a bin in seconds; optimized and optimLastSample
// the number of points, nth the n of every nth sample.
func Ops() []string {
	return []string{
		"caplotbinning", "count", "deadBand", "errorbar", "firstFill", "firstSample", "flyers", "ignoreflyers", "jitter",
		"kurtosis", "lastFill", "lastSample", "linear", "loess", "max", "mean", "median", "min", "ncount", "nth", "optimLastSample",
		"optimized", "popvariance", "rms", "skewness", "statistics", "std", "variance",
	}
}

// ParseOp checks an operator as a user typed it; "raw" is None. The error is an
// engine.ErrUsage.
func ParseOp(text string) (Op, error) {
	if text == "" || text == "raw" {
		return None, nil
	}
	m := opShape.FindStringSubmatch(text)
	if m == nil {
		return None, fmt.Errorf("%w: operator %q: want a name and a number, such as mean_60", engine.ErrUsage, text)
	}
	if !slices.Contains(Ops(), m[1]) {
		return None, fmt.Errorf("%w: there is no operator %q; the archiver has %s", engine.ErrUsage, m[1], strings.Join(Ops(), ", "))
	}
	return Op(text), nil
}

// wrap is the name with which the archiver is asked.
func (o Op) wrap(pv string) string {
	if o == None {
		return pv
	}
	return string(o) + "(" + pv + ")"
}

// name is the operator without its parameters.
func (o Op) name() string {
	name, _, _ := strings.Cut(string(o), "_")
	return name
}

// repeats tells an operator that gives the last bin again where there was no
// sample, also across a disconnect.
func (o Op) repeats() bool {
	switch o.name() {
	case "", "nth", "firstSample", "lastSample", "deadBand", "ncount", "count", "caplotbinning", "flyers", "ignoreflyers":
		return false
	}
	return true
}
