package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"owl/engine/tools"
)

// Remote is a gateway on another host, of which query and health are used.
type Remote struct {
	base   *url.URL
	token  string
	client *http.Client
}

// mostReply bounds a reply in bytes.
const mostReply = 4 << 20

// NewRemote takes the address of a gateway, such as http://127.0.0.1:8680.
func NewRemote(address, token string) (*Remote, error) {
	base, err := url.Parse(address)
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" || base.User != nil {
		return nil, fmt.Errorf("%q is no address of a gateway, such as http://127.0.0.1:8680", address)
	}
	return &Remote{base, token, &http.Client{
		Transport: &http.Transport{Proxy: nil},
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return errors.New("the gateway redirects, which it never does")
		},
	}}, nil
}

// Tools are those that the gateway answers.
func (r *Remote) Tools() []tools.Tool {
	return []tools.Tool{
		{Spec: QuerySpec(), Call: func(ctx context.Context, args json.RawMessage) (tools.Result, error) {
			return r.ask(ctx, http.MethodPost, "query", args)
		}},
		{Spec: HealthSpec(), Call: func(ctx context.Context, _ json.RawMessage) (tools.Result, error) {
			return r.ask(ctx, http.MethodGet, "health", nil)
		}},
	}
}

func (r *Remote) ask(ctx context.Context, method, path string, body []byte) (tools.Result, error) {
	req, err := http.NewRequestWithContext(ctx, method, r.base.JoinPath(path).String(), bytes.NewReader(body))
	if err != nil {
		return tools.Result{}, fmt.Errorf("ask the gateway: %w", err)
	}
	if r.token != "" {
		req.Header.Set("Authorization", "Bearer "+r.token)
	}
	reply, err := r.client.Do(req)
	if err != nil {
		return tools.Result{}, fmt.Errorf("ask the gateway: %w", err)
	}
	defer func() { _ = reply.Body.Close() }()
	data, err := io.ReadAll(io.LimitReader(reply.Body, mostReply+1))
	if err != nil {
		return tools.Result{}, fmt.Errorf("read the gateway's reply: %w", err)
	}
	var e tools.Envelope
	if len(data) > mostReply || json.Unmarshal(data, &e) != nil || e.Status == "" {
		return tools.Result{}, fmt.Errorf("the gateway at %s gives no reply of a gateway (HTTP %d)", r.base.Host, reply.StatusCode)
	}
	if e.Status != "ok" {
		return tools.Result{}, fmt.Errorf("the gateway says: %s", strings.TrimSpace(e.Error))
	}
	return tools.Result{Value: e.Result}, nil
}
