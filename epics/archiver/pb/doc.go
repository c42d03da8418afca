// Package pb reads and writes the files and replies of the EPICS Archiver
// Appliance: protocol buffers, one message a line.
//
// A stream is a row of chunks. A chunk starts with an Info line (PayloadInfo),
// then comes one line an event; an empty line ends it. Every chunk holds the
// events of one year. So that a message fits in a line, ESC, LF and CR are
// written as two bytes. The messages are those of EPICSEvent.proto of the
// Archiver Appliance; they are read and written by hand, because a generated
// reader allocates for every event.
package pb

import (
	"errors"
	"fmt"
)

// Type says what the events of a chunk hold, with the numbers of PayloadType.
type Type int

// The types.
const (
	String Type = iota
	Short
	Float
	Enum
	Byte
	Int
	Double
	StringWave
	ShortWave
	FloatWave
	EnumWave
	ByteWave
	IntWave
	DoubleWave
	Structure // V4_GENERIC_BYTES: a serialised PV Access structure
)

// String is the name in EPICSEvent.proto.
func (t Type) String() string {
	if t < String || t > Structure {
		return fmt.Sprintf("PayloadType(%d)", int(t))
	}
	return [...]string{
		"SCALAR_STRING", "SCALAR_SHORT", "SCALAR_FLOAT", "SCALAR_ENUM", "SCALAR_BYTE", "SCALAR_INT", "SCALAR_DOUBLE",
		"WAVEFORM_STRING", "WAVEFORM_SHORT", "WAVEFORM_FLOAT", "WAVEFORM_ENUM", "WAVEFORM_BYTE", "WAVEFORM_INT", "WAVEFORM_DOUBLE",
		"V4_GENERIC_BYTES",
	}[t]
}

// Wave tells whether a type is an array.
func (t Type) Wave() bool { return t >= StringWave && t <= DoubleWave }

// Field is a name with a value, of a header or of an event: the appliance
// stores both as text.
type Field struct{ Name, Value string }

// Info is the head of a chunk.
type Info struct {
	Type     Type
	PV       string
	Year     int
	Elements int // 0 when not given
	Headers  []Field
}

// Event is one archived value. Which of Number, Text, Wave, Texts and Bytes
// holds it is decided by the type of its chunk.
type Event struct {
	Seconds  uint32 // since the start of the chunk's year, UTC
	Nanos    uint32
	Number   float64   // Short, Float, Enum, Int, Double, and Byte of one byte
	Text     []byte    // String
	Wave     []float64 // the waves of numbers
	Texts    []string  // StringWave
	Bytes    []byte    // Structure
	Severity int
	Status   int
	Repeat   uint32 // how often the same value was left out after this one
	Fields   []Field
	Changed  bool // Fields holds a change that was not the daily copy
}

// ErrMalformed says that a stream is not what the format prescribes. The errors
// of Reader wrap it and name the line.
var ErrMalformed = errors.New("malformed PB stream")
