package archiver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"owl/engine"
	"owl/epics"
)

// Search lists the archived names that match a glob of * and ?, at most limit,
// in order. Capped says that there are more.
func (c *Client) Search(ctx context.Context, glob string, limit int) (names []string, capped bool, err error) {
	return c.search(ctx, "pv", glob, limit)
}

// SearchRegexp is Search with a regular expression of the archiver.
func (c *Client) SearchRegexp(ctx context.Context, expr string, limit int) (names []string, capped bool, err error) {
	return c.search(ctx, "regex", expr, limit)
}

func (c *Client) search(ctx context.Context, key, pattern string, limit int) (names []string, capped bool, err error) {
	if limit < 1 {
		return nil, false, fmt.Errorf("%w: at most %d names", engine.ErrUsage, limit)
	}
	form := url.Values{key: {pattern}, "limit": {strconv.Itoa(limit + 1)}}
	// One more than wanted tells whether there are more.
	err = c.fetchJSON(ctx, strings.TrimSuffix(c.Retrieval, "/")+"/bpl/getMatchingPVs?"+form.Encode(), "", &names)
	if errors.Is(err, engine.ErrNotFound) && c.Management != "" && key == "pv" { // old versions have only this one
		err = c.fetchJSON(ctx, strings.TrimSuffix(c.Management, "/")+"/bpl/getAllPVs?"+form.Encode(), "", &names)
	}
	if err != nil {
		return nil, false, fmt.Errorf("search for %s: %w", pattern, err)
	}
	slices.Sort(names)
	if len(names) > limit {
		return names[:limit], true, nil
	}
	return names, false, nil
}

// batch is how many names go into one question.
const batch = 500

// At gives the values that were in force at a time, by name. PVs that the
// archiver does not know are left out.
func (c *Client) At(ctx context.Context, pvs []string, at time.Time) (map[string]Sample, error) {
	out := map[string]Sample{}
	address := strings.TrimSuffix(c.Retrieval, "/") + "/data/getDataAtTime?" + url.Values{"at": {at.UTC().Format(stamp)}}.Encode()
	for part := range slices.Chunk(pvs, batch) {
		body, err := json.Marshal(part)
		if err != nil {
			return nil, fmt.Errorf("values at %s: %w", at.Format(time.RFC3339), err)
		}
		got := map[string]jsonEvent{}
		err = c.ask(ctx, request{url: address, body: string(body), max: maxOther, read: func(r io.Reader) error {
			return shapeOf(json.NewDecoder(newBare(r)).Decode(&got))
		}})
		if err != nil {
			return nil, fmt.Errorf("values at %s: %w", at.Format(time.RFC3339), err)
		}
		for pv, e := range got {
			it := jsonItem(e, metaOf(texts(e.Meta)), Query{PV: pv})
			s := it.sample(pv)
			s.Before = s.Time.Before(at)
			out[pv] = s
		}
	}
	return out, nil
}

func shapeOf(err error) error {
	if err == nil {
		return nil
	}
	return shape(err)
}

// Status is what the archiver's management says of a PV.
type Status struct {
	PV        string
	Archived  bool
	Connected bool
	State     engine.Untrusted // its own words, such as "Being archived" or "Paused"
	LastEvent engine.Untrusted // as it writes it; empty when unknown
}

// Statuses gives the state of every PV, in the order asked for. It needs
// Management.
func (c *Client) Statuses(ctx context.Context, pvs []string) ([]Status, error) {
	if c.Management == "" {
		return nil, fmt.Errorf("%w: no address of the archiver's management", engine.ErrUsage)
	}
	found := map[string]Status{}
	for part := range slices.Chunk(pvs, 50) { // all names stand in the address
		var got []map[string]any
		form := url.Values{"pv": {strings.Join(part, ",")}}
		if err := c.fetchJSON(ctx, strings.TrimSuffix(c.Management, "/")+"/bpl/getPVStatus?"+form.Encode(), "", &got); err != nil {
			return nil, fmt.Errorf("status of %s: %w", part[0], err)
		}
		for _, raw := range got {
			s := statusOf(texts(raw))
			found[s.PV] = s
		}
	}
	out := make([]Status, len(pvs))
	for i, pv := range pvs {
		out[i] = found[pv]
		out[i].PV = pv
	}
	return out, nil
}

func statusOf(fields map[string]string) Status {
	state := fields["status"]
	return Status{
		PV: fields["pvName"], State: engine.Untrusted(state), LastEvent: engine.Untrusted(fields["lastEvent"]),
		Archived: state == "Being archived" || state == "Paused", Connected: fields["connectionState"] == "true",
	}
}

// texts writes the values of a JSON object as text.
func texts(fields map[string]any) map[string]string {
	out := make(map[string]string, len(fields))
	for name, v := range fields {
		out[name] = fmt.Sprint(v)
	}
	return out
}

// Last gives the newest sample of a PV up to a time.
func (c *Client) Last(ctx context.Context, pv string, at time.Time) (Sample, error) {
	got, err := c.At(ctx, []string{pv}, at)
	if err != nil {
		return Sample{}, err
	}
	s, ok := got[pv]
	if !ok {
		return Sample{}, fmt.Errorf("value of %s at %s: %w: the archiver has no sample of it", pv, at.Format(time.RFC3339), engine.ErrNotFound)
	}
	if s.Value == nil && s.Quality != epics.Gap {
		return s, s.Err
	}
	return s, nil
}
