package llmtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
)

// Exchange is one recorded request with its answer. Headers are not kept: they
// may hold a key.
type Exchange struct {
	Request json.RawMessage `json:"request"`
	Status  int             `json:"status"`
	Type    string          `json:"type"` // the Content-Type
	Answer  string          `json:"answer"`
}

// Recorder passes requests on to a real service and keeps what was said.
type Recorder struct {
	URL  string // with /v1
	http *httptest.Server

	mu        sync.Mutex
	exchanges []Exchange
}

// Record starts a recorder in front of a service, whose address ends with /v1.
func Record(upstream string) *Recorder {
	rec := &Recorder{}
	rec.http = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec.pass(w, r, strings.TrimSuffix(upstream, "/v1")+r.URL.Path)
	}))
	rec.URL = rec.http.URL + "/v1"
	return rec
}

// Close ends the recorder, when every answer has been read to its end.
func (rec *Recorder) Close() { rec.http.Close() }

func (rec *Recorder) pass(w http.ResponseWriter, r *http.Request, to string) {
	asked, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	// A client that has what it wants hangs up; the recording goes on.
	req, err := http.NewRequestWithContext(context.WithoutCancel(r.Context()), r.Method, to, bytes.NewReader(asked))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	req.Header = r.Header.Clone()
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	body := resp.Body
	defer body.Close()
	w.Header().Set("Content-Type", resp.Header.Get("Content-Type"))
	w.WriteHeader(resp.StatusCode)
	var said bytes.Buffer
	if _, err := io.Copy(io.MultiWriter(&said, client{w}), body); err != nil {
		return // half an answer is not worth keeping
	}
	rec.mu.Lock()
	defer rec.mu.Unlock()
	rec.exchanges = append(rec.exchanges, Exchange{asked, resp.StatusCode, resp.Header.Get("Content-Type"), said.String()})
}

// client passes on what comes at once; that it has gone is no error.
type client struct{ http.ResponseWriter }

func (c client) Write(p []byte) (int, error) {
	if _, err := c.ResponseWriter.Write(p); err == nil {
		flush(c.ResponseWriter)
	}
	return len(p), nil
}

// Save writes the exchanges, one JSON object a line. It is called after Close.
func (rec *Recorder) Save(w io.Writer) error {
	rec.mu.Lock()
	defer rec.mu.Unlock()
	enc := json.NewEncoder(w)
	for _, e := range rec.exchanges {
		if err := enc.Encode(e); err != nil {
			return fmt.Errorf("write recorded traffic: %w", err)
		}
	}
	return nil
}

// Replay makes a script out of a recording: its answers in their order, whatever
// is asked.
func Replay(r io.Reader) ([]Step, error) {
	var script []Step
	for d := json.NewDecoder(r); ; {
		var e Exchange
		err := d.Decode(&e)
		if err == io.EOF {
			return script, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read recorded traffic: %w", err)
		}
		script = append(script, Step{Times: 1, Do: Raw(e.Status, e.Type, e.Answer)})
	}
}
