package store

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"owl/engine"
	"owl/engine/porttest"
)

// What is listed is what a plain loop over all records lists.
func TestBetweenListsTheNewestInOrder(t *testing.T) {
	w := newWriter(t)
	zone := time.FixedZone("", -5*3600)
	var all []engine.Record
	for _, source := range []string{"a", "b"} {
		addSource(t, w, source)
		var batch Batch
		for i := range 40 {
			up := upsert(fmt.Sprint(source, i), "One.")
			up.Record.Collection = engine.KnownCollections()[i%4]
			up.Record.System = []engine.Untrusted{"", "RF", "rf"}[i%3]
			if i%7 > 0 {
				up.Record.Created = time.Date(2025, 1, i%7, 0, 0, 0, i%3, zone)
			}
			batch.Upserts = append(batch.Upserts, up)
			all = append(all, up.Record)
		}
		apply(t, w, source, batch)
	}
	want := porttest.Memory{Stored: all}
	rapid.Check(t, func(rt *rapid.T) {
		f := porttest.Filters("Rf", "none").Draw(rt, "filter")
		limit := rapid.IntRange(0, 50).Draw(rt, "limit")
		got, n, err := w.Between(t.Context(), f, limit)
		exact, m, _ := want.Between(t.Context(), f, limit)
		if err != nil || n != m || ids(got) != ids(exact) {
			rt.Fatalf("%+v: got %s of %d, %v; want %s of %d", f, ids(got), n, err, ids(exact), m)
		}
	})
}

func ids(list []engine.Record) string {
	out := ""
	for _, r := range list {
		out += r.DocID + " "
	}
	return out
}
