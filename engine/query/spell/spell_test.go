package spell

import (
	"maps"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func words(list map[string]int) *Words { return New(maps.All(list)) }

func TestCorrections(t *testing.T) {
	v := words(map[string]int{
		"circulator": 40, "circulators": 5, "vacuum": 90, "interlock": 60, "klystron": 80, "strainer": 10, "trainer": 1, "beam": 300,
		"phase": 50, "phrase": 40, "tavares": 7, "energize": 12, "S12": 4, "": 9, "gone": 0,
	})
	for typed, want := range map[string]string{
		"circulater": "circulator", "vaccum": "vacuum", "interlok": "interlock", "klystorn": "klystron", "energise": "energize",
		"Tavarez":   "tavares",
		"phrasee":   "phrase",
		"phases":    "phase",
		"phaze":     "",
		"phhase":    "", // phase and phrase again
		"beem":      "", // too short
		"Trondheim": "",
		"Klyztrom":  "", // two letters of a name
		"xlystrom":  "", // two letters, one of them the first
		"phrse":     "", // phase and phrase are as near and as frequent
		"strainr":   "strainer",
	} {
		got, ok := Correct(typed, v)
		if got.Word != want || ok != (want != "") {
			t.Errorf("Correct(%q) = %+v, want %q", typed, got, want)
		}
	}
}

func TestFormsOfAWordCountTogether(t *testing.T) {
	v := words(map[string]int{"circulator": 3, "circulators": 5})
	if v.Frequency("Circulator") != 8 || v.Frequency("circular") != 0 {
		t.Errorf("%d, %d", v.Frequency("Circulator"), v.Frequency("circular"))
	}
	if near := v.Near("circulatr"); len(near) == 0 || near[0].Word != "circulator" || near[0].Frequency != 8 {
		t.Errorf("%+v", near)
	}
}

func TestCounterTakesWordsOnly(t *testing.T) {
	var c Counter
	c.Add("The circulator of RFB, WRQ_43541: circulator flow 31.2 L/min, S12:BPM3.")
	c.Add("Circulators!")
	v := c.Words()
	if v.Frequency("circulator") != 2 || v.Frequency("flow") != 1 || v.Frequency("wrq_43541") != 0 || v.Frequency("31.2") != 0 {
		t.Errorf("circulator %d, flow %d", v.Frequency("circulator"), v.Frequency("flow"))
	}
}

// TestDistance compares with the plain recursive definition.
func TestDistance(t *testing.T) {
	var slow func(a, b []rune) int
	slow = func(a, b []rune) int {
		i, j := len(a), len(b)
		if i == 0 || j == 0 {
			return i + j
		}
		cost := 1
		if a[i-1] == b[j-1] {
			cost = 0
		}
		d := min(slow(a[:i-1], b)+1, slow(a, b[:j-1])+1, slow(a[:i-1], b[:j-1])+cost)
		if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
			d = min(d, slow(a[:i-2], b[:j-2])+1)
		}
		return d
	}
	word := rapid.StringOfN(rapid.RuneFrom([]rune("abcü")), 0, 6, -1)
	rapid.Check(t, func(t *rapid.T) {
		a, b := []rune(word.Draw(t, "a")), []rune(word.Draw(t, "b"))
		if got, want := distance(a, b), slow(a, b); min(got, maxEdits+1) != min(want, maxEdits+1) {
			t.Errorf("distance(%q, %q) = %d, want %d", string(a), string(b), got, want)
		}
	})
}

func FuzzNear(f *testing.F) {
	v := words(map[string]int{"circulator": 3, "vacuum": 2, "überdruck": 1})
	f.Add("vaccum")
	f.Add(strings.Repeat("ü", 40))
	f.Fuzz(func(_ *testing.T, word string) {
		v.Frequency(word)
		Correct(word, v)
	})
}

func BenchmarkNear(b *testing.B) {
	list := map[string]int{}
	for i := range 100_000 {
		word := []byte("abcdefgh")
		for k, n := 0, i; k < 8; k, n = k+1, n/7 {
			word[k] = byte('a' + (n*3+k*i)%26)
		}
		list[string(word)] = i%50 + 1
	}
	v := words(list)
	for b.Loop() {
		v.Near("circulat")
	}
}
