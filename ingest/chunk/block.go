package chunk

import (
	"iter"
	"strings"

	"owl/engine"
)

// block is a run of lines without an empty one between them, or a whole code
// fence, with the empty lines that follow.
type block struct {
	span
	lines  bool // its lines mean more than its sentences: code, tables
	inner  bool // indented: belongs to what comes before
	item   bool // a list item
	leads  bool // announces what comes next: ends in a colon
	fenced bool
}

// lines yields the spans of the lines of s, with their line ends.
func lines(text string, s span) iter.Seq[span] {
	return func(yield func(span) bool) {
		for at := s.start; at < s.end; {
			end := s.end
			if i := strings.IndexByte(text[at:s.end], '\n'); i >= 0 {
				end = at + i + 1
			}
			if !yield(span{at, end}) {
				return
			}
			at = end
		}
	}
}

// blocks cuts a section into consecutive blocks.
func blocks(text string, section span, format engine.Format) []block {
	var list []block
	var open fence
	empty := true // the line before was empty
	for ln := range lines(text, section) {
		line := strings.TrimRight(ln.of(text), " \t\r\n")
		wasOpen := open.open()
		if format == engine.Markdown {
			open = open.after(line)
		}
		starts := !wasOpen && (open.open() || empty && line != "")
		if len(list) == 0 || starts {
			list = append(list, newBlock(ln, line, open.open()))
		}
		current := &list[len(list)-1]
		current.end = ln.end
		if line != "" {
			current.leads = strings.HasSuffix(line, ":") && !current.fenced
		}
		empty = !open.open() && (line == "" || wasOpen)
	}
	return list
}

func newBlock(ln span, line string, fenced bool) block {
	content := strings.TrimLeft(line, " \t")
	inner := len(content) < len(line)
	table := strings.HasPrefix(content, "|") || strings.HasPrefix(content, "+-") || strings.HasPrefix(content, "==")
	return block{span: ln, lines: fenced || inner || table, inner: inner, item: isItem(content), fenced: fenced}
}

// groups joins blocks that belong together: a list, a paragraph with what it
// announces, anything with its indented content.
func groups(list []block) [][]block {
	var all [][]block
	for i, b := range list {
		joins := i > 0 && (b.inner || list[i-1].leads || b.item && all[len(all)-1][0].item)
		if joins {
			all[len(all)-1] = append(all[len(all)-1], b)
		} else {
			all = append(all, []block{b})
		}
	}
	return all
}

// isItem reports whether text begins with a list marker: -, *, +, •, 1. or 1).
func isItem(text string) bool {
	marker, _, found := strings.Cut(text[:min(len(text), 8)], " ")
	switch {
	case !found:
		return false
	case marker == "-" || marker == "*" || marker == "+" || marker == "•" || marker == "#.":
		return true
	}
	digits := strings.TrimRight(marker, ".)")
	return len(digits) == len(marker)-1 && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// fence is the state of a Markdown code fence.
type fence struct {
	mark byte // ` or ~
	size int  // of the opening run; 0 when no fence is open
}

func (f fence) open() bool { return f.size > 0 }

// after returns the state after one more line.
func (f fence) after(line string) fence {
	content := strings.TrimLeft(line, " \t")
	if !strings.HasPrefix(content, "```") && !strings.HasPrefix(content, "~~~") {
		return f
	}
	mark := content[0]
	info := strings.TrimLeft(content, string(mark))
	size := len(content) - len(info)
	switch {
	case !f.open() && (mark == '~' || !strings.Contains(info, "`")):
		return fence{mark: mark, size: size}
	case f.open() && mark == f.mark && size >= f.size && info == "":
		return fence{}
	}
	return f
}
