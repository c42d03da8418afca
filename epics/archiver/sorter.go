package archiver

import (
	"reflect"
	"slices"
	"time"

	"owl/epics"
)

// How much is held back to sort what arrives out of order: stores of an archiver
// overlap by some events, never by many.
const (
	sortItems    = 512
	sortElements = 1 << 20 // of waveforms
)

// sorter hands items on in order of time. It holds back a bounded number; what
// comes later than that is counted and left out.
type sorter struct {
	emit     func(*item) error
	held     []item // in order
	head     int    // of those not yet handed on
	elements int
	last     time.Time // handed on
	late     int
}

func (s *sorter) add(it *item) error {
	if it.time.Before(s.last) {
		s.late++
		return nil
	}
	at := len(s.held)
	for at > s.head && it.time.Before(s.held[at-1].time) {
		at--
	}
	if at > s.head && sameItem(&s.held[at-1], it) {
		return nil // two stores of the archiver hold the same event
	}
	if at == len(s.held) {
		s.held = append(s.held, *it)
	} else {
		s.held = slices.Insert(s.held, at, *it)
	}
	s.elements += elements(it.value)
	for len(s.held)-s.head > sortItems || s.elements > sortElements && len(s.held)-s.head > 1 {
		if err := s.next(); err != nil {
			return err
		}
	}
	return nil
}

// next hands on the oldest.
func (s *sorter) next() error {
	it := &s.held[s.head]
	s.head++
	s.elements -= elements(it.value)
	s.last = it.time
	err := s.emit(it)
	*it = item{}
	if s.head >= sortItems {
		s.held, s.head = append(s.held[:0], s.held[s.head:]...), 0
	}
	return err
}

func (s *sorter) flush() error {
	for s.head < len(s.held) {
		if err := s.next(); err != nil {
			return err
		}
	}
	return nil
}

// sameItem tells the same event; of waveforms and tables time and size are enough.
func sameItem(a, b *item) bool {
	if !a.time.Equal(b.time) || a.severity != b.severity || a.gap != b.gap {
		return false
	}
	switch x := a.value.(type) {
	case nil:
		return b.value == nil
	case epics.Array, epics.Texts, epics.Table:
		return reflect.TypeOf(a.value) == reflect.TypeOf(b.value) && elements(a.value) == elements(b.value)
	default:
		return x == b.value // of two kinds it is false, whatever they hold
	}
}

func elements(v epics.Value) int {
	switch v := v.(type) {
	case epics.Array:
		return len(v)
	case epics.Texts:
		return len(v)
	case epics.Table:
		return len(v.Rows) * len(v.Columns)
	}
	return 0
}
