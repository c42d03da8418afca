package writer

import (
	"errors"
	"testing"
)

func TestAdviceIsReadOutOfWhatAModelWrites(t *testing.T) {
	for text, want := range map[string]int{
		`{"intent":"value","words":["strainer","basket"],"paraphrases":["x"]}`:    2,
		"Sure!\n```json\n{\"words\": [\"strainer\"]}\n```":                        1,
		`{"words": []} and {"words": ["late"]}`:                                   0,
		`{"intent":"value","unknown":{"a":1},"words":["a","b","c"],"words2":[1]}`: 3,
	} {
		got, err := readAdvice(text)
		if err != nil || len(got.Expansions) != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "no advice", "{", `{"words": "strainer"}`, `[1]`} {
		if _, err := readAdvice(text); !errors.Is(err, errNoAdvice) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func FuzzAdvice(f *testing.F) {
	f.Add(`{"intent":"value","words":["a"]}`)
	f.Fuzz(func(t *testing.T, text string) {
		if a, err := readAdvice(text); err != nil && len(a.Expansions)+len(a.Paraphrases) > 0 {
			t.Errorf("%q gave advice and an error", text)
		}
	})
}
