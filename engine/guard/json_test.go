package guard

import (
	"encoding/json"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestJSONEscapesWhatATerminalActsOn(t *testing.T) {
	doc, err := json.Marshal("a\x7f\u009b31m\u202e\u200b\U000E0041 µ 東 🦉\n")
	if err != nil {
		t.Fatal(err)
	}
	want := `"a\u007f\u009b31m\u202e\u200b\udb40\udc41 µ 東 🦉\n"`
	if got := string(JSON(doc)); got != want {
		t.Errorf("JSON = %s, want %s", got, want)
	}
}

func TestJSONKeepsTheValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := outside().Draw(t, "text")
		doc, err := json.MarshalIndent(map[string]string{"k": s}, "", "\t")
		if err != nil {
			t.Fatal(err)
		}
		checkJSON(t, doc)
	})
}

func checkJSON(t fataler, doc []byte) {
	out := JSON(doc)
	var want, got any
	if json.Unmarshal(doc, &want) != nil {
		return // what is not JSON has no value to keep
	}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatalf("JSON(%q) = %q: %v", doc, out, err)
	}
	a, _ := json.Marshal(want)
	b, _ := json.Marshal(got)
	if string(a) != string(b) {
		t.Fatalf("JSON(%q) changed the value to %q", doc, out)
	}
}

func FuzzJSON(f *testing.F) {
	f.Add([]byte("{\r\n\t\"k\": \"a\u202e\\u001b\x7f\"}"))
	f.Fuzz(func(t *testing.T, doc []byte) {
		checkJSON(t, doc)
		for _, r := range string(JSON(doc)) {
			if r == utf8.RuneError || r != '\n' && r != '\t' && (r < ' ' || r >= 0x7f && r <= 0x9f) {
				t.Fatalf("JSON(%q) holds %U", doc, r)
			}
		}
	})
}
