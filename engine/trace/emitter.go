package trace

import (
	"strconv"
	"sync"
	"time"
)

// Sink takes the events of a run, one at a time and in order. It must not
// block for long: the run waits for it.
type Sink func(Event)

// Emitter numbers the events of one run and hands them to its sink. It is safe
// for concurrent use.
type Emitter struct {
	mu    sync.Mutex
	run   string
	now   func() time.Time
	sink  Sink
	seq   int
	spans int
	ended bool
}

// NewEmitter returns the emitter of the run with this id. A nil sink discards
// the events.
func NewEmitter(run string, now func() time.Time, sink Sink) *Emitter {
	if sink == nil {
		sink = func(Event) {}
	}
	return &Emitter{run: run, now: now, sink: sink}
}

// Root is the span of the run itself.
const Root = "0"

// NewSpan returns the id of a new step.
func (e *Emitter) NewSpan() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.spans++
	return strconv.Itoa(e.spans)
}

// Emit sends one event of the given span. It reports whether the event was
// sent: after a terminal event a run says no more.
func (e *Emitter) Emit(span, parent string, p Payload) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.ended {
		return false
	}
	e.seq++
	e.ended = p.Kind().Terminal()
	e.sink(Event{Version: Version, Run: e.run, Seq: e.seq, Span: span, Parent: parent, At: e.now(), Payload: p})
	return true
}

// Step emits one event in a new span directly under the run.
func (e *Emitter) Step(p Payload) bool { return e.Emit(e.NewSpan(), Root, p) }
