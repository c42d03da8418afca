package compose

import (
	"strings"
)

// unitKind says what a unit is, since a list item or a code line is quoted in
// another form than a sentence.
type unitKind int

const (
	sentence unitKind = iota
	heading
	item  // one entry of a list, with its continuation lines
	field // a labelled line, with its continuation lines
	row   // one line of a table
	block // a run of code or literal text
)

// unit is the smallest piece of a record that is quoted: Start and End are byte
// offsets in the record's content.
type unit struct {
	kind       unitKind
	start, end int
	paragraph  int // units with the same number stand in one paragraph, list or table
}

// units cuts content[start:end] into units, in order. What lies between them is
// white space or markup that says nothing (rules, directive options).
func units(content string, start, end int) []unit {
	s := splitter{content: content, end: end}
	for pos := start; pos < end; {
		next := lineEnd(content, pos, end)
		s.line(pos, next)
		pos = next
	}
	s.flush()
	return s.units
}

// lineEnd returns the offset after the line that holds pos.
func lineEnd(content string, pos, end int) int {
	if i := strings.IndexByte(content[pos:end], '\n'); i >= 0 {
		return pos + i + 1
	}
	return end
}

// splitter gathers lines until it knows what they form together.
type splitter struct {
	content   string
	end       int
	units     []unit
	paragraph int

	kind         unitKind
	from, to     int // the open run of lines; none when from == to
	fence        string
	literalAfter bool // an RST "::" announces indented literal text
}

func (s *splitter) line(start, end int) {
	raw := s.content[start:end]
	text := strings.TrimSpace(raw)
	switch {
	case s.fence != "":
		s.extend(end)
		if strings.HasPrefix(text, s.fence) {
			s.fence = ""
			s.flush()
		}
	case text == "":
		s.blank()
	case fenceOf(text) != "":
		s.flush()
		s.fence = fenceOf(text)
		s.open(block, start, end)
	case s.isLiteral(raw):
		s.literal(start, end)
	default:
		s.prose(start, end, text)
	}
}

func fenceOf(text string) string {
	for _, f := range []string{"```", "~~~"} {
		if strings.HasPrefix(text, f) {
			return f
		}
	}
	return ""
}

// blank ends a paragraph; literal text goes on over blank lines.
func (s *splitter) blank() {
	if s.kind == block && s.from != s.to {
		return
	}
	s.flush()
	s.paragraph++
}

// isLiteral reports an indented line after "::" or a line that carries on an
// open literal block.
func (s *splitter) isLiteral(raw string) bool {
	indented := strings.HasPrefix(raw, "  ") || strings.HasPrefix(raw, "\t")
	open := s.kind == block && s.from != s.to
	return indented && (open || s.literalAfter)
}

func (s *splitter) literal(start, end int) {
	if s.kind == block && s.from != s.to {
		s.extend(end)
		return
	}
	s.flush()
	s.open(block, start, end)
}

func (s *splitter) prose(start, end int, text string) {
	if s.kind == block && s.from != s.to {
		s.flush()
		s.paragraph++
	}
	s.literalAfter = false
	switch {
	case isRule(text):
		s.underline()
	case strings.HasPrefix(text, "#") && strings.HasPrefix(strings.TrimLeft(text, "#"), " "):
		s.single(heading, start, end)
	case isDirective(text):
		s.flush()
		s.literalAfter = isLiteralDirective(text)
	case strings.HasPrefix(text, "|") || strings.HasPrefix(text, "+-") || strings.HasPrefix(text, "+="):
		s.single(row, start, end)
	case startsItem(text):
		s.flush()
		s.open(item, start, end)
	case startsField(text):
		s.flush()
		s.open(field, start, end)
	case s.from == s.to:
		s.open(sentence, start, end)
	default:
		s.extend(end)
	}
	if strings.HasSuffix(text, "::") {
		s.literalAfter = true
	}
}

func (s *splitter) open(kind unitKind, start, end int) {
	s.kind, s.from, s.to = kind, start, end
}

func (s *splitter) extend(end int) { s.to = end }

func (s *splitter) single(kind unitKind, start, end int) {
	s.flush()
	s.open(kind, start, end)
	s.flush()
}

// underline makes the line above a heading, as RST and setext Markdown do.
func (s *splitter) underline() {
	if s.from != s.to && s.kind == sentence && strings.Count(strings.TrimSpace(s.content[s.from:s.to]), "\n") == 0 {
		s.kind = heading
	}
	s.flush()
}

// flush turns the open run of lines into units.
func (s *splitter) flush() {
	if s.from == s.to {
		return
	}
	if s.kind == sentence {
		s.sentences(s.from, s.to)
	} else {
		s.add(s.kind, s.from, s.to)
	}
	s.kind, s.from, s.to = sentence, 0, 0
}

func (s *splitter) sentences(start, end int) {
	for start < end {
		n := sentenceEnd(s.content[start:end])
		s.add(sentence, start, start+n)
		start += n
	}
}

// add trims white space off the ends, so that a unit is exactly its text.
func (s *splitter) add(kind unitKind, start, end int) {
	text := s.content[start:end]
	start += len(text) - len(strings.TrimLeft(text, " \t\r\n"))
	end -= len(text) - len(strings.TrimRight(text, " \t\r\n"))
	if start < end {
		s.units = append(s.units, unit{kind: kind, start: start, end: end, paragraph: s.paragraph})
	}
}
