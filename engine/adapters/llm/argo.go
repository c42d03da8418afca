package llm

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"owl/engine/writer/chat"
)

// argo asks ARGO gateways. An address that ends with /chat or /streamchat is the
// call itself, any other one gets /chat/completions.
type argo struct {
	cfg    Config
	host   *host
	url    string
	stream bool
	quirks quirks
}

func newArgo(cfg Config, h *host) *argo {
	a := &argo{cfg: cfg, host: h, url: cfg.URL}
	switch {
	case strings.HasSuffix(cfg.URL, "/streamchat"):
		a.url, a.stream = cfg.URL+"/", true
	case strings.HasSuffix(cfg.URL, "/chat"):
		a.url = cfg.URL + "/" // without the slash a gateway redirects
	default:
		a.url, a.stream = cfg.URL+"/chat/completions", true
	}
	return a
}

// Name is the model's.
func (a *argo) Name() string { return a.cfg.Model }

// Chat asks once, or twice when the gateway says that it does not know an option.
func (a *argo) Chat(ctx context.Context, req chat.Request, onDelta func(string)) (chat.Reply, error) {
	reply, err := a.once(ctx, req, onDelta)
	if a.quirks.learn(err) {
		return a.once(ctx, req, onDelta)
	}
	return reply, err
}

func (a *argo) once(caller context.Context, req chat.Request, onDelta func(string)) (chat.Reply, error) {
	ctx, w := newWatch(caller, a.cfg)
	defer w.stop()
	c := newCollector(onDelta, a.cfg.MaxReply)
	if err := a.exchange(ctx, w, a.body(req), c); err != nil && !c.full() {
		return chat.Reply{}, ended(ctx, caller, err)
	}
	return c.reply()
}

func (a *argo) exchange(ctx context.Context, w *watch, ask argoRequest, c *collector) error {
	data, err := json.Marshal(ask)
	if err != nil {
		return fmt.Errorf("was not asked: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, a.url, bytes.NewReader(data))
	if err != nil {
		return fmt.Errorf("was not asked: %w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	if a.host.key != "" {
		req.Header.Set("Authorization", "Bearer "+a.host.key)
	}
	resp, err := a.host.inspect(a.host.client.Do(req))
	if err != nil {
		return err
	}
	body := resp.Body
	defer body.Close()
	switch mediaType(resp) {
	case "text/event-stream":
		return readEvents(body, w, c)
	case "text/html":
		return &failure{kind: chat.ErrEnvelope, detail: "it is a page for a browser"}
	}
	return readBody(body, w, c)
}

// readEvents reads server-sent events, each an envelope.
func readEvents(body io.Reader, w *watch, c *collector) error {
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, maxBody)
	for !c.full() && lines.Scan() {
		data, ok := bytes.CutPrefix(lines.Bytes(), []byte("data:"))
		if data = bytes.TrimSpace(data); !ok || len(data) == 0 {
			continue
		}
		w.tick()
		if string(data) == "[DONE]" {
			if c.finish == "" {
				c.finish = chat.Stop
			}
			return nil
		}
		if !json.Valid(data) {
			return &failure{kind: chat.ErrEnvelope, detail: "a piece of the stream is not JSON"}
		}
		if err := c.value(data, 0); err != nil {
			return err
		}
	}
	switch {
	case lines.Err() != nil:
		return broken(lines.Err())
	case c.finish == "" && c.bytes > 0:
		return broken(io.ErrUnexpectedEOF)
	}
	return nil
}

// readBody reads a reply that is no stream of events: JSON is read to its end,
// plain text is passed on as it comes.
func readBody(body io.Reader, w *watch, c *collector) error {
	in := bufio.NewReader(body)
	first, err := in.Peek(1)
	if errors.Is(err, io.EOF) {
		return &failure{kind: chat.ErrEmpty}
	}
	if err != nil {
		return broken(err)
	}
	if strings.ContainsRune(`{["`, rune(first[0])) {
		text, err := io.ReadAll(&ticking{in, w})
		if err != nil {
			return broken(err)
		}
		return c.envelope(text)
	}
	return readText(in, w, c)
}

func readText(in *bufio.Reader, w *watch, c *collector) error {
	var held []byte
	piece := make([]byte, 4096)
	for !c.full() {
		n, err := in.Read(piece)
		w.tick()
		held = append(held, piece[:n]...)
		if errors.Is(err, io.EOF) {
			c.finish = chat.Stop
			return c.bareRest(held)
		}
		if err != nil {
			return broken(err)
		}
		whole := wholeRunes(held)
		if err := c.bareRest(held[:whole]); err != nil {
			return err
		}
		held = held[whole:]
	}
	return nil
}

func (c *collector) bareRest(text []byte) error {
	if len(text) == 0 {
		return nil
	}
	return c.bare(text)
}

// wholeRunes is the length of text without a character that is cut at its end.
func wholeRunes(text []byte) int {
	for back := 1; back <= 3 && back <= len(text); back++ {
		if b := text[len(text)-back]; b >= 0xC0 {
			return len(text) - back
		} else if b < 0x80 {
			break
		}
	}
	return len(text)
}

// ticking tells the watch of what is read.
type ticking struct {
	io.Reader
	w *watch
}

func (t *ticking) Read(p []byte) (int, error) {
	n, err := t.Reader.Read(p)
	if n > 0 {
		t.w.tick()
	}
	return n, err
}
