package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"owl/engine"
)

// service answers what each request's body gives.
func service(t *testing.T, answer func(path string, body map[string]any) (int, string)) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, err := io.ReadAll(r.Body)
		body := map[string]any{}
		if err == nil {
			err = json.Unmarshal(data, &body)
		}
		if err != nil {
			t.Errorf("request: %v", err)
		}
		status, text := answer(r.URL.Path, body)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, text)
	}))
	t.Cleanup(server.Close)
	return server
}

// embeddings answers with the lengths of the texts, last text first.
func embeddings(body map[string]any) string {
	var data []string
	input, _ := body["input"].([]any)
	for i, text := range input {
		data = append(data, fmt.Sprintf(`{"index": %d, "embedding": [%d, 1]}`, i, len(text.(string))))
	}
	slices.Reverse(data)
	return `{"data": [` + strings.Join(data, ",") + `]}`
}

func TestPathOfTheCall(t *testing.T) {
	for _, c := range []struct {
		url, call, want string
		versioned       bool
	}{
		{"http://h:1", "embeddings", "http://h:1/v1/embeddings", true},
		{"http://h:1/", "embeddings", "http://h:1/v1/embeddings", true},
		{"http://h:1/v1", "embeddings", "http://h:1/v1/embeddings", true},
		{"https://h/api/v1/embeddings", "embeddings", "https://h/api/v1/embeddings", true},
		{"http://h:1", "rerank", "http://h:1/rerank", false},
		{"http://h:1/v1", "rerank", "http://h:1/v1/rerank", false},
		{"http://h:1/v2/rerank", "rerank", "http://h:1/v2/rerank", false},
		{"http://me:secret@h:1/?key=secret", "rerank", "http://h:1/rerank", false},
	} {
		got, err := newClient(Config{URL: c.url}, c.versioned, c.call)
		if err != nil || got.shown != c.want {
			t.Errorf("%s: %v, want %s (%v)", c.url, got, c.want, err)
		}
	}
	for _, bad := range []string{"", "h:1", "ftp://h/x", "http://"} {
		if _, err := newClient(Config{URL: bad}, true, "embeddings"); !errors.Is(err, engine.ErrUsage) {
			t.Errorf("%q gives %v", bad, err)
		}
	}
}

func TestEmbedderKeepsTheOrderAndAddsThePrefixes(t *testing.T) {
	var requests atomic.Int64
	server := service(t, func(path string, body map[string]any) (int, string) {
		requests.Add(1)
		if path != "/v1/embeddings" || body["model"] != "small" {
			t.Errorf("path %s, model %v", path, body["model"])
		}
		return 200, embeddings(body)
	})
	e, err := OpenEmbedder(t.Context(), Config{URL: server.URL, Model: "small", QueryPrefix: "query: ", PassagePrefix: "p: "})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if id := e.ID(); id.Dim != 2 || id.Name != "small" || id.Hash != server.URL+"/v1/embeddings" {
		t.Errorf("id %+v", id)
	}
	requests.Store(0)
	var texts []string
	for i := range 3*embedBatch - 1 {
		texts = append(texts, strings.Repeat("x", i))
	}
	vectors, err := e.EmbedPassages(t.Context(), texts)
	if err != nil || len(vectors) != len(texts) {
		t.Fatalf("%d vectors, %v", len(vectors), err)
	}
	for i, v := range vectors { // the service answers (length, 1), which is then scaled
		if got := int(v[0]/v[1] + 0.5); got != len("p: ")+i {
			t.Errorf("text %d has the vector of the length %d", i, got)
		}
	}
	if requests.Load() != 3 {
		t.Errorf("%d requests, want 3", requests.Load())
	}
	q, err := e.EmbedQuery(t.Context(), "x")
	if err != nil || int(q[0]/q[1]+0.5) != len("query: x") {
		t.Errorf("%v, %v", q, err)
	}
	if none, err := e.EmbedPassages(t.Context(), nil); err != nil || len(none) != 0 || requests.Load() != 4 {
		t.Errorf("no texts: %v, %v after %d requests", none, err, requests.Load())
	}
}

func TestWrongAnswersAreRefused(t *testing.T) {
	const first = `{"data": [{"index": 0, "embedding": [1, 0]}]}`
	for _, c := range []struct{ name, answer, want string }{
		{"no JSON", `<html>`, "not what was asked for"},
		{"no data", `{}`, "lacks the index 0"},
		{"no index", `{"data": [{"embedding": [1, 0]}, {"index": 1, "embedding": [1, 0]}]}`, "without an index"},
		{"one index twice", `{"data": [{"index": 1, "embedding": [1, 0]}, {"index": 1, "embedding": [1, 0]}]}`, "index 1 twice"},
		{"an index too high", `{"data": [{"index": 2, "embedding": [1, 0]}]}`, "index 2 of 2"},
		{"one text left out", first, "lacks the index 1"},
		{"another dimension", `{"data": [{"index": 0, "embedding": [1, 0]}, {"index": 1, "embedding": [1, 0, 0]}]}`, "3 elements where 2"},
		{"zero", `{"data": [{"index": 0, "embedding": [1, 0]}, {"index": 1, "embedding": [0, 0]}]}`, "zero or not finite"},
		{"no number", `{"data": [{"index": 0, "embedding": [1, NaN]}, {"index": 1, "embedding": [1, 0]}]}`, "not what was asked for"},
		{"infinity", `{"data": [{"index": 0, "embedding": [1, 1e99]}, {"index": 1, "embedding": [1, 0]}]}`, "not what was asked for"},
	} {
		t.Run(c.name, func(t *testing.T) {
			opened := false
			server := service(t, func(string, map[string]any) (int, string) {
				if !opened {
					return 200, first
				}
				return 200, c.answer
			})
			e, err := OpenEmbedder(t.Context(), Config{URL: server.URL})
			if err != nil {
				t.Fatal(err)
			}
			opened = true
			_, err = e.EmbedPassages(t.Context(), []string{"a", "b"})
			line(t, err, c.want)
		})
	}
}

func line(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
		t.Errorf("error %v, want one line with %q", err, want)
	}
}

func TestRerankerTakesTheShapesOfTheServices(t *testing.T) {
	documents := func(body map[string]any) (int, string) {
		if body["documents"] == nil {
			return 400, `{"error": "no documents"}`
		}
		if n := len(body["documents"].([]any)); n != 3 {
			return 200, `{"results": [{"index": 0, "relevance_score": 1}, {"index": 1, "relevance_score": 0}]}`
		}
		return 200, `{"results": [{"index": 2, "relevance_score": 0.9}, {"index": 0, "relevance_score": 0.5}, {"index": 1, "relevance_score": -2}]}`
	}
	texts := func(body map[string]any) (int, string) {
		if body["texts"] == nil {
			return 422, `{"error": "missing field texts"}`
		}
		if n := len(body["texts"].([]any)); n != 3 {
			return 200, `[{"index": 0, "score": 1}, {"index": 1, "score": 0}]`
		}
		return 200, `[{"index": 2, "score": 0.9}, {"index": 0, "score": 0.5}, {"index": 1, "score": -2}]`
	}
	for name, shape := range map[string]func(map[string]any) (int, string){"results": documents, "a list": texts} {
		t.Run(name, func(t *testing.T) {
			server := service(t, func(_ string, body map[string]any) (int, string) { return shape(body) })
			r, err := OpenReranker(t.Context(), Config{URL: server.URL})
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			got, err := r.Score(t.Context(), "q", []string{"a", "b", "c"})
			if want := []float32{0.5, -2, 0.9}; err != nil || !slices.Equal(got, want) {
				t.Errorf("scores %v, %v; want %v", got, err, want)
			}
		})
	}
}

func TestRerankerRefusesWrongAnswers(t *testing.T) {
	for _, c := range []struct{ name, answer, want string }{
		{"no list", `"x"`, "want a list of results"},
		{"one left out", `{"results": [{"index": 0, "relevance_score": 1}]}`, "lacks the index 1"},
		{"no index", `[{"score": 1}, {"index": 1, "score": 1}]`, "without an index"},
		{"no score", `[{"index": 0}, {"index": 1, "score": 1}]`, "no score for the index 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := service(t, func(string, map[string]any) (int, string) { return 200, c.answer })
			_, err := OpenReranker(t.Context(), Config{URL: server.URL})
			line(t, err, c.want)
		})
	}
}

func TestABusyServiceIsAskedOnceMore(t *testing.T) {
	for _, c := range []struct {
		name   string
		status []int
		tries  int64
		want   string
	}{
		{"busy, then not", []int{429, 200}, 2, ""},
		{"down, then up", []int{503, 200}, 2, ""},
		{"down for good", []int{500, 502, 200}, 2, "502 Bad Gateway: broken"},
		{"a refusal is final", []int{404, 200}, 1, "404 Not Found: broken"},
		{"a redirect is not followed", []int{307, 200}, 1, "307"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var tries atomic.Int64
			server := service(t, func(_ string, body map[string]any) (int, string) {
				status := c.status[tries.Add(1)-1]
				if status != 200 {
					return status, `{"error": {"message": "bro\u0007ken"}}`
				}
				return 200, embeddings(body)
			})
			cl, err := newClient(Config{URL: server.URL}, true, "embeddings")
			if err != nil {
				t.Fatal(err)
			}
			cl.pause = func(context.Context) error { return nil }
			e := Embedder{client: cl}
			_, err = e.EmbedQuery(t.Context(), "x")
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(strings.ReplaceAll(err.Error(), "bro ken", "broken"), c.want)) {
				t.Errorf("error %v, want %q", err, c.want)
			}
			if tries.Load() != c.tries {
				t.Errorf("%d tries, want %d", tries.Load(), c.tries)
			}
		})
	}
}

func TestAServiceThatIsAwayIsAskedTwiceAndNamed(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	cl, err := newClient(Config{URL: strings.Replace(server.URL, "http://", "http://me:hidden@", 1) + "?k=hidden"}, true, "embeddings")
	if err != nil {
		t.Fatal(err)
	}
	pauses := 0
	cl.pause = func(context.Context) error { pauses++; return nil }
	e := Embedder{client: cl}
	_, err = e.EmbedQuery(t.Context(), "x")
	line(t, err, server.URL+"/v1/embeddings")
	if pauses != 1 || strings.Contains(fmt.Sprint(err), "hidden") {
		t.Errorf("%d pauses, error %v", pauses, err)
	}
}

func TestTheCallerEndsTheWait(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.ReadAll(r.Body) // so that the end of the client is noticed
		cancel()
		<-r.Context().Done()
	}))
	defer server.Close()
	_, err := OpenEmbedder(ctx, Config{URL: server.URL})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	line(t, err, "/v1/embeddings")
}

func TestTheKeyIsSentAndNeverShown(t *testing.T) {
	const key = "sk-very-secret"
	t.Setenv("SERVICE_KEY", key)
	for _, status := range []int{400, 401, 403} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization") != "Bearer "+key {
				t.Errorf("header %q", r.Header.Get("Authorization"))
			}
			w.WriteHeader(status)
			_, _ = fmt.Fprintf(w, `{"message": "wrong key %s"}`, key)
		}))
		_, err := OpenEmbedder(t.Context(), Config{URL: server.URL, KeyEnv: "SERVICE_KEY"})
		server.Close()
		line(t, err, fmt.Sprint(status))
		if strings.Contains(err.Error(), key) {
			t.Errorf("error %v", err)
		}
	}
	_, err := OpenReranker(t.Context(), Config{URL: "http://localhost:1", KeyEnv: "NO_SUCH_KEY"})
	line(t, err, "NO_SUCH_KEY")
}

func TestAnAnswerWithoutEndIsCut(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		chunk := []byte(strings.Repeat(" ", 1<<20))
		for {
			if _, err := w.Write(chunk); err != nil {
				return
			}
		}
	}))
	defer server.Close()
	_, err := OpenEmbedder(t.Context(), Config{URL: server.URL})
	line(t, err, "more than 64 MB")
}

func FuzzAnswers(f *testing.F) {
	f.Add(`{"data": [{"index": 0, "embedding": [1, 0]}]}`)
	f.Add(`{"results": [{"index": 0, "relevance_score": 1}]}`)
	f.Add(`[{"index": 0, "score": 1}]`)
	f.Fuzz(func(t *testing.T, text string) {
		var vectors embedAnswer
		if json.Unmarshal([]byte(text), &vectors) == nil {
			if out, err := vectors.order(2); err == nil && len(out) != 2 {
				t.Errorf("%d vectors", len(out))
			}
		}
		var scores rerankAnswer
		if json.Unmarshal([]byte(text), &scores) == nil {
			if out, err := scores.order(2); err == nil && len(out) != 2 {
				t.Errorf("%d scores", len(out))
			}
		}
	})
}
