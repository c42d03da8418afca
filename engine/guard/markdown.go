package guard

import (
	"html"
	"regexp"
	"strings"

	"owl/engine"
)

// entity matches whatever html.UnescapeString may decode.
var entity = regexp.MustCompile(`&(#[0-9A-Za-z]+|[A-Za-z][0-9A-Za-z]*);?`)

// Markdown returns u as Text whose Markdown is left as it is, but whose
// character references (&#27; or &rlm;) can no longer become a character that
// Text would have taken out. A renderer decodes them only after the boundary.
//
// Raw HTML and links are not touched: a renderer of untrusted Markdown must
// not parse them at all.
func Markdown(u engine.Untrusted) string {
	s := Text(u)
	if !strings.Contains(s, "&") {
		return s
	}
	return entity.ReplaceAllStringFunc(s, func(ref string) string {
		decoded := html.UnescapeString(ref)
		if strings.HasPrefix(ref, "&#") || Line(engine.Untrusted(decoded)) != decoded {
			return "&amp;" + ref[1:]
		}
		return ref
	})
}
