package prose

import (
	"fmt"
	"strings"
	"testing"
)

const shown = `*Not in the records shown: “Trondheim”.*

**Night shift** · 2026-10-15 02:55 · RF · BELY\_1

bm dump 02:47:12, first = RFB [1] Station B was off. [1] See e.g. the strainer \[3\] of ST-B3. [2]

*4 Warnings* [3]
- Never open it. Ask 7-5202 first. [3]
- Second entry
  goes on. [3][4]

**Ramp table** · 2024-10-07 · ICMS_1637

| point | QF (A) |
|---|---|
| 1 | 38.7 |
| 2 | 45.8 |

[5]

` + "```\nskcat -rms x.skn\n```\n[6, 7]\n"

func TestStatementsOfAnAnswer(t *testing.T) {
	var got []string
	for _, s := range Read(shown) {
		got = append(got, fmt.Sprintf("%d/%d %v %s", s.Block, s.Kind, s.Marks, s.Text))
	}
	want := []string{
		"1/0 [1 1] bm dump 02:47:12, first = RFB Station B was off.",
		"1/0 [2] See e.g. the strainer [3] of ST-B3.",
		"1/1 [3] Never open it. Ask 7-5202 first.",
		"1/1 [3 4] Second entry goes on.",
		"2/2 [5] 1 | 38.7",
		"2/2 [5] 2 | 45.8",
		"2/3 [6 7] skcat -rms x.skn",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestHeadSaysWhatStandsOver(t *testing.T) {
	all := Read(shown)
	for i, want := range map[int]string{
		0: "Night shift · 2026-10-15 02:55 · RF · BELY\\_1",
		2: "Night shift · 2026-10-15 02:55 · RF · BELY\\_1\n4 Warnings",
		4: "Ramp table · 2024-10-07 · ICMS_1637\npoint | QF (A)",
	} {
		if all[i].Head != want {
			t.Errorf("statement %d stands under %q, want %q", i, all[i].Head, want)
		}
	}
}

func TestCellsWithMarksOfTheirOwnAreStatements(t *testing.T) {
	var got []string
	for _, s := range Read("| 2024 | 2025 |\n|---|---|\n| 21 percent. [1] | 34 percent. [2] |\n| depth | time | [3]\n") {
		got = append(got, fmt.Sprint(s.Text, s.Marks))
	}
	if want := "21 percent.[1]; 34 percent.[2]"; !strings.HasPrefix(strings.Join(got, "; "), want) || len(got) != 3 {
		t.Errorf("got %q", got)
	}
}

func TestSentences(t *testing.T) {
	for in, want := range map[string][]string{
		"One. Two! Three?":                          {"One.", "Two!", "Three?"},
		"It fell [1] and came back [2]. Then it":    {"It fell and came back.", "Then it"},
		"At 2.5 V. it goes on, No. 3 too":           {"At 2.5 V. it goes on, No. 3 too"},
		"He said (twice.) [1] and left. [2]":        {"He said (twice.)", "and left."},
		"**Cause:** resin. See [page](https://x/).": {"Cause: resin.", "See page."},
		"a[3] stays, arrays are no marks":           {"a[3] stays, arrays are no marks"},
	} {
		var got []string
		for _, s := range Read(in) {
			got = append(got, s.Text)
		}
		if strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func TestTextKeepsHeads(t *testing.T) {
	if got := Text("**T** · 2024\n\nOne. [1] Two. [1]"); got != "T · 2024\nOne.\nTwo." {
		t.Errorf("got %q", got)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(shown)
	f.Fuzz(func(t *testing.T, text string) {
		for _, s := range Read(text) {
			if strings.TrimSpace(s.Text) == "" || s.Block < 0 {
				t.Errorf("%q gave %+v", text, s)
			}
		}
	})
}
