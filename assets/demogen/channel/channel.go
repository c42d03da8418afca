// Package channel holds the process variables of the demo machine: what they
// are called, what they read on a normal day, how they are archived, and which
// set-points were changed when.
//
// The tables beside the code, channels.txt and setpoints.txt, are the source.
// pvs.json in the demo folder is made from them for programs that serve the
// channels.
package channel

import (
	_ "embed"
	"math"
	"time"
)

//go:embed channels.txt
var channels string

//go:embed setpoints.txt
var setpoints string

// Kind says what values a channel has.
type Kind string

// The kinds of channels.
const (
	Float Kind = "float"
	Enum  Kind = "enum"
	Text  Kind = "text"
	Bits  Kind = "bits"
	Wave  Kind = "wave"
)

// Channel is one process variable.
type Channel struct {
	Name        string
	Description string
	System      string
	IOC         string
	Legacy      string // name before Renamed, empty when it had none
	Kind        Kind
	Unit        string
	Normal      float64 // with beam, after the last change of its set-point
	Idle        float64 // without beam; NaN when the beam does not matter
	Noise       float64 // standard deviation, of the value or with Log of its share
	Log         bool    // a pressure: drawn and changed on a logarithmic scale
	Places      int     // decimals; with Log digits behind the first
	Limits      Limits
	Period      time.Duration // between archived samples; 0 is on change
	Gate        string        // "PV=State" without which the value is 0
	Choices     []string      // of an enum
	State       string        // of an enum or text on a normal day
	Bad         string        // the state of an enum that is an alarm
	Elements    int           // of a waveform

	changes []change
}

// Limits are the alarm limits of a channel, NaN where there is none.
type Limits struct{ LoLo, Lo, Hi, HiHi float64 }

// change is a set-point that was given another value.
type change struct {
	at     time.Time
	before float64
	after  float64
}

// NormalAt is what the channel reads at t with beam: Normal, unless its
// set-point was another one then.
func (c *Channel) NormalAt(t time.Time) float64 {
	value := c.Normal
	for i, ch := range c.changes {
		if i == 0 && t.Before(ch.at) {
			return ch.before
		}
		if !t.Before(ch.at) {
			value = ch.after
		}
	}
	return value
}

// Round rounds to the places with which the channel is archived.
func (c *Channel) Round(v float64) float64 {
	scale := math.Pow10(c.Places)
	if c.Log && v > 0 {
		scale = math.Pow10(c.Places - int(math.Floor(math.Log10(v))))
	}
	return math.Round(v*scale) / scale
}

// Renamed is when the short names of injector and booster were given up. It is a
// function because a time cannot be a constant.
func Renamed(zone *time.Location) time.Time { return time.Date(2025, 1, 14, 6, 0, 0, 0, zone) }
