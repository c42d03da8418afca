package export

import (
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// FirstHeading returns the first heading of a Markdown text, or "".
func FirstHeading(markdown string) string {
	source := []byte(markdown)
	var heading string
	_ = ast.Walk(goldmark.DefaultParser().Parse(text.NewReader(source)), func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if h, ok := node.(*ast.Heading); ok && entering {
			if heading = OneLine(string(h.Lines().Value(source))); heading != "" {
				return ast.WalkStop, nil
			}
		}
		return ast.WalkContinue, nil
	})
	return Plain(heading)
}
