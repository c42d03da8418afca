package files

import (
	"path"
	"regexp"
	"strings"

	"owl/engine"
	"owl/ingest/chunk"
	"owl/ingest/source"
)

// document is a file as it will be stored.
type document struct {
	title   string // empty when the file has none
	author  string
	content string
	format  engine.Format
	files   []engine.Attachment
}

func isDocument(name string) bool {
	return source.HasExt(".md", ".markdown", ".txt", ".rst", ".tex", ".html", ".htm")(name)
}

// readDocument reads a file by its extension; one without a known extension is
// plain text.
func readDocument(name string, data []byte) (document, error) {
	ext := strings.ToLower(path.Ext(name))
	if ext == ".html" || ext == ".htm" {
		return readHTML(data)
	}
	text, err := source.Decode(data)
	if err != nil {
		return document{}, err
	}
	switch ext {
	case ".md", ".markdown":
		return marked(text, engine.Markdown), nil
	case ".rst":
		return marked(text, engine.RST), nil
	case ".tex":
		return readTeX(text), nil
	}
	return document{content: text, format: engine.Plain}, nil
}

func marked(text string, format engine.Format) document {
	return document{title: plain(chunk.FirstHeading(text, format)), content: text, format: format}
}

func readHTML(data []byte) (document, error) {
	text, err := source.DecodeHTML(data)
	if err != nil {
		return document{}, err
	}
	page, err := source.ParsePage(text)
	if err != nil {
		return document{}, err
	}
	return document{title: page.Title, author: page.Meta["author"], content: page.Markdown, format: engine.Markdown, files: page.Files}, nil
}

// plain takes the marks for code, emphasis and links off a title. Underscores
// stay: they are part of identifiers.
func plain(title string) string {
	link := regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	title = link.ReplaceAllString(title, "$1")
	return strings.TrimSpace(strings.NewReplacer("`", "", "*", "").Replace(title))
}
