// Package llmtest is a language model for tests: an HTTP server on loopback that
// answers by a script, in the OpenAI-compatible dialect and in all shapes of an
// ARGO gateway, and that fails in every way in which a service can fail. It also
// passes traffic on to a real service, records it, and replays a recording.
//
//	server.go  the server and its script
//	answer.go  replies in every shape
//	fault.go   faults
//	record.go  recording and replaying
package llmtest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
)

// Step is one line of a script: what to do with a request that matches.
type Step struct {
	// When is a text that must stand in the request's messages; empty matches all.
	When string
	// Unless is a text that must not.
	Unless string
	// Times is how often the step is taken; 0 is without end.
	Times int
	Do    http.HandlerFunc // one of this package's answers and faults, or the test's own
}

// Request is what the server was asked.
type Request struct {
	Path     string
	Header   http.Header
	Body     json.RawMessage
	Model    string    `json:"model"`
	User     string    `json:"user"`
	Stream   bool      `json:"stream"`
	Messages []Message `json:"messages"`
	Tools    []struct {
		Function struct {
			Name string `json:"name"`
		} `json:"function"`
	} `json:"tools"`
}

// Message is a message of a request.
type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// Text is all messages, one below the other.
func (r Request) Text() string {
	var all []string
	for _, m := range r.Messages {
		all = append(all, m.Content)
	}
	return strings.Join(all, "\n")
}

// Server answers by its script: the first step that matches and is not used up.
type Server struct {
	URL string // with /v1

	http *httptest.Server
	done chan struct{} // closed when the server ends, so that faults let go

	mu       sync.Mutex
	script   []Step
	requests []Request
}

// New starts a server; Close ends it. A request that no step matches gets 404,
// and none of our clients asks again after that.
func New(script ...Step) *Server {
	s := &Server{script: script, done: make(chan struct{})}
	s.http = httptest.NewServer(http.HandlerFunc(s.serve))
	s.URL = s.http.URL + "/v1"
	return s
}

// Close ends the server and every request that still waits.
func (s *Server) Close() {
	close(s.done)
	s.http.CloseClientConnections()
	s.http.Close()
}

// Requests returns what was asked so far.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	req := Request{Path: r.URL.Path, Header: r.Header, Body: body}
	if len(body) > 0 && json.Unmarshal(body, &req) != nil {
		http.Error(w, `{"error":{"message":"the request is not JSON"}}`, http.StatusBadRequest)
		return
	}
	do := s.next(req)
	if do == nil {
		http.Error(w, `{"error":{"message":"the script has no answer to this"}}`, http.StatusNotFound)
		return
	}
	do(w, r.WithContext(withServer(r.Context(), s, req)))
}

func (s *Server) next(req Request) http.HandlerFunc {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, req)
	text := req.Text()
	for i := range s.script {
		step := &s.script[i]
		if step.Times < 0 || !strings.Contains(text, step.When) || step.Unless != "" && strings.Contains(text, step.Unless) {
			continue
		}
		if step.Times > 0 {
			if step.Times--; step.Times == 0 {
				step.Times = -1
			}
		}
		return step.Do
	}
	return nil
}
