package kb

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"owl/engine/graph/assist"
	"owl/engine/store"
	"owl/engine/writer/chat"
	"owl/engine/writer/prompt"
)

// scribe is a model that reads the same in every record, and verifies it.
type scribe struct{ asked *int }

func (scribe) Name() string { return "scribe" }

func (s scribe) Chat(_ context.Context, req chat.Request, _ func(string)) (chat.Reply, error) {
	*s.asked++
	if req.System == "verify" {
		return chat.Reply{Text: `{"holds":[1]}`}, nil
	}
	return chat.Reply{Text: `{"statements":[{"says":"cause","name":"gremlin","quote":"a gremlin sat in it"}]}`}, nil
}

func scribing(t *testing.T, asked *int) *assist.Reader {
	t.Helper()
	r := &assist.Reader{Model: scribe{asked}}
	files := fstest.MapFS{"extract.md": {Data: []byte("extract\n---\n{{records}}")}, "verify.md": {Data: []byte("verify\n---\n{{draft}}")}}
	for name, into := range map[string]*prompt.Prompt{"extract": &r.Extract, "verify": &r.Verify} {
		var err error
		if *into, err = prompt.Read(files, name); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

func TestWhatWasLearnedGoesWithItsRecord(t *testing.T) {
	dir, asked := t.TempDir(), 0
	w := openWriter(t, dir)
	put(t, w, entry("a", "BV-1 trip", "BV-1 tripped, a gremlin sat in it.", 10), entry("b", "BV-2 trip", "BV-2 tripped.", 11))
	flush(t, w)
	if err := w.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	b := open(t, dir)
	learn := func(want, due int) {
		t.Helper()
		r, err := b.Learn(t.Context(), scribing(t, &asked), false, assist.Budget{}, nil)
		if err != nil || r.Statements != want || r.Due != due {
			t.Errorf("%+v, %v", r, err)
		}
	}
	has := func(want bool) {
		t.Helper()
		if got := strings.Contains(dump(graphOf(t, open(t, dir))), "llm:scribe"); got != want {
			t.Errorf("learned %t, want %t", got, want)
		}
	}
	learn(1, 2)
	learn(0, 0)
	has(true)
	if !strings.Contains(dump(graphOf(t, b)), "gremlin") {
		t.Error("a graph that was open does not see it")
	}
	// Other rules read the records anew; what was learned stays.
	alter(t, dir, func(s *store.Writer) error { return s.ResetSheets(t.Context(), "of other rules") })
	has(true)
	w = openWriter(t, dir)
	put(t, w, entry("a", "BV-1 trip", "BV-1 tripped, a gremlin sat in it. Says who?", 10))
	flush(t, w)
	has(false)
	if err := w.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	learn(1, 1)
	has(true)
	w = openWriter(t, dir)
	if _, err := w.Apply(t.Context(), "ops", store.Batch{Deletes: []string{"a"}}); err != nil {
		t.Fatal(err)
	}
	flush(t, w)
	has(false)
	if err := w.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// alter changes a database that nobody else writes to.
func alter(t *testing.T, dir string, change func(*store.Writer) error) {
	t.Helper()
	s, err := store.OpenWriter(t.Context(), dir+"/owl.db")
	if err != nil {
		t.Fatal(err)
	}
	if err := change(s); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
}
