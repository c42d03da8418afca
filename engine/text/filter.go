package text

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/text/segment"
)

// gate decides which documents of one segment may be ranked.
type gate struct {
	in           segment.Input
	collections  []bool // by place in the segment's list; nil lets all through
	systems      []bool
	since, until instant
	must, never  []bitmap
}

// instant is a time as segments compare it.
type instant struct {
	set     bool
	seconds int64
	nanos   uint32
}

func instantOf(t time.Time) instant { return instant{!t.IsZero(), t.Unix(), uint32(t.Nanosecond())} }

// newGate makes the gate of segment i; open is false when nothing can pass. The
// error wraps engine.ErrDamaged.
func newGate(s *snapshot, i int, f engine.Filter, p plan) (g gate, open bool, err error) {
	g = gate{in: s.segments[i].Input, since: instantOf(f.Since), until: instantOf(f.Until)}
	g.collections = chosen(g.in.Segment.Collections(), f.Collections)
	g.systems = chosen(g.in.Segment.Systems(), f.Systems)
	for _, names := range [][]bool{g.collections, g.systems} {
		if names != nil && !slices.Contains(names, true) {
			return g, false, nil
		}
	}
	for _, ph := range p.phrases {
		m, err := ph.match(s, i)
		if err != nil {
			return g, false, err
		}
		g.must = append(g.must, m)
	}
	for _, ph := range p.exclude {
		m, err := ph.match(s, i)
		if err != nil {
			return g, false, err
		}
		g.never = append(g.never, m)
	}
	return g, true, nil
}

// chosen says for each name whether it is wanted, compared without case. It is
// nil when nothing is asked for.
func chosen[S ~string](names []string, wanted []S) []bool {
	if len(wanted) == 0 {
		return nil
	}
	ok := make([]bool, len(names))
	for i, name := range names {
		ok[i] = slices.ContainsFunc(wanted, func(w S) bool { return strings.EqualFold(string(w), name) })
	}
	return ok
}

// admits reports whether a document may be ranked. It means the same as
// engine.Filter.Admits.
func (g *gate) admits(doc int) bool {
	s := g.in.Segment
	if g.in.Deletes.Has(doc) {
		return false
	}
	if g.collections != nil && !at(g.collections, s.CollectionOf(doc)) || g.systems != nil && !at(g.systems, s.SystemOf(doc)) {
		return false
	}
	if g.since.set && s.CompareCreated(doc, g.since.seconds, g.since.nanos) < 0 {
		return false
	}
	if g.until.set && (!s.Dated(doc) || s.CompareCreated(doc, g.until.seconds, g.until.nanos) >= 0) {
		return false
	}
	for _, m := range g.must {
		if !m.has(doc) {
			return false
		}
	}
	for _, m := range g.never {
		if m.has(doc) {
			return false
		}
	}
	return true
}

// at is list[i], false beyond it.
func at(list []bool, i int) bool { return i < len(list) && list[i] }

func damaged(s *segment.Segment, what string) error {
	return fmt.Errorf("segment %s: %w: %s", s.Path(), engine.ErrDamaged, what)
}
