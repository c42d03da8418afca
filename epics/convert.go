package epics

import (
	"fmt"
	"math"
	"time"

	"owl/engine"
	"owl/epics/native"
)

func providerOf(p Provider) native.Provider {
	if p == CA {
		return native.CA
	}
	return native.PVA
}

// metaOf turns limits that a record left at 0 into those that are not given.
func metaOf(m *native.Meta) *Meta {
	l := Limits{m.DisplayLow, m.DisplayHigh, m.ControlLow, m.ControlHigh, m.LoLo, m.Low, m.High, m.HighHigh}
	unset(&l.DisplayLow, &l.DisplayHigh)
	unset(&l.ControlLow, &l.ControlHigh)
	unset(&l.LoLo, &l.Low, &l.High, &l.HighHigh)
	return &Meta{
		Units: engine.Untrusted(m.Units), Description: engine.Untrusted(m.Description),
		Precision: m.Precision, Limits: l, Choices: untrusted(m.Choices),
	}
}

// unset makes limits NaN when all of them are 0.
func unset(limits ...*float64) {
	for _, l := range limits {
		if *l != 0 {
			return
		}
	}
	for _, l := range limits {
		*l = math.NaN()
	}
}

// sampleOf makes the sample of an update.
func sampleOf(e *native.Event, name string, p Provider, m *Meta) Sample {
	s := Sample{
		PV: name, Provider: p, Time: e.Time, Value: valueOf(e, m), Severity: Severity(e.Severity), Status: e.Status,
		Message: engine.Untrusted(e.Message), Meta: m,
	}
	if s.Severity < NoAlarm || s.Severity > Invalid {
		s.Severity = Invalid
	}
	// A record that was never processed has the first second of EPICS, 1990.
	if !s.Time.IsZero() && s.Time.Before(epoch().Add(time.Second)) {
		s.Time = time.Time{}
	}
	switch {
	case s.Value == nil:
		s.Quality = None
		s.Err = fmt.Errorf("%s: a structure of type %q %w", name, e.Text, ErrNoValue)
	case s.Severity == Invalid && (s.Time.IsZero() || s.Message == "UDF"):
		s.Quality = Undefined
	case s.Severity == Invalid:
		s.Quality = Bad
	}
	return s
}

func epoch() time.Time { return time.Date(1990, 1, 1, 0, 0, 0, 0, time.UTC) }

func valueOf(e *native.Event, m *Meta) Value {
	switch e.Type {
	case native.Number:
		return Number(e.Number)
	case native.Integer:
		return Integer(e.Integer)
	case native.Text:
		return Text(e.Text)
	case native.Choice:
		return choiceOf(int(e.Integer), m)
	case native.Array:
		return Array(e.Array)
	case native.Texts:
		return Texts(untrusted(e.Texts))
	case native.Table:
		return tableOf(e.Table)
	}
	return nil
}

func choiceOf(index int, m *Meta) Choice {
	c := Choice{Index: index}
	if m != nil && index >= 0 && index < len(m.Choices) {
		c.Label = m.Choices[index]
	}
	return c
}

func tableOf(t *native.Columns) Table {
	rows := 0
	for i := range t.Labels {
		rows = max(rows, len(t.Numbers[i]), len(t.Texts[i]))
	}
	out := Table{Columns: untrusted(t.Labels), Rows: make([][]Value, rows)}
	for r := range out.Rows {
		out.Rows[r] = make([]Value, len(t.Labels))
		for c := range t.Labels {
			switch {
			case r < len(t.Numbers[c]):
				out.Rows[r][c] = Number(t.Numbers[c][r])
			case r < len(t.Texts[c]):
				out.Rows[r][c] = Text(t.Texts[c][r])
			}
		}
	}
	return out
}

func untrusted(list []string) []engine.Untrusted {
	if len(list) == 0 {
		return nil
	}
	out := make([]engine.Untrusted, len(list))
	for i, s := range list {
		out[i] = engine.Untrusted(s)
	}
	return out
}
