package llm

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/guard"
	"owl/engine/writer/chat"
)

// failure is an error in words: "stalled: no token for 15s". It wraps one of
// chat's errors.
type failure struct {
	kind   error
	detail string
	status int           // of HTTP; 0 when there was none
	after  time.Duration // what Retry-After asks for
	fast   bool          // it was known at once, so that another try costs little
}

func (f *failure) Error() string {
	if f.detail == "" {
		return f.kind.Error()
	}
	return f.kind.Error() + ": " + f.detail
}

func (f *failure) Unwrap() error { return f.kind }

// again reports whether another try may help.
func (f *failure) again() bool {
	return errors.Is(f.kind, chat.ErrBusy) && f.status == http.StatusTooManyRequests ||
		f.fast && (errors.Is(f.kind, chat.ErrServer) || errors.Is(f.kind, chat.ErrUnreachable))
}

// unreachable puts a failed exchange into words. The address is not repeated.
func unreachable(err error) error {
	var known *failure
	if errors.As(err, &known) {
		return known
	}
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	var timeout net.Error
	f := &failure{kind: chat.ErrUnreachable, detail: line(err.Error()), fast: true}
	if errors.As(err, &timeout) && timeout.Timeout() {
		f.detail, f.fast = "no connection in "+dialTime.String(), false
	}
	return f
}

// broken is a reply that ends before it is whole.
func broken(err error) error {
	var known *failure
	if errors.As(err, &known) {
		return known
	}
	return &failure{kind: chat.ErrServer, detail: "the reply broke off: " + line(err.Error()), fast: true}
}

// refusal turns a status into words, with what the service says about it. What
// it says of a key may hold a part of it and is not repeated.
func refusal(resp *http.Response, body []byte, key string) error {
	f := &failure{kind: chat.ErrRefused, status: resp.StatusCode, fast: true, after: retryAfter(resp.Header.Get("Retry-After"), time.Now())}
	switch {
	case resp.StatusCode == http.StatusTooManyRequests:
		f.kind = chat.ErrBusy
	case resp.StatusCode >= 500:
		f.kind = chat.ErrServer
	}
	f.detail = strings.TrimSpace(fmt.Sprintf("%d %s", resp.StatusCode, http.StatusText(resp.StatusCode)))
	if resp.StatusCode != http.StatusUnauthorized && resp.StatusCode != http.StatusForbidden {
		if said := message(body); said != "" {
			f.detail += ": " + line(said)
		}
	}
	if key != "" {
		f.detail = strings.ReplaceAll(f.detail, key, "(key)")
	}
	return f
}

// retryAfter reads seconds or a date.
func retryAfter(header string, now time.Time) time.Duration {
	if seconds, err := strconv.Atoi(header); err == nil && seconds > 0 {
		return time.Duration(min(seconds, 86400)) * time.Second
	}
	if at, err := http.ParseTime(header); err == nil && at.After(now) {
		return at.Sub(now)
	}
	return 0
}

const maxDetail = 160 // characters

// line is a text from outside on one line of terminal text.
func line(text string) string {
	runes := []rune(strings.TrimSpace(guard.Line(engine.Untrusted(text))))
	if len(runes) > maxDetail {
		return string(runes[:maxDetail]) + "…"
	}
	return string(runes)
}

// ended tells the caller's end and the watch's from what they caused.
func ended(ctx context.Context, caller context.Context, err error) error {
	if caller.Err() != nil {
		return fmt.Errorf("was interrupted: %w", caller.Err())
	}
	var stalled *failure
	if errors.As(context.Cause(ctx), &stalled) {
		return stalled
	}
	return err
}
