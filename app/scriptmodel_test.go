package main

import (
	"encoding/json"
	"hash/fnv"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/sys/unix"

	"owl/engine/nativedir"
)

// embedder is a service with a model that counts words: enough to tell texts
// apart, and the same everywhere.
type embedder struct {
	dim    int
	server *httptest.Server

	mu     sync.Mutex
	served int           // passages and questions so far
	limit  int           // answers stop after so many; 0 for never
	full   chan struct{} // closed when the limit is reached
}

// embedders finds the services of a script by their name.
type embedders map[string]*embedder

const embeddersKey = "embedders"

// serveEmbedder starts a service and makes it the configured embedder: embedder
// NAME ELEMENTS. Given again it is the same service.
func serveEmbedder(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: embedder NAME ELEMENTS")
	}
	all := ts.Value(embeddersKey).(embedders)
	e := all[args[0]]
	if e == nil {
		dim, err := strconv.Atoi(args[1])
		ts.Check(err)
		e = &embedder{dim: dim}
		e.server = httptest.NewServer(e)
		ts.Defer(e.server.Close)
		all[args[0]] = e
	}
	ts.Setenv("OWL_MODELS_EMBEDDER", e.server.URL)
	ts.Setenv("OWL_MODELS_EMBEDDER_NAME", args[0])
}

// ServeHTTP answers as /v1/embeddings does. Past the limit it answers nobody.
func (e *embedder) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var asked struct{ Input []string }
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if !e.admit(len(asked.Input)) {
		<-r.Context().Done()
		return
	}
	type item struct {
		Index     int       `json:"index"`
		Embedding []float32 `json:"embedding"`
	}
	var data []item
	for i, text := range asked.Input {
		data = append(data, item{i, countWords(text, e.dim)})
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"data": data}) // a client that is gone needs none
}

func (e *embedder) admit(texts int) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.limit > 0 && e.served+texts > e.limit {
		select {
		case <-e.full:
		default:
			close(e.full)
		}
		return false
	}
	e.served += texts
	return true
}

// countWords adds one to the element that each word falls on.
func countWords(text string, dim int) []float32 {
	v := make([]float32, dim)
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		sum := fnv.New32a()
		_, _ = sum.Write([]byte(word)) // never fails
		v[sum.Sum32()%uint32(dim)]++
	}
	v[0] += 0.01 // a text without a word has a vector too
	return v
}

// interruptEmbedding runs owl until a service has embedded so many texts, sends
// SIGINT and wants 130: interrupt NAME TEXTS ARGS...
func interruptEmbedding(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: interrupt NAME TEXTS ARGS...")
	}
	e := ts.Value(embeddersKey).(embedders)[args[0]]
	limit, err := strconv.Atoi(args[1])
	ts.Check(err)
	e.mu.Lock()
	e.limit, e.full = e.served+limit, make(chan struct{})
	e.mu.Unlock()
	cmd := owlCommand(ts, args[2:])
	stderr, err := os.Create(ts.MkAbs("interrupted-stderr"))
	ts.Check(err)
	defer stderr.Close()
	cmd.Stderr = stderr
	ts.Check(cmd.Start())
	<-e.full
	ts.Check(cmd.Process.Signal(unix.SIGINT))
	wantCode(ts, cmd, cmd.Wait(), "130")
	e.mu.Lock()
	e.limit = 0
	e.mu.Unlock()
}

// checkServed wants that a service has embedded this many texts, or fewer, since
// it was asked last: served NAME AT-MOST
func checkServed(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: served NAME AT-MOST")
	}
	e := ts.Value(embeddersKey).(embedders)[args[0]]
	most, err := strconv.Atoi(args[1])
	ts.Check(err)
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.served == 0 || e.served > most {
		ts.Fatalf("%s has embedded %d texts, want 1 to %d", args[0], e.served, most)
	}
	e.served = 0
}

// writeRepeated makes a file of a text many times over; \x00 in it is a byte:
// repeat FILE COUNT TEXT
func writeRepeated(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: repeat FILE COUNT TEXT")
	}
	count, err := strconv.Atoi(args[1])
	ts.Check(err)
	text, err := strconv.Unquote(`"` + args[2] + `"`)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Repeat(text, count)), 0o644))
}

// nativeParts is the folder with ONNX Runtime and the models that the tests were
// given, or that the repository has; empty without.
func nativeParts() string {
	dir := os.Getenv(nativedir.Env)
	if dir == "" {
		dir, _ = filepath.Abs("../.native")
	}
	for _, name := range []string{"lib/libonnxruntime.so.1.32.0", "models/embedder/model.onnx", "models/reranker/model.onnx"} {
		if _, err := nativedir.Dir(dir).File(name); err != nil {
			return ""
		}
	}
	return dir
}
