package token

// flag emits a command flag whose dashes begin at i and whose name begins at j.
func (sc *scanner) flag(i, j int) int {
	r := sc.read(j)
	if !isLetter(r.text, 0) { // folding made it a digit, or nothing
		return j
	}
	sc.emit(term{text: "-" + sc.src[i+1:j] + sc.name(r.text).text}, Ident, i, r.end(), sc.pos)
	// In -Pprofile and -Dname=value the first capital is the flag.
	if j == i+1 && r.len() > 2 && classes[r.text[0]] == upper && classes[r.text[1]] == lower {
		sc.emit(sc.name(r.text[:1]), Part, r.src(0), r.src(1), sc.pos)
		sc.pos++
		r = r.slice(1, r.len())
	}
	sc.parts(r)
	return r.end()
}

// parts emits the segments of a run between joiners and, of each segment, the
// pieces between letters, digits and humps. Each smallest piece moves the
// position on by one.
func (sc *scanner) parts(r run) {
	start := 0
	for i := 0; i <= len(r.text); i++ {
		if i < len(r.text) && (classes[r.text[i]] != joiner || r.text[i] == '\'') {
			continue
		}
		if i > start {
			sc.segment(r.slice(start, i), i-start == len(r.text))
		}
		start = i + 1
	}
}

// segment emits one segment; whole says that it was emitted as such already.
func (sc *scanner) segment(r run, whole bool) {
	first := pieceEnd(r.text, 0)
	if first < len(r.text) && !whole {
		sc.emitSegment(r)
	}
	for i := 0; i < len(r.text); {
		end := pieceEnd(r.text, i)
		piece := r.slice(i, end)
		text := piece.text
		if isDigit(text, 0) {
			sc.emit(sc.memo.intern(text), Part, piece.src(0), piece.end(), sc.pos)
		} else {
			if isPlural(text) {
				text = text[:len(text)-1]
			}
			sc.emit(sc.memo.stem(sc.lowered(text)), Part, piece.src(0), piece.end(), sc.pos)
		}
		sc.pos++
		i = end
	}
}

// emitSegment emits a segment of several pieces, as it would be on its own.
func (sc *scanner) emitSegment(r run) {
	low := sc.name(r.text)
	stem := sc.memo.stem(sc.lowered(r.text))
	sc.emit(low, Part, r.src(0), r.end(), sc.pos)
	if stem.text != low.text {
		sc.emit(stem, Part, r.src(0), r.end(), sc.pos)
	}
}

// pieceEnd returns where the piece that starts at s[i] ends.
func pieceEnd(s string, i int) int {
	if isDigit(s, i) {
		for isDigit(s, i) {
			i++
		}
		return i
	}
	start := i
	for i < len(s) && classes[s[i]] == upper {
		i++
	}
	capitals := i - start
	for i < len(s) && classes[s[i]] != upper && classes[s[i]] != digit {
		i++
	}
	if small := i - start - capitals; capitals > 1 && small > 0 && !isPlural(s[start:i]) {
		return start + capitals - 1 // HTTPServer: HTTP, Server
	}
	return i
}

// isPlural reports whether s is an acronym with a plural s, as in "PVs".
func isPlural(s string) bool {
	n := len(s) - 1
	if n < 2 || s[n] != 's' {
		return false
	}
	for i := 0; i < n; i++ {
		if classes[s[i]] != upper {
			return false
		}
	}
	return true
}
