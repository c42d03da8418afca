// Package meilitest is a stand-in for a Meilisearch server, for tests: the requests
// that package meilisearch makes, answered from memory by how many words of the
// query a document holds.
package meilitest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// Server is a stand-in that runs.
type Server struct {
	URL string
	Key string // that callers must bring; empty for any

	mu      sync.Mutex
	indexes map[string]map[int64]Doc
	tasks   []string // the error code of each, empty for a success
	// Reply answers a request in the server's place when it returns true.
	Reply func(w http.ResponseWriter, r *http.Request) bool
}

// Doc is a stored document.
type Doc map[string]any

// Start starts a server that ends with the test.
func Start(t testing.TB) *Server {
	t.Helper()
	s := &Server{indexes: map[string]map[int64]Doc{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /indexes", s.create)
	mux.HandleFunc("GET /tasks/{id}", s.task)
	mux.HandleFunc("PATCH /indexes/{uid}/settings", s.indexed(func(w http.ResponseWriter, _ *http.Request, _ map[int64]Doc) { s.accept(w, "") }))
	mux.HandleFunc("GET /indexes/{uid}/stats", s.indexed(func(w http.ResponseWriter, _ *http.Request, all map[int64]Doc) {
		write(w, http.StatusOK, map[string]any{"numberOfDocuments": len(all)})
	}))
	mux.HandleFunc("POST /indexes/{uid}/documents", s.indexed(s.add))
	mux.HandleFunc("POST /indexes/{uid}/documents/delete-batch", s.indexed(s.remove))
	mux.HandleFunc("POST /indexes/{uid}/documents/fetch", s.indexed(s.fetch))
	mux.HandleFunc("POST /indexes/{uid}/search", s.indexed(s.search))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		switch {
		case s.Reply != nil && s.Reply(w, r):
		case s.Key != "" && r.Header.Get("Authorization") != "Bearer "+s.Key:
			refuse(w, http.StatusForbidden, "invalid_api_key")
		default:
			mux.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(server.Close)
	s.URL = server.URL
	return s
}

// Docs is how many documents all indexes hold.
func (s *Server) Docs() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, all := range s.indexes {
		n += len(all)
	}
	return n
}

// Set changes how the server behaves while it runs.
func (s *Server) Set(change func(*Server)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(s)
}

func write(w http.ResponseWriter, code int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(v)
}

func refuse(w http.ResponseWriter, status int, code string) {
	write(w, status, map[string]string{"message": "the server says " + code, "code": code, "type": "invalid_request", "link": ""})
}

// accept begins a task, which ends at once.
func (s *Server) accept(w http.ResponseWriter, code string) {
	s.tasks = append(s.tasks, code)
	write(w, http.StatusAccepted, map[string]any{"taskUid": len(s.tasks), "status": "enqueued", "type": "x", "enqueuedAt": "2026-01-01T00:00:00Z"})
}

func (s *Server) task(w http.ResponseWriter, r *http.Request) {
	n, err := strconv.Atoi(r.PathValue("id"))
	if err != nil || n < 1 || n > len(s.tasks) {
		refuse(w, http.StatusNotFound, "task_not_found")
		return
	}
	task := map[string]any{"uid": n, "status": "succeeded"}
	if code := s.tasks[n-1]; code != "" {
		task["status"], task["error"] = "failed", map[string]string{"code": code, "message": "the task says " + code}
	}
	write(w, http.StatusOK, task)
}

func (s *Server) create(w http.ResponseWriter, r *http.Request) {
	var body struct{ UID string }
	_ = json.NewDecoder(r.Body).Decode(&body)
	if s.indexes[body.UID] != nil {
		s.accept(w, "index_already_exists")
		return
	}
	s.indexes[body.UID] = map[int64]Doc{}
	s.accept(w, "")
}

func (s *Server) indexed(do func(http.ResponseWriter, *http.Request, map[int64]Doc)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		all, ok := s.indexes[r.PathValue("uid")]
		if !ok {
			refuse(w, http.StatusNotFound, "index_not_found")
			return
		}
		do(w, r, all)
	}
}

func (s *Server) add(w http.ResponseWriter, r *http.Request, all map[int64]Doc) {
	var docs []Doc
	if err := json.NewDecoder(r.Body).Decode(&docs); err != nil {
		refuse(w, http.StatusBadRequest, "malformed_payload")
		return
	}
	for _, d := range docs {
		all[int64(d["id"].(float64))] = d
	}
	s.accept(w, "")
}

func (s *Server) remove(w http.ResponseWriter, r *http.Request, all map[int64]Doc) {
	var ids []string
	_ = json.NewDecoder(r.Body).Decode(&ids)
	for _, id := range ids {
		n, _ := strconv.ParseInt(id, 10, 64)
		delete(all, n)
	}
	s.accept(w, "")
}

func sorted(all map[int64]Doc) []int64 {
	var keys []int64
	for key := range all {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

func (s *Server) fetch(w http.ResponseWriter, r *http.Request, all map[int64]Doc) {
	var body struct{ Offset, Limit int }
	_ = json.NewDecoder(r.Body).Decode(&body)
	keys := sorted(all)
	results := []Doc{}
	for _, key := range keys[min(body.Offset, len(keys)):min(body.Offset+body.Limit, len(keys))] {
		results = append(results, Doc{"id": key})
	}
	write(w, http.StatusOK, map[string]any{"results": results, "total": len(keys), "limit": body.Limit, "offset": body.Offset})
}

func (s *Server) search(w http.ResponseWriter, r *http.Request, all map[int64]Doc) {
	var body struct {
		Q, Filter string
		Limit     int
	}
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		refuse(w, http.StatusBadRequest, "malformed_payload")
		return
	}
	words := regexp.MustCompile(`[\pL\pN]+`).FindAllString(strings.ToLower(body.Q), -1)
	hits := []Doc{}
	for _, key := range sorted(all) {
		if score := overlap(words, all[key]); score > 0 && passes(body.Filter, all[key]) {
			hits = append(hits, Doc{"id": key, "_rankingScore": score})
		}
	}
	slices.SortStableFunc(hits, func(a, b Doc) int { return int(1e6 * (b["_rankingScore"].(float64) - a["_rankingScore"].(float64))) })
	write(w, http.StatusOK, map[string]any{"hits": hits[:min(len(hits), body.Limit)], "query": body.Q, "processingTimeMs": 1})
}

func overlap(words []string, d Doc) float64 {
	text := strings.ToLower(fmt.Sprint(d["ids"], "\n", d["title"], "\n", d["body"]))
	n := 0.0
	for _, word := range words {
		if strings.Contains(text, word) {
			n++
		}
	}
	return n / float64(max(1, len(words)))
}

// passes reads the few forms of filters that are written.
func passes(filter string, d Doc) bool {
	for part := range strings.SplitSeq(filter, " AND ") {
		if part != "" && !admits(part, d) {
			return false
		}
	}
	return true
}

func admits(part string, d Doc) bool {
	if field, list, ok := strings.Cut(part, " IN "); ok {
		var values []string
		if json.Unmarshal([]byte(list), &values) != nil {
			return false
		}
		return slices.Contains(values, d[field].(string))
	}
	var field, op string
	var bound float64
	if _, err := fmt.Sscanf(part, "%s %s %f", &field, &op, &bound); err != nil {
		return false
	}
	value, known := d[field].(float64)
	return known && (op == ">=" && value >= bound || op == "<" && value < bound)
}
