package compose

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func shown(content string) []string {
	names := map[unitKind]string{sentence: "s", heading: "h", item: "i", row: "r", block: "b", field: "f"}
	var out []string
	for _, u := range units(content, 0, len(content)) {
		out = append(out, fmt.Sprintf("%s:%s", names[u.kind], strings.ReplaceAll(content[u.start:u.end], "\n", "⏎")))
	}
	return out
}

func TestUnits(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"sentences over lines": {"The beam was lost\nat 02:47. We reset RFB, e.g. twice. No. 3 held?", "s:The beam was lost⏎at 02:47.|s:We reset RFB, e.g. twice.|s:No. 3 held?"},
		"numbers do not end":   {"Flow fell to 31.2 L/min. Trip at 60.3 C.", "s:Flow fell to 31.2 L/min.|s:Trip at 60.3 C."},
		"markdown heading":     {"# Recovery\n\nReset it.", "h:# Recovery|s:Reset it."},
		"rst heading":          {"Recovery\n========\n\nReset it.", "h:Recovery|s:Reset it."},
		"list":                 {"Do this:\n\n1. Close GV1.\n   Wait.\n2. Open it.\n\nDone.", "s:Do this:|i:1. Close GV1.⏎   Wait.|i:2. Open it.|s:Done."},
		"table":                {"| PV | V |\n|---|---|\n| a | 1 |", "r:| PV | V ||r:|---|---||r:| a | 1 |"},
		"fence":                {"Run:\n```sh\n# not a heading\nmake\n```\nThen go.", "s:Run:|b:```sh⏎# not a heading⏎make⏎```|s:Then go."},
		"labelled lines":       {"Run: 2025-1\nCause: water\nThe flow fell.\n\nNote: wait.", "f:Run: 2025-1|f:Cause: water⏎The flow fell.|f:Note: wait."},
		"literal block":        {"Run::\n\n  make\n\n  make install\n\nThen go.", "s:Run::|b:make⏎⏎  make install|s:Then go."},
		"directive":            {".. code-block:: c++\n\n   int x;\n\nText.", "b:int x;|s:Text."},
	} {
		got := strings.Join(shown(c.in), "|")
		if got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.want)
		}
	}
}

func TestUnitsLieInOrderWithinTheirSpan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		content := rapid.StringMatching("([A-Za-z.?!:|#`\\-=*0-9 ]{0,12}\n?){0,30}").Draw(t, "content")
		end := 0
		for _, u := range units(content, 0, len(content)) {
			if u.start < end || u.end <= u.start || u.end > len(content) {
				t.Fatalf("unit %+v after offset %d in %q", u, end, content)
			}
			if strings.TrimSpace(content[u.start:u.end]) != content[u.start:u.end] {
				t.Fatalf("unit %q has white space at its ends", content[u.start:u.end])
			}
			end = u.end
		}
	})
}

func FuzzUnits(f *testing.F) {
	f.Add("a. B\n```\nx")
	f.Fuzz(func(t *testing.T, content string) {
		for _, u := range units(content, 0, len(content)) {
			_ = content[u.start:u.end]
		}
	})
}

func TestALabelOfAWarningStaysWithIt(t *testing.T) {
	const text = "WARNING. The line is hot. Note. It cools in an hour."
	var got []string
	for _, u := range units(text, 0, len(text)) {
		got = append(got, text[u.start:u.end])
	}
	if want := "WARNING. The line is hot.|Note. It cools in an hour."; strings.Join(got, "|") != want {
		t.Errorf("got %q", got)
	}
}
