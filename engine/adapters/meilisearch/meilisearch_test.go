package meilisearch_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"owl/engine"
	"owl/engine/adapters/meilisearch"
	"owl/engine/adapters/meilisearch/meilitest"
	"owl/engine/mirror"
	"owl/engine/mirror/mirrortest"
	"owl/engine/porttest"
)

func client(t testing.TB, address string) *meilisearch.Client {
	t.Helper()
	c, err := meilisearch.New(meilisearch.Config{Address: address, Base: "b1", Write: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func doc(key engine.ChunkKey, title, body, system string, created time.Time) mirror.Doc {
	r := engine.Record{DocID: fmt.Sprint("bely/", key), FileID: fmt.Sprint("BELY_", key), Title: engine.Untrusted(title), Collection: "Bely", System: engine.Untrusted(system), Created: created}
	return mirror.Doc{Record: r, Chunk: engine.Chunk{Key: key, Text: engine.Untrusted(body)}}
}

func TestACopyIsWrittenFoundAndRemoved(t *testing.T) {
	server := meilitest.Start(t)
	c := client(t, server.URL)
	if n, err := c.Count(t.Context()); n != 0 || err != nil {
		t.Fatalf("before: %d, %v", n, err)
	}
	mirrortest.Put(t, c, doc(3, "RFB trip", "circulator flow fell", "RF", time.Time{}), doc(5, "shift", "quiet", "RF", time.Time{}), doc(4, "RFB trip", "circulator flow fell", "RF", time.Time{}))
	if err := c.Prepare(t.Context()); err != nil {
		t.Fatalf("a second time: %v", err)
	}
	hits, err := c.Search(t.Context(), engine.Query{Text: "circulator flow"}, 10, false)
	if err != nil || porttest.Keys(hits) != "3 4" || hits[0].Score != 1 {
		t.Fatalf("hits %+v, %v", hits, err)
	}
	if hits, _ = c.Search(t.Context(), engine.Query{Text: "BELY_5"}, 1, false); porttest.Keys(hits) != "5" && len(hits) != 1 {
		t.Errorf("an id finds %+v", hits)
	}
	if err := c.Remove(t.Context(), []engine.ChunkKey{3}); err != nil {
		t.Fatal(err)
	}
	var left []string
	if err := c.Keys(t.Context(), func(key engine.ChunkKey) { left = append(left, fmt.Sprint(key)) }); err != nil || strings.Join(left, " ") != "4 5" {
		t.Errorf("left %v, %v", left, err)
	}
	if _, err := c.Search(t.Context(), engine.Query{Text: " "}, 10, false); !errors.Is(err, engine.ErrNothingToSearch) {
		t.Errorf("nothing to search: %v", err)
	}
}

// Filters let through what engine.Filter does.
func TestFiltersComeBeforeRanking(t *testing.T) {
	server := meilitest.Start(t)
	c := client(t, server.URL)
	var docs []mirror.Doc
	systems := []string{"", "RF", "rf", `q"uo\te`, "Ömega"}
	for i := range 40 {
		d := doc(engine.ChunkKey(i+1), "beam", "beam", systems[i%5], time.Time{})
		d.Record.Collection = engine.KnownCollections()[i%3]
		if i%4 > 0 {
			d.Record.Created = time.Date(2025, 1, i%7+1, 0, 0, 0, 1000*i, time.UTC)
		}
		docs = append(docs, d)
	}
	mirrortest.Put(t, c, docs...)
	mirrortest.CheckFilters(t, docs, func(f engine.Filter) ([]engine.Hit, error) {
		return c.Search(t.Context(), engine.Query{Text: "beam", Filter: f}, 100, false)
	}, "Rf", `Q"UO\TE`, "ömega", `x"] OR id > 0`)
}

func TestWhatWasTypedHasNoMeaningOfItsOwn(t *testing.T) {
	server := meilitest.Start(t)
	c := client(t, server.URL)
	mirrortest.Put(t, c, doc(1, "beam", "beam", "", time.Time{}))
	var sent string
	server.Set(func(s *meilitest.Server) {
		s.Reply = func(_ http.ResponseWriter, r *http.Request) bool {
			if strings.HasSuffix(r.URL.Path, "/search") {
				body, _ := io.ReadAll(r.Body)
				sent = string(body)
				r.Body = io.NopCloser(strings.NewReader(sent))
			}
			return false
		}
	})
	q := engine.Query{Text: `beam "dump" -vacuum --x`, Phrases: []string{`a "b`}, Exclude: []string{"c d"}, Also: []engine.Term{{Text: `-e"`}}}
	if _, err := c.Search(t.Context(), q, 5, false); err != nil {
		t.Fatal(err)
	}
	if want := `"q":"beam dump vacuum x \"a b\" e -\"c d\""`; !strings.Contains(sent, want) {
		t.Errorf("sent %s, want %s", sent, want)
	}
}

func TestWhatGoesWrongIsOneLineThatNamesTheServer(t *testing.T) {
	server := meilitest.Start(t)
	t.Setenv("MEILI_KEY", "secret")
	withKey, err := meilisearch.New(meilisearch.Config{Address: server.URL, KeyEnv: "MEILI_KEY", Base: "b1"})
	if err != nil {
		t.Fatal(err)
	}
	mirrortest.Put(t, withKey, doc(1, "beam", "beam", "", time.Time{}))
	for name, c := range map[string]struct {
		reply func(http.ResponseWriter, *http.Request) bool
		want  string
	}{
		"key":   {func(w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(http.StatusForbidden); return true }, "refuses the key"},
		"page":  {func(w http.ResponseWriter, _ *http.Request) bool { _, _ = io.WriteString(w, "<html>"); return true }, "meilisearch at"},
		"fault": {func(w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(http.StatusBadGateway); return true }, "meilisearch at"},
		"no key": {func(w http.ResponseWriter, _ *http.Request) bool {
			_, _ = io.WriteString(w, `{"hits":[{"id":"x","_rankingScore":1}]}`)
			return true
		}, "none of its documents"},
		"no score": {func(w http.ResponseWriter, _ *http.Request) bool {
			_, _ = io.WriteString(w, `{"hits":[{"id":1}]}`)
			return true
		}, "none of its documents"},
		"zero": {func(w http.ResponseWriter, _ *http.Request) bool {
			_, _ = io.WriteString(w, `{"hits":[{"id":0,"_rankingScore":1}]}`)
			return true
		}, "none of its documents"},
	} {
		server.Set(func(s *meilitest.Server) { s.Reply = c.reply })
		_, err := withKey.Search(t.Context(), engine.Query{Text: "beam"}, 5, false)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.ContainsAny(err.Error(), "\n") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", name, err)
		}
	}
	server.Set(func(s *meilitest.Server) { s.Reply = nil })
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := withKey.Search(ctx, engine.Query{Text: "beam"}, 5, false); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	nobody := client(t, "http://127.0.0.1:1")
	if _, err := nobody.Count(t.Context()); err == nil || !strings.Contains(err.Error(), "meilisearch at 127.0.0.1:1 cannot be reached") {
		t.Errorf("nobody there: %v", err)
	}
	for _, cfg := range []meilisearch.Config{{}, {Address: "nowhere"}, {Address: "ftp://x"}, {Address: server.URL, KeyEnv: "OWL_NO_SUCH_VARIABLE"}} {
		if _, err := meilisearch.New(cfg); !errors.Is(err, engine.ErrUsage) {
			t.Errorf("%+v: %v", cfg, err)
		}
	}
}

// TestRealServer asks the server that a variable names.
func TestRealServer(t *testing.T) {
	address := os.Getenv("OWL_TEST_MEILISEARCH")
	if address == "" {
		t.Skip("make test-stores asks a real Meilisearch, whose address stands in OWL_TEST_MEILISEARCH")
	}
	c, err := meilisearch.New(meilisearch.Config{Address: address, KeyEnv: os.Getenv("OWL_TEST_MEILISEARCH_KEY_ENV"), Index: "owl_test", Base: fmt.Sprint(time.Now().UnixNano())})
	if err != nil {
		t.Fatal(err)
	}
	mirrortest.Put(t, c, doc(3, "RFB trip", "circulator flow fell", "RF", time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)), doc(5, "shift", "quiet night", "RF", time.Time{}))
	hits, err := c.Search(t.Context(), engine.Query{Text: "circulator flow", Filter: engine.Filter{Systems: []string{"rf"}, Since: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}}, 10, false)
	if n, countErr := c.Count(t.Context()); err != nil || countErr != nil || porttest.Keys(hits) != "3" || n != 2 {
		t.Errorf("hits %+v of %d, %v, %v", hits, n, err, countErr)
	}
	if err := c.Remove(t.Context(), []engine.ChunkKey{3, 5}); err != nil {
		t.Error(err)
	}
}
