package archiver

import (
	"math"
	"strconv"
	"strings"

	"owl/engine"
	"owl/epics"
)

// metaOf reads what the archiver says of a PV: fields of its record by name,
// and ENUM_n, the labels of an enumeration.
func metaOf(headers map[string]string) *epics.Meta {
	if len(headers) == 0 {
		return nil
	}
	m := &epics.Meta{
		Units: engine.Untrusted(headers["EGU"]), Description: engine.Untrusted(headers["DESC"]), Precision: -1,
		Limits: epics.NoLimits(), Choices: choices(headers),
	}
	// Some versions write the precision as "3.0".
	if p, err := strconv.ParseFloat(headers["PREC"], 64); err == nil && p >= 0 && p <= 15 {
		m.Precision = int(p)
	}
	l := &m.Limits
	for _, pair := range []struct {
		low, high string
		to        [2]*float64
	}{
		{"LOPR", "HOPR", [2]*float64{&l.DisplayLow, &l.DisplayHigh}},
		{"DRVL", "DRVH", [2]*float64{&l.ControlLow, &l.ControlHigh}},
		{"LOLO", "HIHI", [2]*float64{&l.LoLo, &l.HighHigh}},
		{"LOW", "HIGH", [2]*float64{&l.Low, &l.High}},
	} {
		low, high := number(headers[pair.low]), number(headers[pair.high])
		if low == 0 && high == 0 { // left unset by the record
			continue
		}
		*pair.to[0], *pair.to[1] = low, high
	}
	return m
}

func number(text string) float64 {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return math.NaN()
	}
	return x
}

// choices reads the labels of an enumeration: ENUM_n of the archiver, else the
// fields of a bi or mbbi record.
func choices(headers map[string]string) []engine.Untrusted {
	var out []engine.Untrusted
	for _, names := range [][]string{
		numbered("ENUM_", 64),
		{"ZNAM", "ONAM"},
		strings.Fields("ZRST ONST TWST THST FRST FVST SXST SVST EIST NIST TEST ELST TVST TTST FTST FFST"),
	} {
		for i, name := range names {
			label, ok := headers[name]
			if ok && label != "" {
				for len(out) < i {
					out = append(out, "")
				}
				out = append(out, engine.Untrusted(label))
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

func numbered(prefix string, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = prefix + strconv.Itoa(i)
	}
	return out
}
