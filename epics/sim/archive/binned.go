package archive

import "owl/epics/archiver/pb"

// binned gives one value a bin, in the middle of it. As with the appliance, a
// bin without samples repeats the one before, and what was in force at the start
// has a bin of its own.
func binned(s series, how stat, g grid) series {
	all := s.points
	s.info.Type, s.info.Elements = pb.Double, 1
	if how.wave > 0 {
		s.info.Type, s.info.Elements = pb.DoubleWave, how.wave
	}
	s.points = func(yield func(point) bool) {
		b := binner{stat: how, grid: g, yield: yield, next: g.first - 1}
		for p := range all {
			if !b.add(p) {
				return
			}
		}
		b.upTo(g.last + 1)
	}
	return s
}

// binner hands bins on in order.
type binner struct {
	stat  stat
	grid  grid
	yield func(point) bool
	next  int64 // bin to hand on
	now   int64 // bin that is collected
	sum   *moments
	stop  bool
}

func (b *binner) add(p point) bool {
	bin := b.grid.bin(p.at)
	if b.sum == nil || bin != b.now {
		b.upTo(bin)
		b.sum, b.now, b.next = &moments{keep: b.stat.keep}, bin, bin
	}
	b.sum.add(p.Number)
	b.sum.severity = max(b.sum.severity, p.Severity)
	b.sum.changed = b.sum.changed || len(p.Fields) > 0
	return !b.stop
}

func (b *binner) upTo(bin int64) {
	if b.sum == nil || b.sum.n == 0 {
		return
	}
	value := b.stat.of(b.sum)
	for ; b.next < bin && !b.stop; b.next++ {
		if b.next > b.now && !b.stat.repeat {
			return
		}
		p := point{at: b.grid.middle(b.next)}
		p.Severity = b.sum.severity
		if b.sum.changed && b.next == b.now {
			p.Fields = []pb.Field{{Name: "connectionChange", Value: "true"}}
		}
		if b.stat.wave > 0 {
			p.Wave = value
		} else {
			p.Number = value[0]
		}
		b.stop = !b.yield(p)
	}
}
