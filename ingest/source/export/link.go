package export

import (
	"net/url"
	"path"
	"strings"

	"owl/engine"
)

// Link returns an address that a person may open: http, https, a file on a
// share, or a path relative to the exporting system. Anything else, such as a
// script, is dropped and gives "".
func Link(raw string) string {
	u, err := url.Parse(strings.TrimSpace(raw))
	if err != nil || strings.Contains(raw, `\`) { // a Windows path is no address
		return ""
	}
	switch strings.ToLower(u.Scheme) {
	case "", "http", "https", "file":
		return u.String() // escapes what cannot stand in an address, control characters too
	}
	return ""
}

// Attached is the attachment at an address, named after its file; an empty
// address gives an attachment without a name.
func Attached(raw string) engine.Attachment {
	if raw = strings.TrimSpace(raw); raw == "" {
		return engine.Attachment{}
	}
	name := strings.ReplaceAll(raw, `\`, "/")
	if u, err := url.Parse(name); err == nil && strings.Trim(u.Path, "/") != "" {
		name = u.Path
	}
	return engine.Attachment{Name: engine.Untrusted(path.Base(name)), URL: Link(raw)}
}
