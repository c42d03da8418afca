package export

import (
	"bufio"
	"bytes"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// decoded reads a file of any size as UTF-8: a byte order mark is cut off,
// UTF-16 with a mark is decoded, and a byte that is not UTF-8 is taken as
// Windows-1252, of which Latin-1 text is a part. Working byte by byte, it also
// reads an export to which several systems wrote in their own encodings.
func decoded(file io.Reader) io.Reader {
	r := bufio.NewReader(file)
	mark, _ := r.Peek(3) // an error is met again when the file is read
	switch {
	case bytes.HasPrefix(mark, []byte{0xEF, 0xBB, 0xBF}):
		_, _ = r.Discard(3)
	case bytes.HasPrefix(mark, []byte{0xFF, 0xFE}), bytes.HasPrefix(mark, []byte{0xFE, 0xFF}):
		return transform.NewReader(r, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder())
	}
	return transform.NewReader(r, lenient{})
}

// lenient passes UTF-8 through and decodes any other byte as Windows-1252.
type lenient struct{ transform.NopResetter }

// Transform implements transform.Transformer.
func (lenient) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	for nSrc < len(src) {
		if src[nSrc] < utf8.RuneSelf && nDst < len(dst) { // nearly all of an export
			dst[nDst] = src[nSrc]
			nDst, nSrc = nDst+1, nSrc+1
			continue
		}
		r, size := utf8.DecodeRune(src[nSrc:])
		if r == utf8.RuneError && size == 1 {
			if !atEOF && !utf8.FullRune(src[nSrc:]) {
				return nDst, nSrc, transform.ErrShortSrc
			}
			r = charmap.Windows1252.DecodeByte(src[nSrc])
		}
		if nDst+utf8.RuneLen(r) > len(dst) {
			return nDst, nSrc, transform.ErrShortDst
		}
		nDst += utf8.EncodeRune(dst[nDst:], r)
		nSrc += size
	}
	return nDst, nSrc, nil
}
