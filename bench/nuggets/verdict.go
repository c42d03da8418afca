package nuggets

import "fmt"

// Verdict says how far an answer states a nugget.
type Verdict string

// The verdicts. Unjudged means that nobody could tell; it counts neither as
// stated nor as missing.
const (
	Support  Verdict = "support" // in full
	Partial  Verdict = "partial" // a part of it, nothing against it
	None     Verdict = "none"    // not at all, or something else
	Unjudged Verdict = "unjudged"
)

// ParseVerdict reads one of the three verdicts that a judge may give.
func ParseVerdict(s string) (Verdict, error) {
	switch v := Verdict(s); v {
	case Support, Partial, None:
		return v, nil
	}
	return Unjudged, fmt.Errorf("%q is no verdict, want support, partial or none", s)
}
