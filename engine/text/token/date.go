package token

import (
	"strconv"
	"strings"
	"time"
)

// writtenDate emits a date that is written in one run: as written, canonical,
// and its parts.
func (sc *scanner) writtenDate(r run, day string) int {
	if r.text != day {
		sc.emit(sc.name(r.text), Date, r.src(0), r.end(), sc.pos)
	}
	sc.emit(term{text: "d:" + day}, Date, r.src(0), r.end(), sc.pos)
	sc.parts(r)
	return r.end()
}

// numericDate reads 2024-10-08, 2024/10/08, 10/8/24, 10/08/2024, 25/10/2024 and
// 8.10.2024 and returns the day as 2024-10-08. With slashes the month comes
// first, unless it cannot; with points the day does. A two-digit year is
// 1970-2069.
func numericDate(s string) (day string, ok bool) {
	if len(s) < 6 || len(s) > 10 {
		return "", false
	}
	at := strings.IndexAny(s, "-/.")
	if at < 0 {
		return "", false
	}
	sep := s[at]
	a, rest := s[:at], s[at+1:]
	b, c, found := strings.Cut(rest, string(sep))
	if !found || !only(a+b+c, "0123456789") || len(a) == 0 || len(b) == 0 || len(b) > 2 {
		return "", false
	}
	switch {
	case len(a) == 4 && sep != '.' && len(c) <= 2:
		return civil(a, b, c)
	case len(a) > 2 || len(c) != 2 && len(c) != 4:
		return "", false
	case sep == '/':
		if day, ok := civil(c, a, b); ok {
			return day, true
		}
		return civil(c, b, a)
	case sep == '.' && len(c) == 4:
		return civil(c, b, a)
	}
	return "", false
}

// civil checks a date of the years 1900 to 2099 and writes it as 2024-10-08.
func civil(year, month, day string) (string, bool) {
	y, err1 := strconv.Atoi(year)
	m, err2 := strconv.Atoi(month)
	d, err3 := strconv.Atoi(day)
	if err1 != nil || err2 != nil || err3 != nil {
		return "", false
	}
	if len(year) == 2 {
		y += 1900
		if y < 1970 {
			y += 100
		}
	}
	t := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	if len(year) == 3 || y < 1900 || y > 2099 || t.Day() != d || int(t.Month()) != m {
		return "", false
	}
	return t.Format("2006-01-02"), true
}

// monthOf returns the number of an English month, short or long, as "10".
func monthOf(s string) string {
	if len(s) < 3 || len(s) > 9 {
		return ""
	}
	for m := time.January; m <= time.December; m++ {
		name := m.String()
		if s[0]|0x20 != name[0]|0x20 || s[1]|0x20 != name[1] || s[2]|0x20 != name[2] {
			continue
		}
		if len(s) == 3 || strings.EqualFold(s, name) || m == time.September && strings.EqualFold(s, "sept") {
			return strconv.Itoa(int(m))
		}
	}
	return ""
}

// monthFirst emits the date that starts with the word src[i:j] when it is a
// month: "Oct 8 2024", "October 8th, 2024".
func (sc *scanner) monthFirst(i, j int) {
	k := j
	if k < len(sc.src) && sc.src[k] == '.' {
		k++
	}
	if k >= len(sc.src) || sc.src[k] != ' ' || !isDigit(sc.src, k+1) {
		return
	}
	month := monthOf(sc.src[i:j])
	if month == "" {
		return
	}
	day, k := dayNumber(sc.src, k+1)
	if k < len(sc.src) && sc.src[k] == ',' {
		k++
	}
	sc.wordyDate(i, k, month, day)
}

// dayFirst emits the date that starts with the number r: "8 October 2024".
func (sc *scanner) dayFirst(r run, text string) {
	j := r.end()
	if len(text) > 2 || j+1 >= len(sc.src) || sc.src[j] != ' ' || !isLetter(sc.src, j+1) {
		return
	}
	sc.dayThenMonth(r.src(0), text, j+1)
}

// dayThenMonth emits the date of a day that starts at i when a month stands at j.
func (sc *scanner) dayThenMonth(i int, day string, j int) {
	k := j
	for k < len(sc.src) && (classes[sc.src[k]] == lower || classes[sc.src[k]] == upper) {
		k++
	}
	month := monthOf(sc.src[j:k])
	if month == "" {
		return
	}
	if k < len(sc.src) && (sc.src[k] == '.' || sc.src[k] == ',') {
		k++
	}
	sc.wordyDate(i, k, month, day)
}

// wordyDate emits the date that starts at i when a space and a year stand at k.
func (sc *scanner) wordyDate(i, k int, month, day string) {
	if k >= len(sc.src) || sc.src[k] != ' ' {
		return
	}
	end := k + 1
	for isDigit(sc.src, end) {
		end++
	}
	if end != k+5 || alnum(sc.src, end) {
		return
	}
	if date, ok := civil(sc.src[k+1:end], month, day); ok {
		sc.emit(term{text: "d:" + date}, Date, i, end, sc.pos)
	}
}

// dayNumber reads "8", "08" or "8th" at s[i:].
func dayNumber(s string, i int) (day string, end int) {
	j := i
	for isDigit(s, j) {
		j++
	}
	if j+2 <= len(s) && isOrdinal("1", s[j:j+2]) && !alnum(s, j+2) {
		return s[i:j], j + 2
	}
	return s[i:j], j
}

// dateInRun takes 8-Oct-2024 and 2024-10-08T12:30:05, whose runs hold letters.
func (sc *scanner) dateInRun(r run) (next int, ok bool) {
	t := r.text
	if len(t) > 11 && (t[10] == 'T' || t[10] == 't') && isDigit(t, 11) {
		if day, ok := numericDate(t[:10]); ok && t[4] == '-' {
			sc.writtenDate(r.slice(0, 10), day)
			return r.src(11), true
		}
	}
	pieces := strings.Split(t, "-")
	if len(pieces) == 3 && only(pieces[0]+pieces[2], "0123456789") && (len(pieces[2]) == 2 || len(pieces[2]) == 4) {
		if day, ok := civil(pieces[2], monthOf(pieces[1]), pieces[0]); ok {
			return sc.writtenDate(r, day), true
		}
	}
	if len(t) > 2 { // "8th October 2024"
		if day, end := dayNumber(t, 0); end == len(t) && r.offsets == nil && r.end() < len(sc.src) && sc.src[r.end()] == ' ' {
			sc.dayThenMonth(r.src(0), day, r.end()+1)
		}
	}
	return 0, false
}
