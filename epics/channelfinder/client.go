package channelfinder

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"owl/engine"
)

// Client reads from one service. Its zero fields have defaults; it is safe for
// concurrent use.
type Client struct {
	URL  string        // "http://host:8080/ChannelFinder"
	Wait time.Duration // for one page; 0 is 30 s
	Page int           // channels of a page; 0 is 1000
	HTTP *http.Client  // nil is http.DefaultClient
}

const (
	defaultWait = 30 * time.Second
	defaultPage = 1000
	maxReply    = 64 << 20
	retryAfter  = 300 * time.Millisecond
)

// errAgain marks what may work at the second try.
var errAgain = errors.New("no answer")

// wireChannel is a channel as the service writes it.
type wireChannel struct {
	Name       string     `json:"name"`
	Owner      string     `json:"owner"`
	Properties []wireName `json:"properties"`
	Tags       []wireName `json:"tags"`
}

type wireName struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Find lists the channels of a query by name, at most limit. Capped says that
// there are more.
func (c *Client) Find(ctx context.Context, q Query, limit int) (found []Channel, capped bool, err error) {
	if limit < 1 {
		return nil, false, fmt.Errorf("%w: at most %d channels", engine.ErrUsage, limit)
	}
	page := c.Page
	if page == 0 {
		page = defaultPage
	}
	for len(found) <= limit {
		size := min(page, limit+1-len(found)) // one more tells whether there are more
		var wire []wireChannel
		if err := c.get(ctx, "/resources/channels?"+q.form(size, len(found)).Encode(), &wire); err != nil {
			return nil, false, err
		}
		for _, w := range wire {
			found = append(found, w.channel())
		}
		if len(wire) < size {
			break
		}
	}
	slices.SortFunc(found, func(a, b Channel) int { return strings.Compare(a.Name, b.Name) })
	// A directory that changes between two pages may give a channel twice.
	found = slices.CompactFunc(found, func(a, b Channel) bool { return a.Name == b.Name })
	if len(found) > limit {
		return found[:limit], true, nil
	}
	return found, false, nil
}

func (q Query) form(size, from int) url.Values {
	form := url.Values{"~size": {strconv.Itoa(size)}, "~from": {strconv.Itoa(from)}}
	if q.Name != "" {
		form.Set("~name", q.Name)
	}
	for _, tag := range q.Tags {
		form.Add("~tag", tag)
	}
	for name, value := range q.Properties {
		form.Add(name, value)
	}
	return form
}

func (w wireChannel) channel() Channel {
	ch := Channel{Name: w.Name, Owner: w.Owner, Properties: map[string]string{}}
	for _, p := range w.Properties {
		ch.Properties[p.Name] = p.Value
	}
	for _, t := range w.Tags {
		ch.Tags = append(ch.Tags, t.Name)
	}
	return ch
}

// Properties lists the names of the properties that channels may have.
func (c *Client) Properties(ctx context.Context) ([]string, error) {
	return c.names(ctx, "/resources/properties")
}

// Tags lists the tags that channels may have.
func (c *Client) Tags(ctx context.Context) ([]string, error) { return c.names(ctx, "/resources/tags") }

func (c *Client) names(ctx context.Context, path string) ([]string, error) {
	var wire []wireName
	if err := c.get(ctx, path, &wire); err != nil {
		return nil, err
	}
	out := make([]string, len(wire))
	for i, w := range wire {
		out[i] = w.Name
	}
	slices.Sort(out)
	return out, nil
}

// get asks for one reply, and a second time when the first was in vain. The
// error names the host.
func (c *Client) get(ctx context.Context, path string, into any) error {
	address := strings.TrimSuffix(c.URL, "/") + path
	err := c.try(ctx, address, into)
	if errors.Is(err, errAgain) && ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-time.After(retryAfter):
			err = c.try(ctx, address, into)
		}
	}
	if err == nil {
		return nil
	}
	host := address
	if u, bad := url.Parse(address); bad == nil && u.Host != "" {
		host = u.Host
	}
	return fmt.Errorf("channelfinder %s: %w", host, err)
}

func (c *Client) try(ctx context.Context, address string, into any) error {
	wait := c.Wait
	if wait == 0 {
		wait = defaultWait
	}
	ctx, cancel := context.WithTimeoutCause(ctx, wait, fmt.Errorf("%w within %s", errAgain, wait))
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Accept", "application/json")
	client := c.HTTP
	if client == nil {
		client = http.DefaultClient
	}
	resp, err := client.Do(req)
	if err != nil {
		return again(ctx, err)
	}
	defer func() { _ = resp.Body.Close() }() // only read from
	if resp.StatusCode >= 500 {
		return fmt.Errorf("%w: it says %s", errAgain, resp.Status)
	}
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("it says %s", resp.Status)
	}
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxReply+1))
	if err != nil {
		return again(ctx, err)
	}
	if len(data) > maxReply {
		return fmt.Errorf("the reply has more than %d bytes", maxReply)
	}
	err = json.Unmarshal(data, into)
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		return fmt.Errorf("the reply is not that of a ChannelFinder: a JSON %s stands at byte %d", kind.Value, kind.Offset)
	}
	if err != nil {
		return fmt.Errorf("the reply is not that of a ChannelFinder: %w", err)
	}
	return nil
}

// again marks an error of the connection, without the address in it.
func again(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); errors.Is(cause, errAgain) {
		return cause
	}
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	return fmt.Errorf("%w: %w", errAgain, err)
}
