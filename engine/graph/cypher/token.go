package cypher

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// kind says what a token is.
type kind uint8

const (
	end kind = iota
	name
	text
	number
	mark
)

// token is a piece of a query. Of a text, value is what stands between the
// quotes.
type token struct {
	kind  kind
	value string
	at    int // byte offset
}

// SyntaxError says where a query cannot be read, and why.
type SyntaxError struct {
	At  int // byte offset
	Why string
}

// Error reads "position 7: ...", counted from 1.
func (e *SyntaxError) Error() string { return fmt.Sprintf("position %d: %s", e.At+1, e.Why) }

func fault(at int, why string, args ...any) error {
	return &SyntaxError{At: at, Why: fmt.Sprintf(why, args...)}
}

// longestQuery is the most bytes of a query.
const longestQuery = 10_000

// scan cuts a query into tokens. Names may be quoted by backticks.
func scan(query string) ([]token, error) {
	if len(query) > longestQuery {
		return nil, fault(longestQuery, "the query is too long")
	}
	if !utf8.ValidString(query) {
		return nil, fault(0, "the query is not valid UTF-8")
	}
	var list []token
	for i := 0; i < len(query); {
		r, size := utf8.DecodeRuneInString(query[i:])
		switch {
		case unicode.IsSpace(r):
			i += size
		case strings.HasPrefix(query[i:], "//"):
			i += lineEnd(query[i:])
		case isNameStart(r):
			n := nameLength(query[i:])
			list = append(list, token{name, query[i : i+n], i})
			i += n
		case r >= '0' && r <= '9':
			n := numberLength(query[i:])
			list = append(list, token{number, query[i : i+n], i})
			i += n
		case r == '\'' || r == '"' || r == '`':
			t, n, err := quoted(query, i)
			if err != nil {
				return nil, err
			}
			list = append(list, t)
			i += n
		default:
			m := markAt(query[i:])
			if m == "" {
				return nil, fault(i, "%q has no meaning here", string(r))
			}
			list = append(list, token{mark, m, i})
			i += len(m)
		}
	}
	return append(list, token{end, "", len(query)}), nil
}

func lineEnd(s string) int {
	if n := strings.IndexByte(s, '\n'); n >= 0 {
		return n + 1
	}
	return len(s)
}

func isNameStart(r rune) bool { return r == '_' || unicode.IsLetter(r) }

func nameLength(s string) int {
	for i, r := range s {
		if !isNameStart(r) && !unicode.IsDigit(r) {
			return i
		}
	}
	return len(s)
}

// numberLength leaves ".." of a range alone.
func numberLength(s string) int {
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	if i+1 < len(s) && s[i] == '.' && s[i+1] >= '0' && s[i+1] <= '9' {
		for i++; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
		}
	}
	return i
}

// quoted reads a text or a quoted name, with the escapes of Cypher.
func quoted(query string, at int) (token, int, error) {
	quote := query[at]
	var b strings.Builder
	for i := at + 1; i < len(query); i++ {
		switch c := query[i]; {
		case c == quote:
			k := text
			if quote == '`' {
				k = name
			}
			return token{k, b.String(), at}, i + 1 - at, nil
		case c == '\\' && quote != '`':
			i++
			if i == len(query) {
				break
			}
			b.WriteString(unescape(query[i]))
		default:
			b.WriteByte(c)
		}
	}
	return token{}, 0, fault(at, "the quote does not end")
}

func unescape(c byte) string {
	switch c {
	case 'n':
		return "\n"
	case 't':
		return "\t"
	case 'r':
		return "\r"
	}
	return string(rune(c))
}

// markAt returns the longest mark at the beginning of s.
func markAt(s string) string {
	for _, m := range []string{"<>", "<=", ">=", "..", "->", "<-", "(", ")", "[", "]", "{", "}", ":", ",", ".", "|", "*", "-", "<", ">", "=", ";"} {
		if strings.HasPrefix(s, m) {
			return m
		}
	}
	return ""
}
