package store

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"owl/engine"
)

func TestRecordIsFoundByItsIDs(t *testing.T) {
	w := newWriter(t)
	addSource(t, w, "wrq")
	parts := []Upsert{upsert("wrq/1/description", "Pump."), upsert("wrq/1/comments", "Done."), upsert("wrq/2/description", "Fan.")}
	parts[0].Record.FileID, parts[1].Record.FileID = "WRQ_1", "WRQ_1"
	parts[2].Record.ParentID = "WRQ_2"
	apply(t, w, "wrq", Batch{Upserts: parts})
	for id, want := range map[string]engine.Untrusted{
		"wrq/1/comments": "Done.", "native-wrq/2/description": "Fan.", "WRQ_2": "Fan.",
	} {
		if rec, err := w.Record(t.Context(), id); err != nil || rec.Content != want {
			t.Errorf("%s: got %q, %v", id, rec.Content, err)
		}
	}
	_, err := w.Record(t.Context(), "WRQ_1")
	if !errors.Is(err, engine.ErrAmbiguous) || !strings.Contains(err.Error(), `"wrq/1/comments", "wrq/1/description"`) {
		t.Errorf("ambiguous id: %v", err)
	}
	for _, id := range []string{"WRQ_3", ""} {
		if _, err := w.Record(t.Context(), id); !errors.Is(err, engine.ErrNotFound) {
			t.Errorf("%q: %v", id, err)
		}
	}
}

func TestChunksComeInTheOrderOfTheKeys(t *testing.T) {
	w := newWriter(t)
	addSource(t, w, "ops")
	apply(t, w, "ops", Batch{Upserts: []Upsert{upsert("a", "One.", "Zwölf µ."), upsert("b", "Three.")}})
	chunks, err := w.Chunks(t.Context(), []engine.ChunkKey{3, 99, 2, 1, 3})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range chunks {
		got = append(got, fmt.Sprintf("%d %s[%d] %s", c.Key, c.DocID, c.Index, c.Text))
	}
	if want := "3 b[0] Three.; 2 a[1] Zwölf µ.; 1 a[0] One.; 3 b[0] Three."; strings.Join(got, "; ") != want {
		t.Errorf("got %s", strings.Join(got, "; "))
	}
	places, err := w.Places(t.Context(), []engine.ChunkKey{3, 99, 2, 1, 3})
	if err != nil || len(places) != len(chunks) {
		t.Fatalf("%d places, %v", len(places), err)
	}
	for i, p := range places {
		if p.Text = chunks[i].Text; p != chunks[i] {
			t.Errorf("place %+v, chunk %+v", p, chunks[i])
		}
	}
	if chunks, err := w.Chunks(t.Context(), nil); err != nil || len(chunks) != 0 {
		t.Errorf("no keys: %v, %v", chunks, err)
	}
}

func TestRecordsComeInTheOrderOfTheirIDs(t *testing.T) {
	w := newWriter(t)
	addSource(t, w, "ops")
	apply(t, w, "ops", Batch{Upserts: []Upsert{upsert("a", "One."), upsert("b", "Two.")}})
	records, err := w.RecordsOf(t.Context(), []string{"b", "gone", "a"})
	if err != nil || len(records) != 2 || records[0].DocID != "b" || records[1].Content != "One." {
		t.Errorf("got %+v, %v", records, err)
	}
}

func TestLinkedFindsRecordsByEveryID(t *testing.T) {
	w := newWriter(t)
	addSource(t, w, "ops")
	part := func(doc, file, parent string) Upsert {
		up := upsert(doc, "One.", "Two.")
		up.Record.FileID, up.Record.ParentID = file, parent
		return up
	}
	apply(t, w, "ops", Batch{Upserts: []Upsert{part("wrq/1/a", "WRQ_1", "WRQ_1"), part("wrq/1/b", "WRQ_1b", "WRQ_1"), part("log/2", "LOG_2", "")}})
	for ids, want := range map[string]string{"WRQ_1": "wrq/1/a wrq/1/b", "LOG_2": "log/2", "log/2": "log/2", "": "", "NONE_1": ""} {
		places, err := w.Linked(t.Context(), []string{ids, "x"})
		var got []string
		for _, p := range places {
			got = append(got, p.DocID)
			if p.Index != 0 {
				t.Errorf("%q: chunk %d", ids, p.Index)
			}
		}
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%q: got %v, %v", ids, got, err)
		}
	}
}

// anyRecord draws records with every field that the store keeps.
func anyRecord(t *rapid.T) engine.Record {
	text := rapid.StringOfN(rapid.RuneFrom([]rune("a0 \x00\n\x1b'\"?ßµ漢")), 0, 20, -1)
	untrusted := rapid.Map(text, func(s string) engine.Untrusted { return engine.Untrusted(s) })
	rec := engine.Record{
		DocID: "d" + text.Draw(t, "id"), Content: "x" + untrusted.Draw(t, "content"), Title: "t" + untrusted.Draw(t, "title"),
		Author: untrusted.Draw(t, "author"), Collection: rapid.SampledFrom(engine.KnownCollections()).Draw(t, "collection"),
		System: untrusted.Draw(t, "system"), FileID: "f" + text.Draw(t, "file"), ParentID: text.Draw(t, "parent"),
		ChunkIndex: rapid.IntRange(0, 1<<40).Draw(t, "index"), ChunkType: text.Draw(t, "type"), URL: text.Draw(t, "url"),
		Format: rapid.SampledFrom([]engine.Format{engine.Plain, engine.Markdown, engine.RST}).Draw(t, "format"),
	}
	if rapid.Bool().Draw(t, "dated") {
		zone := time.FixedZone("", rapid.IntRange(-14*60, 14*60).Draw(t, "zone")*60)
		year := rapid.IntRange(1, 9999).Draw(t, "year")
		rec.Created = time.Date(year, 2, 3, 4, 5, 6, rapid.IntRange(0, 999999999).Draw(t, "ns"), zone)
	}
	for range rapid.IntRange(0, 3).Draw(t, "files") {
		rec.Attachments = append(rec.Attachments, engine.Attachment{Name: untrusted.Draw(t, "name"), Caption: untrusted.Draw(t, "caption"), URL: text.Draw(t, "link")})
	}
	return rec
}

func TestStoreGivesBackWhatWasStored(t *testing.T) {
	w := newWriter(t)
	addSource(t, w, "any")
	rapid.Check(t, func(rt *rapid.T) {
		want := anyRecord(rt)
		up := Upsert{Record: want, Chunks: []engine.Chunk{{End: len(want.Content)}}}
		up.Hash[0] = byte(rapid.Byte().Draw(rt, "hash"))
		if _, err := w.Apply(t.Context(), "any", Batch{Upserts: []Upsert{up}, Deletes: nil}); err != nil {
			rt.Fatal(err)
		}
		defer func() {
			if _, err := w.Apply(t.Context(), "any", Batch{Deletes: []string{want.DocID}}); err != nil {
				rt.Fatal(err)
			}
		}()
		got, err := w.Record(t.Context(), want.DocID)
		if err != nil {
			rt.Fatal(err)
		}
		_, gotZone := got.Created.Zone()
		_, wantZone := want.Created.Zone()
		if !got.Created.Equal(want.Created) || gotZone != wantZone {
			rt.Fatalf("created %v, want %v", got.Created, want.Created)
		}
		got.Created = want.Created
		if !reflect.DeepEqual(got, want) {
			rt.Fatalf("got  %+v\nwant %+v", got, want)
		}
	})
}

func TestEachChunkGivesEveryChunkOnce(t *testing.T) {
	w := newWriter(t)
	addSource(t, w, "ops")
	var batch Batch
	for i := range 900 { // more than two pages of chunks
		batch.Upserts = append(batch.Upserts, upsert(fmt.Sprintf("r%04d", i), "One.", "Two.", "Three."))
	}
	apply(t, w, "ops", batch)
	next := engine.ChunkKey(701)
	err := w.EachChunk(t.Context(), 700, func(p Passage) error {
		if p.Chunk.Key != next || p.Record.DocID != p.Chunk.DocID || !strings.Contains(string(p.Record.Content), string(p.Chunk.Text)) {
			t.Fatalf("passage %+v, want key %d", p.Chunk, next)
		}
		next++
		return nil
	})
	if err != nil || next != 2701 {
		t.Errorf("stopped before key %d: %v", next, err)
	}
	if n, err := w.CountChunks(t.Context(), 700); err != nil || n != 2000 {
		t.Errorf("count %d, %v", n, err)
	}
	stop := errors.New("enough")
	if err := w.EachChunk(t.Context(), 0, func(Passage) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("got %v", err)
	}
}

func TestKnownIsTheSyncStateOfOneSource(t *testing.T) {
	w := newWriter(t)
	addSource(t, w, "ops")
	addSource(t, w, "wiki")
	a := upsert("a", "One.")
	apply(t, w, "ops", Batch{Upserts: []Upsert{a}})
	apply(t, w, "wiki", Batch{Upserts: []Upsert{upsert("b", "Two.")}})
	known, err := w.Known(t.Context(), "ops")
	if err != nil || len(known) != 1 || known["a"] != a.Hash {
		t.Errorf("known %v, %v", known, err)
	}
}
