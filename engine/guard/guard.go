// Package guard is the boundary between text that came from outside and a
// sink that would act on it. It is the only package that turns
// engine.Untrusted into terminal text; a terminal acts on escapes, so nothing
// else may write such text to one.
//
//	Line      one line: a title, a status, a table cell
//	Text      several lines: a record, a quote
//	Markdown  text that a Markdown renderer still has to read
//	JSON      an encoded document that is printed on a terminal
//
// What is taken out leaves a mark (U+FFFD), so that nothing hides: the text
// around an escape is shown as it is, and the payload of an escape becomes
// plain text.
package guard

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"owl/engine"
)

const (
	mark   = "\uFFFD" // stands for what was taken out
	circle = "\u25CC" // carries a combining mark that has no letter before it
	// maxMarks is how many combining marks a letter may carry. No script needs
	// more, and a pile of them covers the lines above.
	maxMarks = 8
	tabStop  = "    "
)

// Line returns u as one line of terminal text. Line breaks and tabs become
// one space each (CR LF together one); every other control, bidi control,
// zero-width or invalid character becomes U+FFFD. Variation selectors and the
// skin tones of emoji are left out, because terminals disagree on the width
// that they give.
func Line(u engine.Untrusted) string { return clean(string(u), " ", " ") }

// Text returns u as terminal text of several lines. It is Line, but line
// breaks of any kind become \n and a tab becomes four spaces.
func Text(u engine.Untrusted) string { return clean(string(u), "\n", tabStop) }

func clean(s, lineBreak, tab string) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	marks := maxMarks // a mark that opens a line has no letter to sit on
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		switch {
		case r == '\r' && strings.HasPrefix(s[i:], "\n"): // the \n speaks for both
		case breaksLine(r):
			b.WriteString(lineBreak)
			marks = maxMarks
		case r == '\t':
			b.WriteString(tab)
			marks = 0
		case unicode.Is(unicode.Variation_Selector, r) || skinTone(r):
		case hidden(r):
			b.WriteString(mark)
			marks = 0
		case unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r):
			marks = writeMark(&b, r, marks)
		default:
			b.WriteRune(r)
			marks = 0
		}
	}
	return b.String()
}

// plain reports whether s is printable ASCII throughout, as most text is.
func plain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// writeMark writes a combining mark that follows as many others. One that is
// too many gets a letter of its own instead of a place in the pile.
func writeMark(b *strings.Builder, r rune, marks int) int {
	if marks >= maxMarks {
		b.WriteString(circle)
		marks = 0
	}
	b.WriteRune(r)
	return marks + 1
}

func breaksLine(r rune) bool {
	switch r {
	case '\n', '\r', '\v', '\f', '\u2028', '\u2029':
		return true
	}
	return false
}

func skinTone(r rune) bool { return r >= 0x1F3FB && r <= 0x1F3FF }

// hidden reports whether a terminal acts on r, shows nothing for it, or turns
// the order of the text around it.
func hidden(r rune) bool {
	switch {
	case r == utf8.RuneError: // invalid UTF-8, or a mark already
		return true
	case unicode.Is(unicode.Cc, r): // C0, DEL, C1
		return true
	case unicode.Is(unicode.Cf, r): // bidi, zero-width, tags
		return !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
	case unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r):
		return true
	case unicode.Is(unicode.Noncharacter_Code_Point, r):
		return true
	}
	return false
}
