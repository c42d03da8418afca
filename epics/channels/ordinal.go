package channels

import (
	"slices"
	"strings"
)

// placed keeps the devices at the place that a part names: by their numbers when
// they have such ones, else by their order.
func (s *search) placed(from set, items []item) set {
	i := slices.IndexFunc(items, func(it item) bool { return it.kind == isPlace })
	if i < 0 {
		return from
	}
	if len(items[i].numbers) > 0 {
		if got, _ := s.nth(from, items, i); !got.empty() {
			return got
		}
	}
	return s.inOrder(from, items[i])
}

// inOrder keeps the devices at a place of their order.
func (s *search) inOrder(from set, place item) set {
	devices := map[string][]int{}
	for i := range from.all() {
		key := deviceNumbers(s.x.entries[i].PV)
		devices[key] = append(devices[key], i)
	}
	keys := make([]string, 0, len(devices))
	for key := range devices {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, natural)
	if place.back {
		slices.Reverse(keys)
	}
	if len(place.numbers) == 0 {
		keys = keys[:min(place.count, len(keys))]
	} else {
		keys = s.pick(keys, place)
	}
	out := newSet(len(s.x.entries))
	for _, key := range keys {
		for _, i := range devices[key] {
			out.add(i)
		}
	}
	return out
}

// pick takes the devices at the places that a question counts out.
func (s *search) pick(keys []string, place item) []string {
	var out []string
	for _, number := range place.numbers {
		n, _ := numberOf(number)
		if n < 1 || n > len(keys) {
			s.note("there is no %s one; there are %d", place.text, len(keys))
			continue
		}
		out = append(out, keys[n-1])
	}
	s.note("%s is read in the order of the numbers", place.text)
	return out
}

// deviceNumbers is the numbers in a name, which tell devices of a kind apart.
func deviceNumbers(pv string) string {
	var out []string
	for _, segment := range nameSegments(pv) {
		for _, r := range runs(segment) {
			if isDigits(r) {
				out = append(out, r)
			}
		}
	}
	return strings.Join(out, ".")
}
