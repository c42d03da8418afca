package history

import (
	"errors"
	"time"
)

// ErrUnknown says that the archive has no channel of a name.
var ErrUnknown = errors.New("not archived")

// Sample is one archived value.
type Sample struct {
	Time     time.Time
	Value    Value
	Severity Severity
	Status   Status
	Gap      *Gap // why nothing was archived right before this sample; mostly nil
}

// Value is what a channel read. Which field counts is decided by the channel's
// kind.
type Value struct {
	Number float64   // Float and Bits; the index of an Enum
	Text   string    // Text; the label of an Enum
	Wave   []float64 // Wave
}

// Gap is a time in which a channel was not archived.
type Gap struct {
	From, To time.Time
	Cause    string // "disconnected", "not archived", "clock step", "archiver restart"
}

// Severity is an EPICS alarm severity.
type Severity int

// The alarm severities.
const (
	NoAlarm Severity = iota
	Minor
	Major
)

// Status is an EPICS alarm status.
type Status int

// The alarm statuses that the archive holds, with their EPICS numbers.
const (
	StatusNone  Status = 0
	StatusHiHi  Status = 3
	StatusHigh  Status = 4
	StatusLoLo  Status = 5
	StatusLow   Status = 6
	StatusState Status = 7
)

// String is the EPICS name of the status.
func (s Status) String() string {
	switch s {
	case StatusHiHi:
		return "HIHI"
	case StatusHigh:
		return "HIGH"
	case StatusLoLo:
		return "LOLO"
	case StatusLow:
		return "LOW"
	case StatusState:
		return "STATE"
	}
	return "NO_ALARM"
}

// Window is the time asked for: From <= t < To. With Before the sample in force
// at From comes first, as archivers give it, although it is older.
type Window struct {
	From, To time.Time
	Before   bool
}
