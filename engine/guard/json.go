package guard

import (
	"bytes"
	"fmt"
	"unicode/utf16"
	"unicode/utf8"
)

// JSON returns an encoded JSON document that decodes to the same value but
// whose strings hold no character that a terminal acts on or shows nothing
// for: they are written as \uXXXX. encoding/json leaves DEL, C1 and bidi
// controls as they are. Invalid UTF-8 becomes \ufffd.
func JSON(doc []byte) []byte {
	if plain(string(doc)) {
		return doc
	}
	var b bytes.Buffer
	b.Grow(len(doc) + 16)
	for i := 0; i < len(doc); {
		r, size := utf8.DecodeRune(doc[i:])
		switch {
		case r == '\n' || r == '\t':
			b.WriteRune(r)
		case r == '\r': // white space between tokens
			b.WriteByte(' ')
		case hidden(r) || breaksLine(r):
			writeEscaped(&b, r)
		default:
			b.Write(doc[i : i+size])
		}
		i += size
	}
	return b.Bytes()
}

func writeEscaped(b *bytes.Buffer, r rune) {
	if high, low := utf16.EncodeRune(r); r > 0xFFFF {
		fmt.Fprintf(b, `\u%04x\u%04x`, high, low)
		return
	}
	fmt.Fprintf(b, `\u%04x`, r)
}
