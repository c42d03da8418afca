package writer

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"owl/engine"
)

func TestClaims(t *testing.T) {
	for in, want := range map[string]string{
		"One two. [1] Three four [2].":             "One two.{1} Three four.{2}",
		"One two [1, 3-5].":                        "One two.{1 3 4 5}",
		"One two [record 2]. Three (record 1).":    "One two.{2} Three.{1}",
		"One two【1†source】. Three [2] and [3]":     "One two.{1} Three and{2 3}",
		"One. Two. [1]":                            "One.{1} Two.{1}",
		"One [1]. Two.":                            "One.{1} Two.{1}",
		"One. [1] two goes on. [2]":                "One.{1} two goes on.{2}",
		"At approx. 3 mA, e.g. at 02:14 p.m. [1].": "At approx. 3 mA, e.g. at 02:14 p.m.{1}",
		"[1] Comes first.":                         "Comes first.{1}",
		"It rose to 4.2 mA. It fell. [2]":          "It rose to 4.2 mA.{2} It fell.{2}",
		"PV SR:C1[3] is high":                      "PV SR:C1 is high{3}",
		"[1][2]":                                   "",
		"":                                         "",
	} {
		var got []string
		for _, c := range claims(in) {
			got = append(got, c.text+strings.NewReplacer("[", "{", "]", "}").Replace(fmt.Sprint(c.cites)))
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%q: %q, want %q", in, s, want)
		}
	}
}

func TestEvidenceIsTakenAroundTheBestChunk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		content := strings.Join(rapid.SliceOfN(rapid.StringMatching(`[a-zµ ]{0,30}\n?`), 1, 40).Draw(t, "content"), "") + "x"
		from := rapid.IntRange(0, len(content)).Draw(t, "from")
		to := rapid.IntRange(from, len(content)).Draw(t, "to")
		l := Limits{Record: rapid.IntRange(8, 300).Draw(t, "record"), Total: rapid.IntRange(8, 900).Draw(t, "total")}
		p := engine.Passage{Record: engine.Record{DocID: "a", Content: engine.Untrusted(content)}, Chunks: []engine.Chunk{{Start: from, End: to}}}
		for _, e := range FromPassages([]engine.Passage{p, p, p}, l) {
			if e.Start < 0 || e.End > len(content) || e.Start >= e.End || e.End-e.Start > l.Record || !utf8.ValidString(string(e.text())) {
				t.Fatalf("%d to %d of %d", e.Start, e.End, len(content))
			}
			if to-from < l.Record/3 && to-from < l.Total/3 && e.End-e.Start > l.Record/2 && to > from && (e.End <= from || e.Start >= to) {
				t.Fatalf("%d to %d lies beside the chunk %d to %d", e.Start, e.End, from, to)
			}
		}
	})
}

func TestFewRecordsAreShown(t *testing.T) {
	p := engine.Passage{Record: engine.Record{DocID: "a", Content: engine.Untrusted(strings.Repeat("word ", 2000))}}
	got := FromPassages(slices.Repeat([]engine.Passage{p}, 20), Limits{})
	total := 0
	for _, e := range got {
		total += e.End - e.Start
	}
	if len(got) > 6 || total > usualTotal || total < usualTotal-300 {
		t.Errorf("%d records of %d bytes", len(got), total)
	}
}

func FuzzDraft(f *testing.F) {
	f.Add("The klystron RF-3 tripped. [1]\n\n1. Close the valve GV-12 [1]\n2. Nothing\n| a | b |\n|---|---|\n| RF-3 | 28 MW [2] |\n```\ncaput SR:RF3:RESET 1\n```")
	f.Add("```\ncaput SR:RF3\x80\n```\n```\n ")
	f.Add("[1] [[2]] 【3】 \\[4\\] <b>key</b> for Dana Reyes](http://x) [2]")
	f.Fuzz(func(t *testing.T, text string) {
		var streamed strings.Builder
		a := newAssembler(evidence(), func(s string) { streamed.WriteString(s) })
		for i := 0; i < len(text); i += 9 {
			a.feed(text[i:min(i+9, len(text))])
		}
		d := a.end()
		if strings.TrimSpace(streamed.String()) != d.Text {
			t.Errorf("streamed %q, stands %q", streamed.String(), d.Text)
		}
		sound(t, d, evidence())
	})
}

func TestNamesKeepTheirStarsAndUnderscores(t *testing.T) {
	for in, want := range map[string]string{
		"**GV-12** and *this* one, `SR:C1`": "GV-12 and this one, SR:C1",
		"SR__C1 and S*:C1, 3 * 4 * 5":       "SR__C1 and S*:C1, 3 * 4 * 5",
		"__bold__ (*x*)":                    "bold (x)",
	} {
		if got := plainInline(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestCodeMustStandAsItIs(t *testing.T) {
	const text = "do: caput  A 1\n\tcaput AB 2 # done"
	for code, want := range map[string]string{
		"caput A 1":             "caput  A 1",
		"caput A 1\ncaput AB 2": "caput  A 1\n\tcaput AB 2",
		"caput AB 2":            "caput AB 2",
		"caput A 2":             "",
		"caputA 1":              "",
		"put A 1":               "",
		"caput A 1\ncaput A":    "",
		"caput A":               "caput  A",
	} {
		from, to, ok := verbatim(text, code)
		if ok != (want != "") || ok && text[from:to] != want {
			t.Errorf("%q: %q %v", code, text[from:to], ok)
		}
	}
}
