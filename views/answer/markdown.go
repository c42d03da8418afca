package answer

import (
	"bytes"
	"regexp"
	"strings"
	"unicode"

	"charm.land/glamour/v2/ansi"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"owl/engine"
	"owl/engine/guard"
	"owl/views/theme"
	"owl/views/widget"
)

// markdown renders Markdown that came from outside for one theme and width.
type markdown struct {
	md    goldmark.Markdown
	width int
}

// newMarkdown parses less than all of Markdown on purpose: raw HTML, links,
// images and link definitions stay plain text, because each of them can make
// text that was written vanish from what is shown.
func newMarkdown(th theme.Theme, width int) *markdown {
	blocks := []util.PrioritizedValue{
		util.Prioritized(parser.NewThematicBreakParser(), 200),
		util.Prioritized(parser.NewListParser(), 300),
		util.Prioritized(parser.NewListItemParser(), 400),
		util.Prioritized(parser.NewCodeBlockParser(), 500),
		util.Prioritized(parser.NewATXHeadingParser(), 600),
		util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
		util.Prioritized(parser.NewBlockquoteParser(), 800),
		util.Prioritized(parser.NewParagraphParser(), 1000),
	}
	inlines := []util.PrioritizedValue{
		util.Prioritized(parser.NewCodeSpanParser(), 100),
		util.Prioritized(markParser{}, 200),
		util.Prioritized(parser.NewEmphasisParser(), 500),
	}
	md := goldmark.New(
		goldmark.WithParser(parser.NewParser(parser.WithBlockParsers(blocks...), parser.WithInlineParsers(inlines...))),
		goldmark.WithExtensions(extension.Table, extension.TaskList),
	)
	draw := ansi.NewRenderer(ansi.Options{WordWrap: width, InlineTableLinks: true, Styles: th.Markdown()})
	// Set last: the extensions bring renderers of their own, for HTML.
	md.SetRenderer(renderer.NewRenderer(renderer.WithNodeRenderers(util.Prioritized(draw, 1000))))
	return &markdown{md: md, width: width}
}

// render returns the lines of a Markdown text.
func (m *markdown) render(source string) []string {
	clean := beforeMark.ReplaceAllString(hold(guard.Markdown(engine.Untrusted(source))), "$1"+nbsp+"$2")
	var out bytes.Buffer
	if err := m.md.Convert([]byte(clean), &out); err != nil {
		return widget.WrapText(guard.Text(engine.Untrusted(source)), m.width)
	}
	lines := strings.Split(release(out.String()), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	for len(lines) > 0 && lines[0] == "" {
		lines = lines[1:]
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// markParser reads a citation mark such as [3] or [1, 2] as a link without a
// target, which gets the style of a mark.
type markParser struct{}

var markPattern = regexp.MustCompile(`^\[\d{1,3}(?:, ?\d{1,3})*\]`)

// A mark stays on the line of the word before it.
const nbsp = "\u00a0"

var beforeMark = regexp.MustCompile(`(\S) (\[\d{1,3}(?:, ?\d{1,3})*\])`)

func (markParser) Trigger() []byte { return []byte{'['} }

func (markParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, segment := block.PeekLine()
	mark := markPattern.Find(line)
	if mark == nil {
		return nil
	}
	block.Advance(len(mark))
	link := ast.NewLink()
	link.Destination = []byte("#") // an anchor alone is not shown as an address
	link.AppendChild(link, ast.NewTextSegment(segment.WithStop(segment.Start+len(mark))))
	return link
}

// The renderer breaks lines at these characters even inside a word, which
// would tear 16.4 and DIAG-TN-2024-018 apart. While it works they are held as
// characters of a private area that it does not know.
const (
	breakers = "-.,+"
	held     = '\U0010F700'
)

// hold replaces each breaker that stands between two letters or digits.
func hold(s string) string {
	var b strings.Builder
	runes := []rune(s)
	for i, r := range runes {
		if at := strings.IndexRune(breakers, r); at >= 0 && i > 0 && i+1 < len(runes) && word(runes[i-1]) && word(runes[i+1]) {
			r = held + rune(at)
		}
		b.WriteRune(r)
	}
	return b.String()
}

func release(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\u00a0' {
			return ' '
		}
		if r >= held && r < held+rune(len(breakers)) {
			return rune(breakers[r-held])
		}
		return r
	}, s)
}

func word(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == ':' }
