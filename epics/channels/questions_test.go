package channels

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"owl/assets"
	"owl/engine/lexicon"
)

// demo is a finder over the channels and the acronyms of the demo machine.
func demo(t testing.TB) *Finder {
	t.Helper()
	files := assets.Demo()
	pvs, err := files.Open("history/pvs.json")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = pvs.Close() }()
	entries, err := Read(pvs)
	if err != nil {
		t.Fatal(err)
	}
	acronyms, err := files.Open("acronyms.json")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = acronyms.Close() }()
	words, err := lexicon.Read(acronyms)
	if err != nil {
		t.Fatal(err)
	}
	return New(entries, words)
}

// asked is a question and the names that it means.
type asked struct {
	half, words string
	want        []string
}

func questions(t *testing.T) []asked {
	t.Helper()
	data, err := os.ReadFile("testdata/questions.txt")
	if err != nil {
		t.Fatal(err)
	}
	var out []asked
	half := ""
	for line := range strings.SplitSeq(strings.TrimSpace(string(data)), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		if strings.HasPrefix(line, "[") {
			half = strings.Trim(line, "[]")
			continue
		}
		words, patterns, _ := strings.Cut(line, " |")
		q := asked{half: half, words: words}
		for pattern := range strings.FieldsSeq(patterns) {
			names, err := Expand(pattern)
			if err != nil {
				t.Fatal(err)
			}
			q.want = append(q.want, names...)
		}
		slices.Sort(q.want)
		out = append(out, q)
	}
	return out
}

// The exact sets of the questions. What is not met is written out; both halves
// must stay at what they reached.
func TestQuestionsOfTheDemo(t *testing.T) {
	f := demo(t)
	for half, least := range map[string]float64{"tuned": 0.99, "held out": 0.97} {
		exact, n, precision, recall := 0, 0, 0.0, 0.0
		for _, q := range questions(t) {
			if q.half != half {
				continue
			}
			n++
			r, err := f.Find(context.Background(), q.words)
			if err != nil {
				t.Fatal(err)
			}
			p, c := precisionRecall(r, q.want)
			precision, recall = precision+p, recall+c
			if p == 1 && c == 1 {
				exact++
			} else {
				t.Logf("%s: %q gives %s, want %s; notes %q", half, q.words, brief(names(r)), brief(q.want), r.Notes)
			}
			if len(q.want) == 0 && len(r.Notes) == 0 {
				t.Errorf("%q finds nothing and does not say why", q.words)
			}
		}
		f1 := 2 * precision * recall / (precision + recall) / float64(n)
		t.Logf("%s: %d of %d exact, precision %.3f, recall %.3f, F1 %.3f", half, exact, n, precision/float64(n), recall/float64(n), f1)
		if n < 30 {
			t.Errorf("%s: only %d questions", half, n)
		}
		if f1 < least {
			t.Errorf("%s: F1 %.3f, want at least %.3f", half, f1, least)
		}
	}
}

func names(r Result) []string {
	out := make([]string, len(r.Channels))
	for i, c := range r.Channels {
		out[i] = c.PV
	}
	return out
}

func brief(list []string) string {
	if len(list) > 8 {
		return strings.Join(list[:8], " ") + " ..."
	}
	return strings.Join(list, " ")
}

// precisionRecall of an answer; both are 1 when nothing is found of nothing.
func precisionRecall(r Result, want []string) (precision, recall float64) {
	hits := 0
	for _, c := range r.Channels {
		if slices.Contains(want, c.PV) {
			hits++
		}
	}
	if len(want) == 0 && len(r.Channels) == 0 {
		return 1, 1
	}
	return float64(hits) / float64(max(1, len(r.Channels))), float64(hits) / float64(max(1, len(want)))
}
