package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"owl/engine/writer/chat"
)

const (
	listTime = 3 * time.Second
	maxList  = 1 << 20 // bytes
)

// Models lists the models that the service offers, which also tells whether it
// can be reached and takes the key. It asks once and within 3 s.
func (c *Client) Models(ctx context.Context) ([]string, error) {
	timed, cancel := context.WithTimeout(ctx, listTime)
	defer cancel()
	list, err := c.host.models(timed)
	switch {
	case err == nil:
		return list, nil
	case ctx.Err() != nil:
		err = ctx.Err()
	case timed.Err() != nil:
		err = &failure{kind: chat.ErrStalled, detail: "no list of models after " + listTime.String()}
	}
	return nil, fmt.Errorf("language model at %s %w", c.host.name, err)
}

func (h *host) models(ctx context.Context) ([]string, error) {
	address, err := url.JoinPath(h.base, "models")
	if err != nil {
		return nil, fmt.Errorf("was not asked: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, fmt.Errorf("was not asked: %w", err)
	}
	if h.key != "" {
		req.Header.Set("Authorization", "Bearer "+h.key)
	}
	resp, err := h.inspect(h.client.Do(req))
	if err != nil {
		return nil, err
	}
	body := resp.Body
	defer body.Close()
	var said struct {
		Data []struct {
			ID string `json:"id"`
		} `json:"data"`
	}
	err = json.NewDecoder(io.LimitReader(body, maxList)).Decode(&said)
	var known *failure
	if err != nil && !errors.As(err, &known) {
		err = &failure{kind: chat.ErrEnvelope, detail: "it lists no models"}
	}
	var names []string
	for _, m := range said.Data {
		names = append(names, m.ID)
	}
	return names, err
}
