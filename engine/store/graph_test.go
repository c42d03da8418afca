package store

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// readAll gives every unread record a sheet.
func readAll(t testing.TB, w *Writer) int {
	t.Helper()
	n := 0
	for after := int64(0); ; {
		list, err := w.Unread(t.Context(), after, 3)
		if err != nil {
			t.Fatal(err)
		}
		if len(list) == 0 {
			return n
		}
		bodies := map[int64][]byte{}
		for _, u := range list {
			bodies[u.Row] = []byte(u.Record.DocID + ":" + string(u.Record.Content))
			after = u.Row
			n++
		}
		if err := w.PutSheets(t.Context(), bodies); err != nil {
			t.Fatal(err)
		}
	}
}

func sheets(t testing.TB, s *Store) []string {
	t.Helper()
	var list []string
	last := int64(0)
	err := s.EachSheet(t.Context(), 0, func(sheet Sheet) error {
		if sheet.Seq <= last {
			t.Errorf("seq %d after %d", sheet.Seq, last)
		}
		last = sheet.Seq
		list = append(list, string(sheet.Body))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(list)
	return list
}

func TestARecordIsReadAgainWhenItChanges(t *testing.T) {
	w := newWriter(t)
	addSource(t, w, "ops")
	apply(t, w, "ops", Batch{Upserts: []Upsert{upsert("a", "One."), upsert("b", "Two.")}})
	if n := readAll(t, w); n != 2 {
		t.Fatalf("read %d records", n)
	}
	apply(t, w, "ops", Batch{Upserts: []Upsert{upsert("a", "Three."), upsert("b", "Two.")}})
	state, err := w.SheetState(t.Context())
	if err != nil || state.Missing != 1 || state.Sheets != 1 {
		t.Errorf("after a change: %+v, %v", state, err)
	}
	readAll(t, w)
	if got := fmt.Sprint(sheets(t, w.Store)); got != "[a:Three. b:Two.]" {
		t.Errorf("sheets %s", got)
	}
	later, err := w.SheetState(t.Context())
	if err != nil || later.Missing != 0 || later.Last <= state.Last {
		t.Errorf("in the end: %+v, %v", later, err)
	}
}

func TestResetSheetsNotesTheRules(t *testing.T) {
	w := newWriter(t)
	addSource(t, w, "ops")
	apply(t, w, "ops", Batch{Upserts: []Upsert{upsert("a", "One.")}})
	readAll(t, w)
	for _, stamp := range []string{"1-x", "2-x"} {
		if err := w.ResetSheets(t.Context(), stamp); err != nil {
			t.Fatal(err)
		}
		state, err := w.SheetState(t.Context())
		if err != nil || state.Stamp != stamp || state.Sheets != 0 || state.Missing != 1 {
			t.Errorf("%+v, %v", state, err)
		}
	}
}

func TestASheetOfARecordThatIsGoneIsNotWritten(t *testing.T) {
	w := newWriter(t)
	addSource(t, w, "ops")
	apply(t, w, "ops", Batch{Upserts: []Upsert{upsert("a", "One.")}})
	list, err := w.Unread(t.Context(), 0, 10)
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	apply(t, w, "ops", Batch{Deletes: []string{"a"}})
	if err := w.PutSheets(t.Context(), map[int64][]byte{list[0].Row: []byte("a")}); err != nil {
		t.Fatal(err)
	}
	if got := sheets(t, w.Store); len(got) != 0 {
		t.Errorf("sheets %v", got)
	}
}

// TestDeletionLeavesNoOrphan applies random batches; whatever happens, there is
// a sheet for each record that was read and is still there as it was read.
func TestDeletionLeavesNoOrphan(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := newWriter(t)
		addSource(t, w, "ops")
		want := map[string]string{}
		for range rapid.IntRange(1, 6).Draw(rt, "batches") {
			var batch Batch
			for range rapid.IntRange(0, 4).Draw(rt, "upserts") {
				id, text := rapid.SampledFrom([]string{"a", "b", "c", "d", "e"}).Draw(rt, "id"), rapid.SampledFrom([]string{"One.", "Two."}).Draw(rt, "text")
				batch.Upserts = append(batch.Upserts, upsert(id, text))
				want[id] = id + ":" + text
			}
			for range rapid.IntRange(0, 3).Draw(rt, "deletes") {
				id := rapid.SampledFrom([]string{"a", "b", "c", "d", "e"}).Draw(rt, "id")
				batch.Deletes = append(batch.Deletes, id)
				delete(want, id)
			}
			if _, err := w.Apply(t.Context(), "ops", batch); err != nil {
				rt.Fatal(err)
			}
			readAll(t, w)
		}
		if got := sheets(t, w.Store); !slices.Equal(got, slices.Sorted(maps.Values(want))) {
			rt.Fatalf("sheets %v, want %v", got, want)
		}
		checkSound(t, w.Store)
	})
}

func TestWhatWasLearnedCountsForTheRecordAsItWasRead(t *testing.T) {
	w := newWriter(t)
	addSource(t, w, "ops")
	apply(t, w, "ops", Batch{Upserts: []Upsert{upsert("a", "One."), upsert("b", "Two.")}})
	readAll(t, w)
	due := func(stamp string, all bool) []int64 {
		t.Helper()
		rows, err := w.Unlearned(t.Context(), stamp, all)
		if err != nil {
			t.Fatal(err)
		}
		return rows
	}
	list, err := w.ToLearn(t.Context(), append(due("s", false), 999))
	if err != nil || len(list) != 2 || list[0].Record.DocID == "" || len(list[0].Sheet) == 0 {
		t.Fatalf("%+v, %v", list, err)
	}
	put := func(u Unlearned) {
		t.Helper()
		if err := w.PutLearned(t.Context(), []Learned{{Row: u.Row, Hash: u.Hash, Stamp: "s", Body: []byte("L"), Sheet: []byte("with L")}}); err != nil {
			t.Fatal(err)
		}
	}
	put(list[0])
	if len(due("s", false)) != 1 || len(due("of another model", false)) != 2 || len(due("s", true)) != 2 {
		t.Errorf("due %v, %v, %v", due("s", false), due("of another model", false), due("s", true))
	}
	if got := sheets(t, w.Store); !slices.Contains(got, "with L") || len(got) != 2 {
		t.Errorf("sheets %q", got)
	}
	apply(t, w, "ops", Batch{Upserts: []Upsert{upsert(list[0].Record.DocID, "Three.")}})
	put(list[0]) // too late
	learned, err := w.LearnedOf(t.Context(), []int64{list[0].Row, list[1].Row})
	if err != nil || len(learned) != 0 {
		t.Errorf("%v, %v", learned, err)
	}
	put(list[1])
	apply(t, w, "ops", Batch{Deletes: []string{"a", "b"}})
	var left int
	if err := w.conn.QueryRowContext(t.Context(), `SELECT count(*) FROM graph_learned`).Scan(&left); err != nil || left != 0 {
		t.Errorf("%d left, %v", left, err)
	}
}
