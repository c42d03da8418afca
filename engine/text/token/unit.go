package token

import "strings"

// unitAfter returns the unit that follows a number which ends at source offset
// i, directly or after one space, and where the unit ends.
func (sc *scanner) unitAfter(i int) (unit string, end int) {
	j := i
	if rest := sc.src[j:]; strings.HasPrefix(rest, " ") {
		j++
	} else if strings.HasPrefix(rest, "\u00a0") || strings.HasPrefix(rest, "\u202f") {
		j += len("\u00a0")
		if strings.HasPrefix(rest, "\u202f") {
			j = i + len("\u202f")
		}
	}
	if j >= len(sc.src) {
		return "", 0
	}
	for _, sign := range []struct{ written, unit string }{{"%", "%"}, {"°C", "degc"}, {"°F", "degf"}, {"℃", "degc"}, {"°", "deg"}} {
		if strings.HasPrefix(sc.src[j:], sign.written) {
			return sign.unit, j + len(sign.written)
		}
	}
	if j == i || !isLetter(sc.src, j) {
		return "", 0 // letters against the number were in its run
	}
	return sc.unitRun(j)
}

// unitRun reads a unit at source offset i, and the one it is divided by.
func (sc *scanner) unitRun(i int) (unit string, end int) {
	text, end := sc.peek(i)
	if unit = unitOf(text, false); unit == "" {
		return "", 0
	}
	per, end := sc.per(end)
	return unit + per, end
}

// per reads the unit that a unit which ends at source offset i is divided by,
// as in "/s"; without one it returns "" and i.
func (sc *scanner) per(i int) (unit string, end int) {
	if i+1 < len(sc.src) && sc.src[i] == '/' && isLetter(sc.src, i+1) {
		text, end := sc.peek(i + 1)
		if unit := unitOf(text, true); unit != "" {
			return "/" + unit, end
		}
	}
	return "", i
}

// peek returns the text of the run at source offset i. It leaves the run that
// is being emitted intact.
func (sc *scanner) peek(i int) (text string, end int) {
	stop, plain := runEnd(sc.src, i, false)
	if plain {
		return sc.src[i:stop], stop
	}
	var other scanner
	other.src = sc.src[:min(len(sc.src), i+4*maxRun)]
	r := other.read(i)
	return r.text, r.end()
}

// unitOf returns the normal form of a unit of measurement, or "". Written
// against its number a unit is known in any case; after a space only as it is
// properly spelt, because "5 in", "2 us" and "3 a" are words.
func unitOf(s string, against bool) string { //nolint:gocyclo // a table of units as a switch
	if len(s) > 8 {
		return ""
	}
	low := strings.ToLower(s)
	switch low { // names and odd spellings
	case "volt", "volts":
		return "v"
	case "amp", "amps", "ampere", "amperes":
		return "a"
	case "watt", "watts":
		return "w"
	case "hertz":
		return "hz"
	case "percent":
		return "%"
	case "sec", "secs", "second", "seconds":
		return "s"
	case "minute", "minutes", "mins":
		return "min"
	case "hr", "hrs", "hour", "hours":
		return "h"
	case "day", "days":
		return "d"
	case "degree", "degrees":
		return "deg"
	}
	if knownUnit(s) || len(s) > 1 && strings.IndexByte("numkMGTpf", s[0]) >= 0 && takesPrefix(s[1:]) {
		return low
	}
	if against && (foldedUnit(low) || len(s) > 1 && strings.IndexByte("numkgtpf", low[0]) >= 0 && foldedBase(low[1:])) {
		return low
	}
	return ""
}

// takesPrefix reports whether s is a properly spelt unit of which there are
// thousandths and thousands.
func takesPrefix(s string) bool {
	switch s {
	case "V", "A", "W", "C", "Hz", "eV", "Pa", "T", "G", "m", "s", "J", "K", "F", "H", "N", "L", "l", "g",
		"ohm", "bar", "Torr", "torr", "rad", "Gy", "Sv", "Bq", "Ah", "Wh", "VA", "Vpp", "Vrms", "rem", "Ci", "mol":
		return true
	}
	return false
}

// knownUnit reports whether s is a properly spelt unit without a prefix.
func knownUnit(s string) bool {
	switch s {
	case "h", "min", "d", "deg", "degC", "degF", "psi", "psig", "ppm", "ppb", "rpm", "RPM", "cps", "dB", "dBm", "dBc",
		"gpm", "GPM", "lpm", "slm", "sccm", "Oe", "Gauss", "gauss", "Tesla", "atm", "mmHg", "ft", "inch", "inches", "mil", "mils",
		"amu", "am", "pm", "AM", "PM", "bits", "bytes", "kB", "KB", "MB", "GB", "TB", "steps", "counts", "px", "turns", "bunches":
		return true
	}
	return takesPrefix(s)
}

// foldedBase is takesPrefix for units in lower case.
func foldedBase(s string) bool {
	switch s {
	case "v", "a", "w", "c", "hz", "ev", "pa", "t", "g", "m", "s", "j", "k", "f", "h", "n", "l",
		"ohm", "bar", "torr", "rad", "gy", "sv", "bq", "ah", "wh", "va", "vpp", "vrms", "rem", "ci", "mol":
		return true
	}
	return false
}

// foldedUnit is knownUnit for units in lower case.
func foldedUnit(s string) bool {
	switch s {
	case "%", "degc", "degf", "rpm", "db", "dbm", "dbc", "gpm", "oe", "tesla", "mmhg", "kb", "mb", "gb", "tb":
		return true
	}
	return knownUnit(s) || foldedBase(s)
}
