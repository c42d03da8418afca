package export

import (
	"bufio"
	"bytes"
	"io"
	"strings"
)

// maxElement is the size in bytes above which an element of a list is refused.
const maxElement = 64 << 20

// scanner cuts JSON text into values without reading a list as a whole. It
// does not check them: a value with a mistake inside still has an end, and the
// values after it can be read. Commas are taken as white space.
type scanner struct {
	r    *bufio.Reader
	line int   // of the next byte
	err  error // what ended the text; io.EOF at its end
	raw  []byte
	max  int // length of raw
}

func newScanner(r io.Reader) *scanner {
	return &scanner{r: bufio.NewReaderSize(r, 64<<10), line: 1, max: maxElement}
}

// next takes a byte; false at the end of the text.
func (s *scanner) next() (byte, bool) {
	if s.err != nil {
		return 0, false
	}
	b, err := s.r.ReadByte()
	if err != nil {
		s.err = err
		return 0, false
	}
	if b == '\n' {
		s.line++
	}
	return b, true
}

// peek looks at the next byte that is not white space.
func (s *scanner) peek() (byte, bool) {
	for {
		b, ok := s.next()
		if !ok {
			return 0, false
		}
		if !isSpace(b) {
			_ = s.r.UnreadByte() // cannot fail after ReadByte; b is no line end
			return b, true
		}
	}
}

func isSpace(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' || b == ',' }

// value is one JSON value of a text.
type value struct {
	raw  []byte // valid until the next value is read
	line int    // where it begins
	over bool   // it is too large, raw is its beginning
	cut  bool   // the text ends inside it
}

// value takes the next value; the caller has peeked at its first byte.
func (s *scanner) value() value {
	v := value{line: s.line}
	s.raw = s.raw[:0]
	first, _ := s.take()
	switch first {
	case '{', '[':
		v.cut = !s.nested(first)
	case '"':
		v.cut = !s.text()
	default:
		s.bare()
	}
	v.raw, v.over = s.raw, len(s.raw) >= s.max
	return v
}

// take moves a byte of a value to raw.
func (s *scanner) take() (byte, bool) {
	b, ok := s.next()
	if ok && len(s.raw) < s.max {
		s.raw = append(s.raw, b)
	}
	return b, ok
}

// nested takes the rest of an object or list. A bracket closes the innermost
// one of its kind, so that a forgotten inner one does not swallow the list.
func (s *scanner) nested(first byte) (closed bool) {
	open := []byte{first}
	for len(open) > 0 {
		b, ok := s.take()
		switch {
		case !ok:
			return false
		case b == '{' || b == '[':
			open = append(open, b)
		case b == '}' || b == ']':
			open = closeBracket(open, b-2) // in ASCII, { is } - 2 and [ is ] - 2
		case b == '"':
			if !s.text() {
				return false
			}
		}
	}
	return true
}

func closeBracket(open []byte, opener byte) []byte {
	for i := len(open) - 1; i >= 0; i-- {
		if open[i] == opener {
			return open[:i]
		}
	}
	return open
}

// text takes the rest of a string.
func (s *scanner) text() (closed bool) {
	for {
		s.takeUntil("\"\\\n")
		b, ok := s.take()
		switch {
		case !ok:
			return false
		case b == '"', b == '\n' && s.atStructure():
			return true
		case b == '\\':
			if _, ok := s.take(); !ok {
				return false
			}
		}
	}
}

// takeUntil takes what is buffered up to one of the stop bytes, a line end
// among them.
func (s *scanner) takeUntil(stops string) {
	ahead, _ := s.r.Peek(s.r.Buffered()) // what is buffered is there
	if i := bytes.IndexAny(ahead, stops); i >= 0 {
		ahead = ahead[:i]
	}
	s.raw = append(s.raw, ahead[:min(len(ahead), s.max-len(s.raw))]...)
	_, _ = s.r.Discard(len(ahead))
}

// atStructure reports whether a line begins like JSON. After a line end inside
// a string, which JSON does not allow, that tells a closing quote that was
// forgotten from a text of several lines that was not escaped.
func (s *scanner) atStructure() bool {
	ahead, _ := s.r.Peek(128) // at the end of the text there is less
	ahead = bytes.TrimLeft(ahead, " \t\r\n")
	return len(ahead) > 0 && strings.IndexByte(`"{}[]`, ahead[0]) >= 0
}

// bare takes the rest of a number or word.
func (s *scanner) bare() {
	for {
		b, ok := s.next()
		if !ok {
			return
		}
		if isSpace(b) || b == ']' || b == '}' || b == ':' || b == '"' || b == '[' || b == '{' {
			s.back(b)
			return
		}
		if len(s.raw) < s.max {
			s.raw = append(s.raw, b)
		}
	}
}

func (s *scanner) back(b byte) {
	_ = s.r.UnreadByte() // cannot fail after ReadByte
	if b == '\n' {
		s.line--
	}
}
