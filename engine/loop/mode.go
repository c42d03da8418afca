package loop

import (
	"fmt"

	"owl/engine"
	"owl/engine/query"
	"owl/engine/query/intent"
	"owl/engine/trace"
)

// choose decides the mode of a question that leaves it open, by its intent, and
// says why.
func choose(asked engine.Mode, u query.Understanding) (engine.Mode, trace.Step) {
	if asked != engine.Auto && asked != "" {
		return asked, trace.Step{Name: "mode", Did: fmt.Sprintf("%s, as asked for", asked)}
	}
	mode, why := engine.Fast, fmt.Sprintf("one pass does for a question of intent %s", u.Intent)
	switch {
	case u.Browse:
		why = "the records of a time are asked for"
	case u.Intent == intent.Troubleshooting:
		mode, why = engine.Troubleshoot, "something is wrong: fault chains first"
	case u.Intent == intent.MultiHop, u.Intent == intent.Comparative:
		mode, why = engine.Thinking, fmt.Sprintf("intent %s may need a second look", u.Intent)
	case len(u.Facets) > manyParts:
		mode, why = engine.Thinking, fmt.Sprintf("it asks for %d things", len(u.Facets))
	}
	return mode, trace.Step{Name: "mode", Did: fmt.Sprintf("%s: %s", mode, why)}
}

// manyParts is how many things a question may ask for that one pass answers.
const manyParts = 2
