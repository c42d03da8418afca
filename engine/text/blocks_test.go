package text

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"owl/engine"
)

// A search of a damaged index gives what it gave before, or says that the index
// is damaged. It never gives something else.
func TestDamageNeverChangesAResult(t *testing.T) {
	dir := t.TempDir()
	publish(t, dir, Options{}, bodies("beam dump at S-DCCT:CurrentM", "beam and klystron trip", "the vacuum of sector 17", "beam dump again")...)
	queries := []engine.Query{
		{Text: "beam dump"},
		{Text: "S-DCCT:CurrentM"},
		{Text: "vacuum", Phrases: []string{"sector 17"}},
		{Text: "klystron beam", Filter: engine.Filter{Collections: []engine.Collection{"docs"}}},
	}
	want, err := searchAll(t, dir, queries)
	if err != nil {
		t.Fatal(err)
	}
	path := segmentFile(t, dir)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	said := 0
	for i := range whole {
		broken := append([]byte(nil), whole...)
		broken[i] ^= 0x41
		replace(t, path, broken)
		switch got, err := searchAll(t, dir, queries); {
		case errors.Is(err, engine.ErrDamaged):
			said++
		case err != nil:
			t.Fatalf("byte %d: %v", i, err)
		case !reflect.DeepEqual(got, want):
			t.Fatalf("byte %d of %d is damaged and the result is another", i, len(whole))
		}
	}
	if said < len(whole)/2 {
		t.Errorf("only %d of %d damaged bytes were met", said, len(whole))
	}
}

// searchAll opens the index and runs the queries, explained.
func searchAll(t *testing.T, dir string, queries []engine.Query) ([][]engine.Hit, error) {
	t.Helper()
	x, err := Open(dir)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	}()
	var out [][]engine.Hit
	for _, q := range queries {
		hits, err := x.Search(t.Context(), q, 10, true)
		if err != nil {
			return nil, err
		}
		out = append(out, hits)
	}
	return out, nil
}

func segmentFile(t *testing.T, dir string) string {
	t.Helper()
	for _, name := range files(t, dir) {
		if strings.HasSuffix(name, ".seg") {
			return filepath.Join(dir, name)
		}
	}
	t.Fatal("no segment")
	return ""
}
