package walk

import "owl/engine"

// Asks is the question of a kind of check.
func Asks(k Kind) string {
	switch k {
	case Find:
		return "Is this the cause?"
	case Act:
		return "This was done, by those who may. Did it help?"
	case Look:
	}
	return "It was seen then. Is it so now?"
}

// Says is an outcome in a sentence.
func Says(o Outcome) string {
	switch o {
	case Resolved:
		return "Resolved: what helped before has helped."
	case Found:
		return "The cause is found; no record says what else helps."
	case GivenUp:
		return "Left before a cause was found."
	case Exhausted:
	}
	return "No check is left: the records know no cause that fits."
}

// Cited returns a citation by its number, the zero one when there is none.
func (p Plan) Cited(n int) engine.Citation {
	if n < 1 || n > len(p.Citations) {
		return engine.Citation{}
	}
	return p.Citations[n-1]
}
