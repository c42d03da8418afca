package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// MaxFile is the size in bytes above which a document is refused.
const MaxFile = 64 << 20

// The reasons why a file is not read as text.
var (
	ErrBinary   = errors.New("is a binary file, not text")
	ErrTooLarge = errors.New("is too large")
)

// ReadFile returns the bytes of a file of at most MaxFile bytes.
func ReadFile(fsys fs.FS, name string) ([]byte, error) {
	file, err := fsys.Open(name)
	if err != nil {
		return nil, Reason(err)
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil && info.Size() > MaxFile {
		return nil, TooLarge(info.Size())
	}
	data, err := io.ReadAll(io.LimitReader(file, MaxFile+1))
	if err != nil {
		return nil, Reason(err)
	}
	if len(data) > MaxFile {
		return nil, TooLarge(int64(len(data)))
	}
	return data, nil
}

// TooLarge is the error of a file of this many bytes.
func TooLarge(size int64) error {
	return fmt.Errorf("%w: %d MB, the limit is %d MB", ErrTooLarge, size>>20, MaxFile>>20)
}

// ReadText returns a file as UTF-8 text with LF line ends; see Decode.
func ReadText(fsys fs.FS, name string) (string, error) {
	data, err := ReadFile(fsys, name)
	if err != nil {
		return "", err
	}
	return Decode(data)
}

// Decode turns the bytes of a document into UTF-8 text. It knows UTF-8 and
// UTF-16 with and without byte order mark; anything else that looks like text
// is taken as Windows-1252, of which Latin-1 text is a part. CRLF becomes LF;
// no other character is changed. The error is ErrBinary.
func Decode(data []byte) (string, error) { return decode(data, charmap.Windows1252) }

// DecodeHTML is Decode for a web page, which may name its own encoding.
func DecodeHTML(data []byte) (string, error) {
	declared, _, _ := charset.DetermineEncoding(data, "text/html")
	return decode(data, declared)
}

func decode(data []byte, fallback encoding.Encoding) (string, error) {
	data, decoder := detect(data, fallback)
	if decoder != nil {
		decoded, err := decoder.Bytes(data)
		if err != nil {
			return "", ErrBinary
		}
		data = decoded
	}
	if looksBinary(data) {
		return "", ErrBinary
	}
	return strings.ReplaceAll(string(data), "\r\n", "\n"), nil
}

// detect cuts a byte order mark off and returns the decoder; nil is UTF-8.
func detect(data []byte, fallback encoding.Encoding) ([]byte, *encoding.Decoder) {
	little := unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	big := unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	switch {
	case bytes.HasPrefix(data, []byte{0xEF, 0xBB, 0xBF}) && utf8.Valid(data):
		return data[3:], nil
	case bytes.HasPrefix(data, []byte{0xFF, 0xFE}):
		return data[2:], little.NewDecoder()
	case bytes.HasPrefix(data, []byte{0xFE, 0xFF}):
		return data[2:], big.NewDecoder()
	}
	even, odd := zeroBytes(data)
	switch {
	case mostlyZero(odd, even, len(data)):
		return data, little.NewDecoder()
	case mostlyZero(even, odd, len(data)):
		return data, big.NewDecoder()
	case utf8.Valid(data):
		return data, nil
	}
	return data, fallback.NewDecoder()
}

// zeroBytes counts the zero bytes at even and at odd offsets.
func zeroBytes(data []byte) (even, odd int) {
	if bytes.IndexByte(data, 0) < 0 {
		return 0, 0
	}
	for i, b := range data {
		if b != 0 {
			continue
		}
		if i%2 == 0 {
			even++
		} else {
			odd++
		}
	}
	return even, odd
}

// mostlyZero tells UTF-16 without a mark by western text in it: nearly every
// second byte is zero and none of the others.
func mostlyZero(high, low, size int) bool {
	return size%2 == 0 && low == 0 && high > 0 && high*10 >= size/2*7
}

// looksBinary finds what no text file holds: a zero byte, or more than one
// control character in fifty.
func looksBinary(data []byte) bool {
	if bytes.HasPrefix(data, []byte("%PDF-")) {
		return true
	}
	controls := 0
	for _, b := range data {
		if b == 0 {
			return true
		}
		if b < 0x20 && b != '\t' && b != '\n' && b != '\r' && b != '\f' && b != '\b' && b != 0x1b {
			controls++
		}
	}
	return controls*50 > len(data)
}
