package demogen

import (
	"fmt"
	"strings"
	"time"

	"owl/assets/demogen/calendar"
)

// column is a reading that is taken on rounds.
type column struct{ head, pv string }

func columns() []column {
	return []column{
		{"I", "SR:DI:DCCT1:I"},
		{"TAU", "SR:DI:DCCT1:TAU"},
		{"INJEFF", "SR:OPS:INJEFF"},
		{"EMITX", "SR:DI:EMITX"},
		{"A kV", "SR:RF:A:KV"},
		{"A IK", "SR:RF:A:IK"},
		{"A flow", "SR:RF:A:CIRC:FLOW"},
		{"A TOUT", "SR:RF:A:CIRC:TOUT"},
		{"B kV", "SR:RF:B:KV"},
		{"B flow", "SR:RF:B:CIRC:FLOW"},
		{"LCW1", "CF:LCW1:T"},
		{"LCW2", "CF:LCW2:T"},
		{"LCW3", "CF:LCW3:T"},
		{"LHE", "SR19:CRY:LHE"},
		{"PHE", "SR19:CRY:PHE"},
		{"dewar", "CRY:DEWAR:LVL"},
		{"PHI", "CRY:COMP1:PHI"},
		{"AR nC", "AR:DI:Q"},
		{"BO eff", "BO:DI:EFF"},
		{"E linac", "LN:DI:E"},
		{"EMIS", "LN:GUN:TG1:EMIS"},
		{"S05 CCG1", "SR05:VAC:CCG1:P"},
		{"S12 CCG1", "SR12:VAC:CCG1:P"},
		{"S20 CCG1", "SR20:VAC:CCG1:P"},
		{"BLM S14", "SR14:DI:BLM1"},
		{"ISEP TW", "SR:PS:ISEP:TW"},
	}
}

// readings writes the values of a round in one of three forms: a table, lines, or
// numbers separated by commas.
func (w *writer) readings(s calendar.Shift, d dice) error {
	if !d.chance(0.028) {
		return nil
	}
	start, end := s.Bounds()
	at := end.Add(-minutes(d, 5, 60))
	st := w.shiftStage("readings", s, at)
	by := w.author(s, st)
	var list []column
	for _, i := range d.Perm(len(columns()))[:d.between(4, 7)] {
		if c := columns()[i]; w.allowed(at, c.pv+" "+c.head) {
			list = append(list, c)
		}
	}
	if len(list) < 3 {
		return nil
	}
	form := one(d, []func(*stage, *person, []column, []time.Time) string{asTable, asLines, asNumbers})
	var times []time.Time
	for t := start; t.Before(at); t = t.Add(2 * time.Hour) {
		times = append(times, t)
	}
	text := form(st, by, list, times)
	if d.chance(0.5) {
		text += "\n\n" + by.speak(st.slot("remark"), st.dice, &w.words)
	}
	w.add(w.shiftEntry(st, s, by, at, text))
	return st.err
}

func asTable(st *stage, by *person, list []column, times []time.Time) string {
	head, rule := "| time |", "|---|"
	for _, c := range list {
		head += " " + c.head + " |"
		rule += "---|"
	}
	lines := []string{head, rule}
	for _, t := range times {
		row := "| " + by.clock(t) + " |"
		for _, c := range list {
			row += " " + st.reading(c.pv) + " |"
		}
		lines = append(lines, row)
	}
	return strings.Join(lines, "\n")
}

func asLines(st *stage, by *person, list []column, times []time.Time) string {
	var lines []string
	for _, t := range times {
		text := by.clock(t) + ":"
		for _, c := range list {
			text += fmt.Sprintf(" %s %s,", c.head, st.reading(c.pv))
		}
		lines = append(lines, strings.TrimSuffix(text, ","))
	}
	return strings.Join(lines, "\n")
}

func asNumbers(st *stage, by *person, list []column, times []time.Time) string {
	var text strings.Builder
	for i, c := range list {
		if i > 0 {
			text.WriteString("\n")
		}
		text.WriteString(c.pv)
		for _, t := range times {
			fmt.Fprintf(&text, ", %s %s", by.clock(t), st.reading(c.pv))
		}
	}
	return text.String()
}
