package sim

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"owl/assets/demogen/channel"
)

const (
	descriptionSize = 40 // of the field DESC
	maxStates       = 16 // of the record type mbbi
)

// Database writes the records of the channels. Their time stamps come with
// their values (TSE -2). A name with a dot is a field of a record "scan", which
// owl-ioc knows.
func Database(channels []*channel.Channel) (string, error) {
	var db strings.Builder
	scans := map[string]bool{}
	for _, c := range channels {
		if record, _, isField := strings.Cut(c.Name, "."); isField {
			if !scans[record] {
				writeRecord(&db, "scan", record, [][2]string{{"DESC", "Scan"}})
			}
			scans[record] = true
			continue
		}
		kind, fields, err := recordOf(c)
		if err != nil {
			return "", err
		}
		writeRecord(&db, kind, c.Name, append(fields, [2]string{"DESC", shorten(c.Description, descriptionSize)}))
	}
	return db.String(), nil
}

func writeRecord(db *strings.Builder, kind, name string, fields [][2]string) {
	fmt.Fprintf(db, "record(%s, %q) {\n  field(TSE, \"-2\")\n", kind, name)
	for _, f := range fields {
		if f[1] != "" {
			fmt.Fprintf(db, "  field(%s, %q)\n", f[0], f[1])
		}
	}
	db.WriteString("}\n")
}

// recordOf is the record type of a channel with its fields.
func recordOf(c *channel.Channel) (string, [][2]string, error) {
	switch c.Kind {
	case channel.Float:
		return "ai", analogue(c), nil
	case channel.Bits:
		return "longin", nil, nil
	case channel.Text:
		return "stringin", nil, nil
	case channel.Wave:
		return "waveform", [][2]string{{"FTVL", "DOUBLE"}, {"NELM", strconv.Itoa(c.Elements)}, {"EGU", c.Unit}, {"PREC", strconv.Itoa(c.Places)}}, nil
	case channel.Enum:
		switch n := len(c.Choices); {
		case n == 2:
			return "bi", binary(c), nil
		case n <= maxStates:
			return "mbbi", multi(c), nil
		}
	}
	return "", nil, fmt.Errorf("no record type holds channel %s of kind %s with %d states", c.Name, c.Kind, len(c.Choices))
}

func analogue(c *channel.Channel) [][2]string {
	fields := [][2]string{{"EGU", c.Unit}, {"PREC", strconv.Itoa(c.Places)}}
	l := c.Limits
	for _, limit := range []struct {
		value                     float64
		field, severity, severest string
	}{{l.LoLo, "LOLO", "LLSV", "MAJOR"}, {l.Lo, "LOW", "LSV", "MINOR"}, {l.Hi, "HIGH", "HSV", "MINOR"}, {l.HiHi, "HIHI", "HHSV", "MAJOR"}} {
		if !math.IsNaN(limit.value) {
			fields = append(fields, [2]string{limit.field, number(limit.value)}, [2]string{limit.severity, limit.severest})
		}
	}
	low, high := display(c)
	return append(fields, [2]string{"LOPR", number(low)}, [2]string{"HOPR", number(high)})
}

// display is the range that a panel shows: that of the alarms, or around the
// usual value.
func display(c *channel.Channel) (low, high float64) {
	low, high = c.Limits.LoLo, c.Limits.HiHi
	if math.IsNaN(low) {
		low = min(0, 2*c.Normal)
	}
	if math.IsNaN(high) {
		high = max(2*c.Normal, 1)
	}
	if c.Log {
		high = 100 * c.Normal
	}
	return low, high
}

func binary(c *channel.Channel) [][2]string {
	fields := [][2]string{{"ZNAM", c.Choices[0]}, {"ONAM", c.Choices[1]}}
	for i, severity := range []string{"ZSV", "OSV"} {
		if c.Choices[i] == c.Bad {
			fields = append(fields, [2]string{severity, "MAJOR"})
		}
	}
	return fields
}

func multi(c *channel.Channel) [][2]string {
	prefixes := strings.Fields("ZR ON TW TH FR FV SX SV EI NI TE EL TV TT FT FF")
	var fields [][2]string
	for i, choice := range c.Choices {
		fields = append(fields, [2]string{prefixes[i] + "VL", strconv.Itoa(i)}, [2]string{prefixes[i] + "ST", choice})
		if choice == c.Bad {
			fields = append(fields, [2]string{prefixes[i] + "SV", "MAJOR"})
		}
	}
	return fields
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// shorten cuts a text at a word.
func shorten(text string, most int) string {
	if len(text) <= most {
		return text
	}
	if space := strings.LastIndexByte(text[:most+1], ' '); space > 0 {
		return strings.TrimRight(text[:space], " ,")
	}
	return text[:most]
}
