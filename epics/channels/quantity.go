package channels

import "strings"

// quantities are what a channel may measure by the unit it has, and by the letter
// that ends its name. They count only when words leave nothing.
func quantities(e *Entry) []string {
	var out []string
	if segments := nameSegments(e.PV); len(segments) > 1 {
		switch segments[len(segments)-1] {
		case "I":
			out = append(out, "current")
		case "V", "KV", "HV":
			out = append(out, "voltage")
		case "T":
			out = append(out, "temperature")
		case "P":
			out = append(out, "pressure", "power")
		case "F":
			out = append(out, "frequency", "flow")
		}
	}
	if kind := e.Fields["kind"]; kind == "wave" || len(out) > 0 {
		return out
	}
	for _, key := range []string{"unit", "units", "egu", "hwunits"} {
		if word := measured(e.Fields[key]); word != "" {
			return append(out, word)
		}
	}
	return out
}

// measured is the quantity of a unit.
func measured(unit string) string {
	switch strings.ToLower(unit) {
	case "a", "ma", "ka", "ua", "amp", "amps", "ampere":
		return "current"
	case "v", "kv", "mv", "volt", "volts":
		return "voltage"
	case "c", "degc", "k", "degf", "kelvin":
		return "temperature"
	case "torr", "mbar", "bar", "pa", "kpa", "mpa":
		return "pressure"
	case "l/min", "lpm", "gpm", "m3/h":
		return "flow"
	case "w", "kw", "mw":
		return "power"
	case "mm", "um", "nm":
		return "position"
	case "mhz", "khz", "ghz":
		return "frequency"
	case "nc", "pc":
		return "charge"
	}
	return ""
}
