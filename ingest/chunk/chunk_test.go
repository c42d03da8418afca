package chunk

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"owl/engine"
)

func split(text string, format engine.Format) []engine.Chunk {
	return Split(engine.Record{DocID: "doc", Content: engine.Untrusted(text), Format: format})
}

// prose returns about n characters of sentences in paragraphs.
func prose(n int) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		b.WriteString("The beam was lost when the kicker fired early. ")
		if i%8 == 7 {
			b.WriteString("\n\n")
		}
	}
	return b.String()[:n]
}

func TestSplitKeepsAShortRecordWhole(t *testing.T) {
	text := "\n  Beam lost at 02:14.\n"
	got := split(text, engine.Plain)
	want := engine.Chunk{DocID: "doc", Start: 1, End: len(text) - 1, Text: "  Beam lost at 02:14."}
	if len(got) != 1 || got[0] != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestSplitFollowsSections(t *testing.T) {
	text := "# Guide\n\nIntro " + prose(500) + "\n\n## Start\n\n" + prose(1500) + "\n\n## Stop\n\n" + prose(400) + "\n"
	var got []string
	for _, c := range split(text, engine.Markdown) {
		first, _, _ := strings.Cut(string(c.Text), "\n")
		if strings.HasPrefix(first, "#") {
			got = append(got, string(c.Section)+": "+first)
		} else {
			got = append(got, string(c.Section)+": ...")
		}
	}
	want := "Guide: # Guide; Guide > Start: ## Start; Guide > Start: ...; Guide > Stop: ## Stop"
	if strings.Join(got, "; ") != want {
		t.Errorf("got %s", strings.Join(got, "; "))
	}
}

func TestSplitJoinsSmallSectionsUnderOneHeading(t *testing.T) {
	cases := []struct {
		name, text string
		want       []string // sections of the chunks
	}{
		{"small neighbours", "# A\n\n" + prose(400) + "\n## B\n\nshort\n\n## C\n\nshort\n", []string{"A"}},
		{"not without a heading above both", "## B\n\nshort\n\n## C\n\nshort\n", []string{"B", "C"}},
		{"not when both are large enough", "# A\n\n" + prose(300) + "\n## B\n\n" + prose(300) + "\n", []string{"A", "A > B"}},
		{"a heading without text goes with its first section", "# A\n\n## B\n\n" + prose(300) + "\n## C\n\n" + prose(300), []string{"A > B", "A > C"}},
		{"a short text before the first heading goes with it", "(label)=\n# A\n\n" + prose(300), []string{"A"}},
		{"a long one does not", prose(300) + "\n\n# A\n\n" + prose(300), []string{"", "A"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, ch := range split(c.text, engine.Markdown) {
				got = append(got, string(ch.Section))
			}
			if strings.Join(got, "; ") != strings.Join(c.want, "; ") {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestSplitKeepsWhatFitsTogether(t *testing.T) {
	code := "```go\n" + strings.Repeat("if x {\n\n\treturn\n}\n", 40) + "```\n"
	table := strings.Repeat("| SR:C01:BPM1 | 0.12 mm |\n", 30)
	list := strings.Repeat("- Check the interlock. Then reset it.\n\n", 20)
	literal := "Run it as follows::\n\n" + strings.Repeat("    caput A 1\n\n", 50)
	for name, whole := range map[string]string{"code": code, "table": table, "loose list": list, "literal block": literal} {
		t.Run(name, func(t *testing.T) {
			found := false
			for _, c := range split("# T\n\n"+prose(600)+"\n\n"+whole+"\n"+prose(900), engine.Markdown) {
				found = found || strings.Contains(string(c.Text), strings.TrimSpace(whole))
			}
			if !found {
				t.Errorf("split apart")
			}
		})
	}
}

func TestSplitCutsWhatDoesNotFit(t *testing.T) {
	cases := []struct{ name, text, ends string }{
		{"a table by rows", strings.Repeat("| SR:C01:BPM1 | 0.12 mm. Ok |\n", 90), "|"},
		{"a list by items", strings.Repeat("- Check the interlock. Then reset it now\n", 90), "now"},
		{"prose by sentences", strings.Repeat("Check the\ninterlock. ", 190), "."},
		{"lines without a full stop", strings.Repeat("set point 12 A done\n", 190), "done"},
		{"words", strings.Repeat("word ", 900), "word"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			chunks := split(c.text, engine.Plain)
			for _, ch := range chunks {
				if !strings.HasSuffix(string(ch.Text), c.ends) {
					t.Errorf("chunk ends in %q", ch.Text[len(ch.Text)-20:])
				}
			}
			if len(chunks) < 3 {
				t.Errorf("%d chunks", len(chunks))
			}
		})
	}
}

func TestOverlapBeginsAtASentence(t *testing.T) {
	chunks := split(strings.Repeat("The beam was lost at noon. ", 100), engine.Plain)
	for i := 1; i < len(chunks); i++ {
		shared := chunks[i-1].End - chunks[i].Start
		if shared < 100 || shared > Overlap || !strings.HasPrefix(string(chunks[i].Text), "The beam") {
			t.Errorf("chunk %d shares %d characters, begins %q", i, shared, chunks[i].Text[:20])
		}
	}
}

func TestSplitEndsOnOneHugeWord(t *testing.T) {
	const size = 10 << 20
	chunks := split(strings.Repeat("a", size), engine.Markdown)
	if want := size / Fresh; len(chunks) < want || len(chunks) > want+2 {
		t.Errorf("%d chunks, want about %d", len(chunks), want)
	}
}

// checkSplit is what holds for every record.
func checkSplit(t interface{ Fatalf(string, ...any) }, text string, chunks []engine.Chunk) {
	covered := 0
	for i, c := range chunks {
		switch {
		case c.Index != i || c.DocID != "doc":
			t.Fatalf("chunk %d: %+v", i, c)
		case c.Start < 0 || c.Start >= c.End || c.End > len(text) || string(c.Text) != text[c.Start:c.End]:
			t.Fatalf("chunk %d: bad range %d-%d of %d", i, c.Start, c.End, len(text))
		case utf8.ValidString(text) && !utf8.ValidString(string(c.Text)):
			t.Fatalf("chunk %d cuts a character", i)
		case utf8.RuneCountInString(string(c.Text)) > Max:
			t.Fatalf("chunk %d has %d characters", i, utf8.RuneCountInString(string(c.Text)))
		case c.Start > covered && strings.TrimSpace(text[covered:c.Start]) != "":
			t.Fatalf("chunk %d leaves out %q", i, text[covered:c.Start])
		case c.Start < covered && utf8.RuneCountInString(text[c.Start:covered]) > Overlap:
			t.Fatalf("chunk %d repeats %d characters", i, utf8.RuneCountInString(text[c.Start:covered]))
		case i > 0 && (c.Start <= chunks[i-1].Start || c.End <= covered):
			t.Fatalf("chunk %d does not move on", i)
		}
		covered = c.End
	}
	if strings.TrimSpace(text[covered:]) != "" {
		t.Fatalf("the end is left out: %q", text[covered:])
	}
}

func TestSplitCoversEveryText(t *testing.T) {
	line := rapid.OneOf(
		rapid.SampledFrom([]string{
			"", "", "# A", "## B", "### C", "=====", "-----", "```", "~~~~", "- item", "1. step", "| a | b |", ".. note::", "    indented",
			"    - deep", "Title", "ends with:", "µ°Ω 漢字。 b", "\t", " \u00a0 ", "---", "(x)=", ".. _l:",
		}),
		rapid.StringOfN(rapid.RuneFrom([]rune("ab .!?:\néß漢#-=`*|")), 0, 300, -1),
		rapid.Map(rapid.IntRange(0, 3000), prose),
		rapid.Map(rapid.IntRange(0, 3000), func(n int) string { return strings.Repeat("漢", n) }),
		rapid.Map(rapid.IntRange(0, 600), func(n int) string { return strings.Repeat("ab cd\n", n) }),
	)
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(line, 0, 40).Draw(t, "lines"), "\n")
		format := rapid.SampledFrom([]engine.Format{engine.Plain, engine.Markdown, engine.RST}).Draw(t, "format")
		checkSplit(t, text, split(text, format))
	})
}

func FuzzSplit(f *testing.F) {
	f.Add("# A\n\ntext\n\n```\n# b\n```\n", 1)
	f.Add("A\n===\n\n.. note::\n\n   text", 2)
	f.Add(strings.Repeat("a\xff", 2000), 0)
	formats := []engine.Format{engine.Plain, engine.Markdown, engine.RST}
	f.Fuzz(func(t *testing.T, text string, format int) {
		checkSplit(t, text, split(text, formats[uint(format)%3]))
	})
}

func BenchmarkSplit(b *testing.B) {
	text := "# Guide\n\n" + strings.Repeat("## Part\n\n"+prose(1800)+"\n\n- item one\n- item two\n\n", 20)
	rec := engine.Record{Content: engine.Untrusted(text), Format: engine.Markdown}
	b.SetBytes(int64(len(text)))
	chunks := 0
	for b.Loop() {
		chunks += len(Split(rec))
	}
	b.ReportMetric(float64(chunks)/b.Elapsed().Seconds(), "chunks/s")
}
