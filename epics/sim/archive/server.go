package archive

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"time"

	"owl/assets/demogen/history"
)

// Archive is what the endpoint serves.
type Archive struct {
	history *history.Archive
	played  *Recorder // may be nil
	now     func() time.Time
}

// New returns the archive of a demo machine. Nothing after now is served. What
// was played, which may be nil, is served from the begin of the play on.
func New(h *history.Archive, played *Recorder, now func() time.Time) *Archive {
	return &Archive{history: h, played: played, now: now}
}

// Handler answers the questions. It refuses all that do not come from this host.
func (a *Archive) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /retrieval/data/getData.raw", a.getData(writeRaw))
	mux.HandleFunc("GET /retrieval/data/getData.json", a.getData(writeJSON))
	mux.HandleFunc("POST /retrieval/data/getDataAtTime", a.getDataAtTime)
	mux.HandleFunc("GET /retrieval/bpl/getMatchingPVs", a.matching)
	mux.HandleFunc("GET /mgmt/bpl/getAllPVs", a.matching)
	mux.HandleFunc("GET /mgmt/bpl/getPVStatus", a.status)
	mux.HandleFunc("POST /mgmt/bpl/getPVStatus", a.status)
	mux.HandleFunc("GET /mgmt/bpl/getPVTypeInfo", a.typeInfo)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if from, err := netip.ParseAddrPort(r.RemoteAddr); err != nil || !from.Addr().Unmap().IsLoopback() {
			http.Error(w, "only this host may ask", http.StatusForbidden)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// Server is a running endpoint.
type Server struct {
	http *http.Server
	addr string
	done chan error
}

// Start serves the archive on a free port of this host until Close.
func (a *Archive) Start(ctx context.Context) (*Server, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("start the demo archiver: %w", err)
	}
	s := &Server{addr: listener.Addr().String(), done: make(chan error, 1)}
	s.http = &http.Server{Handler: a.Handler(), ReadHeaderTimeout: 10 * time.Second}
	go func() { s.done <- s.http.Serve(listener) }() // net/http recovers the handlers
	return s, nil
}

// Retrieval is the address of data and name search.
func (s *Server) Retrieval() string { return "http://" + s.addr + "/retrieval" }

// Management is the address of the states of PVs.
func (s *Server) Management() string { return "http://" + s.addr + "/mgmt" }

// Close ends the endpoint and what it is answering.
func (s *Server) Close() error {
	err := s.http.Close()
	if served := <-s.done; !errors.Is(served, http.ErrServerClosed) {
		err = errors.Join(err, served)
	}
	if err != nil {
		return fmt.Errorf("end the demo archiver: %w", err)
	}
	return nil
}
