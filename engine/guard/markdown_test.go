package guard

import (
	"html"
	"testing"

	"pgregory.net/rapid"

	"owl/engine"
)

func TestMarkdown(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"markup is left alone", "**a** `b` | c |", "**a** `b` | c |"},
		{"harmless references are left alone", "a &lt; b &amp; c && d", "a &lt; b &amp; c && d"},
		{"numeric reference to ESC", "&#27;[31m &#x1b;[0m", "&amp;#27;[31m &amp;#x1b;[0m"},
		{"named bidi and zero-width", "&rlm;&zwj;&shy;&ZeroWidthSpace;", "&amp;rlm;&amp;zwj;&amp;shy;&amp;ZeroWidthSpace;"},
		{"reference without semicolon", "&shyx &#27x", "&amp;shyx &amp;#27x"},
		{"named line break", "a&NewLine;b&Tab;c", "a&amp;NewLine;b&amp;Tab;c"},
		{"a reference broken by a control does not grow together", "&#\x00" + "27;", "&#�27;"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Markdown(engine.Untrusted(c.in)); got != c.want {
				t.Errorf("Markdown(%q) = %q, want %q", c.in, got, c.want)
			}
		})
	}
}

func TestMarkdownDecodesToNothingDangerous(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkMarkdown(t, outside().Draw(t, "text")) })
}

func checkMarkdown(t fataler, s string) {
	decoded := html.UnescapeString(Markdown(engine.Untrusted(s)))
	if bad := firstBad(decoded, true); bad != "" {
		t.Fatalf("Markdown(%q) decodes to %q, which holds %s", s, decoded, bad)
	}
}
