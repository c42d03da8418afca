package facet

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestCompoundQuestionsComeApart(t *testing.T) {
	for text, want := range map[string]string{
		"what tripped, and who fixed it":                                   "what tripped []|who fixed it [person]",
		"Why did the beam dump last night, and what brought it back?":      "Why did the beam dump last night [cause]|what brought it back []",
		"Where do I put the tuner, at which level, and how fast may I go?": "Where do I put the tuner [place]|at which level [number name]|how fast may I go [number]",
		"K4 tripped. Same fault? How could one tell?":                      "Same fault []|How could one tell []",
		"Five trips in July - what was worn, and which part was swapped?":  "what was worn []|which part was swapped [name]",
		"How hot did it get before and after the repair":                   "How hot did it get before and after the repair [number]",
		"Which serial number has the new head?":                            "Which serial number has the new head [name]",
		"13 March 2024: the limit fired. Did it move, and who pushed it?":  "Did it move []|who pushed it [person]",
		"kicker timeout":         "kicker timeout []",
		"How do I bake a gauge?": "How do I bake a gauge [steps]",
		"the run 2025-2 was bad. When was that and for how long?": "When was that [date]|for how long [number]",
		"Is it 4.5 mm now, or was it more before?":                "Is it 4.5 mm now, or was it more before []",
		"":                                  "",
		"?!":                                "?! []",
		"Pressure fell. Nothing was found.": "Pressure fell. Nothing was found. []",
		"What is the limit of SR:CUR: and who may change it, and since when": "What is the limit of SR:CUR [number]|who may change it [person]|since when [date]",
	} {
		var got []string
		for _, f := range Split(text) {
			kinds := []string{}
			for _, k := range f.Wants {
				kinds = append(kinds, string(k))
			}
			got = append(got, f.Text+" ["+strings.Join(kinds, " ")+"]")
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%q\n got %s\nwant %s", text, strings.Join(got, "|"), want)
		}
	}
}

func TestContentLeavesTheQuestionWordsOut(t *testing.T) {
	for text, want := range map[string]string{
		"Why did the beam dump, and who fixed it?": "beam dump fixed",
		"what does SR:RF:B:KV mean?":               "SR:RF:B:KV",
		"how many trips?":                          "trips",
		"what is it":                               "",
	} {
		if got := Content(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestFacetsAreFew(t *testing.T) {
	if got := Split(strings.Repeat("what is it, and who did it? ", 1000)); len(got) != maxFacets {
		t.Errorf("%d facets", len(got))
	}
}

func FuzzSplit(f *testing.F) {
	f.Add("What, and who? \x00 - \xff: how")
	f.Fuzz(func(t *testing.T, text string) {
		for _, part := range Split(text) {
			if utf8.ValidString(text) && !utf8.ValidString(part.Text) {
				t.Errorf("%q gave %q", text, part.Text)
			}
		}
	})
}
