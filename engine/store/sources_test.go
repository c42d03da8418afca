package store

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"owl/engine"
)

func TestSourcesAreReported(t *testing.T) {
	w := newWriter(t)
	addSource(t, w, "ops")
	addSource(t, w, "mixed")
	newest := time.Date(2025, 5, 1, 8, 0, 0, 0, time.FixedZone("", -5*3600))
	a, b, c := upsert("a", "One.", "Two."), upsert("b", "Three."), upsert("c", "Four.")
	b.Record.Created = newest
	c.Record.Collection, c.Record.Created = engine.Wiki, time.Time{}
	apply(t, w, "ops", Batch{Upserts: []Upsert{a, b}})
	apply(t, w, "mixed", Batch{Upserts: []Upsert{c, upsert("d", "Five.")}})
	ran := time.Date(2025, 6, 1, 0, 0, 0, 5, time.UTC)
	if err := w.FinishRun(t.Context(), "ops", ran, []string{"x.json:3: bad"}); err != nil {
		t.Fatal(err)
	}
	list, err := w.Sources(t.Context())
	if err != nil || len(list) != 2 {
		t.Fatalf("%v, %v", list, err)
	}
	if records, chunks, err := w.Size(t.Context()); err != nil || records != 4 || chunks != 5 {
		t.Errorf("size %d, %d, %v", records, chunks, err)
	}
	mixed, ops := list[0], list[1]
	got := fmt.Sprintln(ops.Name, ops.Kind, ops.Where, ops.Collection, ops.Records, ops.Chunks, ops.Errors)
	if got != "ops test /ops bely 2 3 [x.json:3: bad]\n" {
		t.Errorf("ops: %s", got)
	}
	if !ops.LastRun.Equal(ran) || ops.FreshAsOf.Format(time.RFC3339) != newest.Format(time.RFC3339) {
		t.Errorf("ops ran %v, fresh as of %v", ops.LastRun, ops.FreshAsOf)
	}
	if mixed.Collection != "" || mixed.Records != 2 || !mixed.LastRun.IsZero() || mixed.FreshAsOf.IsZero() {
		t.Errorf("mixed: %+v", mixed)
	}
}

func TestSourcesForgetWhatIsDeleted(t *testing.T) {
	w := newWriter(t)
	addSource(t, w, "ops")
	later := upsert("b", "Two.")
	later.Record.Created = later.Record.Created.AddDate(1, 0, 0)
	later.Record.Collection = engine.Wiki
	apply(t, w, "ops", Batch{Upserts: []Upsert{upsert("a", "One."), later}})
	apply(t, w, "ops", Batch{Deletes: []string{"b"}})
	list, err := w.Sources(t.Context())
	if err != nil || list[0].Records != 1 || list[0].Collection != engine.Logbook || list[0].FreshAsOf.Year() != 2025 {
		t.Errorf("%+v, %v", list, err)
	}
}

// TestCountFollowsTheFilter compares the counts in SQL with Filter.Admits.
func TestCountFollowsTheFilter(t *testing.T) {
	w := newWriter(t)
	systems := []engine.Untrusted{"", "RF", "rf", "Ömega", "ÖMEGA"}
	day := func(n int) time.Time {
		if n == 0 {
			return time.Time{}
		}
		return time.Date(2025, 1, n, 0, 0, 0, n, time.UTC)
	}
	var all []Upsert
	owner := map[string]string{}
	for _, source := range []string{"a", "b"} {
		addSource(t, w, source)
		var batch Batch
		for i := range 60 {
			up := upsert(fmt.Sprint(source, i), "One.")
			up.Record.Collection = engine.KnownCollections()[i%4]
			up.Record.System = systems[i%5]
			up.Record.Created = day(i % 7)
			batch.Upserts = append(batch.Upserts, up)
			owner[up.Record.DocID] = source
		}
		all = append(all, batch.Upserts...)
		apply(t, w, source, batch)
	}
	rapid.Check(t, func(rt *rapid.T) {
		filter := engine.Filter{
			Collections: rapid.SliceOfN(rapid.SampledFrom([]engine.Collection{"BELY", "icms", "none"}), 0, 2).Draw(rt, "collections"),
			Systems:     rapid.SliceOfN(rapid.SampledFrom([]string{"Rf", "ömega", "none"}), 0, 2).Draw(rt, "systems"),
			Since:       day(rapid.IntRange(0, 7).Draw(rt, "since")),
			Until:       day(rapid.IntRange(0, 7).Draw(rt, "until")),
		}
		want := map[string]int{"a": 0, "b": 0}
		for _, up := range all {
			if filter.Admits(up.Record.Collection, string(up.Record.System), up.Record.Created) {
				want[owner[up.Record.DocID]]++
			}
		}
		got, err := w.Count(t.Context(), filter)
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			rt.Fatalf("%+v: got %v, %v; want %v", filter, got, err, want)
		}
	})
}
