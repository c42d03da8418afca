package archiver

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"owl/engine"
)

// request is one question to the server.
type request struct {
	url   string
	body  string // of a POST; empty asks by GET
	max   int64  // bytes of the reply
	read  func(io.Reader) error
	begun func() bool // something was read that cannot be taken back; nil is never
}

// What goes wrong on the way to an answer.
var (
	errAgain  = errors.New("no answer") // may work at the second try
	errSilent = errors.New("no answer") // would take as long again
	errPage   = errors.New("it answers with a web page, not with data: is the address right, and is no log-in in between?")
)

// ask asks, and a second time when the first was in vain.
func (c *Client) ask(ctx context.Context, r request) error {
	err := c.try(ctx, r)
	if err == nil || !errors.Is(err, errAgain) || ctx.Err() != nil || r.begun != nil && r.begun() {
		return err
	}
	select {
	case <-ctx.Done():
		return err
	case <-time.After(retryAfter):
	}
	return c.try(ctx, r)
}

func (c *Client) try(ctx context.Context, r request) (err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	quiet := silence{wait: c.wait(), cancel: cancel}
	quiet.timer = time.AfterFunc(quiet.wait, quiet.end)
	defer quiet.timer.Stop()
	defer func() {
		if cause := context.Cause(ctx); err != nil && errors.Is(cause, errSilent) {
			err = cause
		}
		if err != nil {
			err = fmt.Errorf("archiver %s: %w", hostOf(r.url), err)
		}
	}()
	req, err := newRequest(ctx, r)
	if err != nil {
		return err
	}
	resp, err := c.client().Do(req)
	if err != nil {
		return fmt.Errorf("%w: %w", errAgain, bareError(err))
	}
	defer func() { _ = resp.Body.Close() }() // only read from
	if err := statusError(resp); err != nil {
		return err
	}
	body := &limited{r: resp.Body, left: r.max, quiet: &quiet}
	if c.MaxReply > 0 {
		body.left = c.MaxReply
	}
	data := bufio.NewReader(body)
	if start, err := data.Peek(1); err == nil && isPage(resp.Header.Get("Content-Type"), start[0]) {
		return errPage
	}
	return transport(r.read(data))
}

// isPage tells a page for people, such as that of a log-in, from data. The type
// that a server gives is not enough: some give that of pages to everything.
func isPage(contentType string, start byte) bool {
	return start == '<' || strings.HasPrefix(contentType, "text/html") && strings.IndexByte(" \t\r\n\xef", start) >= 0
}

func newRequest(ctx context.Context, r request) (*http.Request, error) {
	method, body := http.MethodGet, io.Reader(nil)
	if r.body != "" {
		method, body = http.MethodPost, strings.NewReader(r.body)
	}
	req, err := http.NewRequestWithContext(ctx, method, r.url, body)
	if err != nil {
		return nil, bareError(err)
	}
	if r.body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	return req, nil
}

func (c *Client) wait() time.Duration {
	if c.Wait > 0 {
		return c.Wait
	}
	return defaultWait
}

func (c *Client) client() *http.Client {
	if c.HTTP != nil {
		return c.HTTP
	}
	return &http.Client{Transport: http.DefaultTransport}
}

// statusError reads what the server says when it does not answer.
func statusError(resp *http.Response) error {
	if resp.StatusCode == http.StatusOK {
		return nil
	}
	text, _ := io.ReadAll(io.LimitReader(resp.Body, maxErrorText)) // its own words are an extra
	words := strings.Join(strings.Fields(string(text)), " ")
	if words == "" || strings.HasPrefix(words, "<") {
		words = http.StatusText(resp.StatusCode)
	}
	switch {
	case resp.StatusCode == http.StatusNotFound:
		return fmt.Errorf("%w: it says 404: %s", engine.ErrNotFound, words)
	case resp.StatusCode >= 500 || resp.StatusCode == http.StatusTooManyRequests:
		return fmt.Errorf("%w: it says %d: %s", errAgain, resp.StatusCode, words)
	}
	return fmt.Errorf("it says %d: %s", resp.StatusCode, words)
}

// transport marks errors of the connection, as opposed to those of the data.
func transport(err error) error {
	var network interface{ Timeout() bool }
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &network) {
		return fmt.Errorf("%w: %w", errAgain, err)
	}
	return err
}

// bareError takes the address off an error, which names it anyway.
func bareError(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

func hostOf(address string) string {
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		return u.Host
	}
	return address
}

// silence ends a request whose server says nothing for too long.
type silence struct {
	wait   time.Duration
	timer  *time.Timer
	cancel context.CancelCauseFunc
}

func (s *silence) end() { s.cancel(fmt.Errorf("%w: nothing for %s", errSilent, s.wait)) }

// limited is the body of a reply: it may not be longer than left, and not pause
// for too long.
type limited struct {
	r     io.Reader
	left  int64
	quiet *silence
}

// errTooLong says that a reply has more bytes than are taken.
var errTooLong = errors.New("the reply is too long")

// Read implements io.Reader.
func (l *limited) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, errTooLong
	}
	n, err := l.r.Read(p[:min(int64(len(p)), l.left)])
	l.left -= int64(n)
	if n > 0 {
		l.quiet.timer.Reset(l.quiet.wait)
	}
	return n, err
}

// fetchJSON asks for a small reply and decodes it.
func (c *Client) fetchJSON(ctx context.Context, address, body string, into any) error {
	return c.ask(ctx, request{url: address, body: body, max: maxOther, read: func(r io.Reader) error {
		data, err := io.ReadAll(r)
		if err != nil {
			return err
		}
		if err := json.Unmarshal(data, into); err != nil {
			return fmt.Errorf("%w: %w", errShape, err)
		}
		return nil
	}})
}
