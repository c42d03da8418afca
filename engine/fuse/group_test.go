package fuse

import (
	"context"
	"errors"
	"testing"

	"owl/engine"
)

// parts is a store in which every record has three chunks: keys 10n, 10n+1,
// 10n+2 belong to record n.
type parts struct{ gone map[string]bool }

func (p parts) Chunks(_ context.Context, keys []engine.ChunkKey) ([]engine.Chunk, error) {
	var out []engine.Chunk
	for _, k := range keys {
		if k < 900 { // higher keys were deleted meanwhile
			out = append(out, engine.Chunk{Key: k, DocID: string(rune('a' + k/10))})
		}
	}
	return out, nil
}

func (p parts) Record(_ context.Context, id string) (engine.Record, error) {
	switch {
	case p.gone[id]:
		return engine.Record{}, engine.ErrNotFound
	case id == "z":
		return engine.Record{}, errors.New("disk on fire")
	}
	return engine.Record{DocID: id, Title: "record"}, nil
}

func hits(keys ...engine.ChunkKey) []engine.Hit {
	var out []engine.Hit
	for i, k := range keys {
		out = append(out, engine.Hit{Chunk: k, Score: float64(100 - i), Explain: &engine.Explanation{Value: float64(100 - i)}})
	}
	return out
}

func TestRecordsRankByTheirBestChunk(t *testing.T) {
	got, err := Group(t.Context(), parts{}, hits(11, 0, 12, 10, 1, 21), 10, 2)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 3 || got[0].Record.DocID != "b" || got[1].Record.DocID != "a" || got[2].Record.DocID != "c" {
		t.Fatalf("got %+v", got)
	}
	b := got[0]
	if b.Score != 100 || b.Explain.Value != 100 || len(b.Chunks) != 2 || b.Chunks[0].Key != 11 || b.Chunks[1].Key != 12 || b.Scores[1] != 98 {
		t.Errorf("first record = %+v", b)
	}
	if b.Record.Title != "record" {
		t.Error("the record was not read")
	}
}

func TestOnlyKRecords(t *testing.T) {
	got, err := Group(t.Context(), parts{}, hits(0, 10, 20, 1), 2, 4)
	if err != nil || len(got) != 2 || len(got[0].Chunks) != 2 {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestWhatWasDeletedMeanwhileIsLeftOut(t *testing.T) {
	got, err := Group(t.Context(), parts{gone: map[string]bool{"a": true}}, hits(0, 990, 10), 10, 4)
	if err != nil || len(got) != 1 || got[0].Record.DocID != "b" {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestAFailingStoreIsAnError(t *testing.T) {
	if _, err := Group(t.Context(), parts{}, hits(250), 10, 4); err == nil {
		t.Error("no error")
	}
}
