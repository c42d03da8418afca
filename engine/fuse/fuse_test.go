package fuse

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"owl/engine"
)

// places says that chunk 10n+i belongs to record n, named by a letter.
func places(keys ...engine.ChunkKey) []engine.Chunk {
	var out []engine.Chunk
	for _, k := range keys {
		out = append(out, engine.Chunk{Key: k, DocID: string(rune('a' + k/10)), Index: int(k % 10)})
	}
	return out
}

func ranking(channel string, weight float64, hits ...engine.Hit) Ranking {
	return Ranking{Channel: channel, Weight: weight, Hits: hits}
}

func ids(list []Candidate) string {
	var out strings.Builder
	for _, c := range list {
		out.WriteString(c.DocID)
	}
	return out.String()
}

func TestReciprocalRankIsTheWorkedExample(t *testing.T) {
	text := ranking("text", 0.5, engine.Hit{Chunk: 0, Score: 9}, engine.Hit{Chunk: 10, Score: 8})
	dense := ranking("dense", 0.2, engine.Hit{Chunk: 10, Score: 0.9}, engine.Hit{Chunk: 20, Score: 0.8})
	got := Fuse(Reciprocal, []Ranking{text, dense}, places(0, 10, 20))
	if ids(got) != "bac" {
		t.Fatalf("order %s", ids(got))
	}
	if want := 0.5/62 + 0.2/61; math.Abs(got[0].Score-want) > 1e-12 {
		t.Errorf("score %v, want %v", got[0].Score, want)
	}
}

func TestNormalisedScoresCompareWithinTheQuery(t *testing.T) {
	text := ranking("text", 1, engine.Hit{Chunk: 0, Score: 30}, engine.Hit{Chunk: 10, Score: 20}, engine.Hit{Chunk: 20, Score: 10})
	dense := ranking("dense", 1, engine.Hit{Chunk: 20, Score: 0.9}, engine.Hit{Chunk: 10, Score: 0.6})
	got := Fuse(Normalised, []Ranking{text, dense}, places(0, 10, 20))
	byID := map[string]Candidate{}
	for _, c := range got {
		byID[c.DocID] = c
	}
	deviation := math.Sqrt((100 + 0 + 100) / 3.0)
	// a: 10 above the text mean, and a little worse than the worst in the dense channel.
	if want := 10/deviation - 1 - notFound; math.Abs(byID["a"].Score-want) > 1e-9 {
		t.Errorf("a has %v, want %v", byID["a"].Score, want)
	}
	if s := byID["c"].Channels[1]; s.Rank != 1 || s.Level != 1 || byID["a"].Channels[1].Rank != 0 {
		t.Errorf("standing %+v", s)
	}
}

func TestWhoHoldsTheIdentifierComesFirst(t *testing.T) {
	text := ranking("text", 1, engine.Hit{Chunk: 10, Score: 105, Exact: 100}, engine.Hit{Chunk: 0, Score: 30})
	dense := ranking("dense", 1, engine.Hit{Chunk: 0, Score: 0.9}, engine.Hit{Chunk: 10, Score: 0.2})
	if got := Fuse(Normalised, []Ranking{text, dense}, places(0, 10)); ids(got) != "ba" || got[0].Channels[0].Raw != 5 {
		t.Errorf("order %s, %+v", ids(got), got[0])
	}
}

func TestARecordCountsOnceWithItsBestChunk(t *testing.T) {
	text := ranking("text", 1, engine.Hit{Chunk: 11, Score: 9}, engine.Hit{Chunk: 12, Score: 8}, engine.Hit{Chunk: 0, Score: 7})
	got := Fuse(Reciprocal, []Ranking{text}, places(0, 11, 12))
	if ids(got) != "ba" || len(got[0].Chunks) != 2 || got[0].Chunks[0].Key != 11 || got[0].Scores[0] != 1 || got[1].Channels[0].Rank != 2 {
		t.Errorf("got %+v", got)
	}
}

func TestADeletedChunkIsLeftOut(t *testing.T) {
	if got := Fuse(Reciprocal, []Ranking{ranking("text", 1, engine.Hit{Chunk: 7, Score: 1})}, nil); len(got) != 0 {
		t.Errorf("got %+v", got)
	}
}

func TestNoOrderOfChannelsOrTiesChangesTheResult(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var known []engine.ChunkKey
		for k := range engine.ChunkKey(60) {
			known = append(known, k)
		}
		draw := func(name string) Ranking {
			keys := rapid.SliceOfNDistinct(rapid.IntRange(0, 59), 0, 20, rapid.ID[int]).Draw(t, name)
			r := Ranking{Channel: name, Weight: float64(rapid.IntRange(0, 3).Draw(t, "weight"))}
			for i, k := range keys {
				r.Hits = append(r.Hits, engine.Hit{Chunk: engine.ChunkKey(k), Score: float64(20 - i/3)})
			}
			return r
		}
		a, b := draw("a"), draw("b")
		method := rapid.SampledFrom([]Method{Reciprocal, Normalised}).Draw(t, "method")
		one, two := Fuse(method, []Ranking{a, b}, places(known...)), Fuse(method, []Ranking{b, a}, places(known...))
		if len(one) != len(two) {
			t.Fatalf("%d and %d records", len(one), len(two))
		}
		for i := range one {
			if one[i].DocID != two[i].DocID && math.Abs(one[i].Score-two[i].Score) > 1e-9 || math.IsNaN(one[i].Score) {
				t.Fatalf("place %d: %+v, %+v", i, one[i], two[i])
			}
		}
	})
}

func TestExplanationAddsUp(t *testing.T) {
	rankings := []Ranking{
		ranking("text", 1, engine.Hit{Chunk: 0, Score: 3, Explain: &engine.Explanation{Label: "inner"}}, engine.Hit{Chunk: 10, Score: 2}),
		ranking("dense", 0.5, engine.Hit{Chunk: 10, Score: 0.7}),
	}
	for _, c := range Fuse(Normalised, rankings, places(0, 10)) {
		e, sum := c.Explain(Normalised, rankings), 0.0
		for _, p := range e.Parts {
			sum += p.Value
		}
		if math.Abs(sum-e.Value) > 1e-12 || len(e.Parts) != 2 {
			t.Errorf("%s: parts give %v, the score is %v", c.DocID, sum, e.Value)
		}
	}
}
