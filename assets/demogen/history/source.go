package history

import (
	"iter"
	"slices"
	"time"

	"owl/assets/demogen/channel"
)

// source makes the samples of one channel.
type source struct {
	told
	channel *channel.Channel
	archive *Archive
	noise   stream
}

// periodic gives a sample every period, a little late each time as samples are.
func (s *source) periodic(w Window) iter.Seq[Sample] {
	return func(yield func(Sample) bool) {
		k := s.lastBefore(w.From)
		if w.Before && !s.before(k, yield) {
			return
		}
		for k, at := k+1, s.time(k+1); at.Before(w.To); k, at = k+1, s.time(k+1) {
			if g := s.gapAt(at); g != nil {
				k = s.lastBefore(g.To)
				continue
			}
			if !yield(s.sample(k, at)) {
				return
			}
		}
	}
}

// time is when sample k was taken, on the site's clock.
func (s *source) time(k int64) time.Time {
	late := time.Duration(s.noise.at(-k) * 0.05 * float64(s.channel.Period)).Truncate(time.Millisecond)
	return time.Unix(0, k*int64(s.channel.Period)).Add(late).In(s.archive.cal.Zone)
}

// lastBefore is the last sample that was taken before t.
func (s *source) lastBefore(t time.Time) int64 {
	k := t.UnixNano() / int64(s.channel.Period)
	if s.time(k).Before(t) {
		return k
	}
	return k - 1
}

// before gives the last sample up to k that was archived.
func (s *source) before(k int64, yield func(Sample) bool) bool {
	at := s.time(k)
	for g := s.gapAt(at); g != nil; g = s.gapAt(at) {
		k = s.lastBefore(g.From)
		at = s.time(k)
	}
	if at.Before(s.archive.begin) {
		return true
	}
	return yield(s.sample(k, at))
}

// gapAt returns the gap that t lies in, or nil.
func (s *source) gapAt(t time.Time) *Gap {
	for i := range s.gaps {
		if g := &s.gaps[i]; !t.Before(g.From) && t.Before(g.To) {
			return g
		}
	}
	return nil
}

// sample is sample k, taken at t.
func (s *source) sample(k int64, t time.Time) Sample {
	out := Sample{Time: t}
	if s.channel.Kind == channel.Wave {
		out.Value.Wave = s.wave(t, k)
	} else {
		out.Value.Number = s.archive.number(s, t, k)
	}
	out.Severity, out.Status = Alarm(s.channel, out.Value)
	if g := s.gapAt(s.time(k - 1)); g != nil {
		out.Gap = g
	}
	return out
}

// onChange gives a sample for every change.
func (s *source) onChange(w Window) iter.Seq[Sample] {
	list := s.all()
	return func(yield func(Sample) bool) {
		first, _ := slices.BinarySearchFunc(list, w.From, func(x Sample, t time.Time) int { return x.Time.Compare(t) })
		if w.Before && first > 0 {
			first--
		}
		for _, sample := range list[first:] {
			if !sample.Time.Before(w.To) || !yield(sample) {
				return
			}
		}
	}
}

// all makes all samples of a channel that is archived on change; those in a gap
// are lost, but what holds at its end is read when it ends.
func (s *source) all() []Sample {
	changes := s.corners()
	var list []Sample
	for i, ch := range changes {
		g := s.gapAt(ch.Time)
		if g == nil {
			list = append(list, ch)
			continue
		}
		if i+1 == len(changes) || changes[i+1].Time.After(g.To) {
			ch.Time = g.To
			list = append(list, ch)
		}
	}
	for i := range s.gaps {
		list = s.reconnect(list, &s.gaps[i])
	}
	return list
}

// reconnect marks the first sample after a gap, or adds one that repeats the
// value from before.
func (s *source) reconnect(list []Sample, g *Gap) []Sample {
	i, found := slices.BinarySearchFunc(list, g.To, func(x Sample, t time.Time) int { return x.Time.Compare(t) })
	if !found && i > 0 {
		again := list[i-1]
		again.Time = g.To
		list = slices.Insert(list, i, again)
	}
	if i < len(list) {
		list[i].Gap = g
	}
	return list
}

// corners are the changes of the channel as samples.
func (s *source) corners() []Sample {
	var list []Sample
	add := func(t time.Time, v Value) {
		sample := Sample{Time: t.In(s.archive.cal.Zone), Value: v}
		sample.Severity, sample.Status = Alarm(s.channel, v)
		list = append(list, sample)
	}
	if s.channel.Kind != channel.Bits {
		for _, ch := range s.archive.changes(s.channel) {
			add(ch.at, Value{Text: ch.state, Number: float64(slices.Index(s.channel.Choices, ch.state))})
		}
		return list
	}
	add(s.archive.begin, Value{Number: s.channel.Normal})
	for _, c := range s.courses {
		for i, at := range c.at {
			add(at, Value{Number: c.points[i].value})
		}
	}
	slices.SortFunc(list, func(a, b Sample) int { return a.Time.Compare(b.Time) })
	return list
}
