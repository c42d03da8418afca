package source

import (
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// prepare rewrites what the converter would lose or garble: cells and numbers
// that run together, addresses that lead nowhere.
func prepare(body *html.Node, canonical string) {
	base, err := url.Parse(canonical)
	if err != nil || !base.IsAbs() {
		base = nil
	}
	for _, node := range slices.Collect(body.Descendants()) {
		if node.Type != html.ElementNode {
			continue
		}
		switch node.Data {
		case "a":
			prepareLink(node, base)
		case "img":
			prepareImage(node, base)
		case "sup":
			prepareExponent(node)
		case "table":
			if isLayout(node) {
				dissolveTable(node)
			}
		case "td", "th":
			flattenCell(node)
		}
	}
}

// prepareLink makes an address absolute. A link to a place in the page or to a
// script becomes plain text.
func prepareLink(node *html.Node, base *url.URL) {
	u, err := url.Parse(strings.TrimSpace(attr(node, "href")))
	if err != nil || u.Scheme == "" && u.Host == "" && u.Path == "" && u.RawQuery == "" || isScript(u) {
		rename(node, "span")
		return
	}
	if base != nil {
		setAttr(node, "href", base.ResolveReference(u).String())
	}
}

func isScript(u *url.URL) bool {
	return u.Scheme == "javascript" || u.Scheme == "vbscript" || u.Scheme == "data"
}

// prepareImage makes an address absolute, and replaces an image that is part
// of the page's text by its caption.
func prepareImage(node *html.Node, base *url.URL) {
	u, err := url.Parse(strings.TrimSpace(attr(node, "src")))
	if err != nil || u.Path == "" || isScript(u) {
		node.Type, node.Data, node.Attr = html.TextNode, attr(node, "alt"), nil
		return
	}
	if base != nil {
		setAttr(node, "src", base.ResolveReference(u).String())
	}
}

// prepareExponent writes 10<sup>-9</sup> as 10^-9, not as 10-9.
func prepareExponent(node *html.Node) {
	exponent := strings.TrimSpace(textOf(node))
	digits := strings.TrimLeft(exponent, "-+−")
	isNumber := digits != "" && !strings.ContainsFunc(digits, func(r rune) bool { return r < '0' || r > '9' })
	if isNumber && first(node, isElement("a")) == nil {
		node.InsertBefore(textNode("^"), node.FirstChild)
	}
}

// isLayout tells a table that only arranges the page.
func isLayout(table *html.Node) bool {
	return attr(table, "role") == "presentation" || first(table, isElement("table")) != nil
}

// dissolveTable makes blocks of a table's cells; tables inside stay.
func dissolveTable(table *html.Node) {
	for node := range table.Descendants() {
		if node.Type == html.ElementNode && isTablePart(node.Data) && ancestor(node, "table") == table {
			rename(node, "div")
		}
	}
	rename(table, "div")
}

func isTablePart(name string) bool {
	return slices.Contains([]string{"caption", "thead", "tbody", "tfoot", "tr", "td", "th"}, name)
}

// flattenCell brings a table cell to one line: Markdown has no other cells, and
// without that the converter writes the cells one behind the other.
func flattenCell(cell *html.Node) {
	if cell.Data != "td" && cell.Data != "th" {
		return // of a table that was dissolved
	}
	for _, node := range slices.Collect(cell.Descendants()) {
		switch {
		case node.Type == html.TextNode:
			node.Data = strings.NewReplacer("\n", " ", "|", `\|`).Replace(node.Data)
		case node.Type != html.ElementNode:
		case node.Data == "br", node.Data == "hr":
			node.Type, node.Data, node.Attr = html.TextNode, " ", nil
		case node.Data == "li" && hasElementBefore(node):
			node.InsertBefore(textNode("; "), node.FirstChild)
			rename(node, "span")
		case isBlock(node.Data):
			node.InsertBefore(textNode(" "), node.FirstChild)
			rename(node, "span")
		}
	}
}

func hasElementBefore(node *html.Node) bool {
	for node = node.PrevSibling; node != nil; node = node.PrevSibling {
		if node.Type == html.ElementNode {
			return true
		}
	}
	return false
}

func isBlock(name string) bool {
	switch name {
	case "p", "div", "ul", "ol", "li", "dl", "dt", "dd", "pre", "blockquote", "section", "article", "figure", "figcaption",
		"details", "summary", "h1", "h2", "h3", "h4", "h5", "h6":
		return true
	}
	return false
}
