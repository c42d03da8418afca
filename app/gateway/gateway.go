// Package gateway serves the records over HTTP, to read: queries, records, health.
// No language model takes part.
//
//	GET  /health
//	GET  /query?q=...&k=10&channels=hybrid&collection=bely&since=7d
//	POST /query        the arguments as JSON
//	GET  /record/ID
//
// Every reply is the envelope {status, result, error}.
package gateway

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/tools"
)

// Backend answers calls; a *tools.Registry does.
type Backend interface {
	Call(ctx context.Context, name string, args json.RawMessage) tools.Envelope
}

// Options tell how the gateway is served. The zero value is fine on loopback.
type Options struct {
	Token string          // that callers must bring; empty for none
	Most  int             // calls at once; 0 is 8
	Log   func(err error) // of faults; may be nil
}

// Limits of a call and of a connection.
const (
	mostBody   = 64 << 10 // bytes
	mostCalls  = 8
	headerTime = 5 * time.Second
	idleTime   = time.Minute
	endTime    = 5 * time.Second // for calls under way when the gateway ends
)

// gateway handles the calls.
type gateway struct {
	backend Backend
	token   string
	calls   chan struct{} // a call holds one
}

// New returns the handler. Without a token it answers only callers that name this
// host itself, so that no web page can reach it under another name.
func New(b Backend, o Options) http.Handler {
	if o.Most <= 0 {
		o.Most = mostCalls
	}
	g := &gateway{backend: b, token: o.Token, calls: make(chan struct{}, o.Most)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, r *http.Request) { g.call(w, r, "health", nil) })
	mux.HandleFunc("GET /query", g.get)
	mux.HandleFunc("POST /query", g.post)
	mux.HandleFunc("GET /record/{id...}", g.record)
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		refuse(w, http.StatusNotFound, "there is GET /health, GET or POST /query, GET /record/ID")
	})
	return g.guarded(mux)
}

// guarded lets nobody through who may not ask.
func (g *gateway) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case g.token != "" && !g.knows(r):
			w.Header().Set("WWW-Authenticate", `Bearer realm="owl"`)
			refuse(w, http.StatusUnauthorized, "bring the token: Authorization: Bearer ...")
		case g.token == "" && !local(r.Host):
			refuse(w, http.StatusMisdirectedRequest, "without a token only this host itself may be named")
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// knows compares the token in a time that does not depend on it.
func (g *gateway) knows(r *http.Request) bool {
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	return ok && subtle.ConstantTimeCompare([]byte(token), []byte(g.token)) == 1
}

// local reports whether a Host header names this host itself.
func local(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.Trim(host, "[]")
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// get takes the arguments of a query from the address.
func (g *gateway) get(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	args := map[string]any{"query": q.Get("q")}
	for name, values := range q {
		switch name {
		case "q":
		case "k":
			n, err := strconv.Atoi(values[0])
			if err != nil {
				refuse(w, http.StatusBadRequest, "k is a number")
				return
			}
			args["k"] = n
		case "collection":
			args["collections"] = values
		default: // the tool refuses what it does not know
			args[name] = values[0]
		}
	}
	raw, err := json.Marshal(args)
	if err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	g.call(w, r, "query", raw)
}

func (g *gateway) post(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBody))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		refuse(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("the body is larger than %d bytes", mostBody))
	case err != nil:
		refuse(w, http.StatusBadRequest, "read the body: "+err.Error())
	default:
		g.call(w, r, "query", raw)
	}
}

func (g *gateway) record(w http.ResponseWriter, r *http.Request) {
	args := map[string]any{"id": r.PathValue("id")}
	if offset := r.URL.Query().Get("offset"); offset != "" {
		n, err := strconv.Atoi(offset)
		if err != nil {
			refuse(w, http.StatusBadRequest, "offset is a number")
			return
		}
		args["offset"] = n
	}
	raw, err := json.Marshal(args)
	if err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	g.call(w, r, "show_record", raw)
}

// call runs a tool for the caller, whose going ends it.
func (g *gateway) call(w http.ResponseWriter, r *http.Request, name string, args json.RawMessage) {
	select {
	case g.calls <- struct{}{}:
		defer func() { <-g.calls }()
	default:
		w.Header().Set("Retry-After", "1")
		refuse(w, http.StatusServiceUnavailable, fmt.Sprintf("%d calls are under way; try again", cap(g.calls)))
		return
	}
	e := g.backend.Call(r.Context(), name, args)
	write(w, code(e.Err), e)
}

// code is the status of a reply.
func code(err error) int {
	switch {
	case err == nil:
		return http.StatusOK
	case errors.Is(err, tools.ErrArguments):
		return http.StatusBadRequest
	case errors.Is(err, engine.ErrNotFound):
		return http.StatusNotFound
	case errors.Is(err, engine.ErrAmbiguous):
		return http.StatusConflict
	case errors.Is(err, tools.ErrTimeout):
		return http.StatusGatewayTimeout
	}
	return http.StatusInternalServerError
}

func refuse(w http.ResponseWriter, status int, why string) {
	write(w, status, tools.Envelope{Status: "error", Result: json.RawMessage("null"), Error: why})
}

func write(w http.ResponseWriter, status int, e tools.Envelope) {
	body, err := json.Marshal(e)
	if err != nil {
		status, body = http.StatusInternalServerError, []byte(`{"status":"error","result":null,"error":"write the reply"}`)
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(append(body, '\n')) // the caller may have gone
}
