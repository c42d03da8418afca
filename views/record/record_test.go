package record

import (
	"image"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"owl/engine"
	"owl/views/theme"
	"owl/views/widget"
)

func citation(n int, content engine.Untrusted, quote string) engine.Citation {
	at := strings.Index(string(content), quote)
	return engine.Citation{N: n, DocID: "d", Start: at, End: at + len(quote), Quote: engine.Untrusted(quote)}
}

func opened(content engine.Untrusted, at int, quotes ...engine.Citation) *Model {
	m := New(theme.New(theme.None, true))
	m.Update(Opened{Record: engine.Record{DocID: "d", FileID: "D-1", Title: "Title", Collection: "x", Content: content}, Quotes: quotes, At: quotes[at]})
	return m
}

// marked returns the lines that carry the sign of the quote to show.
func marked(view string) string {
	var lines []string
	for line := range strings.SplitSeq(ansi.Strip(view), "\n") {
		if rest, ok := strings.CutPrefix(line, "> "); ok {
			lines = append(lines, rest)
		}
	}
	return strings.Join(lines, "|")
}

func TestTheQuoteIsShownWithASignInTheMargin(t *testing.T) {
	content := engine.Untrusted(strings.Repeat("filler line\n", 100) + "one the quote\nof two lines end\n" + strings.Repeat("more\n", 100))
	m := opened(content, 0, citation(1, content, "the quote\nof two lines"))
	view := m.View(40, 20)
	if got, want := marked(view), "one the quote|of two lines end"; got != want {
		t.Errorf("marked %q, want %q in\n%s", got, want, view)
	}
	if !strings.Contains(view, "one \x1b[1mthe quote\x1b[m") {
		t.Errorf("the quote itself is not highlighted:\n%q", view)
	}
}

func TestNextAndPreviousQuoteInTheOrderOfTheText(t *testing.T) {
	content := engine.Untrusted("aaa\nbbb\nccc\n")
	m := opened(content, 0, citation(7, content, "ccc"), citation(2, content, "aaa"), citation(5, content, "bbb"))
	for i, want := range []string{"ccc", "aaa", "bbb", "ccc"} {
		if got := marked(m.View(40, 20)); got != want {
			t.Errorf("step %d: marked %q, want %q", i, got, want)
		}
		m.Update(widget.NextQuote)
	}
	m.Update(widget.PrevQuote)
	if got := marked(m.View(40, 20)); got != "ccc" {
		t.Errorf("back: marked %q", got)
	}
}

func TestOverlappingQuotes(t *testing.T) {
	content := engine.Untrusted("the quick brown fox")
	m := opened(content, 1, citation(1, content, "the quick brown"), citation(2, content, "brown fox"))
	if view := m.View(40, 20); !strings.Contains(view, "the quick \x1b[1mbrown fox\x1b[m") {
		t.Errorf("the quote to show is not highlighted:\n%q", view)
	}
}

func TestAQuoteThatIsGoneIsSaidSo(t *testing.T) {
	content := engine.Untrusted("new text of the record")
	gone := engine.Citation{N: 3, DocID: "d", Start: 4, End: 400, Quote: "old text"}
	view := ansi.Strip(opened(content, 0, gone).View(60, 20))
	if !strings.Contains(view, "quote [3] is not in this record any more") || marked(view) != "" {
		t.Errorf("view\n%s", view)
	}
}

func TestEscapesAroundAQuoteAreShownAsText(t *testing.T) {
	content := engine.Untrusted("a\x1b]0;x\x07b QUOTE\x1b[2J c\u202e")
	m := opened(content, 0, citation(1, content, "QUOTE\x1b[2J"))
	view := m.View(60, 20)
	if got, want := marked(view), "a\uFFFD]0;x\uFFFDb QUOTE\uFFFD[2J c\uFFFD"; got != want {
		t.Errorf("marked %q, want %q", got, want)
	}
}

func TestWaitingAndFailure(t *testing.T) {
	m := New(theme.New(theme.None, true))
	if !m.Empty() {
		t.Error("a new pane is not empty")
	}
	m.Update(Opening{engine.Citation{DocID: "d", Title: "Title \x1b[2J"}})
	if view := m.View(40, 10); m.Empty() || !strings.Contains(view, "opening") || strings.Contains(view, "\x1b[2J") {
		t.Errorf("view %q", view)
	}
	m.Update(Failed{"not \x1b[2J found"})
	if view := m.View(40, 10); !strings.Contains(view, "Could not open the record: not") || strings.Contains(view, "\x1b[2J") {
		t.Errorf("view %q", view)
	}
}

// Whatever the offsets of a citation are, the pane draws and shows all text.
func TestAnyCitationLeavesTheTextWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		content := engine.Untrusted(rapid.StringMatching(`[a-zé東]{1,40}`).Draw(t, "content"))
		var quotes []engine.Citation
		for n := range rapid.IntRange(1, 4).Draw(t, "quotes") {
			from := rapid.IntRange(-1, len(content)).Draw(t, "from")
			to := rapid.IntRange(from, len(content)+2).Draw(t, "to")
			c := engine.Citation{N: n + 1, DocID: "d", Start: from, End: to}
			if from >= 0 && to <= len(content) {
				c.Quote = content[from:to]
			}
			quotes = append(quotes, c)
		}
		view := ansi.Strip(opened(content, 0, quotes...).View(200, 40))
		seen := strings.NewReplacer("\uFFFD", "", "\u25cc", "").Replace(view)
		for _, r := range content {
			if r < 0x80 && !strings.ContainsRune(seen, r) {
				t.Fatalf("%q lost %q in %q", content, r, view)
			}
		}
	})
}

func TestAttachmentsStandBelowTheTextAndPicturesAreDrawn(t *testing.T) {
	m := New(theme.New(theme.Dark, false))
	rec := engine.Record{DocID: "x/1", FileID: "1", Title: "trip", Content: "short", Attachments: []engine.Attachment{
		{Name: "flow.png", Caption: "flow \x1b]0;owned\x07of B"}, {Name: "log.txt"}, {Name: "bad.png"},
	}}
	m.Update(ShowBlocks)
	m.Update(Opened{Record: rec})
	img := image.NewRGBA(image.Rect(0, 0, 20, 10))
	m.Update(Pictures{DocID: "x/other", Of: map[int]Picture{0: {Why: "of another record"}}})
	m.Update(Pictures{DocID: "x/1", Of: map[int]Picture{0: {Image: img, Cells: []string{"cells"}}, 2: {Why: "the picture is damaged"}}})
	view := m.View(60, 40)
	for _, want := range []string{"3 attachments: a", "Attachments", "flow.png · flow", "log.txt", "the picture is damaged"} {
		if !strings.Contains(ansi.Strip(view), want) {
			t.Errorf("%q is not shown:\n%s", want, view)
		}
	}
	if n := strings.Count(ansi.Strip(view), strings.Repeat("▀", 20)); n != 5 || strings.Contains(view, "another record") || strings.Contains(view, "\x1b]0") {
		t.Errorf("%d lines of blocks:\n%s", n, view)
	}
	m.Update(ShowCells)
	if view := m.View(60, 40); !strings.Contains(view, "cells") || strings.Contains(view, "▀") {
		t.Errorf("as cells:\n%s", view)
	}
	m.Update(ShowNames)
	if view := m.View(60, 40); !strings.Contains(view, "flow.png") || strings.Contains(view, "▀") || strings.Contains(view, "cells") {
		t.Errorf("as names:\n%s", view)
	}
	m.View(60, 6)
	m.Update(ToFiles)
	if view := m.View(60, 6); !strings.Contains(view, "Attachments") {
		t.Errorf("a does not go to the attachments:\n%s", view)
	}
}
