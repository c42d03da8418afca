package source

import (
	"fmt"
	"net/url"
	"path"
	"strconv"
	"strings"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
	"golang.org/x/net/html"

	"owl/engine"
)

// Page is a web page reduced to what it says.
type Page struct {
	Title     string            // of <title>, else the first <h1>, else empty
	Canonical string            // <link rel="canonical">, as written
	Meta      map[string]string // <meta name content>, names in lower case
	Markdown  string            // the body without navigation, scripts and styles
	Files     []engine.Attachment
}

// ParsePage reads a web page. The body is <main>, else the only <article>,
// else #content, else <body>; navigation within it is dropped. Images and
// linked files are listed in their order, their addresses made absolute by the
// canonical one.
func ParsePage(doc string) (Page, error) {
	root, err := html.Parse(strings.NewReader(doc))
	if err != nil {
		return Page{}, fmt.Errorf("parse HTML: %w", err)
	}
	page := Page{Meta: map[string]string{}}
	page.readHead(root)
	body := pickBody(root)
	prune(body)
	if h1 := first(body, isElement("h1")); page.Title == "" && h1 != nil {
		page.Title = textOf(h1)
	}
	page.Files = files(body, page.Canonical)
	prepare(body, page.Canonical)
	markdown, err := newConverter().ConvertNode(body)
	if err != nil {
		return Page{}, fmt.Errorf("convert HTML: %w", err)
	}
	page.Markdown = strings.TrimSpace(string(markdown))
	return page, nil
}

// newConverter does not escape Markdown characters: `WRQ\_43541` would be
// neither found nor quoted.
func newConverter() *converter.Converter {
	return converter.NewConverter(
		converter.WithEscapeMode(converter.EscapeModeDisabled),
		converter.WithPlugins(base.NewBasePlugin(), commonmark.NewCommonmarkPlugin(), table.NewTablePlugin(
			table.WithHeaderPromotion(true),
			table.WithSpanCellBehavior(table.SpanBehaviorMirror),
			table.WithCellPaddingBehavior(table.CellPaddingBehaviorMinimal), // one long cell would widen all its column
		)),
	)
}

func (p *Page) readHead(root *html.Node) {
	for node := range root.Descendants() {
		switch {
		case node.Type != html.ElementNode:
		case node.Data == "title" && p.Title == "" && !within(node, "svg"):
			p.Title = textOf(node)
		case node.Data == "meta" && attr(node, "name") != "":
			p.Meta[strings.ToLower(attr(node, "name"))] = strings.TrimSpace(attr(node, "content"))
		case node.Data == "link" && strings.EqualFold(attr(node, "rel"), "canonical"):
			p.Canonical = attr(node, "href")
		}
	}
}

func pickBody(root *html.Node) *html.Node {
	isMain := func(n *html.Node) bool { return n.Data == "main" || attr(n, "role") == "main" }
	if main := first(root, isMain); main != nil {
		return main
	}
	isArticle := isElement("article")
	if article := first(root, isArticle); article != nil && count(root, isArticle) == 1 {
		return article
	}
	if content := first(root, func(n *html.Node) bool { return attr(n, "id") == "content" }); content != nil {
		return content
	}
	if body := first(root, isElement("body")); body != nil {
		return body
	}
	return root
}

// prune removes what is not the page's own text.
func prune(body *html.Node) {
	var drop []*html.Node
	for node := range body.Descendants() {
		limitSpans(node)
		if node.Type == html.CommentNode || node.Type == html.ElementNode && isFurniture(node, body) {
			drop = append(drop, node)
		}
	}
	for _, node := range drop {
		if node.Parent != nil {
			node.Parent.RemoveChild(node)
		}
	}
}

// maxSpan bounds the cells that one table cell is spread over: the converter
// writes every one of them, and a page may ask for a thousand million.
const maxSpan = 40

func limitSpans(node *html.Node) {
	for i, a := range node.Attr {
		if a.Key != "colspan" && a.Key != "rowspan" {
			continue
		}
		n, err := strconv.Atoi(strings.TrimSpace(a.Val))
		if err != nil {
			n = 1
		}
		node.Attr[i].Val = strconv.Itoa(max(1, min(n, maxSpan)))
	}
}

func isFurniture(node, body *html.Node) bool {
	switch node.Data {
	case "script", "style", "noscript", "template", "iframe", "nav", "footer", "aside", "svg", "button", "form", "dialog":
		return true
	case "header": // inside the main text it holds the page's own title
		return body.Data == "body"
	}
	switch attr(node, "role") {
	case "navigation", "banner", "contentinfo", "search", "complementary":
		return true
	}
	names := attr(node, "class")
	switch node.Data { // headings and sections have ids made from their words
	case "div", "ul", "ol", "table", "details":
		names += " " + attr(node, "id")
	}
	for name := range strings.FieldsSeq(strings.ToLower(names)) {
		if strings.Contains(name, "breadcrumb") {
			return true
		}
		switch name {
		case "toc", "table-of-contents", "sidebar", "navbar", "navigation",
			"headerlink", "skip-link", "skiplink", "pagination", "cookie-banner", "edit-link", "mw-editsection", "mw-jump-link", "catlinks", "printfooter", "site-header", "site-footer":
			return true
		}
	}
	return hasAttr(node, "hidden") || attr(node, "aria-hidden") == "true"
}

// files lists images, and links to files that are not pages.
func files(body *html.Node, canonical string) []engine.Attachment {
	var list []engine.Attachment
	for node := range body.Descendants() {
		if node.Type != html.ElementNode {
			continue
		}
		switch {
		case node.Data == "img" && attr(node, "src") != "" && !strings.HasPrefix(attr(node, "src"), "data:"):
			list = append(list, attachment(attr(node, "src"), attr(node, "alt"), canonical))
		case node.Data == "a" && isFileLink(attr(node, "href")):
			list = append(list, attachment(attr(node, "href"), textOf(node), canonical))
		}
	}
	return list
}

func attachment(ref, caption, canonical string) engine.Attachment {
	name, address := ref, ref
	if u, err := url.Parse(ref); err == nil {
		name = path.Base(u.Path)
		if b, err := url.Parse(canonical); err == nil && b.IsAbs() {
			address = b.ResolveReference(u).String()
		}
	}
	return engine.Attachment{Name: engine.Untrusted(name), Caption: engine.Untrusted(caption), URL: address}
}

func isFileLink(href string) bool {
	u, err := url.Parse(href)
	if err != nil {
		return false
	}
	switch strings.ToLower(path.Ext(u.Path)) {
	case ".pdf", ".doc", ".docx", ".xls", ".xlsx", ".ppt", ".pptx", ".csv", ".tsv", ".txt", ".zip", ".gz", ".tgz",
		".png", ".jpg", ".jpeg", ".gif", ".svg", ".tif", ".tiff", ".sdds", ".h5", ".hdf5", ".mat":
		return true
	}
	return false
}
