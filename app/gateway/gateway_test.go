package gateway_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"owl/app/gateway"
	"owl/engine"
	"owl/engine/tools"
)

// backend echoes calls; some ids end in an error.
type backend struct {
	begun   chan struct{} // told when a call waits
	release chan struct{} // waits for this when it is not nil
}

func (b backend) Call(ctx context.Context, name string, args json.RawMessage) tools.Envelope {
	if b.release != nil {
		b.begun <- struct{}{}
		select {
		case <-b.release:
		case <-ctx.Done():
			return tools.Envelope{Status: "error", Err: ctx.Err(), Error: "gone"}
		}
	}
	fail := func(err error) tools.Envelope {
		return tools.Envelope{Status: "error", Result: json.RawMessage("null"), Error: err.Error(), Err: err}
	}
	switch {
	case strings.Contains(string(args), "none"):
		return fail(engine.ErrNotFound)
	case strings.Contains(string(args), "two"):
		return fail(engine.ErrAmbiguous)
	case strings.Contains(string(args), "slow"):
		return fail(tools.ErrTimeout)
	case strings.Contains(string(args), "wrong"):
		return fail(tools.ErrArguments)
	case strings.Contains(string(args), "fault"):
		return fail(tools.ErrFault)
	}
	result, _ := json.Marshal(map[string]any{"tool": name, "args": string(args)})
	return tools.Envelope{Status: "ok", Result: result}
}

func call(t *testing.T, h http.Handler, method, target, body string, header ...string) (int, tools.Envelope) {
	t.Helper()
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	r.Host = "127.0.0.1:8680"
	for _, line := range header {
		name, value, _ := strings.Cut(line, ": ")
		r.Header.Set(name, value)
		if name == "Host" {
			r.Host = value
		}
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	var e tools.Envelope
	if err := json.Unmarshal(w.Body.Bytes(), &e); err != nil || w.Header().Get("Content-Type") != "application/json" {
		t.Fatalf("%s %s: no envelope: %q, %v", method, target, w.Body, err)
	}
	return w.Code, e
}

func TestRoutesAreToolCalls(t *testing.T) {
	h := gateway.New(backend{}, gateway.Options{})
	for _, c := range []struct {
		method, target, body string
		code                 int
		want                 string // in the result or the error
	}{
		{"GET", "/health", "", 200, `"tool":"health"`},
		{"GET", "/query?q=beam+dump&k=3&collection=bely&collection=wrq&channels=hybrid&since=7d", "", 200, `{\"channels\":\"hybrid\",\"collections\":[\"bely\",\"wrq\"],\"k\":3,\"query\":\"beam dump\",\"since\":\"7d\"}`},
		{"POST", "/query", `{"query":"beam"}`, 200, `{\"query\":\"beam\"}`},
		{"GET", "/record/wrq%2FWRQ_1%2Fcomments?offset=10", "", 200, `{\"id\":\"wrq/WRQ_1/comments\",\"offset\":10}`},
		{"GET", "/record/wrq/WRQ_1/comments", "", 200, `{\"id\":\"wrq/WRQ_1/comments\"}`},
		{"GET", "/record/none", "", 404, ""},
		{"GET", "/record/two", "", 409, ""},
		{"GET", "/query?q=slow", "", 504, ""},
		{"GET", "/query?q=wrong", "", 400, ""},
		{"GET", "/query?q=fault", "", 500, ""},
		{"GET", "/query?q=x&k=many", "", 400, "k is a number"},
		{"GET", "/record/x?offset=many", "", 400, "offset is a number"},
		{"DELETE", "/query", "", 404, "there is GET /health"},
		{"GET", "/", "", 404, "there is GET /health"},
		{"POST", "/query", strings.Repeat(" ", 70_000), 413, "larger than"},
	} {
		code, e := call(t, h, c.method, c.target, c.body)
		if code != c.code || !strings.Contains(string(e.Result)+e.Error, c.want) || (code == 200) != (e.Status == "ok") {
			t.Errorf("%s %s: %d %s %s %s", c.method, c.target, code, e.Status, e.Result, e.Error)
		}
	}
}

func TestWithoutATokenOnlyThisHostMayBeNamed(t *testing.T) {
	h := gateway.New(backend{}, gateway.Options{})
	for host, want := range map[string]int{
		"localhost": 200, "LOCALHOST:8680": 200, "127.0.0.1": 200, "127.9.9.9:1": 200, "[::1]:8680": 200, "::1": 200,
		"evil.example": 421, "evil.example:8680": 421, "127.0.0.1.evil.example": 421, "10.0.0.1": 421, "": 421, "localhost.": 421,
	} {
		if code, _ := call(t, h, "GET", "/health", "", "Host: "+host); code != want {
			t.Errorf("%q: %d, want %d", host, code, want)
		}
	}
}

func TestATokenIsAskedFor(t *testing.T) {
	h := gateway.New(backend{}, gateway.Options{Token: "secret"})
	for header, want := range map[string]int{
		"Authorization: Bearer secret": 200, "Authorization: Bearer secre": 401, "Authorization: Bearer secrets": 401,
		"Authorization: secret": 401, "Authorization: Basic secret": 401, "X: y": 401,
	} {
		code, e := call(t, h, "GET", "/health", "", header, "Host: elsewhere.example")
		if code != want || strings.Contains(e.Error, "secret") {
			t.Errorf("%q: %d %s", header, code, e.Error)
		}
	}
}

func TestTooManyCallsAreToldToTryAgain(t *testing.T) {
	b := backend{begun: make(chan struct{}), release: make(chan struct{})}
	h := gateway.New(b, gateway.Options{Most: 1})
	first := make(chan int)
	go func() {
		code, _ := call(t, h, "GET", "/query?q=a", "")
		first <- code
	}()
	<-b.begun
	if code, _ := call(t, h, "GET", "/query?q=b", ""); code != 503 {
		t.Errorf("the second call: %d", code)
	}
	close(b.release)
	if code := <-first; code != 200 {
		t.Errorf("the first call: %d", code)
	}
}

// A caller that goes ends its call, and a gateway that ends lets calls finish.
func TestServing(t *testing.T) {
	b := backend{begun: make(chan struct{}), release: make(chan struct{})}
	ctx, stop := context.WithCancel(t.Context())
	l, err := gateway.Listen(ctx, "127.0.0.1:0", "")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error)
	go func() { served <- gateway.Serve(ctx, l, gateway.New(b, gateway.Options{}), nil) }()
	address := "http://" + l.Addr().String()

	impatient, go1 := context.WithCancel(t.Context())
	gone := make(chan error)
	go func() {
		req, _ := http.NewRequestWithContext(impatient, http.MethodGet, address+"/query?q=a", nil)
		reply, err := http.DefaultClient.Do(req)
		if err == nil {
			_ = reply.Body.Close()
		}
		gone <- err
	}()
	<-b.begun
	go1()
	if err := <-gone; !errors.Is(err, context.Canceled) {
		t.Errorf("the impatient caller: %v", err)
	}

	answer := make(chan string)
	go func() {
		reply, err := http.Get(address + "/query?q=b")
		if err != nil {
			answer <- err.Error()
			return
		}
		body, _ := io.ReadAll(reply.Body)
		_ = reply.Body.Close()
		answer <- fmt.Sprint(reply.StatusCode, string(body))
	}()
	<-b.begun
	stop()
	close(b.release)
	if got := <-answer; !strings.HasPrefix(got, "200") {
		t.Errorf("the call under way: %s", got)
	}
	if err := <-served; err != nil {
		t.Errorf("serving ended with %v", err)
	}
}

func TestAnAddressForOthersNeedsAToken(t *testing.T) {
	if _, err := gateway.Listen(t.Context(), "0.0.0.0:0", ""); !errors.Is(err, gateway.ErrToken) {
		t.Errorf("got %v", err)
	}
	l, err := gateway.Listen(t.Context(), "127.0.0.1:0", "")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if _, err := gateway.Listen(t.Context(), l.Addr().String(), ""); err == nil {
		t.Error("a port that is taken is no error")
	}
}

func TestARemoteGatewayAnswersAsTools(t *testing.T) {
	server := httptest.NewServer(gateway.New(backend{}, gateway.Options{Token: "secret"}))
	defer server.Close()
	for token, want := range map[string]string{"secret": "ok", "other": "bring the token"} {
		remote, err := gateway.NewRemote(server.URL, token)
		if err != nil {
			t.Fatal(err)
		}
		r, err := tools.NewRegistry(tools.Limits{}, remote.Tools()...)
		if err != nil {
			t.Fatal(err)
		}
		e := r.Call(t.Context(), "query", json.RawMessage(`{"query":"beam"}`))
		if !strings.Contains(e.Status+e.Error, want) {
			t.Errorf("token %s: %+v", token, e)
		}
	}
}

func TestARemoteThatIsNoGateway(t *testing.T) {
	for name, handler := range map[string]http.HandlerFunc{
		"page":     func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>") },
		"redirect": func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/elsewhere", http.StatusFound) },
		"endless": func(w http.ResponseWriter, _ *http.Request) {
			for range 100 {
				_, _ = w.Write(bytes.Repeat([]byte("x"), 1<<16))
			}
		},
	} {
		server := httptest.NewServer(handler)
		remote, err := gateway.NewRemote(server.URL, "")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := remote.Tools()[1].Call(t.Context(), nil); err == nil {
			t.Errorf("%s: no error", name)
		}
		server.Close()
	}
	for _, address := range []string{"", "127.0.0.1:8680", "ftp://x", "http://", "http://user:pw@host", "http://[::1"} {
		if _, err := gateway.NewRemote(address, ""); err == nil {
			t.Errorf("%q is taken", address)
		}
	}
}

// Whatever is asked, the reply is an envelope.
func FuzzRequests(f *testing.F) {
	f.Add("GET", "/query?q=a&k=1", "")
	f.Add("POST", "/query", `{"query":"a"}`)
	f.Add("GET", "/record/%2e%2e/x\x00", "")
	h := gateway.New(backend{}, gateway.Options{})
	f.Fuzz(func(t *testing.T, method, target, body string) {
		r, err := http.NewRequest(method, "http://localhost/"+strings.TrimPrefix(target, "/"), strings.NewReader(body))
		if err != nil {
			return
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code >= 300 && w.Code < 400 { // the path is made clean first
			return
		}
		var e tools.Envelope
		if err := json.Unmarshal(w.Body.Bytes(), &e); err != nil {
			t.Fatalf("%s %q: %d %q", method, target, w.Code, w.Body)
		}
	})
}
