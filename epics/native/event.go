package native

import (
	"encoding/binary"
	"errors"
	"math"
	"time"
)

// Provider is a protocol.
type Provider int

// The protocols, with the numbers of native.h.
const (
	PVA Provider = iota
	CA
)

// Kind says what happened to a subscription.
type Kind int

// The kinds of events, with the numbers of native.h.
const (
	Connected    Kind = iota // Text is the server's address
	Disconnected             // the library looks for the PV again by itself
	Described                // Meta is set
	Updated                  // the value and what follows it are set
	Finished                 // no more events
	Failed                   // Text says why; nothing comes until it connects again
)

// Type says which field of an Event holds the value.
type Type int

// The types of values, with the numbers of native.h.
const (
	None Type = iota // Text is the type of a structure that is not known here
	Number
	Integer
	Text
	Choice // Integer is the index; the labels are in the last Meta
	Array
	Texts
	Table
)

// Event is what happened to one subscription. Its strings and slices may be
// kept.
type Event struct {
	ID       uint32
	Kind     Kind
	Type     Type
	Severity int
	Status   int       // as the protocol numbers it
	Time     time.Time // UTC; zero when the server gave none
	Arrived  time.Time // when the library told of it
	Number   float64
	Integer  int64
	Text     string
	Message  string // of the alarm
	Array    []float64
	Texts    []string
	Table    *Columns
	Meta     *Meta
}

// Columns is a table by columns; a column has numbers or texts.
type Columns struct {
	Labels  []string
	Numbers [][]float64
	Texts   [][]string
}

// Meta is what a server says about the values of a PV. A limit that was not
// given is NaN, a precision -1.
type Meta struct {
	Type        string // as the protocol names it
	Units       string
	Description string // PVA only
	Precision   int
	Choices     []string

	DisplayLow, DisplayHigh   float64
	ControlLow, ControlHigh   float64
	LoLo, Low, High, HighHigh float64
}

// Drops counts the updates that were lost.
type Drops struct {
	Server uint64 // PVA: the server said that it left some out
	Client uint64 // the queue of a PV was full; the newest update was kept
}

var errCut = errors.New("an event from the EPICS binding is cut short")

// reader takes the values apart that native.h describes.
type reader struct {
	rest []byte
	err  error
}

func (r *reader) take(n int) []byte {
	if r.err != nil || n < 0 || n > len(r.rest) {
		r.err = errCut
		return nil
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *reader) count() int {
	b := r.take(4)
	if r.err != nil {
		return 0
	}
	return int(binary.NativeEndian.Uint32(b))
}

func (r *reader) list() []string {
	n := r.count()
	if n > len(r.rest)/4 {
		r.err = errCut
	}
	if r.err != nil {
		return nil
	}
	list := make([]string, 0, n)
	for range n {
		list = append(list, string(r.take(r.count())))
	}
	return list
}

func (r *reader) numbers(n int) []float64 {
	if n > len(r.rest)/8 {
		r.err = errCut
		return nil
	}
	bytes := r.take(8 * n)
	list := make([]float64, len(bytes)/8)
	for i := range list {
		list[i] = math.Float64frombits(binary.NativeEndian.Uint64(bytes[8*i:]))
	}
	return list
}

func (r *reader) columns() *Columns {
	t := &Columns{Labels: r.list()}
	for range t.Labels {
		var numbers []float64
		var texts []string
		switch r.count() {
		case 0:
			numbers = r.numbers(r.count())
		case 1:
			texts = r.list()
		default:
			r.err = errCut
		}
		t.Numbers, t.Texts = append(t.Numbers, numbers), append(t.Texts, texts)
	}
	return t
}
