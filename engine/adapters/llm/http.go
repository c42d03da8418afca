package llm

import (
	"encoding/json"
	"io"
	"mime"
	"net"
	"net/http"
	"strings"
	"time"

	"owl/engine/writer/chat"
)

const (
	dialTime     = 2 * time.Second
	maxBody      = 8 << 20  // bytes of a reply, with all that is around its text
	maxErrorBody = 64 << 10 // bytes of what is said about an error
)

// host is a service and the key for it.
type host struct {
	name   string // host:port
	base   string // address with /v1
	key    string
	client *http.Client
}

func newTransport() *http.Transport {
	return &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		DialContext:         (&net.Dialer{Timeout: dialTime}).DialContext,
		TLSHandshakeTimeout: dialTime,
		MaxIdleConnsPerHost: 4,
		IdleConnTimeout:     time.Minute,
		DisableCompression:  true, // pieces come as they are written
	}
}

// sameHost refuses to carry question and key to another host.
func sameHost(req *http.Request, via []*http.Request) error {
	if first := via[0].URL; req.URL.Host != first.Host || req.URL.Scheme != first.Scheme {
		return &failure{kind: chat.ErrRefused, detail: "it redirects to another host, " + line(req.URL.Host)}
	}
	if len(via) > 3 {
		return &failure{kind: chat.ErrRefused, detail: "it redirects again and again"}
	}
	return nil
}

// inspect looks at the head of an exchange. It returns a response only with
// status 200, and its body then ends with an error when it is too large.
func (h *host) inspect(resp *http.Response, err error) (*http.Response, error) {
	if err != nil {
		return nil, unreachable(err)
	}
	if resp.StatusCode != http.StatusOK {
		body := resp.Body
		defer body.Close()
		said, _ := io.ReadAll(io.LimitReader(body, maxErrorBody)) // whatever came of it
		return nil, refusal(resp, said, h.key)
	}
	resp.Body = &limited{ReadCloser: resp.Body, left: maxBody}
	return resp, nil
}

// limited is a body of which at most so many bytes are read.
type limited struct {
	io.ReadCloser
	left int
}

func (l *limited) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, &failure{kind: chat.ErrTooLarge, detail: "more than 8 MB"}
	}
	n, err := l.ReadCloser.Read(p[:min(len(p), l.left)])
	l.left -= n
	return n, err
}

func mediaType(resp *http.Response) string {
	media, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if err != nil {
		return ""
	}
	return media
}

// message finds what a service says about an error.
func message(body []byte) string {
	var said struct {
		Error   json.RawMessage `json:"error"`
		Detail  json.RawMessage `json:"detail"`
		Message string          `json:"message"`
	}
	if json.Unmarshal(body, &said) != nil {
		return ""
	}
	for _, raw := range []json.RawMessage{said.Error, said.Detail} {
		var text string
		var inner struct {
			Message string `json:"message"`
		}
		switch {
		case json.Unmarshal(raw, &text) == nil && strings.TrimSpace(text) != "":
			return text
		case json.Unmarshal(raw, &inner) == nil && inner.Message != "":
			return inner.Message
		}
	}
	return said.Message
}
