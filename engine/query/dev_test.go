package query

import (
	"encoding/json"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"owl/engine"
	"owl/engine/query/spell"
)

// development returns the development questions of the demo.
func development(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../../assets/demo/bench/questions-*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no questions: %v", err)
	}
	var texts []string
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var list []struct{ Split, Question string }
		if err := json.Unmarshal(data, &list); err != nil {
			t.Fatal(err)
		}
		for _, q := range list {
			if q.Split == "dev" {
				texts = append(texts, q.Question)
			}
		}
	}
	return texts
}

// demoWords counts the words of the demo's records.
func demoWords(t *testing.T) *spell.Words {
	t.Helper()
	markup := regexp.MustCompile(`<[^>]*>|\\n`)
	var c spell.Counter
	err := filepath.WalkDir("../../assets/demo", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if err == nil && d.Name() == "bench" {
				return fs.SkipDir
			}
			return err
		}
		data, err := os.ReadFile(path)
		for line := range strings.Lines(markup.ReplaceAllString(string(data), " ")) {
			c.Add(line)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return c.Words()
}

func TestRightWordsAreNotCorrected(t *testing.T) {
	c := demo(t)
	c.Vocabulary = demoWords(t)
	wrong, questions := 0, development(t)
	for _, text := range questions {
		for _, x := range Understand(engine.Untrusted(text), c).Corrections {
			t.Logf("%q became %q in %q", x.Word, x.For, text)
			wrong++
		}
	}
	if wrong > len(questions)/50 {
		t.Errorf("%d corrections in %d questions without typing errors", wrong, len(questions))
	}
}

// TestTypingErrorsAreCorrected makes one error in each longer word of the
// development questions, always the same ones.
func TestTypingErrorsAreCorrected(t *testing.T) {
	v := demoWords(t)
	random := rand.New(rand.NewPCG(1, 2))
	all, right, wrong := 0, 0, 0
	for _, text := range development(t) {
		for _, w := range wordsOf(text) {
			typed := mistyped(w.text, random)
			if len(w.text) < 6 || strings.Trim(w.text, "abcdefghijklmnopqrstuvwxyz") != "" || v.Frequency(w.text) == 0 || v.Frequency(typed) > 0 {
				continue
			}
			all++
			near, ok := spell.Correct(typed, v)
			switch {
			case ok && v.Frequency(near.Word) == v.Frequency(w.text):
				right++
			case ok:
				wrong++
			}
		}
	}
	t.Logf("of %d errors %d were corrected, %d wrongly", all, right, wrong)
	if right*10 < all*7 || wrong*40 > all {
		t.Errorf("of %d errors %d were corrected, %d wrongly", all, right, wrong)
	}
}

// mistyped leaves out, swaps, changes or doubles a letter behind the first.
func mistyped(word string, random *rand.Rand) string {
	if len(word) < 3 {
		return word
	}
	b := []byte(word)
	i := 1 + random.IntN(len(b)-1)
	switch random.IntN(4) {
	case 0:
		b = append(b[:i], b[i+1:]...)
	case 1:
		if i > 1 {
			b[i], b[i-1] = b[i-1], b[i]
		}
	case 2:
		b[i] = byte('a' + random.IntN(26))
	default:
		b = append(b[:i+1], b[i:]...)
	}
	return string(b)
}

// TestTimesOfDevelopmentQuestions: a month, season or year in figures that a
// question writes out is read.
func TestTimesOfDevelopmentQuestions(t *testing.T) {
	year := regexp.MustCompile(`(?:^|[ (])(?:19|20)\d\d(?:$|[ ,.?:)])`)
	c := demo(t)
	read := 0
	for _, text := range development(t) {
		u := Understand(engine.Untrusted(text), c)
		if len(u.Dates) > 0 {
			read++
		}
		if year.MatchString(text) && len(u.Dates) == 0 && did(u, "not understood") == "" {
			t.Errorf("no time in %q", text)
		}
	}
	t.Logf("%d questions name a time that was read", read)
	if read < 70 {
		t.Errorf("only %d questions name a time that was read", read)
	}
}
