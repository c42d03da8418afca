package text

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestNextFindsWhatALoopFinds(t *testing.T) {
	s := new(scores)
	rapid.Check(t, func(t *rapid.T) {
		docs := rapid.IntRange(1, 100).Draw(t, "docs")
		clear(s[:])
		for i := range s[:docs+40] { // some beyond the documents
			s[i] = rapid.SampledFrom([]float32{0, 0, 0, 0, 0, 1, 1.5, 2, math.SmallestNonzeroFloat32, math.MaxFloat32}).Draw(t, "score")
		}
		least := rapid.SampledFrom([]float32{0, 1, 1.25, 1.5, 3}).Draw(t, "least")
		from := rapid.IntRange(0, docs).Draw(t, "from")
		want := from
		for want < docs && (s[want] == 0 || s[want] < least) {
			want++
		}
		if got := s.next(from, docs, least); got != want {
			t.Fatalf("next is %d, want %d", got, want)
		}
	})
}
