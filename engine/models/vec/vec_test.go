package vec

import (
	"math"
	"testing"
)

func TestUnit(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	for _, c := range []struct {
		name string
		v    []float32
		ok   bool
	}{
		{"a vector", []float32{3, -4}, true},
		{"a short one", []float32{1e-20, 1e-20}, true},
		{"a long one", []float32{3e38, 3e38}, true},
		{"zero", []float32{0, 0}, false},
		{"nothing", nil, false},
		{"infinity", []float32{1, inf}, false},
		{"no number", []float32{1, nan}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := Unit(c.v); (err == nil) != c.ok {
				t.Fatalf("error %v", err)
			}
			if c.ok && math.Abs(Dot(c.v, c.v)-1) > 1e-6 {
				t.Errorf("the square of the length is %v", Dot(c.v, c.v))
			}
		})
	}
}
