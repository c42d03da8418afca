//go:build cgo && !noepics

package native

// #cgo noescape owl_poll
// #cgo nocallback owl_poll
// #include <stdlib.h>
// #include "native.h"
import "C"

import (
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sync/atomic"
	"time"
	"unsafe"
)

const (
	batch    = 512
	arena    = 1 << 20 // grows when a value needs more
	patience = 1000    // ms
)

// Client holds subscriptions over one or both protocols. Its methods are safe
// for concurrent use, but for Close.
type Client struct {
	client  *C.owl_client
	stopped atomic.Bool
}

// Open makes a client for the providers. The definitions are EPICS_* variables
// that stand before those of the environment. libca reads its own when the first
// PV is asked for, and one process should not have two clients whose
// definitions for CA differ.
func Open(definitions map[string]string, providers ...Provider) (*Client, error) {
	bits := C.int(0)
	for _, p := range providers {
		bits |= 1 << p
	}
	var list []*C.char
	for _, name := range slices.Sorted(maps.Keys(definitions)) {
		list = append(list, C.CString(name), C.CString(definitions[name]))
	}
	defer func() {
		for _, text := range list {
			C.free(unsafe.Pointer(text))
		}
	}()
	var text [256]C.char
	c := C.owl_open(bits, unsafe.SliceData(list), C.int(len(list)/2), &text[0], C.size_t(len(text)))
	if c == nil {
		return nil, fmt.Errorf("open EPICS client: %s", C.GoString(&text[0]))
	}
	return &Client{client: c}, nil
}

// Watch subscribes to a PV under a number that was never used before.
func (c *Client) Watch(id uint32, p Provider, name string) error { return c.subscribe(id, p, name, 0) }

// Get asks for a PV once, under a number that was never used before. The last
// event is Finished, Failed or Disconnected; a PV that nobody serves gives none.
// Cancel must be called in any case.
func (c *Client) Get(id uint32, p Provider, name string) error { return c.subscribe(id, p, name, 1) }

func (c *Client) subscribe(id uint32, p Provider, name string, once C.int) error {
	cname := C.CString(name)
	defer C.free(unsafe.Pointer(cname))
	var text [256]C.char
	if C.owl_watch(c.client, C.uint32_t(id), C.int(p), cname, once, &text[0], C.size_t(len(text))) != 0 {
		return fmt.Errorf("subscribe to %s: %s", name, C.GoString(&text[0]))
	}
	return nil
}

// Cancel ends a subscription. Events of it may still come.
func (c *Client) Cancel(id uint32) { C.owl_cancel(c.client, C.uint32_t(id)) }

// Drops returns the updates lost so far.
func (c *Client) Drops() Drops {
	d := C.owl_get_drops(c.client)
	return Drops{Server: uint64(d.server), Client: uint64(d.client)}
}

// Run hands batches of events to handle until Stop, and an empty one when there
// was nothing for a second. The slice is used again.
func (c *Client) Run(handle func([]Event)) error {
	events := (*C.owl_event)(C.calloc(batch, C.sizeof_owl_event))
	defer C.free(unsafe.Pointer(events))
	size := arena
	memory := C.malloc(C.size_t(size))
	defer func() { C.free(memory) }()
	out := make([]Event, 0, batch)
	for !c.stopped.Load() {
		n := int(C.owl_poll(c.client, events, batch, (*C.char)(memory), C.size_t(size), patience))
		switch {
		case n == -1:
			return errors.New("the EPICS binding is damaged")
		case n < 0:
			size = -n
			C.free(memory)
			memory = C.malloc(C.size_t(size))
			continue
		}
		var err error
		if out, err = decode(out[:0], unsafe.Slice(events, batch)[:n], unsafe.Slice((*byte)(memory), size)); err != nil {
			return err
		}
		handle(out)
		runtime.Gosched() // whoever waits for the events runs now, on this thread, not when another one has woken
	}
	return nil
}

// Stop ends Run.
func (c *Client) Stop() {
	c.stopped.Store(true)
	C.owl_wake(c.client)
}

// Close ends all subscriptions. Run and all other calls must have returned; the
// client must not be used again.
func (c *Client) Close() { C.owl_close(c.client) }

// Handles counts the clients and subscriptions that the process holds.
func Handles() int { return int(C.owl_handles()) }

func decode(out []Event, raw []C.owl_event, memory []byte) ([]Event, error) {
	for i := range raw {
		e, err := event(&raw[i], memory)
		if err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	return out, nil
}

func event(raw *C.owl_event, memory []byte) (Event, error) {
	e := Event{
		ID: uint32(raw.id), Kind: Kind(raw.kind), Type: Type(raw._type),
		Severity: int(raw.severity), Status: int(raw.status), Arrived: time.Unix(0, int64(raw.arrived)).UTC(),
		Number: float64(raw.number), Integer: int64(raw.integer),
		Text: string(span(memory, raw.text)), Message: string(span(memory, raw.message)),
	}
	if raw.seconds != 0 || raw.nanoseconds != 0 {
		e.Time = time.Unix(int64(raw.seconds), int64(raw.nanoseconds)).UTC()
	}
	data := span(memory, raw.data)
	r := reader{rest: data}
	switch {
	case e.Kind == Described:
		e.Meta = meta(data)
	case e.Kind != Updated:
	case e.Type == Array:
		e.Array = r.numbers(len(data) / 8)
	case e.Type == Texts:
		e.Texts = r.list()
	case e.Type == Table:
		e.Table = r.columns()
	}
	return e, r.err
}

func span(memory []byte, s C.owl_span) []byte { return memory[s.at : s.at+s.len] }

func meta(data []byte) *Meta {
	raw := (*C.owl_meta)(unsafe.Pointer(&data[0])) // the binding lays it out at a multiple of 8
	choices := reader{rest: span(data, raw.choices)}
	return &Meta{
		Type: string(span(data, raw._type)), Units: string(span(data, raw.units)), Description: string(span(data, raw.description)),
		Precision: int(raw.precision), Choices: choices.list(),
		DisplayLow: float64(raw.display_low), DisplayHigh: float64(raw.display_high),
		ControlLow: float64(raw.control_low), ControlHigh: float64(raw.control_high),
		LoLo: float64(raw.lolo), Low: float64(raw.low), High: float64(raw.high), HighHigh: float64(raw.hihi),
	}
}
