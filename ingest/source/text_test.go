package source

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf16"
	"unicode/utf8"
)

func utf16Bytes(s string, big bool) string {
	var b strings.Builder
	for _, unit := range utf16.Encode([]rune(s)) {
		if big {
			b.Write([]byte{byte(unit >> 8), byte(unit)})
		} else {
			b.Write([]byte{byte(unit), byte(unit >> 8)})
		}
	}
	return b.String()
}

func TestDecodeKnowsTheEncoding(t *testing.T) {
	cases := []struct{ name, data, want string }{
		{"plain", "beam at 102 mA\n", "beam at 102 mA\n"},
		{"UTF-8", "Größe 5 µm", "Größe 5 µm"},
		{"UTF-8 with mark", "\xEF\xBB\xBFtext", "text"},
		{"Latin-1", "Gr\xF6\xDFe 5 \xB5m", "Größe 5 µm"},
		{"Windows-1252 quotes", "\x93beam\x94 dumped", "“beam” dumped"},
		{"UTF-16 little endian with mark", "\xFF\xFE" + utf16Bytes("a µ\r\nb", false), "a µ\nb"},
		{"UTF-16 big endian with mark", "\xFE\xFF" + utf16Bytes("a µ", true), "a µ"},
		{"UTF-16 little endian without mark", utf16Bytes("beam lost at 02:14", false), "beam lost at 02:14"},
		{"UTF-16 big endian without mark", utf16Bytes("beam lost at 02:14", true), "beam lost at 02:14"},
		{"CRLF becomes LF, a lone CR stays", "a\r\nb\rc", "a\nb\rc"},
		{"terminal escapes are text here", "\x1b[31mred", "\x1b[31mred"},
		{"overstruck letters of a manual page are text", "N\bNA\bA", "N\bNA\bA"},
		{"empty", "", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, err := Decode([]byte(c.data))
			if err != nil || got != c.want {
				t.Errorf("got %q, %v; want %q", got, err, c.want)
			}
		})
	}
}

func TestDecodeRefusesBinary(t *testing.T) {
	for name, data := range map[string]string{
		"zero byte":          "text\x00text",
		"executable":         "\x7fELF\x02\x01\x01\x00\x00",
		"PDF":                "%PDF-1.7 all in letters",
		"control characters": strings.Repeat("\x01\x02ab", 50),
	} {
		if text, err := Decode([]byte(data)); !errors.Is(err, ErrBinary) {
			t.Errorf("%s: got %q, %v; want ErrBinary", name, text, err)
		}
	}
}

func TestDecodeHTMLFollowsTheDeclaredEncoding(t *testing.T) {
	got, err := DecodeHTML([]byte("<meta charset=koi8-r><p>\xF0\xD5\xDE\xCF\xCB"))
	if err != nil || !strings.HasSuffix(got, "Пучок") {
		t.Errorf("got %q, %v", got, err)
	}
	got, err = DecodeHTML([]byte("<meta charset=latin1><p>5 µm")) // a wrong declaration over valid UTF-8
	if err != nil || !strings.HasSuffix(got, "5 µm") {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestReadTextNamesTheLimit(t *testing.T) {
	fsys := fstest.MapFS{"big.txt": {Data: make([]byte, MaxFile+1)}, "fits.txt": {Data: []byte("ok")}}
	if _, err := ReadText(fsys, "big.txt"); !errors.Is(err, ErrTooLarge) || !strings.Contains(err.Error(), "64 MB") {
		t.Errorf("got %v", err)
	}
	if text, err := ReadText(fsys, "fits.txt"); err != nil || text != "ok" {
		t.Errorf("got %q, %v", text, err)
	}
	if _, err := ReadText(fsys, "missing.txt"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("Gr\xF6\xDFe"))
	f.Add([]byte("\xFF\xFEa\x00\x00\xD8"))
	f.Fuzz(func(t *testing.T, data []byte) {
		text, err := Decode(data)
		if err == nil && (!utf8.ValidString(text) || strings.Contains(text, "\r\n")) {
			t.Errorf("%q gives %q", data, text)
		}
	})
}
