package history

import (
	"math"
	"time"
)

// wave is the waveform of the channel at t.
func (s *source) wave(t time.Time, k int64) []float64 {
	n := s.channel.Elements
	values := make([]float64, n)
	if s.channel.Name == "SR:DI:FILLPAT" {
		s.archive.fillPattern(values, t)
	}
	if points := s.frameAt(t).Points; len(points) > 0 {
		for i := range values {
			values[i] = between(points, float64(i))
		}
	}
	for i := range values {
		values[i] = round3(values[i] + 0.002*s.noise.normal(k*int64(n)+int64(i)))
	}
	return values
}

func (s *source) frameAt(t time.Time) frame {
	for _, f := range s.frames {
		if covers(f.at, t) {
			return f.list[last(f.at, t)]
		}
	}
	return frame{}
}

// between reads a value off a line through points, level before and after them.
func between(points [][2]float64, x float64) float64 {
	if x <= points[0][0] {
		return points[0][1]
	}
	for i := 1; i < len(points); i++ {
		if a, b := points[i-1], points[i]; x <= b[0] {
			return a[1] + (x-a[0])/(b[0]-a[0])*(b[1]-a[1])
		}
	}
	return points[len(points)-1][1]
}

func round3(v float64) float64 { return math.Round(v*1000) / 1000 }

// fillPattern puts the stored current into the buckets: F864 fills 864 in a row,
// H24 every 48th, HY1 bucket 0 with 4.0 mA and a train from 176 to 975.
func (a *Archive) fillPattern(buckets []float64, t time.Time) {
	current := a.current(t)
	share := func(n int) float64 { return current / float64(n) }
	switch a.cal.Fill(t) {
	case "H24":
		for i := 0; i < len(buckets); i += 48 {
			buckets[i] = share(24)
		}
	case "HY1":
		buckets[0] = min(4.0, current)
		for i := 176; i <= 975; i++ {
			buckets[i] = max(0, current-4.0) / 800
		}
	default:
		for i := range 864 {
			buckets[i] = share(864)
		}
	}
}
