package channels

import "slices"

// share works out what parts that are joined by "and" have in common: in
// "horizontal and vertical positions of BPM 2" the first one has the position and
// the BPM too, in "klystron voltage and current" the second one the klystron. A
// part takes as much from its neighbour as leaves any channel.
func (s *search) share(parts [][]item) [][]item {
	own := slices.Clone(parts)
	for i := len(parts) - 2; i >= 0; i-- {
		own[i] = s.takeEnd(own[i], own[i+1])
	}
	for i := 1; i < len(parts); i++ {
		own[i] = s.takeStart(own[i], own[i-1][:len(parts[i-1])])
	}
	return own
}

// takeEnd adds the longest end of the next part, without its first item.
func (s *search) takeEnd(part, next []item) []item {
	for m := len(next) - 1; m > 0; m-- {
		if with := join(part, next[len(next)-m:]); s.holds(with) {
			return with
		}
	}
	return part
}

// takeStart adds the longest start of the part before, without its last item.
func (s *search) takeStart(part, before []item) []item {
	for k := len(before) - 1; k > 0; k-- {
		if with := join(before[:k], part); s.holds(with) {
			return with
		}
	}
	return part
}

func join(a, b []item) []item { return append(slices.Clone(a), b...) }
