package judge

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Limits of one request.
const (
	maxReply    = 1 << 20 // bytes
	firstWait   = time.Second
	longestWait = time.Minute
)

// message is one message of a chat.
type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type request struct {
	Model       string    `json:"model"`
	Messages    []message `json:"messages"`
	Temperature float64   `json:"temperature"`
	MaxTokens   int       `json:"max_tokens"`
}

// refusal is a reply that is not 200.
type refusal struct {
	status int
	after  time.Duration // that the server asks to wait; 0 when it does not
	detail string        // how its reply begins
}

func (r *refusal) Error() string {
	return fmt.Sprintf("the judge's server answers %d %q", r.status, r.detail)
}

// again tells whether the same request may succeed later.
func (r *refusal) again() bool {
	return r.status == http.StatusRequestTimeout || r.status == http.StatusTooManyRequests || r.status >= 500
}

// ask sends a chat and returns the body of the reply. A request that fails in a
// way that may pass is sent again after a random wait, which doubles its span
// each time, or after as long as the server says.
func (c *Chat) ask(ctx context.Context, messages []message) ([]byte, error) {
	body, err := json.Marshal(request{Model: c.opts.Model, Messages: messages, MaxTokens: c.opts.MaxTokens})
	if err != nil {
		return nil, fmt.Errorf("write a request to the judge: %w", err)
	}
	span := firstWait
	for attempt := 1; ; attempt++ {
		reply, err := c.send(ctx, body)
		if err == nil {
			return reply, nil
		}
		wait, passing := c.waitFor(err, span)
		if !passing || attempt >= c.opts.Attempts || ctx.Err() != nil {
			return nil, fmt.Errorf("ask the judge (%d times): %w", attempt, err)
		}
		if err := c.opts.Wait(ctx, wait); err != nil {
			return nil, fmt.Errorf("ask the judge: %w", err)
		}
		span = min(2*span, longestWait)
	}
}

// waitFor says how long to wait after an error; passing is false when waiting
// does not help.
func (c *Chat) waitFor(err error, span time.Duration) (wait time.Duration, passing bool) {
	jitter := time.Duration(c.opts.Random() * float64(span))
	var r *refusal
	if !errors.As(err, &r) {
		return jitter, true // the network, or the time limit
	}
	return min(r.after, longestWait) + jitter, r.again()
}

func (c *Chat) send(ctx context.Context, body []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, c.opts.Timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimRight(c.opts.BaseURL, "/")+"/chat/completions", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	if c.opts.Key != "" {
		req.Header.Set("Authorization", "Bearer "+c.opts.Key)
	}
	res, err := c.opts.Client.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }() // it was read to its end, or the call has failed
	reply, err := io.ReadAll(io.LimitReader(res.Body, maxReply))
	if res.StatusCode != http.StatusOK {
		return nil, &refusal{status: res.StatusCode, after: retryAfter(res.Header.Get("Retry-After")), detail: string(reply[:min(len(reply), 200)])}
	}
	return reply, err
}

// retryAfter reads the header as a number of seconds; a date counts as none,
// since the clocks may differ.
func retryAfter(header string) time.Duration {
	seconds, err := strconv.Atoi(header)
	if err != nil || seconds < 0 || seconds > 3600 {
		return 0
	}
	return time.Duration(seconds) * time.Second
}
