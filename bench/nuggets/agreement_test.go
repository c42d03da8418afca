package nuggets

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"owl/bench/stats"
)

// pair is a nugget, a passage such as an answer holds, and the verdict of the
// person who wrote the label.
type pair struct {
	ID      string  `json:"id"`
	Kind    string  `json:"kind"` // what the passage is to the nugget
	Nugget  string  `json:"nugget"`
	Passage string  `json:"passage"`
	Label   Verdict `json:"label"`
}

func readPairs(t *testing.T, half string) []pair {
	t.Helper()
	data, err := os.ReadFile("testdata/pairs-" + half + ".jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var pairs []pair
	for line := range bytes.Lines(data) {
		var p pair
		if err := json.Unmarshal(line, &p); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if _, err := ParseVerdict(string(p.Label)); err != nil || p.Nugget == "" || p.Passage == "" {
			t.Fatalf("pair %s is incomplete: %v", p.ID, err)
		}
		pairs = append(pairs, p)
	}
	return pairs
}

// The floors are the levels that were reached minus 3 points; the figures
// themselves stand in the package comment.
func TestAgreementWithHandLabels(t *testing.T) {
	total := 0
	for _, c := range []struct {
		half                         string
		agreement, kappa, fullOrLess float64 // floors
	}{
		{"dev", 0.769, 0.650, 0.869},
		{"held", 0.740, 0.611, 0.826},
	} {
		pairs := readPairs(t, c.half)
		total += len(pairs)
		agreement, kappa, full := agreementOn(t, pairs)
		t.Logf("%s: %d pairs, agreement %.1f %%, kappa %.3f, full support or not %.1f %%", c.half, len(pairs), 100*agreement, kappa, 100*full)
		if agreement < c.agreement || kappa < c.kappa || full < c.fullOrLess {
			t.Errorf("%s: agreement %.3f, kappa %.3f, full support or not %.3f; floors %+v", c.half, agreement, kappa, full, c)
		}
	}
	if total < 200 {
		t.Errorf("%d labelled pairs, want 200 or more", total)
	}
}

func agreementOn(t *testing.T, pairs []pair) (agreement, kappa, full float64) {
	t.Helper()
	m := NewMatcher()
	var labels, verdicts []string
	for _, p := range pairs {
		v := m.Read(p.Passage).Find(p.Nugget).Verdict
		labels, verdicts = append(labels, string(p.Label)), append(verdicts, string(v))
		if v == p.Label {
			agreement++
		}
		if (v == Support) == (p.Label == Support) {
			full++
		}
	}
	kappa, err := stats.Kappa(labels, verdicts)
	if err != nil {
		t.Fatal(err)
	}
	n := float64(len(pairs))
	return agreement / n, kappa, full / n
}

// No nugget stands in both halves, so that what was tuned on one is new to the
// other.
func TestHalvesShareNoNugget(t *testing.T) {
	dev := map[string]bool{}
	for _, p := range readPairs(t, "dev") {
		dev[p.Nugget] = true
	}
	for _, p := range readPairs(t, "held") {
		if dev[p.Nugget] {
			t.Errorf("pair %s: %q stands in both halves", p.ID, p.Nugget)
		}
	}
}
