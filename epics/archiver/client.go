package archiver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"owl/engine"
	"owl/epics"
)

// Client reads from one Archiver Appliance. Its zero fields have defaults; it
// is safe for concurrent use.
type Client struct {
	Retrieval  string        // "http://host:17668/retrieval"
	Management string        // "http://host:17665/mgmt"; empty when there is none
	JSON       bool          // ask for JSON, not for PB
	Wait       time.Duration // longest silence of the server; 0 is 30 s
	MaxReply   int64         // bytes of a reply; 0 is 4 GB of samples, 64 MB of anything else
	HTTP       *http.Client  // 0 is http.DefaultClient without its own time limit
}

const (
	defaultWait  = 30 * time.Second
	maxHistory   = 4 << 30
	maxOther     = 64 << 20
	retryAfter   = 300 * time.Millisecond
	maxErrorText = 200 // bytes of a server's own words
	stamp        = "2006-01-02T15:04:05.000Z"
)

// History streams the samples of a PV to each, oldest first. The error is
// engine.ErrNotFound when the archiver has nothing of the PV up to the end of
// the window. It names host and PV, and what was handed on before it stands.
func (c *Client) History(ctx context.Context, q Query, each func(Sample)) (Summary, error) {
	sum := Summary{PV: engine.Untrusted(q.PV)}
	if q.To.Before(q.From) {
		return sum, fmt.Errorf("%w: history of %s: it ends before it begins", engine.ErrUsage, q.PV)
	}
	w := &window{q: q, each: each, sum: &sum}
	sorter := &sorter{emit: w.add}
	begun := false
	begin := func(h head) *epics.Meta {
		begun = true
		sum.begin(h, q)
		return sum.Meta
	}
	err := c.stream(ctx, q, func(r io.Reader) error {
		read := readRaw
		if c.JSON {
			read = readJSON
		}
		return read(r, q, begin, sorter.add)
	}, func() bool { return begun })
	if err == nil {
		err = errors.Join(sorter.flush(), w.inForce())
	}
	if err == nil && !begun {
		err = fmt.Errorf("%w: the archiver has no sample of it", engine.ErrNotFound)
	}
	sum.end(sorter.late, q)
	if err != nil && !errors.Is(err, errEnough) {
		return sum, fmt.Errorf("history of %s: %w", q.PV, err)
	}
	return sum, nil
}

// begin takes the head of a chunk. There is one for every year.
func (s *Summary) begin(h head, q Query) {
	if h.meta != nil {
		s.Meta = h.meta
	}
	name := strings.TrimSuffix(strings.TrimPrefix(h.pv, string(q.Op)+"("), ")")
	if name != "" && name != q.PV {
		s.PV = engine.Untrusted(name)
		s.note("archived under the name " + name)
	}
}

func (s *Summary) end(late int, q Query) {
	s.Late = late
	if late > 0 {
		s.note(fmt.Sprintf("%d samples came too late to be sorted in and are left out", late))
	}
	if q.Op.repeats() {
		s.note("the archiver's " + q.Op.name() + " repeats the last value where it has no samples: a disconnect does not show")
	}
}

// stream asks for the data of a query and lets read have the reply. It asks a
// second time when nothing was read of a failed reply.
func (c *Client) stream(ctx context.Context, q Query, read func(io.Reader) error, begun func() bool) error {
	ext := "raw"
	if c.JSON {
		ext = "json"
	}
	form := url.Values{
		"pv": {q.Op.wrap(q.PV)}, "fetchLatestMetadata": {"true"},
		"from": {q.From.UTC().Format(stamp)}, "to": {q.To.Add(time.Millisecond - 1).UTC().Format(stamp)},
	}
	return c.ask(ctx, request{
		url: strings.TrimSuffix(c.Retrieval, "/") + "/data/getData." + ext + "?" + form.Encode(),
		max: maxHistory, read: read, begun: begun,
	})
}
