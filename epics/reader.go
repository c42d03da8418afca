package epics

import (
	"context"
	"errors"
	"time"
)

// Reader reads live PVs. A name may begin with "pva://" or "ca://"; for any other
// name all providers of the Reader are tried at the same time and the first to
// connect is kept. It is safe for concurrent use, but for Close.
type Reader interface {
	// Get reads every PV once and returns a sample for each, in the order of the
	// names. A PV that cannot be read has Err set. The error is for what concerns
	// all of them: the Reader was closed, ctx is done.
	Get(ctx context.Context, names ...string) ([]Sample, error)

	// Info is Get with what the server says about each PV.
	Info(ctx context.Context, names ...string) ([]Info, error)

	// Watch hands over the present sample of every PV and then every change, until
	// ctx is done or handle returns an error. It calls handle in the caller's
	// goroutine; the slice is used again. A PV that does not connect in time gives
	// a sample with Err, and samples when it connects later; one that disconnects
	// gives a Stale sample. Watches of the same name share one subscription.
	Watch(ctx context.Context, handle func([]Sample) error, names ...string) error

	// Stats tells what the Reader holds and has lost.
	Stats() Stats

	// Close ends all reading and waits for it.
	Close() error
}

// Info is a sample with what its server says about the PV.
type Info struct {
	Sample
	Server string // address
	Type   string // as the protocol names it
}

// Stats counts since the Reader was opened.
type Stats struct {
	Subscriptions int    // shared ones that are held now
	Connected     int    // of these
	Updates       uint64 // that came
	Lost          Lost
}

// Lost counts updates that did not reach a handler. The newest of a PV always
// does.
type Lost struct {
	Server  uint64 // left out by a PVA server, as it says itself
	Client  uint64 // our queue of the PV was full
	Handler uint64 // the handler of a Watch was too slow
}

// Any is the sum.
func (l Lost) Any() uint64 { return l.Server + l.Client + l.Handler }

// The errors that callers tell apart, in Sample.Err and from the methods of a
// Reader.
var (
	ErrNoAnswer     = errors.New("no server answered")
	ErrDisconnected = errors.New("disconnected")
	ErrRefused      = errors.New("the server refused") // with its reason
	ErrNoValue      = errors.New("has no value that can be shown")
	ErrName         = errors.New("no name of a PV") // with what is wrong with it
	ErrClosed       = errors.New("the reader of live PVs was closed")
)

// Options says where PVs are looked for. What is empty is taken from the site's
// EPICS_* variables.
type Options struct {
	Providers      []Provider    // for names without a prefix; PVA and CA when empty
	ConnectTimeout time.Duration // until a PV counts as missing; 3 s when 0
	ServerTimeout  time.Duration // until a silent server counts as gone; whole seconds
	PVA, CA        Network
}

// Network is where one protocol looks for PVs.
type Network struct {
	Addrs       []string // for searches by UDP: hosts or broadcast addresses; with NameServers alone there are none
	NameServers []string // for searches by TCP: host:port
	Interfaces  []string // PVA only: own addresses to use
	Port        int      // of servers, for TCP
	SearchPort  int      // PVA: of searches by UDP; CA: of the repeater of beacons
}

// Loopback is a network of one server on this host: nothing is sent elsewhere.
// The searches of CA go to its port, those of PVA to search.
func Loopback(port, search int) Network {
	return Network{Addrs: []string{"127.0.0.1"}, Interfaces: []string{"127.0.0.1"}, Port: port, SearchPort: search}
}
