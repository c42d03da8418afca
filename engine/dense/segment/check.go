package segment

import (
	"bytes"
	"context"
	"fmt"
	"math"

	"owl/engine"
	"owl/engine/dense/quant"
	"owl/engine/disk"
)

// checkColumns reads the names and checks that the columns make sense. It finds
// the earliest and the latest date.
func (s *Segment) checkColumns() error {
	var ok1, ok2 bool
	s.collections, ok1 = disk.DecodeNames(s.section(collectionNameSection))
	s.systems, ok2 = disk.DecodeNames(s.section(systemNameSection))
	if !ok1 || !ok2 {
		return fmt.Errorf("%w: names are malformed", engine.ErrDamaged)
	}
	for _, x := range append(s.center, s.radius) {
		if !(math.Abs(float64(x)) <= 4) {
			return fmt.Errorf("%w: center or radius of %v", engine.ErrDamaged, x)
		}
	}
	s.first, s.last = math.MaxInt64, math.MinInt64
	for row, key := range s.keys {
		switch {
		case row > 0 && key <= s.keys[row-1]:
			return fmt.Errorf("%w: keys do not rise", engine.ErrDamaged)
		case int(s.collection[row]) >= len(s.collections) || int(s.system[row]) >= len(s.systems):
			return fmt.Errorf("%w: row with an unknown name", engine.ErrDamaged)
		case s.nanos[row] >= 1e9:
			return fmt.Errorf("%w: row with a malformed date", engine.ErrDamaged)
		case !(s.steps[row] >= 0 && s.steps[row] <= 1):
			return fmt.Errorf("%w: row with a step of %v", engine.ErrDamaged, s.steps[row])
		}
		if s.seconds[row] != undated {
			s.first, s.last = min(s.first, s.seconds[row]), max(s.last, s.seconds[row])
		}
	}
	return nil
}

// Check reads the whole file: every checksum, and whether each code is that of
// its vector. The error wraps engine.ErrDamaged and names the file.
func (s *Segment) Check(ctx context.Context) error {
	if err := s.checkSums(ctx); err != nil {
		return err
	}
	if err := s.checkPadding(); err != nil {
		return err
	}
	dim, n := s.Dim(), s.codes.bytes
	coder, high, low := quant.NewCoder(dim), make([]byte, n), make([]byte, n)
	v, unit := make([]float32, dim), make([]float32, dim)
	for row := range s.Rows() {
		if row%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if err := s.vector(row, v); err != nil {
			return err
		}
		if err := Normalise(unit, v); err != nil || !same(unit, v) {
			return s.damaged(fmt.Sprintf("the vector of row %d is not of unit length", row))
		}
		if subtract(v, s.center) > s.radius || coder.Encode(v, high, low) != s.steps[row] ||
			!bytes.Equal(high, s.codes.half(s.codes.high, row)) || !bytes.Equal(low, s.codes.half(s.codes.low, row)) {
			return s.damaged(fmt.Sprintf("the code of row %d is not that of its vector", row))
		}
	}
	return nil
}

func (s *Segment) checkPadding() error {
	for i, at := range s.at {
		b, err := s.bytes(at.offset+at.length, at.end())
		if err != nil {
			return err
		}
		for _, x := range b {
			if x != 0 {
				return s.damaged(fmt.Sprintf("section %d is padded with something", i))
			}
		}
	}
	return nil
}

// same reports whether two vectors are equal but for rounding.
func same(a, b []float32) bool {
	for i, x := range a {
		if !(math.Abs(float64(x-b[i])) < 1e-5) {
			return false
		}
	}
	return true
}
