package epics

import (
	"math"
	"time"

	"owl/engine"
)

// Sample is one reading of a PV, live or archived.
type Sample struct {
	PV       string
	Provider Provider
	Time     time.Time // of the value, by the clock of its server, in UTC; zero when it gave none
	Value    Value     // nil when there is none
	Severity Severity
	Status   int              // number of the alarm condition; PVA and CA number differently, so show Message
	Message  engine.Untrusted // of the alarm, or the cause of a gap
	Meta     *Meta            // nil when unknown; shared by the samples of a PV
	Quality  Quality
	Err      error // why there is no reading; Value is nil then
}

// Connected tells whether the PV's server was there when the sample was made.
func (s Sample) Connected() bool { return s.Err == nil && s.Quality != Stale && s.Quality != Gap }

// Units are the engineering units, empty when unknown.
func (s Sample) Units() engine.Untrusted {
	if s.Meta == nil {
		return ""
	}
	return s.Meta.Units
}

// Precision is how many decimals to show, -1 when unknown.
func (s Sample) Precision() int {
	if s.Meta == nil {
		return -1
	}
	return s.Meta.Precision
}

// Meta is what a PV says about its values. Nobody changes it once it is in a
// Sample.
type Meta struct {
	Units       engine.Untrusted
	Description engine.Untrusted
	Precision   int // decimals, -1 when not given
	Limits      Limits
	Choices     []engine.Untrusted // labels of an enumeration by index
}

// Limits of a PV in its units. One that was not given is NaN; a pair that is
// both 0 was left unset by the record and is NaN as well.
type Limits struct {
	DisplayLow, DisplayHigh   float64
	ControlLow, ControlHigh   float64
	LoLo, Low, High, HighHigh float64 // of the alarms
}

// NoLimits is the limits of a PV that has none.
func NoLimits() Limits {
	n := math.NaN()
	return Limits{n, n, n, n, n, n, n, n}
}

// Severity of an alarm, with the numbers of EPICS.
type Severity int

// The severities.
const (
	NoAlarm Severity = iota
	Minor
	Major
	Invalid
)

// String is the name in the words of EPICS.
func (s Severity) String() string {
	if s >= NoAlarm && s <= Invalid {
		return [...]string{"NO_ALARM", "MINOR", "MAJOR", "INVALID"}[s]
	}
	return "UNDEFINED"
}

// Quality says how far a sample can be believed.
type Quality int

// The qualities.
const (
	Good      Quality = iota // a value that its server stands for, in alarm or not
	Bad                      // its server calls the value INVALID
	Undefined                // the record was never processed: an initial value, not a reading
	Stale                    // the server is away; the value is the last one seen
	Gap                      // no value from here on, such as a disconnect in an archive
	None                     // there was never a value; see Err
)

// String is a word for people and for JSON.
func (q Quality) String() string {
	if q >= Good && q <= None {
		return [...]string{"good", "invalid", "undefined", "stale", "gap", "none"}[q]
	}
	return "unknown"
}

// Provider is the protocol that a sample came by.
type Provider string

// The providers.
const (
	PVA Provider = "pva" // PV Access
	CA  Provider = "ca"  // Channel Access
)
