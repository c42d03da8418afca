package export

import (
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// headingWithin is how many bytes of a text are searched for its first heading:
// the parser takes quadratic time for deeply nested quotes.
const headingWithin = 16 << 10

// FirstHeading returns the first heading near the start of a Markdown text, or
// "".
func FirstHeading(markdown string) string {
	source := []byte(markdown[:min(len(markdown), headingWithin)])
	var heading string
	_ = ast.Walk(goldmark.DefaultParser().Parse(text.NewReader(source)), func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if h, ok := node.(*ast.Heading); ok && entering {
			if heading = OneLine(string(h.Lines().Value(source))); heading != "" {
				return ast.WalkStop, nil
			}
		}
		return ast.WalkContinue, nil
	})
	return strings.ToValidUTF8(Plain(heading), "")
}
