// Package vec has the little arithmetic that vectors of models need.
package vec

import (
	"errors"
	"math"
)

// Dot is the inner product of two vectors: of unit length, their cosine.
func Dot(a, b []float32) float64 {
	var sum float64
	for i := range min(len(a), len(b)) {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

// Unit scales a vector to the length 1. One that is zero or not finite is an
// error.
func Unit(v []float32) error {
	length := math.Sqrt(Dot(v, v))
	if !(length > 0) || math.IsInf(length, 0) { // written so that NaN is refused
		return errors.New("the vector of a text is zero or not finite")
	}
	for i := range v {
		v[i] = float32(float64(v[i]) / length)
	}
	return nil
}
