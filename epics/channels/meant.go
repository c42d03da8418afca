package channels

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// meant answers a question in words.
func (f *Finder) meant(words string) Result {
	s := &search{x: f.index, memo: map[string]set{}, covered: map[string]bool{}}
	q := f.index.lex(words)
	s.asked = q
	items, ok := s.settle(f, q.items)
	out := newSet(len(f.entries))
	if ok {
		out = s.evaluate(items)
	}
	if out.empty() && len(s.notes) == 0 {
		s.note("all that the words mean is left out again")
	}
	r := Result{Channels: []Channel{}, Notes: s.notes}
	for i := range out.all() {
		r.Channels = append(r.Channels, f.channel(i, s.score(i)))
	}
	rank(r.Channels)
	return r
}

// settle looks up names and corrects words that no channel has. It is false when
// something does not exist.
func (s *search) settle(f *Finder, items []item) ([]item, bool) {
	var out []item
	for _, it := range items {
		switch it.kind {
		case isName:
			named, ok := s.settleName(f, it)
			if !ok {
				return nil, false
			}
			if n := len(out); n > 0 && out[n-1].kind == isWord && strings.HasPrefix(out[n-1].word, "@name") {
				out = append(out, item{kind: isAnd})
			}
			out = append(out, named)
		case isWord:
			word, keep, ok := s.settleWord(f, it)
			if !ok {
				return nil, false
			}
			if keep {
				out = append(out, word)
			}
		default:
			out = append(out, it)
		}
	}
	if !slices.ContainsFunc(out, func(it item) bool { return it.kind == isWord }) {
		if len(s.notes) == 0 {
			s.note("nothing in these words names a channel")
		}
		return nil, false
	}
	return out, true
}

// settleName makes a name a word with its channels.
func (s *search) settleName(f *Finder, it item) (item, bool) {
	members, note := f.lookup(it.text)
	if note != "" {
		s.note("%s", note)
	}
	found := newSet(len(f.entries))
	for _, i := range members {
		found.add(i)
	}
	it.kind, it.word, it.stems = isWord, "@name "+it.text, []string{"@name"}
	s.memo[it.word+"\x00"+it.text+"\x00"] = found
	return it, len(members) > 0
}

// settleWord checks that some channel has a word. One that says little may be
// dropped; another one is corrected, or ends the search.
func (s *search) settleWord(f *Finder, it item) (fixed item, keep, ok bool) {
	uncounted := isSector(it.word) && len(it.numbers) > 0 && len(s.x.numbers[it.word]) == 0
	if !s.strict(it).empty() || !uncounted && !s.x.loosely(it).empty() {
		return it, true, true
	}
	if len(it.numbers) > 0 {
		return s.settleNumber(it)
	}
	if i := f.exact(it.text); i >= 0 {
		fixed, ok = s.settleName(f, it)
		return fixed, ok, ok
	}
	if as := s.x.spelled(it.word); as != "" {
		s.note("read %s as %s", it.text, cmp.Or(s.x.written[as], as))
		it.word, it.stems, it.text = as, []string{as}, cmp.Or(s.x.written[as], as)
		return it, true, true
	}
	if s.isSoft(it) {
		return it, false, true
	}
	if strings.ContainsAny(it.text, "0123456789_") {
		s.note("%s", f.missing(it.text))
	} else {
		s.note("no channel is described by %q", told(it.text))
	}
	return it, false, false
}

// settleNumber handles a device whose number no channel has.
func (s *search) settleNumber(it item) (fixed item, keep, ok bool) {
	bare := it
	bare.numbers = nil
	switch {
	case isSector(it.word) && len(s.x.numbers[it.word]) == 0:
		// The database counts devices, not sectors.
		numbers := strings.Join(it.numbers, ", ")
		s.note("no channel names a %s; read as number %s of the device", it.word, numbers)
		return item{kind: isPlace, text: numbers, numbers: it.numbers}, true, true
	case s.strict(bare).empty():
		s.note("no channel is described by %q", told(it.text))
	case len(s.x.knownNumbers(it.word)) == 0:
		s.note("no %s has the number %s", it.text, strings.Join(it.numbers, ", "))
	default:
		have := s.x.knownNumbers(it.word)
		s.note("there is no %s %s; there are %s", it.text, strings.Join(it.numbers, ", "), abridged(have))
	}
	return it, false, false
}

// abridged lists numbers, the middle of many left out.
func abridged(list []string) string {
	if len(list) <= 8 {
		return strings.Join(list, ", ")
	}
	return strings.Join(list[:3], ", ") + " ... " + list[len(list)-1]
}

// evaluate gives the channels of a question that is settled.
func (s *search) evaluate(items []item) set {
	var except []item
	if i := slices.IndexFunc(items, func(it item) bool { return it.kind == isExcept }); i >= 0 {
		items, except = items[:i], items[i+1:]
	}
	var where []item
	if i := slices.IndexFunc(items, func(it item) bool { return it.kind == isWhere }); i >= 0 {
		items, where = items[:i], items[i:]
	}
	if len(items) == 0 {
		s.note("nothing is asked for beside what is left out")
	}
	out := s.union(items)
	if len(where) > 1 {
		out = s.beyond(out, where)
	}
	if len(except) > 0 {
		kept := maps.Clone(s.covered)
		out.without(s.union(except))
		s.covered = kept
	}
	return out
}

// union gives the channels of parts that are joined by "and".
func (s *search) union(items []item) set {
	parts := s.parts(items)
	all := map[string]bool{}
	out := newSet(len(s.x.entries))
	for _, part := range s.share(parts) {
		s.covered = map[string]bool{}
		out.or(s.part(part))
		maps.Copy(all, s.covered)
	}
	s.covered = all
	return out
}

// parts cuts a question at its "and"s and commas. A comma without any "and" adds
// to what stands before it, as in "BPMs of sector 5, vertical", when there are
// channels that are both.
func (s *search) parts(items []item) [][]item {
	var parts [][]item
	list := slices.ContainsFunc(items, func(it item) bool { return it.kind == isAnd && it.text != "," })
	start, apart := 0, true
	for i := 0; i <= len(items); i++ {
		if i < len(items) && items[i].kind != isAnd {
			continue
		}
		if part := items[start:i]; len(part) > 0 {
			n := len(parts)
			if !apart && n > 0 && s.holds(s.firm(join(parts[n-1], part))) {
				parts[n-1] = join(parts[n-1], part)
			} else {
				parts = append(parts, part)
			}
			apart = true
		}
		if i < len(items) {
			apart = list || items[i].text != ","
		}
		start = i + 1
	}
	return parts
}

// part gives the channels of one part.
func (s *search) part(items []item) set {
	out := s.relaxed(items)
	if out.empty() {
		var words []string
		for _, it := range items {
			words = append(words, strings.TrimSpace(it.text+" "+strings.Join(it.numbers, ", ")))
		}
		s.note("no channel is all of this: %s", strings.Join(words, "; "))
		return out
	}
	s.cover(items)
	one := s.singular(items)
	if one {
		out = s.inMainArea(out)
	}
	out = s.placed(out, items)
	if !s.asked.allKinds {
		out = s.onlyDefaults(s.withoutSets(out))
	}
	if s.asked.signals {
		out = s.withoutStates(out)
	}
	if one {
		out = s.withoutSpecial(out)
	}
	return out
}

// beyond keeps the channels that lie downstream or upstream of what is named.
func (s *search) beyond(from set, where []item) set {
	kept := maps.Clone(s.covered)
	reference := s.union(where[1:])
	s.covered = kept
	if reference.empty() {
		return reference
	}
	at, line, found := 0, "", false
	for i := range reference.all() {
		n, in, ok := s.x.location(i)
		if ok && (!found || (n > at) != where[0].back) {
			at, line, found = n, in, true
		}
	}
	out := newSet(len(s.x.entries))
	if !found {
		s.note("where %s is cannot be told from the names", where[1].text)
		return out
	}
	for i := range from.all() {
		n, in, ok := s.x.location(i)
		if ok && in == line && (where[0].back && n < at || !where[0].back && n > at) {
			out.add(i)
		}
	}
	side := "above"
	if where[0].back {
		side = "below"
	}
	s.note("%s is read as the sectors of %s %s %d", where[0].text, strings.ToUpper(line), side, at)
	return out
}

// location is where on its line a channel is: the number in the first part of
// its name, else the sector that its description names.
func (x *index) location(i int) (n int, line string, ok bool) {
	number, line, found := firstNumber(x.entries[i].PV)
	if !found {
		number, _, found = x.saidSector(i)
	}
	if !found {
		return 0, line, false
	}
	n, ok = numberOf(number)
	return n, line, ok
}

// score says how much of what is said of a channel the question covers.
func (s *search) score(i int) float64 {
	total, covered := 0.0, 0.0
	for _, h := range s.x.about[i] {
		if h.number {
			continue
		}
		total++
		if s.covered[s.x.table[h.word]] {
			covered++
		}
	}
	if total == 0 {
		return 0.5
	}
	return 0.5 + 0.5*covered/total
}

// String is how a part reads, for notes and tests.
func (it item) String() string { return fmt.Sprintf("%d:%s%v", it.kind, it.word, it.numbers) }
