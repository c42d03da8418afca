package channels

import (
	"slices"
	"strings"
)

// singular tells whether a part names one device by its number or place, and so
// means that of the main part of the machine when it does not say which.
func (s *search) singular(items []item) bool {
	beam := s.x.words.word("beamcurrent")
	return slices.ContainsFunc(items, func(it item) bool {
		return it.kind == isPlace || it.word == beam || len(it.numbers) > 0 && !isSector(it.word)
	})
}

// area is the first part of a name without its digits.
func area(pv string) string {
	first := nameSegments(pv)
	if len(first) == 0 {
		return ""
	}
	return strings.ToLower(strings.TrimRight(first[0], "0123456789"))
}

// inMainArea keeps the main area, when a set has it and others.
func (s *search) inMainArea(from set) set {
	main := s.x.mainArea()
	out := newSet(len(s.x.entries))
	others := []string{}
	for i := range from.all() {
		a := area(s.x.entries[i].PV)
		if a == main {
			out.add(i)
		} else if name := strings.ToUpper(a); !slices.Contains(others, name) {
			others = append(others, name)
		}
	}
	if out.empty() || len(others) == 0 {
		return from
	}
	s.note("read as that of %s; %s has one too", strings.ToUpper(main), strings.Join(others, ", "))
	return out
}

// saysAny tells whether the name or the description of a channel has a word for
// which is is true.
func (x *index) saysAny(i int, is func(string) bool) bool {
	return slices.ContainsFunc(x.parts[i], func(id int32) bool { return is(x.table[id]) }) ||
		slices.ContainsFunc(x.about[i], func(h heard) bool { return !h.number && is(x.table[h.word]) })
}

// withoutSets drops set-points and the like that the question does not name,
// where the device has a channel that is none.
func (s *search) withoutSets(from set) set {
	setpoint := s.x.words.word("setpoint")
	extra := func(i int) bool {
		return s.x.saysAny(i, func(w string) bool {
			return s.x.words.sets[w] && !s.covered[w] && (!s.asked.both || w != setpoint)
		})
	}
	return s.preferred(from, deviceOf, func(i int) bool { return !extra(i) })
}

// withoutStates drops the states of devices that have something else.
func (s *search) withoutStates(from set) set {
	status := s.x.words.word("status")
	if s.covered[status] {
		return from
	}
	return s.preferred(from, deviceOf, func(i int) bool { return !s.x.saysAny(i, func(w string) bool { return w == status }) })
}

// onlyDefaults keeps the read-back among the values of the same thing, when the
// question does not say which.
func (s *search) onlyDefaults(from set) set {
	for w := range s.covered {
		if s.x.words.defaults[w] || s.x.words.sets[w] {
			return from
		}
	}
	group := parentOf
	if s.asked.both {
		return from
	}
	if s.asked.reading {
		group = deviceOf
	}
	return s.preferred(from, group, func(i int) bool {
		return s.x.saysAny(i, func(w string) bool { return s.x.words.defaults[w] })
	})
}

// preferred keeps the channels that are wanted, in every group that has one.
func (s *search) preferred(from set, group func(string) string, wanted func(int) bool) set {
	has := map[string]bool{}
	good := newSet(len(s.x.entries))
	for i := range from.all() {
		if wanted(i) {
			good.add(i)
			has[group(s.x.entries[i].PV)] = true
		}
	}
	out := good.clone()
	for i := range from.all() {
		if !has[group(s.x.entries[i].PV)] {
			out.add(i)
		}
	}
	return out
}

// parentOf is a name without its last part.
func parentOf(pv string) string {
	for _, separators := range []string{":.", "_-"} {
		if i := strings.LastIndexAny(pv, separators); i > 0 {
			return pv[:i]
		}
	}
	return pv
}

// deviceOf is a name up to its last part that has a number.
func deviceOf(pv string) string {
	end := 0
	start := 0
	for i, r := range pv + ":" {
		if r != ':' && r != '.' {
			continue
		}
		if strings.ContainsAny(pv[start:i], "0123456789") {
			end = i
		}
		start = i + 1
	}
	if end == 0 {
		return parentOf(pv)
	}
	return pv[:end]
}

// kindOf is how a channel stands to the question: the words that it covers and
// those that stand right before them and say what special kind it is.
func (s *search) kindOf(i int) (covered, special []string) {
	common := s.x.common[area(s.x.entries[i].PV)]
	var run []string
	for _, h := range s.x.about[i] {
		word := s.x.table[h.word]
		if h.edge || h.number {
			run = nil
		}
		switch {
		case h.number:
		case s.covered[word]:
			covered, special, run = append(covered, word), append(special, run...), nil
		case !common[word]:
			run = append(run, word)
		}
	}
	slices.Sort(covered)
	slices.Sort(special)
	return slices.Compact(covered), slices.Compact(special)
}

// withoutSpecial drops the special kinds of a device that the question names by
// its plain name: the achromat focusing quadrupole 3, when the question has the
// focusing quadrupole 3 and there is one.
func (s *search) withoutSpecial(from set) set {
	type kinds struct{ covered, special []string }
	of := map[int]kinds{}
	distinct := map[string]kinds{}
	for i := range from.all() {
		covered, special := s.kindOf(i)
		k := kinds{append([]string{area(s.x.entries[i].PV)}, covered...), special}
		of[i] = k
		distinct[strings.Join(k.covered, " ")+"|"+strings.Join(k.special, " ")] = k
	}
	out := from.clone()
	for i, k := range of {
		for _, plain := range distinct {
			if slices.Equal(plain.covered, k.covered) && len(plain.special) < len(k.special) && subset(plain.special, k.special) {
				out[i/64] &^= 1 << (i % 64)
			}
		}
	}
	return out
}

func subset(a, b []string) bool {
	return !slices.ContainsFunc(a, func(x string) bool { return !slices.Contains(b, x) })
}
