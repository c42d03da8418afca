package token

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// fold copies the source from offset i, rune by rune and without accents, until
// no run can go on. The result is valid until the next call.
func (sc *scanner) fold(i int) (text string, offsets []int) {
	sc.folded, sc.offsets = sc.folded[:0], sc.offsets[:0]
	for i < len(sc.src) && len(sc.folded) <= 2*maxRun {
		c := sc.src[i]
		if c < utf8.RuneSelf {
			if classes[c] == separator || len(sc.folded) == 0 && classes[c] == joiner {
				break
			}
			sc.folded, sc.offsets = append(sc.folded, c), append(sc.offsets, i)
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(sc.src[i:])
		if !inRun(r) || isCJK(r) {
			break
		}
		f := sc.foldRune(r, sc.src[i+size:])
		if len(sc.folded) == 0 && f != "" && classes[f[0]] == joiner {
			break
		}
		sc.folded = append(sc.folded, f...)
		for len(sc.offsets) < len(sc.folded) {
			sc.offsets = append(sc.offsets, i)
		}
		i += size
	}
	sc.offsets = append(sc.offsets, i)
	return string(sc.folded), append([]int(nil), sc.offsets...)
}

// inRun reports whether a rune beyond ASCII may be part of a run.
func inRun(r rune) bool {
	if r == utf8.RuneError {
		return false
	}
	switch r {
	case '’', '‐', '‑', '\u00ad':
		return true
	}
	return unicode.In(r, unicode.L, unicode.M, unicode.Nd, unicode.Nl, unicode.Cf) || isScript(r)
}

// isScript reports whether r is a superscript or subscript digit.
func isScript(r rune) bool {
	return r == '¹' || r == '²' || r == '³' || r == '⁰' || r >= '⁴' && r <= '⁹' || r >= '₀' && r <= '₉'
}

// foldRune returns what stands for r in a folded run; next is the source after
// r.
func (sc *scanner) foldRune(r rune, next string) string {
	switch r {
	case 'µ', 'μ':
		if isLetter(next, 0) && next[0] < utf8.RuneSelf {
			return "u" // micro
		}
		return "μ"
	case '\u2126', 'Ω':
		if !isLetter(next, 0) && (len(sc.folded) == 0 || sc.folded[len(sc.folded)-1] < utf8.RuneSelf) {
			return "ohm"
		}
		return "ω"
	case '’':
		return "'"
	case '‐', '‑':
		return "-"
	case 'ß':
		return "ss"
	case 'ø', 'Ø':
		return "o"
	case 'æ', 'Æ':
		return "ae"
	case 'œ', 'Œ':
		return "oe"
	case 'ł', 'Ł':
		return "l"
	case 'đ', 'Đ':
		return "d"
	case 'ı':
		return "i"
	}
	return withoutMarks(r)
}

// withoutMarks decomposes r, drops accents and invisible characters, and makes
// what is not ASCII small.
func withoutMarks(r rune) string {
	var out []rune
	for _, f := range norm.NFKD.String(string(r)) {
		switch {
		case unicode.Is(unicode.Mn, f) || unicode.Is(unicode.Cf, f):
		case f < utf8.RuneSelf:
			if classes[f] == lower || classes[f] == upper || classes[f] == digit {
				out = append(out, f)
			}
		case unicode.In(f, unicode.L, unicode.M, unicode.Nd, unicode.Nl):
			out = append(out, unicode.ToLower(f))
		}
	}
	if len(out) > 1 {
		return strings.ToLower(string(out)) // a hump inside one rune parts nothing
	}
	return string(out)
}
