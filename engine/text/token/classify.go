package token

import "strings"

// classify emits the tokens of a run and returns the source offset to go on at.
func (sc *scanner) classify(r run) int {
	letters := false
	for i := 0; i < len(r.text) && !letters; i++ {
		letters = isLetter(r.text, i)
	}
	switch {
	case !letters:
		return sc.digits(r)
	case classes[r.text[0]] == digit || r.text[0] == '.':
		if next, ok := sc.numberFirst(r); ok {
			return next
		}
	}
	sc.nameRun(r)
	return r.end()
}

// digits sorts a run without letters: dates, times, addresses, numbers.
func (sc *scanner) digits(r run) int {
	if day, ok := numericDate(r.text); ok {
		return sc.writtenDate(r, day)
	}
	switch t := r.text; {
	case strings.ContainsAny(t, "_{}") || strings.Contains(t, "::"):
		sc.ident(r)
	case strings.Contains(t, ":"):
		if strings.ContainsAny(t, "-/,") || strings.Count(t, ".") > 1 {
			sc.ident(r)
			break
		}
		sc.emit(term{text: t}, Value, r.src(0), r.end(), sc.pos) // 12:30, 1:2
		sc.parts(r)
	case strings.Count(t, ".") > 1 && !strings.ContainsAny(t, "-/"):
		sc.ident(r) // 10.0.0.1
	default:
		return sc.numbers(r)
	}
	return r.end()
}

// numbers emits the numbers of a run such as "10-20" or "1,250.5".
func (sc *scanner) numbers(r run) int {
	start := 0
	for i := 0; i <= len(r.text); i++ {
		if i < len(r.text) && r.text[i] != '-' && r.text[i] != '/' {
			continue
		}
		piece := r.slice(start, i)
		if i == len(r.text) {
			return sc.number(piece, piece.src(0), "")
		}
		sc.emit(term{text: canonicalNumber(piece.text)}, Number, piece.src(0), piece.end(), sc.pos)
		sc.pos++
		start = i + 1
	}
	return r.end()
}

// signed emits a number whose minus sign is at i and whose first digit or point
// is at j.
func (sc *scanner) signed(i, j int) int {
	r := sc.read(j)
	n := numberPrefix(r.text)
	if n == len(r.text) {
		return sc.number(r, i, "-")
	}
	if u := unitOf(r.text[n:], true); n > 0 && u != "" {
		sc.glued(r, n, u, i, "-")
		return r.end()
	}
	return sc.run(j)
}

// number emits a number that is a whole run, together with its value when a
// unit follows. The sign belongs to it; start is the offset of the sign.
func (sc *scanner) number(r run, start int, sign string) int {
	text := canonicalNumber(r.text)
	if sign == "" {
		sc.dayFirst(r, text)
	}
	if unit, end := sc.unitAfter(r.end()); unit != "" {
		sc.emit(term{text: sign + text + unit}, Value, start, end, sc.pos)
	}
	sc.numberToken(r, start, sign, text)
	return r.end()
}

func (sc *scanner) numberToken(r run, start int, sign, text string) {
	sc.emit(sc.memo.intern(sign+text), Number, start, r.end(), sc.pos)
	if sign != "" {
		sc.emit(term{text: text}, Part, r.src(0), r.end(), sc.pos)
	}
	sc.pos++
}

// glued emits a number and the unit written against it, as in "16nC"; the
// number is text[:n].
func (sc *scanner) glued(r run, n int, unit string, start int, sign string) {
	num, rest := r.slice(0, n), r.slice(n, len(r.text))
	for len(rest.text) > 0 && rest.text[0] == '-' {
		rest = rest.slice(1, len(rest.text))
	}
	text := canonicalNumber(num.text)
	per, end := sc.per(r.end())
	sc.emit(term{text: sign + text + unit + per}, Value, start, end, sc.pos)
	sc.numberToken(num, start, sign, text)
	sc.word(rest.text, rest.src(0), rest.end())
}

// numberFirst takes the runs that begin with a number and are no identifier:
// 1e-9, 16nC, 60-Hz, 3-phase, 2nd, 8-Oct-2024, 2024-10-08T12:30.
func (sc *scanner) numberFirst(r run) (next int, ok bool) {
	n := numberPrefix(r.text)
	if n == len(r.text) {
		return sc.number(r, r.src(0), ""), true
	}
	if n == 0 {
		return 0, false
	}
	if next, ok := sc.dateInRun(r); ok {
		return next, true
	}
	rest := r.text[n:]
	dashed := strings.TrimPrefix(rest, "-")
	if unit := unitOf(dashed, true); unit != "" {
		sc.glued(r, n, unit, r.src(0), "")
		return r.end(), true
	}
	if isOrdinal(r.text[:n], rest) {
		sc.word(r.text, r.src(0), r.end())
		return r.end(), true
	}
	if dashed != rest && len(dashed) > 1 && only(dashed, "abcdefghijklmnopqrstuvwxyz") {
		sc.compound(r) // 3-phase
		return r.end(), true
	}
	return 0, false
}
