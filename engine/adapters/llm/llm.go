// Package llm talks to a language model over HTTP, in the OpenAI-compatible
// dialect or in that of an ARGO gateway, and keeps a bad service from harming an
// answer: every call ends, in time, with a reply or with one clear line.
//
//	llm.go       configuration and the client
//	failure.go   what goes wrong, in words
//	http.go      the one HTTP client: redirects, sizes, statuses
//	watch.go     the watch that ends a call on which nothing comes
//	collect.go   a reply, put together from its pieces
//	openai.go    OpenAI-compatible services
//	argo.go      ARGO gateways; envelope.go reads their three shapes of replies
//	retry.go     a second try, where it may help
//	rate.go      how often a service is asked
//	breaker.go   a service that fails is left alone for a while
//	models.go    what a service offers
package llm

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/writer/chat"
)

// Dialect is the way in which a service is spoken to.
type Dialect string

// The dialects.
const (
	OpenAI Dialect = "openai"
	Argo   Dialect = "argo"
)

// Config says which service is asked and how. Only URL must be set.
type Config struct {
	URL     string // http://host:port/v1, with or without the path of the call
	Model   string // the name that the service knows
	Dialect Dialect
	KeyEnv  string // environment variable with the key; empty for none
	User    string // whom an ARGO gateway serves

	FirstToken time.Duration // until something comes; 0 is 60 s
	Stall      time.Duration // until more comes; 0 is 15 s
	Total      time.Duration // of a call; 0 is 3 min
	MaxReply   int           // bytes of text after which a reply is cut; 0 is 32 kB

	PerMinute int           // calls; 0 is 60
	Failures  int           // calls that fail one after another before a pause; 0 is 3
	Pause     time.Duration // 0 is 30 s
}

// Client is a chat.Model. It is safe for concurrent use; Close ends it.
type Client struct {
	chat.Model
	host *host
}

// New makes a client; nothing is asked yet.
func New(cfg Config) (*Client, error) {
	h, err := newHost(&cfg)
	if err != nil {
		return nil, err
	}
	var base chat.Model
	switch cfg.Dialect {
	case OpenAI, "":
		base = newOpenAI(cfg, h)
	case Argo:
		base = newArgo(cfg, h)
	default:
		return nil, fmt.Errorf("llm.dialect is %q, want %s or %s: %w", cfg.Dialect, OpenAI, Argo, engine.ErrUsage)
	}
	m := newBreaker(newRate(newRetry(base), cmp.Or(cfg.PerMinute, usualPerMinute)), cmp.Or(cfg.Failures, 3), cmp.Or(cfg.Pause, 30*time.Second))
	return &Client{Model: named{m, h}, host: h}, nil
}

// Close lets go of the connections.
func (c *Client) Close() { c.host.client.CloseIdleConnections() }

// Host is the service's host and port, for people.
func (c *Client) Host() string { return c.host.name }

// named puts model and host before every error.
type named struct {
	chat.Model
	host *host
}

func (n named) Chat(ctx context.Context, req chat.Request, onDelta func(string)) (chat.Reply, error) {
	reply, err := n.Model.Chat(ctx, req, onDelta)
	if err != nil {
		return chat.Reply{}, fmt.Errorf("language model at %s %w", n.host.name, err)
	}
	return reply, nil
}

const usualPerMinute = 60

// newHost reads the address and the key, and fills in what cfg leaves out.
func newHost(cfg *Config) (*host, error) {
	u, err := url.Parse(cfg.URL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("llm.base_url must begin with http:// or https://: %w", engine.ErrUsage)
	}
	if u.User != nil || u.RawQuery != "" {
		return nil, fmt.Errorf("llm.base_url must not hold a name, a key or a query; name the key's variable in llm.api_key_env: %w", engine.ErrUsage)
	}
	h := &host{name: u.Host}
	if cfg.KeyEnv != "" {
		if h.key = os.Getenv(cfg.KeyEnv); h.key == "" {
			return nil, fmt.Errorf("language model at %s: the environment variable %s with the key is empty: %w", u.Host, cfg.KeyEnv, engine.ErrUsage)
		}
	}
	u.Path = strings.TrimSuffix(strings.TrimRight(u.Path, "/"), "/chat/completions")
	if u.Path == "" {
		u.Path = "/v1"
	}
	cfg.URL = u.String()
	h.base = cfg.URL
	cfg.Model = cmp.Or(cfg.Model, "default")
	cfg.FirstToken = cmp.Or(cfg.FirstToken, time.Minute)
	cfg.Stall = cmp.Or(cfg.Stall, 15*time.Second)
	cfg.Total = cmp.Or(cfg.Total, 3*time.Minute)
	cfg.MaxReply = cmp.Or(cfg.MaxReply, 32<<10)
	h.client = &http.Client{Transport: newTransport(), CheckRedirect: sameHost}
	return h, nil
}
