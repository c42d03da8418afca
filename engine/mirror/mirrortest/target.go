// Package mirrortest holds what the tests of all stores that hold copies do alike.
package mirrortest

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"owl/engine"
	"owl/engine/mirror"
	"owl/engine/porttest"
)

// Put makes a store ready and writes to it.
func Put(t testing.TB, to mirror.Target, docs ...mirror.Doc) {
	t.Helper()
	if err := to.Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := to.Put(t.Context(), docs); err != nil {
		t.Fatal(err)
	}
}

// CheckFilters sees that a search for what all of the documents are, in the order of
// their keys, gives those that engine.Filter lets through.
func CheckFilters(t *testing.T, docs []mirror.Doc, search func(f engine.Filter) ([]engine.Hit, error), systems ...string) {
	t.Helper()
	rapid.Check(t, func(rt *rapid.T) {
		f := porttest.Filters(systems...).Draw(rt, "filter")
		hits, err := search(f)
		if err != nil {
			rt.Fatal(err)
		}
		var want []string
		for _, d := range docs {
			if f.Admits(d.Record.Collection, string(d.Record.System), d.Record.Created) {
				want = append(want, fmt.Sprint(d.Chunk.Key))
			}
		}
		if got := porttest.Keys(hits); got != strings.Join(want, " ") {
			rt.Fatalf("%+v: got %s, want %v", f, got, want)
		}
	})
}
