package token

import (
	"unicode/utf8"
	"unsafe"
)

// maxRun bounds a token in bytes; longer runs without a break are cut.
const maxRun = 256

// scanner walks over one source text.
type scanner struct {
	src   string
	memo  *Tokenizer
	yield func(Token) bool
	pos   int
	done  bool // yield asked to stop

	lower   []byte // scratch for lower casing
	folded  []byte // the current run, folded to ASCII where possible
	offsets []int  // source offset of each folded byte, and of the end
}

// scan finds where tokens start.
func (sc *scanner) scan() {
	for i := 0; i < len(sc.src) && !sc.done; {
		switch classes[sc.src[i]] {
		case lower, upper:
			i = sc.letters(i)
		case digit:
			i = sc.run(i)
		case joiner:
			i = sc.lead(i)
		case high:
			i = sc.beyond(i)
		default:
			i++
		}
	}
}

// letters takes a plain word, which most tokens are, and leaves the rest to run.
func (sc *scanner) letters(i int) int {
	s, j := sc.src, i
	for j < len(s) && classes[s[j]] == upper {
		j++
	}
	capitals := j - i
	for j < len(s) && classes[s[j]] == lower {
		j++
	}
	humps := capitals > 1 && j-i-capitals > 0 // "PVs", "HTTPServer"
	if humps || j-i > maxRun || !sc.endsAt(j) {
		return sc.run(i)
	}
	sc.monthFirst(i, j)
	sc.word(s[i:j], i, j)
	return j
}

// endsAt reports whether a run of letters surely ends at j.
func (sc *scanner) endsAt(j int) bool {
	if j == len(sc.src) {
		return true
	}
	switch classes[sc.src[j]] {
	case separator:
		return true
	case joiner:
		return !alnum(sc.src, j+1) && (j+1 == len(sc.src) || sc.src[j+1] != sc.src[j])
	}
	return false
}

// lead takes what a joiner can start: a signed number, ".5", a flag.
func (sc *scanner) lead(i int) int {
	s := sc.src
	if s[i] == '.' && isDigit(s, i+1) && !alnum(s, i-1) {
		return sc.run(i)
	}
	if s[i] != '-' || !startsHere(s, i) {
		return i + 1
	}
	if isDigit(s, i+1) || i+2 < len(s) && s[i+1] == '.' && isDigit(s, i+2) {
		return sc.signed(i, i+1)
	}
	j := i + 1
	if j < len(s) && s[j] == '-' {
		j++
	}
	if isLetter(s, j) {
		return sc.flag(i, j)
	}
	return j
}

// startsHere reports whether nothing that belongs to a token stands before i.
func startsHere(s string, i int) bool {
	if i == 0 {
		return true
	}
	c := s[i-1]
	return classes[c] == separator && c != ')' && c != ']' || c == ',' || c == ':'
}

// beyond takes a run that starts with a rune beyond ASCII.
func (sc *scanner) beyond(i int) int {
	r, size := utf8.DecodeRuneInString(sc.src[i:])
	switch {
	case isCJK(r):
		return sc.cjk(i)
	case r == '−' && startsHere(sc.src, i) && isDigit(sc.src, i+size):
		return sc.signed(i, i+size)
	case !inRun(r):
		return i + size
	}
	return sc.run(i)
}

// run takes the longest run of letters, digits and joiners at i and sorts it.
func (sc *scanner) run(i int) int {
	r := sc.read(i)
	if r.len() == 0 { // only marks or format characters
		_, size := utf8.DecodeRuneInString(sc.src[i:])
		return max(i+size, r.end())
	}
	return sc.classify(r)
}

func (sc *scanner) emit(t term, k Kind, start, end, pos int) {
	if sc.done || t.text == "" {
		return
	}
	sc.memo.symbol = t.symbol
	if !sc.yield(Token{Text: t.text, Kind: k, Start: start, End: end, Pos: pos}) {
		sc.done = true
	}
}

// word emits a plain word of the source.
func (sc *scanner) word(text string, start, end int) {
	sc.emit(sc.memo.stem(sc.lowered(text)), Word, start, end, sc.pos)
	sc.pos++
}

// lowered returns text in lower case, which may be memory that the next call
// writes to.
func (sc *scanner) lowered(text string) string {
	i := 0
	for i < len(text) && classes[text[i]] != upper {
		i++
	}
	if i == len(text) {
		return text
	}
	sc.lower = append(sc.lower[:0], text...)
	for ; i < len(text); i++ {
		if classes[text[i]] == upper {
			sc.lower[i] += 'a' - 'A'
		}
	}
	return unsafe.String(&sc.lower[0], len(text))
}

// name returns text in lower case, sharing memory when it already is.
func (sc *scanner) name(text string) term {
	low := sc.lowered(text)
	if unsafe.StringData(low) == unsafe.StringData(text) {
		return term{text: text}
	}
	return sc.memo.intern(low)
}
