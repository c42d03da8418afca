package channels

import (
	"cmp"
	"slices"
	"strings"

	"owl/engine/lexicon"
)

// index finds channels by words and numbers.
type index struct {
	words   *vocabulary
	entries []Entry
	strong  map[string][]int32 // word to channels: names, descriptions, fields
	name    map[string][]int32 // part of a name, in lower case, to channels
	weak    map[string][]int32 // word to channels: fields that say where they are served
	pairs   map[string][]int32 // "sector#3" to channels
	numbers map[string][]string
	system  map[string][]int32 // a system, in lower case, to channels
	acronym map[string][]lexicon.Entry
	phrases map[string][]lexicon.Entry // the stems of an expansion or synonym to its entries
	tokens  map[string]set             // by acronym and system; see tokenKey
	written map[string]string          // how a word is written somewhere
	ids     map[string]int32           // of words, see table
	table   []string
	about   [][]heard                  // of every channel: its description
	parts   [][]int32                  // of every channel: the words in its name
	longest int                        // words of a phrase
	areas   map[string]int             // channels of the first part of a name, without its digits
	common  map[string]map[string]bool // words that all descriptions of an area have
}

func newIndex(entries []Entry, lex []lexicon.Entry) *index {
	x := &index{
		words: readWords(), entries: entries, strong: map[string][]int32{}, name: map[string][]int32{}, weak: map[string][]int32{},
		pairs: map[string][]int32{}, numbers: map[string][]string{}, system: map[string][]int32{}, acronym: map[string][]lexicon.Entry{},
		phrases: map[string][]lexicon.Entry{}, tokens: map[string]set{}, written: map[string]string{}, ids: map[string]int32{}, areas: map[string]int{}, common: map[string]map[string]bool{},
	}
	for _, e := range lex {
		x.learn(e)
	}
	for i := range entries {
		x.add(int32(i), &entries[i])
	}
	x.countSectors()
	x.placeAcronyms()
	x.words.learning = false
	return x
}

// countSectors gives the channels of an area the sector in the first part of
// their names, when the description of any of them says that it is one.
func (x *index) countSectors() {
	counted := map[string]string{} // area to what its numbers count
	for i, e := range x.entries {
		n, noun, ok := x.saidSector(i)
		if own, in, has := firstNumber(e.PV); ok && has && own == n {
			counted[in] = noun
		}
	}
	for i, e := range x.entries {
		if n, in, ok := firstNumber(e.PV); ok && counted[in] != "" {
			x.pair(int32(i), counted[in], n)
			put(x.strong, counted[in], int32(i))
		}
	}
}

// saidSector is the sector that the description of a channel names.
func (x *index) saidSector(i int) (n, noun string, ok bool) {
	about := x.about[i]
	for k := 1; k < len(about); k++ {
		if noun := x.table[about[k-1].word]; about[k].number && isSector(noun) {
			return x.table[about[k].word], noun, true
		}
	}
	return "", "", false
}

// firstNumber is the number in the first part of a name, and the area.
func firstNumber(pv string) (n, in string, ok bool) {
	segments := nameSegments(pv)
	if len(segments) == 0 {
		return "", "", false
	}
	for _, r := range runs(segments[0]) {
		if isDigits(r) && len(r) <= maxLabel {
			return plainNumber(r), area(pv), true
		}
	}
	return "", area(pv), false
}

// learn takes an acronym of the site.
func (x *index) learn(e lexicon.Entry) {
	acronym := strings.ToLower(e.Acronym)
	x.acronym[acronym] = append(x.acronym[acronym], e)
	for _, text := range append([]string{e.Expansion}, e.Synonyms...) {
		if strings.ContainsAny(text, "(),:") {
			continue // an explanation, not a name
		}
		var stems []string
		for w := range strings.FieldsSeq(strings.ToLower(text)) {
			stems = append(stems, stem(w))
		}
		if len(stems) == 0 || len(stems) == 1 && (x.words.stop[text] || len(stems[0]) < 3) {
			continue
		}
		key := strings.Join(stems, " ")
		x.phrases[key] = append(x.phrases[key], e)
		x.longest = max(x.longest, len(stems))
	}
}

func put(m map[string][]int32, key string, i int32) {
	if list := m[key]; key == "" || len(list) > 0 && list[len(list)-1] == i {
		return
	}
	m[key] = append(m[key], i)
}

// heard is a piece of a description, kept small because there may be a million
// descriptions.
type heard struct {
	word   int32 // in the table
	number bool
	edge   bool
}

func (x *index) id(word string) int32 {
	id, ok := x.ids[word]
	if !ok {
		id = int32(len(x.table))
		x.ids[word] = id
		x.table = append(x.table, word)
	}
	return id
}

func (x *index) add(i int32, e *Entry) {
	area := x.addName(i, e.PV)
	x.areas[area]++
	own := map[string]bool{}
	x.about = append(x.about, x.addText(i, string(e.Description), func(w string) { own[w] = true; put(x.strong, w, i) }))
	x.shared(area, own)
	for _, word := range quantities(e) {
		put(x.weak, x.words.word(word), i)
	}
	for field, text := range e.Fields {
		x.addField(i, strings.ToLower(field), text)
	}
}

// addField takes what else is known of a channel. Where it is served and what
// states it has count only when other words leave nothing.
func (x *index) addField(i int32, field, text string) {
	switch {
	case silentField(field):
	case hostField(field):
		for _, segment := range nameSegments(text) {
			put(x.weak, x.words.word(strings.ToLower(segment)), i)
		}
	default:
		if field == "system" {
			put(x.system, strings.ToLower(text), i)
		}
		for _, p := range x.words.describe(text) {
			put(x.strong, p.word, i)
		}
	}
}

// shared keeps the words that all channels of an area have.
func (x *index) shared(area string, own map[string]bool) {
	have, ok := x.common[area]
	if !ok {
		x.common[area] = own
		return
	}
	for w := range have {
		if !own[w] {
			delete(have, w)
		}
	}
}

// addName takes the parts of a name and returns its area.
func (x *index) addName(i int32, pv string) string {
	area, before := "", ""
	var parts []int32
	defer func() { x.parts = append(x.parts, parts) }()
	for k, segment := range nameSegments(pv) {
		lower := strings.ToLower(segment)
		parts = append(parts, x.id(x.words.word(lower)))
		put(x.name, lower, i)
		put(x.strong, x.words.word(lower), i)
		parts := runs(segment)
		if k == 0 {
			area = strings.ToLower(strings.TrimRight(segment, "0123456789"))
		}
		if isDigits(segment) {
			if len(segment) <= maxLabel {
				x.pair(i, before, plainNumber(segment))
				x.pair(i, ownNumber, plainNumber(segment))
			}
			continue
		}
		// LN2 is liquid nitrogen, not the second LN.
		if len(x.acronym[lower]) == 0 || len(parts) == 1 {
			x.addRuns(i, parts, k == 0)
		}
		before = x.words.word(strings.ToLower(parts[0]))
	}
	return area
}

// addRuns takes the letters and digits of one part of a name.
func (x *index) addRuns(i int32, parts []string, first bool) {
	last := ""
	for _, part := range parts {
		lower := strings.ToLower(part)
		if isDigits(part) {
			if len(part) <= maxLabel {
				x.pair(i, last, plainNumber(part))
				if first {
					x.pair(i, anyArea, plainNumber(part))
				} else {
					x.pair(i, ownNumber, plainNumber(part))
				}
			}
			continue
		}
		if len(lower) > 1 {
			put(x.name, lower, i)
			put(x.strong, x.words.word(lower), i)
		}
		last = x.words.word(lower)
	}
}

// anyArea stands for the noun of a number in the first part of a name, which is
// a sector by whatever letters.
const anyArea = "@area"

// ownNumber stands for the noun of every other number in a name.
const ownNumber = "@own"

func (x *index) pair(i int32, noun, number string) {
	if noun == "" {
		return
	}
	key := noun + "#" + number
	if len(x.pairs[key]) == 0 {
		x.numbers[noun] = append(x.numbers[noun], number)
	}
	put(x.pairs, key, i)
}

// nounsOfNumber is how many words before a number may be what it counts, as in
// "dipole bending magnet 03".
const nounsOfNumber = 3

func (x *index) addText(i int32, text string, word func(string)) []heard {
	pieces := x.words.describe(text)
	out := make([]heard, len(pieces))
	for k, p := range pieces {
		out[k] = heard{word: x.id(cmp.Or(p.word, p.number)), number: p.number != "", edge: p.edge}
		if p.number == "" {
			word(p.word)
			if x.written[p.word] == "" {
				x.written[p.word] = p.text
			}
			continue
		}
		for back := 1; back <= nounsOfNumber && k-back >= 0 && !pieces[k-back+1].edge; back++ {
			noun := pieces[k-back]
			if noun.number != "" {
				break
			}
			x.pair(i, noun.word, p.number)
		}
	}
	return out
}

// of makes the set of a list.
func (x *index) of(list []int32) set {
	s := newSet(len(x.entries))
	for _, i := range list {
		s.add(int(i))
	}
	return s
}

// known tells whether any channel has the word.
func (x *index) known(word string) bool { return len(x.strong[word]) > 0 || len(x.name[word]) > 0 }

// hasPair tells whether any channel is number of a noun.
func (x *index) hasPair(noun, number string) bool { return len(x.pairs[noun+"#"+number]) > 0 }

// mainArea is the part of the names that most channels have.
func (x *index) mainArea() string {
	best := ""
	for area, n := range x.areas {
		if n > x.areas[best] || n == x.areas[best] && area < best {
			best = area
		}
	}
	return best
}

// knownNumbers lists the numbers of a noun in order.
func (x *index) knownNumbers(noun string) []string {
	list := slices.Clone(x.numbers[noun])
	slices.SortFunc(list, natural)
	return slices.Compact(list)
}
