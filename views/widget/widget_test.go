package widget

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"owl/views/theme"
)

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		name, in string
		w        int
		want     []string
	}{
		{"short text is one line", "abc", 10, []string{"abc"}},
		{"breaks at spaces", "aaa bbb ccc", 7, []string{"aaa bbb", "ccc"}},
		{"an identifier with hyphens stays whole", "see DIAG-TN-2024-018 now", 17, []string{"see", "DIAG-TN-2024-018", "now"}},
		{"a number stays whole", "charge 16.4 nC", 9, []string{"charge", "16.4 nC"}},
		{"a word wider than the line is split", "abcdefgh ij", 4, []string{"abcd", "efgh", "ij"}},
		{"line breaks are kept", "a\n\nb", 4, []string{"a", "", "b"}},
		{"indent is kept", "  ab cd", 5, []string{"  ab", "cd"}},
		{"spaces at a break vanish", "aaaa   b", 4, []string{"aaaa", "b"}},
		{"trailing spaces make no line", "aaaa  ", 4, []string{"aaaa"}},
		{"wide characters count two", "東京光", 4, []string{"東京", "光"}},
		{"a wide character wider than the line stands alone", "東京", 1, []string{"東", "京"}},
		{"empty", "", 4, []string{""}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := WrapText(c.in, c.w); !equal(got, c.want) {
				t.Errorf("WrapText(%q, %d) = %q, want %q", c.in, c.w, got, c.want)
			}
		})
	}
}

func equal(a, b []string) bool { return strings.Join(a, "\x00") == strings.Join(b, "\x00") }

func anyText() *rapid.Generator[string] {
	piece := rapid.SampledFrom([]string{"a", "bc", "S-DCCT:CurrentM", " ", "  ", "\n", "東", "e\u0301", "שלום", "🦉", "नि", "🇨🇭", "ไทย", "한"})
	return rapid.Map(rapid.SliceOfN(piece, 0, 40), func(p []string) string { return strings.Join(p, "") })
}

func TestWrapLosesNothingAndFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, w := anyText().Draw(t, "text"), rapid.IntRange(2, 30).Draw(t, "width")
		last := 0
		for _, l := range Wrap(text, w) {
			if l.Start < last || l.End < l.Start {
				t.Fatalf("line %v after %d", l, last)
			}
			if gap := text[last:l.Start]; strings.Trim(gap, " \n") != "" {
				t.Fatalf("lost %q of %q", gap, text)
			}
			line := text[l.Start:l.End]
			if wide := max(ansi.StringWidth(line), ansi.StringWidthWc(line)); wide > w {
				t.Fatalf("line %q is %d cells wide, want at most %d", line, wide, w)
			}
			last = l.End
		}
		if rest := text[last:]; strings.Trim(rest, " ") != "" {
			t.Fatalf("lost the end %q of %q", rest, text)
		}
	})
}

func TestFitGivesExactlyTheRectangle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := anyText().Draw(t, "text")
		w, h := rapid.IntRange(0, 30).Draw(t, "w"), rapid.IntRange(0, 10).Draw(t, "h")
		for _, method := range []ansi.Method{ansi.WcWidth, ansi.GraphemeWidth} {
			lines := Fit("\x1b[1m"+text+"\x1b[m", w, h, method)
			if len(lines) != h {
				t.Fatalf("%d lines, want %d", len(lines), h)
			}
			for _, l := range lines {
				if got := method.StringWidth(l); got != w {
					t.Fatalf("line %q is %d cells, want %d", l, got, w)
				}
			}
		}
	})
}

func TestScroll(t *testing.T) {
	var s Scroll
	if s.Position(3) != "" {
		t.Error("a window that was never shown has a position")
	}
	steps := []struct {
		act  Action
		want int
	}{{Down, 1}, {PageDown, 10}, {Bottom, 90}, {Down, 90}, {PageUp, 81}, {Top, 0}, {Up, 0}}
	s.Window(100, 10)
	for _, step := range steps {
		if !s.Do(step.act) {
			t.Fatalf("action %q does not move", step.act)
		}
		if from, to := s.Window(100, 10); from != step.want || to != step.want+10 {
			t.Errorf("after action %q: %d..%d, want %d", step.act, from, to, step.want)
		}
	}
	if s.Do(Open) {
		t.Error("Open moved the window")
	}
	if got := s.Position(100); got != "1-10/100" {
		t.Errorf("position %q", got)
	}
	if got := s.Position(10); got != "" {
		t.Errorf("position of text that fits: %q", got)
	}
}

func TestScrollReveal(t *testing.T) {
	var s Scroll
	s.Window(100, 10)
	for _, c := range []struct{ from, to, want int }{{20, 22, 13}, {15, 16, 13}, {5, 6, 5}, {40, 90, 40}} {
		s.Reveal(c.from, c.to)
		if from, _ := s.Window(100, 10); from != c.want {
			t.Errorf("Reveal(%d, %d) shows from %d, want %d", c.from, c.to, from, c.want)
		}
	}
}

func TestBarsAreExactlyAsWideAsAsked(t *testing.T) {
	for _, p := range []theme.Palette{theme.Dark, theme.None} {
		th := theme.New(p, p == theme.None)
		tabs := []Tab{{"Answer", "1-20/43"}, {"Citations", "3"}, {"Trace", ""}}
		for w := 1; w < 100; w++ {
			for name, line := range map[string]string{
				"tabs": Tabs(th, tabs, 0, true, w), "rule": Rule(th, tabs[0], false, w),
				"spread": Spread("left", "right", w),
			} {
				if got := Width(line); got > w || got < w && w > 40 {
					t.Errorf("%s at width %d: %d cells: %q", name, w, got, ansi.Strip(line))
				}
			}
			if got := Width(Hints(th, []Hint{{"Tab", "next"}, {"?", "help"}}, w)); got > w {
				t.Errorf("hints at width %d: %d cells", w, got)
			}
		}
	}
}

func TestFocusShowsWithoutColour(t *testing.T) {
	th := theme.New(theme.None, true)
	with, without := Rule(th, Tab{"Answer", ""}, true, 20), Rule(th, Tab{"Answer", ""}, false, 20)
	if ansi.Strip(with) == ansi.Strip(without) {
		t.Errorf("focus cannot be seen: %q", ansi.Strip(with))
	}
}
