package when

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// word is a word of the text without the punctuation around it.
type word struct {
	raw        string
	low        string
	start, end int  // bytes in the text
	ends       bool // a sentence or clause ends behind it
	comma      bool // a comma stands behind it
	possessive bool // 's was cut off
}

// maxWords is how many words of a question are looked at.
const maxWords = 400

func split(text string) []word {
	var words []word
	for i := 0; i < len(text) && len(words) < maxWords; {
		r, size := utf8.DecodeRuneInString(text[i:])
		if !inWord(r) {
			i += size
			continue
		}
		j := i
		for j < len(text) {
			r, size := utf8.DecodeRuneInString(text[j:])
			if !inWord(r) {
				break
			}
			j += size
		}
		words = appendWords(words, text, i, j)
		i = j
	}
	return words
}

// inWord reports whether a rune can be part of a word; a dash longer than a
// hyphen is one of its own.
func inWord(r rune) bool {
	return !unicode.IsSpace(r) && !strings.ContainsRune("\"“”()[]<>;?!", r) && r != 0 && r != utf8.RuneError
}

// appendWords adds text[i:j], without punctuation; "mid-March" and "Mon-Fri" are
// several words.
func appendWords(words []word, text string, i, j int) []word {
	raw := strings.TrimRight(text[i:j], ".,:'’")
	w := word{start: i, ends: j < len(text) && strings.ContainsRune("?!;", rune(text[j])) || strings.ContainsAny(text[i+len(raw):j], ".:")}
	cut := strings.TrimLeft(raw, "'‘~")
	w.comma = strings.HasPrefix(text[i+len(raw):j], ",")
	w.start += len(raw) - len(cut)
	w.end = w.start + len(cut)
	for _, s := range []string{"'s", "’s"} {
		if base, found := strings.CutSuffix(cut, s); found {
			cut, w.possessive = base, true
		}
	}
	if cut == "" {
		return words
	}
	if len(cut) == 2 && dayDigits(cut) && w.start > i {
		cut = "20" + cut // '25
	}
	if at := strings.IndexAny(cut, "-–"); at > 0 {
		_, size := utf8.DecodeRuneInString(cut[at:])
		if left, right := cut[:at], cut[at+size:]; parted(left, right) {
			dash := w.start + at
			words = append(words, word{raw: left, low: strings.ToLower(left), start: w.start, end: dash})
			if !isPartName(left) {
				words = append(words, word{raw: "-", low: "-", start: dash, end: dash + size})
			}
			cut, w.start = right, dash+size
		}
	}
	w.raw, w.low = cut, strings.ToLower(cut)
	if cut == "–" || cut == "—" {
		w.low = "-"
	}
	return append(words, w)
}

func dayDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }

func isPartName(s string) bool {
	switch strings.ToLower(s) {
	case "early", "mid", "late":
		return true
	}
	return false
}

// parted reports whether a dash parts two words: mid-March, Mon-Fri, 8-12.
func parted(left, right string) bool {
	switch {
	case left == "" || right == "":
		return false
	case len(left) < 3 && len(right) < 3:
		return dayDigits(left) && dayDigits(right)
	}
	return isPartName(left) || calendarName(left) && calendarName(right)
}

func calendarName(s string) bool {
	low := strings.ToLower(s)
	_, month, _ := monthName(low)
	_, day, _ := dayName(low)
	return month || day
}

// reader reads the words of one text.
type reader struct {
	cal    Calendar
	words  []word
	points []point // what was read at each word
}

// point is a single time that was read.
type point struct {
	read  bool
	span  span
	words int
}

// low is word i in small letters, empty behind the end.
func (r *reader) low(i int) string {
	if i < 0 || i >= len(r.words) {
		return ""
	}
	return r.words[i].low
}

// is reports whether word i is one of these.
func (r *reader) is(i int, any ...string) bool {
	low := r.low(i)
	for _, a := range any {
		if low == a {
			return low != ""
		}
	}
	return false
}

// skip returns the index behind word i when it is one of these, i otherwise.
func (r *reader) skip(i int, any ...string) int {
	if r.is(i, any...) {
		return i + 1
	}
	return i
}

// ends reports whether a clause ends behind word i.
func (r *reader) ends(i int) bool { return i >= 0 && i < len(r.words) && r.words[i].ends }

// text is what the words i to j-1 are as typed.
func (r *reader) text(source string, i, j int) string {
	return source[r.words[i].start:r.words[min(j, len(r.words))-1].end]
}
