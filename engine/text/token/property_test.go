package token

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// check reports what is wrong with the tokens of s.
func check(t interface{ Fatalf(string, ...any) }, s string) {
	tokens := Tokens(s)
	start, pos := 0, 0
	for _, tok := range tokens {
		if tok.Start < start || tok.End <= tok.Start || tok.End > len(s) {
			t.Fatalf("%q: token %+v after offset %d", s, tok, start)
		}
		if tok.Pos < 0 || tok.Pos > pos+1 || tok.Text == "" || len(tok.Text) > 4*maxRun {
			t.Fatalf("%q: token %+v after position %d", s, tok, pos)
		}
		if strings.ToLower(tok.Text) != tok.Text || strings.ContainsAny(tok.Text, " \x00\n") {
			t.Fatalf("%q: token %+v is not normal", s, tok)
		}
		start, pos = tok.Start, max(pos, tok.Pos)
	}
	memo := NewTokenizer()
	for range 2 { // with an empty and a filled memory
		var again []Token
		memo.Each(s, func(tok Token) bool { again = append(again, tok); return true })
		if !slices.Equal(tokens, again) {
			t.Fatalf("%q: with a memory\n%v, without\n%v", s, show(again), show(tokens))
		}
	}
	for _, tok := range tokens {
		checkStable(t, s, tok)
	}
}

// checkStable: what was kept as written is found again in its own text.
func checkStable(t interface{ Fatalf(string, ...any) }, s string, tok Token) {
	byCase := strings.Trim(tok.Text, "abcdefghijklmnopqrstuvwxyz-.'") == ""
	if tok.Kind == Word || tok.Kind == Part || byCase || !isASCII(tok.Text) {
		return
	}
	for _, again := range Tokens(tok.Text) {
		if again.Text == tok.Text {
			return
		}
	}
	t.Fatalf("%q: %v %q is lost in %s", s, tok.Kind, tok.Text, show(Tokens(tok.Text)))
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 }) < 0
}

// text draws text made of the pieces that the rules are about.
func text() *rapid.Generator[string] {
	piece := rapid.OneOf(
		rapid.SampledFrom([]string{
			"beam", "S-DCCT", "CurrentM", "9bmc", "scan1", "16", "3.5", "nC", "kV", "1e", "Oct", "8", "2024", "10",
			"µ", "μA", "Ω", "°C", "é", "真空", "x", "A", "\xff", "\x00", "’", "−", "\u00ad", "\u0301", "%", "Z",
		}),
		rapid.StringN(0, 3, 8),
	)
	glue := rapid.SampledFrom([]string{"", " ", ":", "_", "-", ".", "/", ",", "{", "}", "'", "+", "--", "::", ". ", "(", ")"})
	return rapid.Custom(func(t *rapid.T) string {
		var b strings.Builder
		for range rapid.IntRange(0, 12).Draw(t, "pieces") {
			b.WriteString(piece.Draw(t, "piece"))
			b.WriteString(glue.Draw(t, "glue"))
		}
		return b.String()
	})
}

func TestTokensAreWellFormed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { check(t, text().Draw(t, "text")) })
}

func TestLongRunsAreCut(t *testing.T) {
	for _, s := range []string{strings.Repeat("a", 5000), strings.Repeat("a:", 5000), strings.Repeat("é", 5000), strings.Repeat("9.", 700), strings.Repeat("真", 900)} {
		check(t, s)
	}
}

func TestTextAroundDoesNotChangeAnIdentifier(t *testing.T) {
	around := rapid.SampledFrom([]string{"", " ", ". ", "(", ") ", "\"", ", ", ": ", "; ", "\n", "`", "[", "] "})
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.StringMatching(`[A-Z][A-Z0-9]{0,3}[:_][A-Za-z0-9]{1,5}(\.[A-Z]{1,4})?`).Draw(t, "id")
		s := around.Draw(t, "before") + id + around.Draw(t, "after")
		if got := Tokens(s); len(got) == 0 || got[0].Kind != Ident || got[0].Text != strings.ToLower(id) {
			t.Fatalf("%q: %s", s, show(got))
		}
	})
}

func FuzzTokens(f *testing.F) {
	for _, s := range []string{"S-DCCT:CurrentM 16 nC on 10/8/24", "−3.5 kV\xff", "5µA 50 Ω 真空", "Oct 8th, 2024", "SR:C03-BI{DCCT:1}I", "-Pdeployable-jar", "1,250.5e+3-4"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { check(t, s) })
}
