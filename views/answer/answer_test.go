package answer

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"owl/engine"
	"owl/engine/compose"
	"owl/engine/trace"
	"owl/views/theme"
	"owl/views/widget"
)

func plainTheme() theme.Theme { return theme.New(theme.None, true) }

// rendered is the text of a Markdown source as it is seen.
func rendered(source string, w int) string {
	var b blocks
	return ansi.Strip(strings.Join(b.render(plainTheme(), source, w), "\n"))
}

func TestMarkdown(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"identifiers and numbers stay whole", "- see the note DIAG-TN-2024-018 about 16.4 nC", "* see the note\n  DIAG-TN-2024-018 about\n  16.4 nC"},
		{"nested lists", "1. a\n   - b\n   - c\n2. d\n\n   more", "1. a\n   * b\n   * c\n2. d\n\n   more"},
		{"a list right after a paragraph", "text\n- a\n- b", "text\n\n* a\n* b"},
		{"a wrapped sentence is no list", "it was in\n2024. Then", "it was in 2024. Then"},
		{"a rule is no list", "a\n\n* * *\n\nb", "a\n\n---\n\nb"},
		{"raw HTML is shown, not obeyed", "a <!-- hidden --> <b>c</b>", "a <!-- hidden --> <b>c</b>"},
		{"an HTML block is shown", "<div>\nx\n</div>", "<div> x </div>"},
		{"a link shows its target", "[a](http://x)", "[a](http://x)"},
		{"a link definition is shown", "[1]: http://x", "[1]: http://x"},
		{"an image is text", "![a](b)", "![a](b)"},
		{"a reference to ESC stays a reference", "&#27;[31m &lt;x&gt;", "&#27;[31m <x>"},
		{"a mark stays with its word", "aaaa bbbb cccc dddd eeee [1] ffff", "aaaa bbbb cccc dddd\neeee [1] ffff"},
		{"marks are kept", "claim [1, 2].", "claim [1, 2]."},
		{"underscores in names are kept", "S_DCCT_CurrentM", "S_DCCT_CurrentM"},
		{"numbered list", "3. a\n4. b", "3. a\n4. b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := rendered(c.in, 26); got != c.want {
				t.Errorf("rendered %q as %q, want %q", c.in, got, c.want)
			}
		})
	}
}

func TestMarksHaveTheirStyle(t *testing.T) {
	var b blocks
	line := b.render(theme.New(theme.Sixteen, false), "claim [12] and [x]", 40)[0]
	if !strings.Contains(line, "m[12]\x1b[m") || strings.Contains(line, "m[x]") {
		t.Errorf("line %q", line)
	}
	if strings.Contains(line, "\x1b]8") {
		t.Errorf("a mark became a hyperlink: %q", line)
	}
}

const long = "# Head\n\npara one **bold** [1]\nsecond line\n\n- a\n- b\n\n  more of b\n\n```\ncode\n\n# no head\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nend"

// Text that grows must end up as if it had been rendered at once.
func TestStreamingGivesTheSameAsRenderingAtOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var stream, once blocks
		th := plainTheme()
		for at := 0; at < len(long); {
			at = min(len(long), at+rapid.IntRange(1, 30).Draw(t, "step"))
			stream.render(th, long[:at], 40)
		}
		if got, want := stream.render(th, long, 40), once.render(th, long, 40); !slices.Equal(got, want) {
			t.Fatalf("streamed:\n%s\nat once:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	})
}

func TestFinishedBlocksAreNotRenderedAgain(t *testing.T) {
	var b blocks
	th := plainTheme()
	b.render(th, "one\n\ntwo", 40)
	b.done[0].lines = []string{"kept"}
	if got := b.render(th, "one\n\ntwo and more", 40); got[0] != "kept" || got[2] != "two and more" {
		t.Errorf("lines %q", got)
	}
	if got := b.render(th, "one\n\ntwo and more", 41); got[0] != "one" {
		t.Errorf("another width kept the old lines: %q", got)
	}
}

func TestSplitBlocks(t *testing.T) {
	want := []string{"# Head\n\n", "para one **bold** [1]\nsecond line\n\n", "- a\n", "- b\n\n  more of b\n\n", "```\ncode\n\n# no head\n```\n\n", "| a | b |\n|---|---|\n| 1 | 2 |\n\n", "end"}
	if got := splitBlocks(long); !slices.Equal(got, want) {
		t.Errorf("split into %q", got)
	}
	if got := splitBlocks("\n \n"); len(got) != 0 {
		t.Errorf("empty text split into %q", got)
	}
}

func checkSafe(t interface{ Fatalf(string, ...any) }, source string) {
	for _, th := range []theme.Theme{plainTheme(), theme.New(theme.Dark, false)} {
		var b blocks
		for _, line := range b.render(th, source, 30) {
			bare := ansi.Strip(line)
			for _, r := range bare {
				if r < ' ' || r >= 0x7f && r <= 0x9f || r >= 0x202a && r <= 0x202e || r >= 0x200b && r <= 0x200f {
					t.Fatalf("%q gives %q with %U", source, line, r)
				}
			}
			for _, part := range strings.Split(line, "\x1b")[1:] {
				if !strings.HasPrefix(part, "[") || strings.Trim(part[1:strings.IndexByte(part+"m", 'm')], "0123456789;:") != "" {
					t.Fatalf("%q gives an escape that is no style: %q", source, line)
				}
			}
		}
	}
}

func FuzzMarkdown(f *testing.F) {
	for _, s := range []string{long, "\x1b]8;;x\x07", "&#27;[2J", "|a|\n|-|\n|`&#x1b;`|b|c|", "- [ ] x\n\t- y\n\n1) z", "> > a\n***\n~~~x", "\u202e&rlm;"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, source string) { checkSafe(t, source) })
}

func TestStates(t *testing.T) {
	began := time.Date(2025, 3, 14, 2, 14, 0, 0, time.UTC)
	old := trace.State{Run: "1", Seq: 9, Ended: trace.KindAnswer, Question: "old?", Began: began, Last: began, Answer: &engine.Answer{Text: "old answer"}}
	for _, c := range []struct {
		name      string
		runs      Runs
		want, not []string
	}{
		{"a question in flight says so at once", Runs{InFlight: true, Question: "q?"}, []string{"starting", "0.0 s", "Esc cancels"}, nil},
		{"the old answer stays", Runs{Shown: old, Live: trace.State{Run: "2", Seq: 1}, InFlight: true, Elapsed: 1500 * time.Millisecond}, []string{"1.5 s", "old answer"}, nil},
		{"until the new one begins", Runs{Shown: old, Live: trace.State{Run: "2", Seq: 3, Question: "new?", Draft: "new draft"}, InFlight: true}, []string{"new?", "new draft", "Esc cancels"}, []string{"old answer"}},
		{
			"a failure is said above the old answer",
			Runs{Shown: old, Question: "new?", Live: trace.State{Run: "2", Seq: 3, Ended: trace.KindFailed, Error: "disk \x1b[2J gone"}},
			[]string{`Could not answer "new?": disk`, "gone", "Below is the answer before it", "old answer"},
			[]string{"\x1b[2J"},
		},
		{"a cancelled draft goes", Runs{Shown: old, Question: "new?", Live: trace.State{Run: "2", Seq: 3, Draft: "half", Ended: trace.KindCancelled}}, []string{`Cancelled: "new?"`, "old answer"}, []string{"half"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := New(plainTheme())
			m.Update(c.runs)
			view := strings.Join(strings.Fields(ansi.Strip(m.View(60, 30))), " ")
			for _, want := range c.want {
				if !strings.Contains(view, want) {
					t.Errorf("%q is missing in\n%s", want, view)
				}
			}
			for _, not := range c.not {
				if strings.Contains(m.View(60, 30), not) {
					t.Errorf("%q is in\n%s", not, view)
				}
			}
		})
	}
}

func TestAPastedQuestionDoesNotPushTheAnswerAway(t *testing.T) {
	m := New(plainTheme())
	m.Update(Runs{Shown: trace.State{Run: "1", Seq: 2, Question: engine.Untrusted(strings.Repeat("log line\n", 5000)), Answer: &engine.Answer{Text: "the answer"}}})
	if view := m.View(40, 10); !strings.Contains(view, "the answer") {
		t.Errorf("view\n%s", view)
	}
}

func TestScrollGoesBackToTheTopForAnotherAnswer(t *testing.T) {
	m := New(plainTheme())
	text := strings.Repeat("line\n\n", 50)
	m.Update(Runs{Shown: trace.State{Run: "1", Seq: 2, Question: "q1", Answer: &engine.Answer{Text: text}}})
	m.View(40, 10)
	m.Update(widget.Bottom)
	if m.View(40, 10); !strings.HasPrefix(m.Tab().Note, "9") {
		t.Fatalf("position %q", m.Tab().Note)
	}
	m.Update(Runs{Shown: trace.State{Run: "2", Seq: 2, Question: "q2", Answer: &engine.Answer{Text: text}}})
	if m.View(40, 10); !strings.HasPrefix(m.Tab().Note, "1-") {
		t.Errorf("position %q", m.Tab().Note)
	}
}

func BenchmarkDelta(b *testing.B) {
	var draft strings.Builder
	for draft.Len() < 20_000 {
		draft.WriteString("A paragraph with **bold** text and a claim [1] about S3-RF:INTLK:12 that is long enough to wrap.\n\n")
	}
	var cache blocks
	th := theme.New(theme.Dark, false)
	text, words := draft.String(), 0
	cache.render(th, text, 80)
	for b.Loop() {
		words = words%60 + 1 // the last block grows and ends
		cache.render(th, text+strings.Repeat("word ", words), 80)
	}
}

func TestWhatUnfoldsStandsBelowWhatWasSearched(t *testing.T) {
	m := New(plainTheme())
	a := engine.Answer{
		Text:     "first [1]\n\n" + compose.MoreLine + "\n\nsecond [2]",
		Coverage: []engine.Coverage{{Source: "bely", State: engine.Searched, Searched: 12}},
	}
	m.Update(Runs{Shown: trace.State{Run: "1", Seq: 2, Question: "q", Answer: &a}})
	seen := ansi.Strip(m.View(80, 60))
	var at []int
	for _, part := range []string{"first [1]", "bely", "More from the records", "second [2]"} {
		at = append(at, strings.Index(seen, part))
	}
	if at[0] < 0 || !slices.IsSorted(at) {
		t.Errorf("the parts stand at %v in\n%s", at, seen)
	}
}
