package text

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"owl/engine"
	"owl/engine/disk/disktest"
	"owl/engine/text/token"
)

// drawText draws text from few words, so that they meet.
func drawText(t *rapid.T, label string, most int) string {
	word := rapid.SampledFrom([]string{
		"beam", "beams", "dump", "the", "is", "rf", "x-ray", "current", "S-DCCT:CurrentM", "S-DCCT:CurrentX", "ZX-49-RAG", "ZX-4819-RAG",
		"CXI:XX:BUILD.VALA", "CXI:XX:BUILD.VAL", "CXI:XX:BUILD", "WRQ_43541", "16 nC", "16nC", "-3.5 kV", "10/8/24", "Oct 8 2024", "12:30", "B:IS", "B:ON",
		"-w", "--full", "mergeDuringRetrieval", "mgmt_scriptables.md", "2024", "真空", "é", "...", "RF-BPM", "power-cycle",
	})
	return strings.Join(rapid.SliceOfN(word, 0, most).Draw(t, label), " ")
}

func drawDoc(t *rapid.T, key engine.ChunkKey) Doc {
	d := Doc{
		Key: key, Title: drawText(t, "title", 3), Body: drawText(t, "body", 12), IDs: drawText(t, "ids", 2),
		Collection: rapid.SampledFrom([]engine.Collection{"bely", "wiki", "WRQ"}).Draw(t, "collection"),
		System:     rapid.SampledFrom([]string{"", "rf", "vacuum"}).Draw(t, "system"),
	}
	if hours := rapid.IntRange(0, 5).Draw(t, "hours"); hours > 0 {
		d.Created = someDay.Add(time.Duration(hours) * time.Hour)
	}
	return d
}

var someDay = time.Date(2024, 10, 8, 0, 0, 0, 500, time.UTC)

func drawQuery(t *rapid.T) engine.Query {
	q := engine.Query{Text: drawText(t, "query", 5)}
	if rapid.IntRange(0, 2).Draw(t, "with phrases") == 0 {
		q.Phrases = append(q.Phrases, drawText(t, "phrase", 2))
	}
	if rapid.IntRange(0, 2).Draw(t, "with exclusions") == 0 {
		q.Exclude = append(q.Exclude, drawText(t, "exclude", 2))
	}
	if rapid.Bool().Draw(t, "by collection") {
		q.Filter.Collections = []engine.Collection{"BELY", "wrq"}
	}
	if rapid.IntRange(0, 3).Draw(t, "by system") == 0 {
		q.Filter.Systems = []string{"RF", "nothing"}
	}
	if rapid.IntRange(0, 3).Draw(t, "since") == 0 {
		q.Filter.Since = someDay.Add(2 * time.Hour)
	}
	if rapid.IntRange(0, 3).Draw(t, "until") == 0 {
		q.Filter.Until = someDay.Add(4 * time.Hour)
	}
	return q
}

// compare searches the index and the model.
func compare(t *rapid.T, x *Index, m model, q engine.Query) {
	k := rapid.IntRange(1, 12).Draw(t, "k")
	got, err := x.Search(context.Background(), q, k, true)
	if nothingToSearch(q) {
		if !errors.Is(err, engine.ErrNothingToSearch) {
			t.Fatalf("error %v, want ErrNothingToSearch", err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	want := m.search(q, k)
	if len(got) != len(want) {
		t.Fatalf("%d hits, want %d\ngot  %v\nwant %v", len(got), len(want), got, want)
	}
	for i := range got {
		if got[i].Chunk != want[i].Chunk || got[i].Score != want[i].Score {
			t.Fatalf("hit %d is %d with %v, want %d with %v\n%+v\n%v", i, got[i].Chunk, got[i].Score, want[i].Chunk, want[i].Score, got[i].Explain, m.terms(q.Text))
		}
		checkSum(t, got[i])
	}
}

func nothingToSearch(q engine.Query) bool {
	return len(token.Tokens(strings.Join(append(q.Phrases, q.Text), " "))) == 0
}

// TestAnyHistoryRanksAsTheModel: however documents were added, replaced, deleted
// and split into segments, the index ranks as if it were built afresh.
func TestAnyHistoryRanksAsTheModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dir, done := tempDir(t)
		defer done()
		w, err := newWriter(dir, Options{
			Workers: rapid.IntRange(1, 3).Draw(t, "workers"), SegmentDocs: rapid.IntRange(1, 9).Draw(t, "segment"),
		}, disktest.Fast{})
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		x, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer x.Close()
		m := model{}
		for range rapid.IntRange(1, 5).Draw(t, "commits") {
			change(t, w, m)
			if err := w.Commit(context.Background(), 7); err != nil {
				t.Fatal(err)
			}
			if _, err := x.Refresh(); err != nil {
				t.Fatal(err)
			}
			if n := x.Stats().Chunks; n != len(m) {
				t.Fatalf("%d chunks, want %d", n, len(m))
			}
			for range rapid.IntRange(1, 3).Draw(t, "queries") {
				compare(t, x, m, drawQuery(t))
			}
		}
		if err := Verify(dir); err != nil {
			t.Fatal(err)
		}
	})
}

// change adds and deletes a few documents in the writer and the model.
func change(t *rapid.T, w *Writer, m model) {
	for range rapid.IntRange(1, 12).Draw(t, "changes") {
		// Keys far apart go to different workers.
		key := engine.ChunkKey(rapid.IntRange(1, 15).Draw(t, "key") * 100)
		if rapid.IntRange(0, 3).Draw(t, "delete") == 0 {
			w.Delete(key)
			delete(m, key)
			continue
		}
		d := drawDoc(t, key)
		if err := w.Add(d); err != nil {
			t.Fatal(err)
		}
		m.add(d)
	}
}
