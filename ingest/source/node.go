package source

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

func attr(node *html.Node, name string) string {
	for _, a := range node.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func hasAttr(node *html.Node, name string) bool {
	return slices.ContainsFunc(node.Attr, func(a html.Attribute) bool { return a.Key == name })
}

func isElement(name string) func(*html.Node) bool {
	return func(node *html.Node) bool { return node.Data == name }
}

// first returns the first element below root that matches, or nil.
func first(root *html.Node, match func(*html.Node) bool) *html.Node {
	for node := range root.Descendants() {
		if node.Type == html.ElementNode && match(node) {
			return node
		}
	}
	return nil
}

func count(root *html.Node, match func(*html.Node) bool) int {
	n := 0
	for node := range root.Descendants() {
		if node.Type == html.ElementNode && match(node) {
			n++
		}
	}
	return n
}

func within(node *html.Node, element string) bool { return ancestor(node, element) != nil }

// ancestor returns the nearest one with this name, or nil.
func ancestor(node *html.Node, element string) *html.Node {
	for parent := range node.Ancestors() {
		if parent.Type == html.ElementNode && parent.Data == element {
			return parent
		}
	}
	return nil
}

// rename makes another element of a node, without attributes.
func rename(node *html.Node, element string) {
	node.Data, node.DataAtom, node.Attr = element, atom.Lookup([]byte(element)), nil
}

func setAttr(node *html.Node, name, value string) {
	for i, a := range node.Attr {
		if a.Key == name {
			node.Attr[i].Val = value
		}
	}
}

func textNode(text string) *html.Node { return &html.Node{Type: html.TextNode, Data: text} }

// textOf returns the text below a node with its spaces collapsed.
func textOf(node *html.Node) string {
	var text strings.Builder
	for child := range node.Descendants() {
		if child.Type == html.TextNode {
			text.WriteString(child.Data)
		}
	}
	return strings.Join(strings.Fields(text.String()), " ")
}
