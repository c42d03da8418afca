package remote

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
	"unicode"

	"owl/engine"
)

// Config says which service is asked and how.
type Config struct {
	URL           string        // of the service, with or without the path of the call
	Model         string        // the name that the service knows; may be empty
	KeyEnv        string        // environment variable with the key; empty for none
	Timeout       time.Duration // of one try; 0 is 30 s
	QueryPrefix   string        // put before a question
	PassagePrefix string        // put before a passage
}

const (
	usualTimeout = 30 * time.Second
	maxAnswer    = 64 << 20 // bytes
	maxMessage   = 160      // characters of what a service says about an error
	leastPause   = 200 * time.Millisecond
)

// client posts JSON to one address.
type client struct {
	http    *http.Client
	address string // with everything
	shown   string // without what may be secret
	key     string
	timeout time.Duration
	pause   func(ctx context.Context) error // before the second try
}

// newClient adds the path of a call to an address that has it not: /v1/ and the
// name for OpenAI's calls, else the name alone.
func newClient(cfg Config, versioned bool, call string) (*client, error) {
	u, err := url.Parse(cfg.URL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("the address of a model must begin with http:// or https://: %w", engine.ErrUsage)
	}
	path := strings.TrimRight(u.Path, "/")
	if !strings.HasSuffix(path, "/"+call) {
		if versioned && !strings.HasSuffix(path, "/v1") {
			path += "/v1"
		}
		path += "/" + call
	}
	u.Path = path
	c := &client{
		address: u.String(), shown: u.Scheme + "://" + u.Host + path,
		timeout: cmp.Or(cfg.Timeout, usualTimeout), pause: pause,
		http: &http.Client{
			Transport:     &http.Transport{Proxy: http.ProxyFromEnvironment, MaxIdleConnsPerHost: 4, IdleConnTimeout: time.Minute},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, // the key stays here
		},
	}
	if cfg.KeyEnv != "" {
		if c.key = os.Getenv(cfg.KeyEnv); c.key == "" {
			return nil, fmt.Errorf("%s: the environment variable %s with the key is empty: %w", c.shown, cfg.KeyEnv, engine.ErrUsage)
		}
	}
	return c, nil
}

// pause waits for a moment that differs from client to client, so that they do
// not come back together.
func pause(ctx context.Context) error {
	timer := time.NewTimer(leastPause + rand.N(2*leastPause))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (c *client) close() { c.http.CloseIdleConnections() }

// refusal is an answer with another status than 200.
type refusal struct {
	status  int
	message string
}

func (r *refusal) Error() string {
	text := fmt.Sprintf("%d %s", r.status, http.StatusText(r.status))
	if r.message != "" {
		text += ": " + r.message
	}
	return text
}

// unavailable marks a try that got no answer.
type unavailable struct{ cause error }

func (u *unavailable) Error() string { return u.cause.Error() }
func (u *unavailable) Unwrap() error { return u.cause }

// again reports whether another try may help.
func again(err error) bool {
	var r *refusal
	if errors.As(err, &r) {
		return r.status == http.StatusTooManyRequests || r.status >= 500
	}
	var u *unavailable
	return errors.As(err, &u)
}

// post sends a request and decodes the answer into out. The errors name the
// address.
func (c *client) post(ctx context.Context, in, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return fmt.Errorf("%s: write the request: %w", c.shown, err)
	}
	answer, err := c.try(ctx, body)
	if err != nil && ctx.Err() == nil && again(err) {
		if err = c.pause(ctx); err == nil {
			answer, err = c.try(ctx, body)
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", c.shown, cmp.Or(ctx.Err(), err)) // the caller's end goes first
	}
	if err := json.Unmarshal(answer, out); err != nil {
		return fmt.Errorf("%s: the answer is not what was asked for: %w", c.shown, err)
	}
	return nil
}

func (c *client) try(ctx context.Context, body []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.address, bytes.NewReader(body))
	if err != nil {
		return nil, errors.New("not an address")
	}
	req.Header.Set("Content-Type", "application/json")
	if c.key != "" {
		req.Header.Set("Authorization", "Bearer "+c.key)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		var wrapped *url.Error // it repeats the address, with all that is in it
		if errors.As(err, &wrapped) {
			err = wrapped.Err
		}
		return nil, &unavailable{err}
	}
	read := resp.Body
	defer read.Close()
	answer, err := io.ReadAll(io.LimitReader(read, maxAnswer+1))
	switch {
	case err != nil:
		return nil, &unavailable{err}
	case len(answer) > maxAnswer:
		return nil, fmt.Errorf("the answer has more than %d MB", maxAnswer>>20)
	case resp.StatusCode != http.StatusOK:
		return nil, &refusal{resp.StatusCode, c.message(resp.StatusCode, answer)}
	}
	return answer, nil
}

// message is what a service says about an error, on one line. What it says of
// a key may hold a part of it and is not repeated.
func (c *client) message(status int, answer []byte) string {
	if status == http.StatusUnauthorized || status == http.StatusForbidden {
		return ""
	}
	var said struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"`
	}
	if json.Unmarshal(answer, &said) != nil {
		return ""
	}
	text := said.Message
	var inner struct {
		Message string `json:"message"`
	}
	if json.Unmarshal(said.Error, &inner) == nil {
		text = cmp.Or(inner.Message, text)
	}
	var plain string
	if json.Unmarshal(said.Error, &plain) == nil {
		text = cmp.Or(plain, text)
	}
	if c.key != "" {
		text = strings.ReplaceAll(text, c.key, "(key)")
	}
	runes := []rune(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text))
	return string(runes[:min(len(runes), maxMessage)])
}
