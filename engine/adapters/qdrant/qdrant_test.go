package qdrant_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	api "github.com/qdrant/go-client/qdrant"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"owl/engine"
	"owl/engine/adapters/qdrant"
	"owl/engine/adapters/qdrant/qdranttest"
	"owl/engine/mirror"
	"owl/engine/mirror/mirrortest"
	"owl/engine/porttest"
)

func model(name string) func(context.Context) engine.ModelID {
	return func(context.Context) engine.ModelID { return engine.ModelID{Name: name, Dim: 2} }
}

func client(t testing.TB, address, name string) *qdrant.Client {
	t.Helper()
	c, err := qdrant.New(qdrant.Config{Address: address, Base: "b1", Write: 10 * time.Second}, model(name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func doc(key engine.ChunkKey, x, y float32) mirror.Doc {
	return mirror.Doc{Record: engine.Record{DocID: fmt.Sprint(key), Collection: "Bely", System: "RF"}, Chunk: engine.Chunk{Key: key}, Vector: []float32{x, y}}
}

func TestACopyIsWrittenFoundAndRemoved(t *testing.T) {
	server := qdranttest.Start(t)
	c := client(t, server.URL, "m")
	if n, err := c.Count(t.Context()); n != 0 || err != nil {
		t.Fatalf("before: %d, %v", n, err)
	}
	mirrortest.Put(t, c, doc(9, 1, 0), doc(3, 1, 0), doc(4, 0, 1), doc(5, .6, .8), doc(6, 0, 1), doc(7, 0, 1), doc(8, 0, 1))
	if err := c.Prepare(t.Context()); err != nil {
		t.Fatalf("a second time: %v", err)
	}
	hits, err := c.Search(t.Context(), []float32{1, 0}, engine.Filter{}, 3)
	if err != nil || porttest.Keys(hits) != "3 9 5" || math.Abs(hits[2].Score-.6) > 1e-6 {
		t.Fatalf("hits %+v, %v", hits, err)
	}
	if err := c.Remove(t.Context(), []engine.ChunkKey{3, 4}); err != nil {
		t.Fatal(err)
	}
	var left []string
	if err := c.Keys(t.Context(), func(key engine.ChunkKey) { left = append(left, fmt.Sprint(key)) }); err != nil || strings.Join(left, " ") != "5 6 7 8 9" {
		t.Errorf("left %v, %v", left, err)
	}
	if n, err := c.Count(t.Context()); n != 5 || err != nil {
		t.Errorf("count %d, %v", n, err)
	}
}

func TestVectorsOfAnotherModelAreAnotherCollection(t *testing.T) {
	server := qdranttest.Start(t)
	mirrortest.Put(t, client(t, server.URL, "one"), doc(1, 1, 0))
	other := client(t, server.URL, "two")
	if n, err := other.Count(t.Context()); n != 0 || err != nil {
		t.Errorf("count %d, %v", n, err)
	}
	if _, err := other.Search(t.Context(), []float32{1, 0}, engine.Filter{}, 3); err == nil {
		t.Error("it is searched")
	}
	if err := client(t, server.URL, "one").Put(t.Context(), []mirror.Doc{{Vector: []float32{1, 2, 3}}}); err == nil || !strings.Contains(err.Error(), "3 elements, want 2") {
		t.Errorf("another dimension: %v", err)
	}
}

// Filters let through what engine.Filter does.
func TestFiltersComeBeforeRanking(t *testing.T) {
	c := client(t, qdranttest.Start(t).URL, "m")
	var docs []mirror.Doc
	for i := range 40 {
		d := doc(engine.ChunkKey(i+1), 1, 0)
		d.Record.Collection, d.Record.System = engine.KnownCollections()[i%3], []engine.Untrusted{"", "RF", "rf", "Ömega"}[i%4]
		if i%5 > 0 {
			d.Record.Created = time.Date(2025, 1, i%7+1, 0, 0, 0, 1000*i, time.UTC)
		}
		docs = append(docs, d)
	}
	mirrortest.Put(t, c, docs...)
	mirrortest.CheckFilters(t, docs, func(f engine.Filter) ([]engine.Hit, error) {
		return c.Search(t.Context(), []float32{1, 0}, f, 100)
	}, "Rf", "ömega", "none")
}

func TestWhatGoesWrongIsOneLineThatNamesTheServer(t *testing.T) {
	server := qdranttest.Start(t)
	c := client(t, server.URL, "m")
	mirrortest.Put(t, c, doc(1, 1, 0))
	search := func() error {
		_, err := c.Search(t.Context(), []float32{1, 0}, engine.Filter{}, 3)
		return err
	}
	for code, want := range map[codes.Code]string{
		codes.Unauthenticated: "refuses the key", codes.DeadlineExceeded: "no answer in time", codes.Internal: "refused: line one line two", codes.Unavailable: "cannot be reached",
	} {
		server.Fail(status.Error(code, "line one\nline two"))
		if err := search(); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "qdrant at 127.0.0.1:") {
			t.Errorf("%s: %v", code, err)
		}
	}
	server.Fail(nil)
	for name, p := range map[string]*api.ScoredPoint{
		"no number": {Id: api.NewIDUUID("x"), Score: 1}, "no id": {Score: 1}, "NaN": {Id: api.NewIDNum(1), Score: float32(math.NaN())},
		"infinite": {Id: api.NewIDNum(1), Score: float32(math.Inf(1))}, "too high": {Id: api.NewIDNum(math.MaxUint64), Score: 1},
	} {
		server.Find(func() []*api.ScoredPoint { return []*api.ScoredPoint{p} })
		if err := search(); err == nil || !strings.Contains(err.Error(), "none of its points") {
			t.Errorf("%s: %v", name, err)
		}
	}
	server.Find(nil)
	server.Ask("secret")
	if err := search(); err == nil || !strings.Contains(err.Error(), "refuses the key") {
		t.Errorf("without the key: %v", err)
	}
	t.Setenv("QDRANT_KEY", "secret")
	withKey, err := qdrant.New(qdrant.Config{Address: server.URL, Base: "b1", KeyEnv: "QDRANT_KEY"}, model("m"))
	if err != nil {
		t.Fatal(err)
	}
	defer withKey.Close()
	if hits, err := withKey.Search(t.Context(), []float32{1, 0}, engine.Filter{}, 3); err != nil || len(hits) != 1 {
		t.Errorf("with the key: %+v, %v", hits, err)
	}
	if _, err := client(t, "http://127.0.0.1:1", "m").Count(t.Context()); err == nil || !strings.Contains(err.Error(), "qdrant at 127.0.0.1:1 cannot be reached") {
		t.Errorf("nobody there: %v", err)
	}
	for _, cfg := range []qdrant.Config{{}, {Address: "nowhere"}, {Address: "bolt://x"}, {Address: server.URL, KeyEnv: "OWL_NO_SUCH_VARIABLE"}} {
		if _, err := qdrant.New(cfg, model("m")); !errors.Is(err, engine.ErrUsage) {
			t.Errorf("%+v: %v", cfg, err)
		}
	}
}

// TestRealServer asks the server that a variable names.
func TestRealServer(t *testing.T) {
	address := os.Getenv("OWL_TEST_QDRANT")
	if address == "" {
		t.Skip("make test-stores asks a real Qdrant, whose address stands in OWL_TEST_QDRANT")
	}
	c, err := qdrant.New(qdrant.Config{Address: address, KeyEnv: os.Getenv("OWL_TEST_QDRANT_KEY_ENV"), Collection: "owl_test", Base: fmt.Sprint(time.Now().UnixNano())}, model("m"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	mirrortest.Put(t, c, doc(3, 1, 0), doc(5, .6, .8))
	hits, err := c.Search(t.Context(), []float32{1, 0}, engine.Filter{Systems: []string{"rf"}}, 10)
	if n, countErr := c.Count(t.Context()); err != nil || countErr != nil || porttest.Keys(hits) != "3 5" || n != 2 {
		t.Errorf("hits %+v of %d, %v, %v", hits, n, err, countErr)
	}
	if err := c.Remove(t.Context(), []engine.ChunkKey{3, 5}); err != nil {
		t.Error(err)
	}
}
