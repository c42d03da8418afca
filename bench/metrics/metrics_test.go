package metrics

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-12 }

// Worked by hand: gains 0, 2/log2(3), 0, 1/log2(5) against the ideal
// 2/log2(2) + 1/log2(3) + 1/log2(4).
func TestWorkedExample(t *testing.T) {
	ranked := []string{"x", "a", "y", "b", "c"}
	grades := Grades{"a": 2, "b": 1, "c": 1, "z": 0}
	if got := MRR(ranked, grades, 10); !near(got, 0.5) {
		t.Errorf("MRR = %v", got)
	}
	want := (2/math.Log2(3) + 1/math.Log2(5)) / (2 + 1/math.Log2(3) + 1/math.Log2(4))
	if got := NDCG(ranked, grades, 4); !near(got, want) {
		t.Errorf("nDCG@4 = %v, want %v", got, want)
	}
	if got := Recall(ranked, grades, 4); !near(got, 2.0/3) {
		t.Errorf("recall@4 = %v", got)
	}
}

func TestCutOffs(t *testing.T) {
	ranked, grades := []string{"x", "a"}, Grades{"a": 1}
	if MRR(ranked, grades, 1) != 0 || NDCG(ranked, grades, 1) != 0 || Recall(ranked, grades, 1) != 0 {
		t.Error("a document below the cut counts")
	}
	for _, none := range []Grades{nil, {}, {"a": 0}} {
		if MRR(ranked, none, 10) != 0 || NDCG(ranked, none, 10) != 0 || Recall(ranked, none, 10) != 0 {
			t.Errorf("%v: a query without relevant documents scores", none)
		}
	}
	if MRR(nil, grades, 10) != 0 || Recall(nil, grades, 10) != 0 {
		t.Error("an empty ranking scores")
	}
}

func TestIdealOrderScoresOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		grades, ranked := Grades{}, []string{}
		for _, grade := range []int{3, 2, 1} {
			for range rapid.IntRange(0, 4).Draw(t, "n") {
				doc := string(rune('a' + len(ranked)))
				grades[doc], ranked = grade, append(ranked, doc)
			}
		}
		if len(ranked) == 0 {
			return
		}
		k := rapid.IntRange(1, 15).Draw(t, "k")
		if got := NDCG(ranked, grades, k); !near(got, 1) {
			t.Fatalf("nDCG@%d of the ideal order = %v", k, got)
		}
		shuffled := rapid.Permutation(ranked).Draw(t, "order")
		if got := NDCG(shuffled, grades, k); got < 0 || got > 1+1e-12 {
			t.Fatalf("nDCG = %v", got)
		}
	})
}
