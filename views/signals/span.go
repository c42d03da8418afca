package signals

import (
	"time"
)

// span is the window of time that is shown.
type span struct {
	step   int       // index of its length
	end    time.Time // zero is live: it ends now
	cursor time.Time // zero is none
}

const day = 24 * time.Hour

// lengths are the windows that there are.
func lengths() []time.Duration {
	return []time.Duration{
		10 * time.Second, 30 * time.Second, time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 30 * time.Minute,
		time.Hour, 2 * time.Hour, 6 * time.Hour, 12 * time.Hour, day, 2 * day, 7 * day, 14 * day, 30 * day,
	}
}

// firstLength is the window of an empty chart: 10 minutes.
const firstLength = 5

func (s span) length() time.Duration { return lengths()[s.step] }

func (s span) live() bool { return s.end.IsZero() }

// window is the window in n bins. A live one ends with the bin that now is in:
// it moves by whole bins, so that what was drawn keeps its shape.
func (s span) window(now time.Time, n int) (from, to time.Time) {
	length := s.length()
	if !s.live() {
		return s.end.Add(-length), s.end
	}
	width := length / time.Duration(max(1, n))
	to = now.Truncate(width).Add(width)
	return to.Add(-length), to
}

// zoom takes a shorter (-1) or longer (1) window around the cursor, else around
// its middle; a live one still ends now.
func (s *span) zoom(by int, now time.Time) {
	step := max(0, min(len(lengths())-1, s.step+by))
	if s.live() {
		s.step = step
		return
	}
	old, length := s.length(), lengths()[step]
	centre, share := s.end.Add(-old/2), 0.5
	if !s.cursor.IsZero() {
		centre = s.cursor
		share = float64(s.end.Sub(s.cursor)) / float64(old)
	}
	s.step = step
	s.put(centre.Add(time.Duration(share*float64(length))), now)
}

// pan moves the window by a quarter of its length; moved beyond now, it is live.
func (s *span) pan(by int, now time.Time) {
	end := s.end
	if s.live() {
		end = now
	}
	s.put(end.Add(time.Duration(by)*s.length()/4), now)
}

func (s *span) put(end, now time.Time) {
	s.end = end
	if end.After(now) {
		s.end = time.Time{}
	}
}

// goTo shows a time in the middle.
func (s *span) goTo(at, now time.Time) { s.put(at.Add(s.length()/2), now) }

// move moves the cursor by a cell of a chart of w cells, and the window with it.
func (s *span) move(by, w int, now time.Time) {
	from, to := s.window(now, 2*w)
	cell := s.length() / time.Duration(max(1, w))
	if s.cursor.IsZero() {
		s.cursor = minTime(now, to.Add(-1))
		by++ // the first step only shows it
		if by > 0 {
			by = 0
		}
	}
	s.cursor = minTime(s.cursor.Add(time.Duration(by)*cell), now)
	switch {
	case s.cursor.Before(from):
		s.put(s.cursor.Add(s.length()*3/4), now)
	case !s.cursor.Before(to):
		s.put(s.cursor.Add(s.length()/4), now)
	}
}
