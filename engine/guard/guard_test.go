package guard

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"owl/engine"
)

func TestLine(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain text is unchanged", "S-DCCT:CurrentM 101.3 mA", "S-DCCT:CurrentM 101.3 mA"},
		{"letters of other scripts are kept", "µ μ é 東京 שלום 🦉", "µ μ é 東京 שלום 🦉"},
		{"a colour escape loses its introducer", "\x1b[31mred\x1b[0m", "�[31mred�[0m"},
		{"an unterminated title escape hides nothing", "\x1b]0;owned\nnext", "�]0;owned next"},
		{"a clipboard escape is text", "\x1b]52;c;aGk=\x07x", "�]52;c;aGk=�x"},
		{"C1 in UTF-8", "a\u009b31mb", "a�31mb"},
		{"C1 as a raw byte", "a\x9b31mb", "a�31mb"},
		{"DEL and backspace", "a\x7fb\x08c", "a�b�c"},
		{"NUL", "a\x00b", "a�b"},
		{"carriage return cannot overwrite", "AAAA\rBB", "AAAA BB"},
		{"CR LF is one space", "a\r\nb\nc\td", "a b c d"},
		{"line and paragraph separators", "a\u2028b\u2029c", "a b c"},
		{"bidi override", "user\u202egpj.exe", "user�gpj.exe"},
		{"bidi isolate", "a\u2066b\u2069", "a�b�"},
		{"zero width", "a\u200bb\ufeffc\u2060d", "a�b�c�d"},
		{"soft hyphen and fillers", "a\u00adb\u3164c\u034f", "a�b�c�"},
		{"tag characters", "a\U000E0041b", "a�b"},
		{"variation selector goes silently", "⚠\ufe0f trip", "⚠ trip"},
		{"skin tone goes silently", "👍🏽 done", "👍 done"},
		{"invalid UTF-8", "a\xff\xfeb\xc3", "a��b�"},
		{"noncharacter", "a\uffffb", "a�b"},
		{"a combining mark keeps its letter", "e\u0301", "e\u0301"},
		{"an orphan mark cannot sit on the border before it", "\u0301x", "\u25cc\u0301x"},
		{"a pile of marks is spread out", "e" + strings.Repeat("\u0301", 9), "e" + strings.Repeat("\u0301", 8) + "\u25cc\u0301"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Line(engine.Untrusted(c.in)); got != c.want {
				t.Errorf("Line(%q) = %q, want %q", c.in, got, c.want)
			}
		})
	}
}

func TestTextKeepsLines(t *testing.T) {
	in := engine.Untrusted("a\r\nb\rc\n\n\td\x0ce\x1bP")
	if got, want := Text(in), "a\nb\nc\n\n    d\ne�P"; got != want {
		t.Errorf("Text(%q) = %q, want %q", in, got, want)
	}
	if got, want := Text("a\n\u0301"), "a\n\u25cc\u0301"; got != want {
		t.Errorf("a mark that opens a line: %q, want %q", got, want)
	}
}

// outside draws strings in which dangerous characters are common.
func outside() *rapid.Generator[string] {
	piece := rapid.OneOf(
		rapid.String(),
		rapid.SampledFrom([]string{
			"\x1b", "\x1b]0;", "\x1b[2J", "\u009b", "\x9b", "\r", "\r\n", "\n", "\t", "\u202e", "\u200d",
			"\ufe0f", "\u0301", "\xe2\x80", "\xae", "&#27;", "&rlm;", "&", "amp;", "#x1b;", "\u2028", "\U000E0001", "\ufdd0",
		}),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }),
	)
	return rapid.Map(rapid.SliceOfN(piece, 0, 12), func(p []string) string { return strings.Join(p, "") })
}

func TestNoControlPassesAndVisibleTextIsKept(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := outside().Draw(t, "text")
		checkLine(t, s)
		checkText(t, s)
	})
}

type fataler interface{ Fatalf(string, ...any) }

func checkLine(t fataler, s string) {
	line := Line(engine.Untrusted(s))
	if bad := firstBad(line, false); bad != "" {
		t.Fatalf("Line(%q) = %q holds %s", s, line, bad)
	}
	if visible(line) != visible(s) {
		t.Fatalf("Line(%q) = %q lost visible text", s, line)
	}
	if again := Line(engine.Untrusted(line)); again != line {
		t.Fatalf("Line is not stable: %q, then %q", line, again)
	}
}

func checkText(t fataler, s string) {
	text := Text(engine.Untrusted(s))
	if bad := firstBad(text, true); bad != "" {
		t.Fatalf("Text(%q) = %q holds %s", s, text, bad)
	}
	if visible(text) != visible(s) {
		t.Fatalf("Text(%q) = %q lost visible text", s, text)
	}
}

// firstBad names a character that no terminal text may hold. It is written
// against the Unicode tables anew, so that it does not repeat a mistake of
// hidden.
func firstBad(s string, lines bool) string {
	if !utf8.ValidString(s) {
		return "invalid UTF-8"
	}
	for _, r := range s {
		switch {
		case r == '\n' && lines:
		case r < 0x20 || r >= 0x7f && r <= 0x9f:
			return "a control"
		case unicode.Is(unicode.Bidi_Control, r):
			return "a bidi control"
		case r >= 0x200b && r <= 0x200f || r == 0x2060 || r == 0xfeff || r == 0xad:
			return "a zero-width character"
		case r == 0x2028 || r == 0x2029 || r >= 0xe0000 && r <= 0xe0fff:
			return "a separator or tag"
		}
	}
	return ""
}

// visible is what a person sees of s: its graphic characters without white
// space and without the signs that guard itself puts in.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == utf8.RuneError, r == '\u25cc', unicode.IsSpace(r), !unicode.IsGraphic(r),
			unicode.Is(unicode.Variation_Selector, r), r >= 0x1F3FB && r <= 0x1F3FF, unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r):
			return -1
		}
		return r
	}, s)
}

func FuzzText(f *testing.F) {
	f.Add("\x1b]0;title\r\nnext \u202e\xff")
	f.Fuzz(func(t *testing.T, s string) {
		checkLine(t, s)
		checkText(t, s)
		checkMarkdown(t, s)
	})
}
