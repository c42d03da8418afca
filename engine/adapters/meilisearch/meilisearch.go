// Package meilisearch keeps a copy of the chunks' words in a Meilisearch server and
// lets it answer as the text channel.
//
//	meilisearch.go  configuration, the client, what goes wrong in words
//	search.go       queries, filters before ranking
//	push.go         the copy: its settings, its documents, tasks that are waited for
//
// The index is called by the knowledge base and the version of this package, so
// that two of them never mix.
package meilisearch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	meili "github.com/meilisearch/meilisearch-go"

	"owl/engine/mirror"
)

// format is the version of the documents and settings.
const format = 1

// Config says which server is used. Only Address and Base must be set.
type Config struct {
	Address string // http://host:7700
	KeyEnv  string // variable that holds the key; empty for a server without keys
	Index   string // what the name of the index begins with; empty for owl
	Base    string // which knowledge base it is a copy of

	Write time.Duration // for a batch to be written; 0 is 5 min
}

// Client speaks to a server. It is safe for concurrent use.
type Client struct {
	service meili.ServiceManager
	index   meili.IndexManager
	name    string
	host    string
	write   time.Duration
}

// New makes a client; nothing is asked yet. The error is engine.ErrUsage.
func New(cfg Config) (*Client, error) {
	u, key, err := mirror.Server("meilisearch", cfg.Address, "http://host:7700", cfg.KeyEnv)
	if err != nil {
		return nil, err
	}
	// Compressed replies meet delayed acknowledgements: 40 ms a search, 1 ms without.
	transport := &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 8, IdleConnTimeout: time.Minute}
	options := []meili.Option{meili.DisableRetries(), meili.WithCustomClient(&http.Client{Transport: transport})}
	if key != "" {
		options = append(options, meili.WithAPIKey(key))
	}
	c := &Client{
		service: meili.New(strings.TrimSuffix(cfg.Address, "/"), options...), host: u.Host, write: cmp.Or(cfg.Write, 5*time.Minute),
		name: fmt.Sprintf("%s-%s-%d", cmp.Or(cfg.Index, "owl"), cfg.Base, format),
	}
	c.index = c.service.Index(c.name)
	return c, nil
}

// Close lets go of the connections.
func (c *Client) Close() { c.service.Close() }

// Host is the server's host and port, for people.
func (c *Client) Host() string { return c.host }

// Count is how many chunks the copy holds; 0 when there is none.
func (c *Client) Count(ctx context.Context) (int, error) {
	stats, err := c.index.GetStats(ctx, nil)
	if missing(err) {
		return 0, nil
	}
	if err != nil {
		return 0, c.explain(err)
	}
	return int(stats.NumberOfDocuments), nil
}

// missing reports that the server has no such index.
func missing(err error) bool {
	var e *meili.Error
	return errors.As(err, &e) && e.APIError.Code == "index_not_found"
}

// explain puts an error in one line that names the server, without what was sent.
func (c *Client) explain(err error) error {
	var e *meili.Error
	var failed *url.Error
	switch {
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("meilisearch at %s: %w", c.host, context.Canceled)
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("meilisearch at %s gave no answer in time", c.host)
	case !errors.As(err, &e):
		return fmt.Errorf("meilisearch at %s cannot be reached: %s", c.host, mirror.Line(err.Error()))
	case errors.As(e.OriginError, &failed):
		return fmt.Errorf("meilisearch at %s cannot be reached: %s", c.host, mirror.Line(failed.Err.Error()))
	case e.StatusCode == http.StatusUnauthorized || e.StatusCode == http.StatusForbidden:
		return fmt.Errorf("meilisearch at %s refuses the key (HTTP %d)", c.host, e.StatusCode)
	case e.APIError.Code != "":
		return fmt.Errorf("meilisearch at %s refused: %s", c.host, mirror.Line(e.APIError.Message))
	case e.StatusCode != 0:
		return fmt.Errorf("meilisearch at %s gives no reply of its kind (HTTP %d)", c.host, e.StatusCode)
	}
	return fmt.Errorf("meilisearch at %s cannot be reached", c.host)
}
