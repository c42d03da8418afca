package files

import (
	"regexp"
	"strings"

	"owl/engine"
)

// readTeX reduces LaTeX to Markdown: comments, preamble and layout go, sections
// become headings, lists and tables become Markdown, mathematics stays.
func readTeX(text string) document {
	r := texReader{src: text}
	r.document()
	doc := document{title: r.title, author: r.author, format: engine.Markdown, files: r.files}
	body := tidy(r.out.String())
	if r.title != "" {
		body = "# " + r.title + "\n\n" + body
	}
	doc.content = body
	return doc
}

// tidy removes the spaces and empty lines that dropped commands leave.
func tidy(text string) string {
	var lines []string
	fenced, blank := false, true
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \t\r\n")
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
		}
		if !fenced {
			line = strings.Join(strings.Fields(line), " ")
		}
		emptyRow := line != "" && strings.Trim(line, "| ") == ""
		if !fenced && (emptyRow || line == "" && blank) {
			continue
		}
		blank = line == ""
		lines = append(lines, line)
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// texReader reads LaTeX from left to right. Braces are dropped where they stand,
// so that a group needs no handling of its own.
type texReader struct {
	src    string
	at     int
	depth  int // of arguments within arguments
	out    strings.Builder
	tables int // open environments with columns
	title  string
	author string
	files  []engine.Attachment
}

// maxDepth bounds arguments within arguments; deeper ones stay as they are.
const maxDepth = 20

// document reads what is between \begin{document} and \end{document}, or all
// of a file that is a part of a document.
func (r *texReader) document() {
	body := regexp.MustCompile(`\\begin\s*\{document\}`).FindStringIndex(r.src)
	if body != nil {
		r.header(r.src[:body[0]])
		r.src = r.src[body[1]:]
		if end := strings.LastIndex(r.src, `\end{document}`); end >= 0 {
			r.src = r.src[:end]
		}
	}
	r.run()
}

// header finds title and author in a preamble.
func (r *texReader) header(preamble string) {
	for _, c := range []struct {
		name string
		into *string
	}{{`\title`, &r.title}, {`\author`, &r.author}} {
		if at := strings.LastIndex(preamble, c.name); at >= 0 {
			sub := texReader{src: preamble, at: at + len(c.name)}
			*c.into = sub.text()
		}
	}
}

func (r *texReader) run() {
	for r.at < len(r.src) {
		r.step()
	}
}

func (r *texReader) step() {
	switch c := r.src[r.at]; c {
	case '%':
		r.comment()
	case '\\':
		r.command()
	case '{', '}':
		r.at++
	case '$':
		r.math()
	case '~':
		r.put(" ", 1)
	case '&':
		if r.tables > 0 {
			r.put(" | ", 1)
		} else {
			r.put("&", 1)
		}
	case '`', '\'', '-':
		r.ligature(c)
	case '\n':
		if r.tables > 0 {
			r.put(" ", 1) // only \\ ends a row
		} else {
			r.put("\n", 1)
		}
	default:
		r.put(string(c), 1)
	}
}

// put writes text for the next n bytes.
func (r *texReader) put(text string, n int) {
	r.out.WriteString(text)
	r.at += n
}

// comment drops a comment; if it stands alone, its line goes as well.
func (r *texReader) comment() {
	start := r.at
	end := strings.IndexByte(r.src[start:], '\n')
	if end < 0 {
		r.at = len(r.src)
		return
	}
	r.at = start + end
	lineStart := strings.LastIndexByte(r.src[:start], '\n') + 1
	if strings.TrimSpace(r.src[lineStart:start]) == "" {
		r.at++
	}
}

// math copies a formula with its dollar signs.
func (r *texReader) math() {
	mark := "$"
	if strings.HasPrefix(r.src[r.at:], "$$") {
		mark = "$$"
	}
	rest := r.src[r.at+len(mark):]
	for at := 0; at < len(rest); at++ {
		switch {
		case rest[at] == '\\':
			at++
		case strings.HasPrefix(rest[at:], "\n\n"): // no formula goes beyond its paragraph
			at = len(rest)
		case strings.HasPrefix(rest[at:], mark):
			end := at + len(mark)
			r.put(mark+rest[:end], len(mark)+end)
			return
		}
	}
	r.put("$", 1)
}

// ligature reads quotation marks and dashes.
func (r *texReader) ligature(c byte) {
	for _, l := range []struct{ tex, text string }{
		{"``", `"`}, {"''", `"`}, {"---", "—"}, {"--", "–"},
	} {
		if strings.HasPrefix(r.src[r.at:], l.tex) {
			r.put(l.text, len(l.tex))
			return
		}
	}
	r.put(string(c), 1)
}

// arg returns the raw text of the next {argument}, or of the next character.
func (r *texReader) arg() string {
	r.space()
	if r.at >= len(r.src) {
		return ""
	}
	if r.src[r.at] != '{' {
		r.at++
		return r.src[r.at-1 : r.at]
	}
	return r.delimited('{', '}')
}

// option skips an [option] and returns it; a star before it is skipped too.
func (r *texReader) option() string {
	if r.at < len(r.src) && r.src[r.at] == '*' {
		r.at++
	}
	at := r.at
	r.space()
	if r.at < len(r.src) && r.src[r.at] == '[' {
		return r.delimited('[', ']')
	}
	r.at = at
	return ""
}

// space skips white space, but not an empty line.
func (r *texReader) space() {
	for r.at < len(r.src) && strings.IndexByte(" \t\r\n", r.src[r.at]) >= 0 && !strings.HasPrefix(r.src[r.at:], "\n\n") {
		r.at++
	}
}

// delimited returns what is between an opening mark and the closing one that
// matches it, or the end of the text.
func (r *texReader) delimited(open, closing byte) string {
	start, depth := r.at+1, 0
	for ; r.at < len(r.src); r.at++ {
		switch r.src[r.at] {
		case '\\':
			r.at++
		case open:
			depth++
		case closing:
			if depth--; depth == 0 {
				r.at++
				return r.src[start : r.at-1]
			}
		}
	}
	r.at = len(r.src)
	return r.src[min(start, len(r.src)):]
}

// text returns the next argument as text on one line.
func (r *texReader) text() string {
	r.option()
	return strings.Join(strings.Fields(r.convert(r.arg())), " ")
}

// convert reduces a piece of LaTeX.
func (r *texReader) convert(src string) string {
	if r.depth >= maxDepth {
		return src
	}
	sub := texReader{src: src, depth: r.depth + 1}
	sub.run()
	r.files = append(r.files, sub.files...)
	return sub.out.String()
}
