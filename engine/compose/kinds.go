package compose

import (
	"owl/engine/query/facet"
)

// kinds is a set of what an answer has to be, and of what a text is.
type kinds uint8

const (
	number kinds = 1 << iota // with its unit, or a count
	clock                    // a day or a time
	person
	name // an identifier
	cause
	step
)

func kindsOf(wants []facet.Kind) kinds {
	var all kinds
	for _, k := range wants {
		switch k {
		case facet.Number:
			all |= number
		case facet.Date:
			all |= clock
		case facet.Person:
			all |= person
		case facet.Place, facet.Name:
			all |= name
		case facet.Cause:
			all |= cause
		case facet.Steps:
			all |= step
		}
	}
	return all
}

// String names what is asked for.
func (k kinds) String() string {
	switch {
	case k&number != 0:
		return "a number"
	case k&clock != 0:
		return "a date or time"
	case k&person != 0:
		return "a person"
	}
	return "a name"
}
