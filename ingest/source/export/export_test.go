package export

import (
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"
	"unicode/utf8"

	"owl/engine"
	"owl/ingest/conformance"
)

func TestParseTimeReadsWhatExportsWrite(t *testing.T) {
	zone, err := time.LoadLocation("America/Chicago")
	if err != nil {
		t.Fatal(err)
	}
	cases := []struct{ text, want string }{
		{"2025-03-11T02:14:05-05:00", "2025-03-11T02:14:05-05:00"},
		{"2025-03-11T02:14:05.123456+01:00", "2025-03-11T02:14:05.123456+01:00"},
		{"2025-03-11T02:14:05,5Z", "2025-03-11T02:14:05.5Z"},
		{"2025-03-11T02:14:05.000-0500", "2025-03-11T02:14:05-05:00"},
		{"2025-03-11 02:14:05 -05:00", "2025-03-11T02:14:05-05:00"},
		{"2025-03-11 02:14:05+01", "2025-03-11T02:14:05+01:00"},
		{"2025-03-11T02:14Z", "2025-03-11T02:14:00Z"},
		{"2025-03-11t02:14:05z", "2025-03-11T02:14:05Z"},
		{"2025-03-11 02:14:05 UTC", "2025-03-11T02:14:05Z"},
		{" 2025-01-11 02:14 ", "2025-01-11T02:14:00-06:00"},
		{"2025-07-11T02:14:05", "2025-07-11T02:14:05-05:00"},
		{"2025-07-11", "2025-07-11T00:00:00-05:00"},
	}
	for _, c := range cases {
		got, err := ParseTime(c.text, zone)
		if err != nil || got.Format(time.RFC3339Nano) != c.want {
			t.Errorf("%q: got %s, %v; want %s", c.text, got.Format(time.RFC3339Nano), err, c.want)
		}
	}
	for _, text := range []string{"", "soon", "11.03.2025", "03/11/2025", "2025-13-01", "2025-02-30", "2025-03-11 02:14 CST", "2025-03-11T25:00:00Z", "1741677245", "2025-03-11\n2025-03-12"} {
		if got, err := ParseTime(text, zone); err == nil {
			t.Errorf("%q: got %s, want an error", text, got)
		}
	}
}

func TestTextsAreCleaned(t *testing.T) {
	cases := []struct{ name, text, plain, markdown string }{
		{"entities", "RF &amp; LLRF &#956;A &#x3bc;A &plusmn;5", "RF & LLRF μA μA ±5", "RF & LLRF μA μA ±5"},
		{"entities without semicolon are addresses", "x?a=1&copy=2&lt", "x?a=1&copy=2&lt", "x?a=1&copy=2&lt"},
		{"entities that do not exist", "&nope; &;", "&nope; &;", "&nope; &;"},
		{"decoded once", "&amp;lt;", "&lt;", "&lt;"},
		{"tags stay hidden from a renderer", "a &lt;b&gt; &lt;/i&gt; 1 &lt; 2 &lt;", "a <b> </i> 1 < 2 <", "a &lt;b> &lt;/i> 1 < 2 <"},
		{"a space that does not break", "5&nbsp;mA", "5 mA", "5 mA"},
		{"line ends", "a\r\nb\rc\n", "a\nb\nc", "a\nb\nc"},
		{"indented first line", "\n \n    code\n\ntext \n", "code\n\ntext", "    code\n\ntext"},
		{"inner white space", "a  b\t\n\n\nc", "a  b\t\n\n\nc", "a  b\t\n\n\nc"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if plain, markdown := Plain(c.text), Markdown(c.text); plain != c.plain || markdown != c.markdown {
				t.Errorf("plain %q, Markdown %q; want %q, %q", plain, markdown, c.plain, c.markdown)
			}
		})
	}
}

func TestLinkKeepsOnlyWhatAPersonMayOpen(t *testing.T) {
	cases := []struct{ raw, want string }{
		{" https://wrq.example/50110?x=1#c2 ", "https://wrq.example/50110?x=1#c2"},
		{"https://bely.example/a b/ä.png", "https://bely.example/a%20b/%C3%A4.png"},
		{"/Downloads/x.png", "/Downloads/x.png"},
		{"file://share/plots/x.png", "file://share/plots/x.png"},
		{"", ""},
		{"javascript:alert(1)", ""},
		{"data:text/html,x", ""},
		{"https://x\x1b[2J", ""},
		{"mailto:a@b.example", ""},
	}
	for _, c := range cases {
		if got := Link(c.raw); got != c.want {
			t.Errorf("%q: got %q, want %q", c.raw, got, c.want)
		}
	}
}

func TestAttachmentsAreNamedAfterTheirFile(t *testing.T) {
	cases := []struct{ raw, name, url string }{
		{"https://x.example/d/orbit%20plot.png?scale=2", "orbit plot.png", "https://x.example/d/orbit%20plot.png?scale=2"},
		{"https://x.example/", "x.example", "https://x.example/"},
		{`\\server\plots\a.png`, "a.png", ""},
		{"plain.txt", "plain.txt", "plain.txt"},
		{"", "", ""},
	}
	for _, c := range cases {
		if got := Attached(c.raw); got != (engine.Attachment{Name: engine.Untrusted(c.name), URL: c.url}) {
			t.Errorf("%q: got %+v, want %q at %q", c.raw, got, c.name, c.url)
		}
	}
}

func TestFilesThatCannotBeReadAreReported(t *testing.T) {
	folder := fstest.MapFS{"a.json": {Data: []byte(element("a"))}, "b.json": {Data: []byte(element("b"))}, "c.json": {Data: []byte(element("c"))}}
	got := read(t, refusing{folder, "b.json"}, lists(""))
	if want := "a\nb.json: permission denied\nc"; got != want {
		t.Errorf("read:\n%s\nwant:\n%s", got, want)
	}
}

// refusing is a folder with a file that may not be opened.
type refusing struct {
	fstest.MapFS
	name string
}

func (r refusing) Open(name string) (fs.File, error) {
	if name == r.name {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return r.MapFS.Open(name)
}

func TestMixedEncodingsOfOneFileAreRead(t *testing.T) {
	text := "[{\"id\": \"a\", \"text\": \"5 \xB5m\"}, {\"id\": \"b\", \"text\": \"5 µm\"}, {\"id\": \"c\", \"text\": \"\x93x\x94\"}]"
	items, err := conformance.Collect(t.Context(), New(one(text), Options{}, lists("")))
	if err != nil || len(items) != 3 {
		t.Fatalf("%d items, %v", len(items), err)
	}
	for i, want := range []string{"5 µm", "5 µm", "“x”"} {
		if got := items[i].Record.Content; string(got) != want {
			t.Errorf("item %d: %q, want %q", i, got, want)
		}
	}
}

func TestUTF16ExportsAreRead(t *testing.T) {
	little, big := []byte{0xFF, 0xFE}, []byte{0xFE, 0xFF}
	for _, b := range []byte("[" + element("a") + "]") {
		little, big = append(little, b, 0), append(big, 0, b)
	}
	for name, data := range map[string][]byte{"little endian": little, "big endian": big} {
		if got := read(t, one(string(data)), lists("")); got != "a" {
			t.Errorf("%s: read %q", name, got)
		}
	}
}

func TestIDsAreInsistedUpon(t *testing.T) {
	cases := []struct{ name, id, want string }{
		{"a number", `7`, "7"},
		{"a long number, digit by digit", `12345678901234567890`, "12345678901234567890"},
		{"white space around", `" 7 "`, "7"},
		{"null", `null`, `f.json:1: record without doc_id: field "id": missing`},
		{"blank", `"  "`, `f.json:1: record without doc_id: field "id": missing`},
		{"an escape sequence", `"a\u001b[2J"`, `f.json:1: record "test/a\x1b[2J": field "id": "a\x1b[2J" holds a character that cannot be printed`},
		{"far too long", `"` + strings.Repeat("a", 600) + `"`, `f.json:1: record "test/` + strings.Repeat("a", 600) + `": field "id": is longer than 512 bytes`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := read(t, one(`[{"id": `+c.id+`, "text": "x"}]`), lists("")); got != c.want {
				t.Errorf("read %q, want %q", got, c.want)
			}
		})
	}
}

func TestFoldersOfAnyKindAreRead(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(dir+"/b/.hidden", 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"b/x.JSON": element("x"), "a.json": element("a"), "b/.hidden/h.json": element("h"), "b/.~lock.json": "", "c.txt": "no"} {
		if err := os.WriteFile(dir+"/"+name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got := read(t, os.DirFS(dir), lists("")); got != "a\nx" {
		t.Errorf("read %q, want a and x", got)
	}
}

func TestFirstHeadingOfAHostileTextIsFoundSoon(t *testing.T) {
	if got := FirstHeading("# Title\n" + strings.Repeat(">", 1<<20)); got != "Title" {
		t.Errorf("got %q", got)
	}
	if got := FirstHeading("# " + strings.Repeat("é", headingWithin)); !utf8.ValidString(got) || len(got) < headingWithin/2 {
		t.Errorf("got %d bytes, valid %v", len(got), utf8.ValidString(got))
	}
}

func FuzzFrontMatter(f *testing.F) {
	f.Add("---\na: b\n---\nbody")
	f.Add("\n---\n: \n- x\n  y\n...\n")
	f.Fuzz(func(t *testing.T, text string) {
		m, body, bad := splitFrontMatter(text)
		if bad != nil {
			if bad.line < 1 || bad.line > 1+strings.Count(text, "\n") {
				t.Errorf("line %d of %q", bad.line, text)
			}
			return
		}
		if !strings.HasSuffix(text, body) || len(m.values) != len(m.lines) {
			t.Errorf("body %q and %v of %q", body, m, text)
		}
	})
}

func FuzzParseTime(f *testing.F) {
	f.Add("2025-03-11T02:14:05-05:00")
	f.Add("2025-03-11 02:14 UTC")
	f.Fuzz(func(t *testing.T, text string) {
		got, err := ParseTime(text, time.UTC)
		if err != nil && strings.ContainsAny(err.Error(), "\n\r\x1b") || err == nil && got.Year() > 9999 {
			t.Errorf("%q: %s, %v", text, got, err)
		}
	})
}

func FuzzTexts(f *testing.F) {
	f.Add("a &lt;b&gt;\r\n&#0; &#xd800;")
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			return // files are decoded before
		}
		for _, clean := range []string{Plain(text), Markdown(text), OneLine(text), Shorten(text, 80), FirstHeading(text)} {
			if !utf8.ValidString(clean) || strings.Contains(clean, "\r") && !strings.Contains(text, "&") {
				t.Errorf("%q gives %q", text, clean)
			}
		}
		if link := Link(text); strings.ContainsAny(link, "\n\r\x1b") {
			t.Errorf("link %q of %q", link, text)
		}
	})
}
