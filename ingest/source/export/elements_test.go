package export

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"pgregory.net/rapid"

	"owl/engine"
	"owl/ingest"
	"owl/ingest/conformance"
)

// lists is a shape whose items hold an id and a text.
func lists(key string) Shape {
	return Shape{Collection: "test", Exts: []string{".json"}, Read: func(f *File) error {
		return f.Elements(key, func(o *Object) []engine.Record {
			rec := o.Record("id")
			rec.Title, rec.Content = "t", engine.Untrusted(o.Text("text"))
			return []engine.Record{rec}
		})
	}}
}

// read returns "id" for a record and the report for a bad item.
func read(t *testing.T, fsys fs.FS, shape Shape) string {
	t.Helper()
	items, err := conformance.Collect(t.Context(), New(fsys, Options{}, shape))
	if err != nil {
		t.Fatalf("read: %v", err)
	}
	var lines []string
	for _, item := range items {
		if item.Err != nil {
			lines = append(lines, item.Err.Error())
		} else {
			lines = append(lines, item.Record.FileID)
		}
	}
	return strings.Join(lines, "\n")
}

func one(text string) fs.FS { return fstest.MapFS{"f.json": {Data: []byte(text)}} }

func element(id string) string { return `{"id": "` + id + `", "text": "x"}` }

func TestElementsAfterABrokenOneAreRead(t *testing.T) {
	a, b, c := element("a"), element("b"), element("c")
	const syntax = "broken JSON: invalid character "
	cases := []struct{ name, text, want string }{
		{"a quote not escaped", "[" + a + ",\n{\"id\": \"x\", \"text\": \"say \"no\" again\"},\n" + c + "]", "a\nf.json:2: " + syntax + "'n' after object key:value pair\nc"},
		{"a quote forgotten", "[" + a + ",\n{\"id\": \"x,\n\"text\": \"y\"},\n" + c + "]", "a\nf.json:2: " + syntax + "'\\n' in string literal\nc"},
		{"a bracket forgotten", "[" + a + ",\n{\"id\": [\"x\"},\n" + c + "]", "a\nf.json:2: " + syntax + "'}' after array element\nc"},
		{"a bracket too many", "[" + a + ",\n{\"id\": \"x\"]},\n" + c + "]", "a\nf.json:2: " + syntax + "']' after object key:value pair\nc"},
		{"a word that is no JSON", "[" + a + ",\n{\"id\": \"x\",\n\"n\": NaN},\n" + c + "]", "a\nf.json:3: " + syntax + "'N' looking for beginning of value\nc"},
		{"a path with backslashes", "[" + a + ",\n{\"id\": \"x\", \"text\": \"C:\\data\"},\n" + c + "]", "a\nf.json:2: " + syntax + "'d' in string escape code\nc"},
		{"a line end in a string", "[" + a + ",\n{\"id\": \"x\", \"text\": \"two\nlines\"},\n" + c + "]", "a\nf.json:2: " + syntax + "'\\n' in string literal\nc"},
		{"a comma forgotten", "[" + a + b + c + "]", "a\nb\nc"},
		{"commas too many", "[," + a + ",," + c + ",]", "a\nc"},
		{"elements that are no objects", "[\n1, \"s\",\nnull, [" + b + "], true,\n" + c + "]", "f.json:2: the element is a number, want an object\nf.json:2: the element is a text, want an object\n" +
			"f.json:3: the element is null, want an object\nf.json:3: the element is a list, want an object\nf.json:3: the element is a boolean, want an object\nc"},
		{"a bracket that stands alone", "[" + a + "}" + c + "]", "a\nf.json:1: " + syntax + "'}' looking for beginning of value\nc"},
		{"brackets and quotes in strings", `[{"id": "a", "text": "} ] \" { ["},` + c + "]", "a\nc"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := read(t, one(c.text), lists("")); got != c.want {
				t.Errorf("read:\n%s\nwant:\n%s", got, c.want)
			}
		})
	}
}

func TestListsAreFoundWhereTheyStand(t *testing.T) {
	a, b := element("a"), element("b")
	const rest = "; the rest of the file is not read"
	cases := []struct{ name, key, text, want string }{
		{"the file", "", "[" + a + "," + b + "]", "a\nb"},
		{"no list around one object", "", a, "a"},
		{"one object a line", "", a + "\n" + b + "\n", "a\nb"},
		{"an empty list", "", "[]", ""},
		{"under a key", "list", `{"n": 2, "deep": {"list": [1]}, "list": [` + a + "," + b + `], "more": [[]]}`, "a\nb"},
		{"under a key of several objects", "list", `{"list": [` + a + `]} {"list": [` + b + `]}`, "a\nb"},
		{"the file although there is a key", "list", "[" + a + "]", "a"},
		{"null under the key", "list", `{"list": null}`, ""},
		{"not there", "list", "\n{\"lists\": []}", `f.json:2: no "list" list`},
		{"another thing under the key", "list", "{\n\"list\": {}}", `f.json:2: "list" is not a list`},
		{"nothing in the file", "", " \n", "f.json: is empty"},
		{"text before the list", "", "Export of today\n[" + a + "]", `f.json:1: want a JSON list here, got "E"` + rest},
		{"text after the list", "", "[" + a + "]\nEnd", "a\n" + `f.json:2: want a JSON list here, got "E"` + rest},
		{"cut off between elements", "", "[" + a + ",\n", "a\nf.json:2: the list is not closed: the file ends too early"},
		{"cut off in an element", "", "[" + a + ",\n\n{\"id\": \"b\",\n\"te", "a\nf.json:3: the file ends inside this element"},
		{"cut off in an element under a key", "list", "{\"list\": [" + a + ",\n{", "a\nf.json:2: the file ends inside this element"},
		{"cut off after the list under a key", "list", "{\"list\": [" + a + "],", "a\nf.json:1: the object is not closed: the file ends too early"},
		{"cut off in another value", "list", "{\"list\": [" + a + "],\n\"x\": [1", "a\nf.json:2: the file ends inside this element"},
		{"cut off in a key", "list", "{\"list\": [" + a + "],\n\"x", "a\nf.json:2: the object is not closed: the file ends too early"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := read(t, one(c.text), lists(c.key)); got != c.want {
				t.Errorf("read:\n%s\nwant:\n%s", got, c.want)
			}
		})
	}
}

// TestScannerCutsAsTheStandardDecoder compares with encoding/json on lists of
// any values, written with any white space.
func TestScannerCutsAsTheStandardDecoder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(anyValue(3), 0, 6).Draw(t, "values")
		data, err := json.MarshalIndent(values, rapid.StringMatching(`[ \t]{0,2}`).Draw(t, "prefix"), " ")
		if err != nil {
			t.Fatal(err)
		}
		var want []json.RawMessage
		if err := json.Unmarshal(data, &want); err != nil {
			t.Fatal(err)
		}
		s := newScanner(bytes.NewReader(data))
		s.peek()
		s.next()
		for i, element := range want {
			s.peek()
			v := s.value()
			if !bytes.Equal(v.raw, element) || v.cut || v.over {
				t.Fatalf("element %d of %s: got %q (cut %v)", i, data, v.raw, v.cut)
			}
			if line := 1 + bytes.Count(data[:bytes.Index(data, element)], []byte("\n")); v.line < line {
				t.Fatalf("element %d of %s: line %d, want at least %d", i, data, v.line, line)
			}
		}
		if b, ok := s.peek(); !ok || b != ']' {
			t.Fatalf("after the last element of %s: %q", data, b)
		}
	})
}

func anyValue(depth int) *rapid.Generator[any] {
	leaves := []*rapid.Generator[any]{rapid.String().AsAny(), rapid.Int().AsAny(), rapid.Bool().AsAny(), rapid.Just[any](nil)}
	if depth > 0 {
		leaves = append(leaves,
			rapid.SliceOfN(anyValue(depth-1), 0, 3).AsAny(), rapid.MapOfN(rapid.String(), anyValue(depth-1), 0, 3).AsAny())
	}
	return rapid.OneOf(leaves...)
}

// endless is a list that is made while it is read, and a disk that fails after
// its last element.
type endless struct {
	left int
	head io.Reader
}

func (e *endless) Read(p []byte) (int, error) {
	if n, err := e.head.Read(p); err != io.EOF {
		return n, err
	}
	if e.left == 0 {
		return 0, errors.New("disk gone")
	}
	e.left--
	e.head = strings.NewReader(fmt.Sprintf("%s,\n", element(fmt.Sprint("n", e.left))))
	return e.head.Read(p)
}

type endlessFile struct{ *endless }

func (endlessFile) Stat() (fs.FileInfo, error) { return nil, fs.ErrInvalid }
func (endlessFile) Close() error               { return nil }

func TestElementsAreReadOneAtATime(t *testing.T) {
	source := &endless{left: 1000, head: strings.NewReader("[\n")}
	seen, behind := 0, 0
	shape := lists("")
	f := &File{Path: "f.json", fsys: opener{source}, collection: "test", run: &run{ctx: t.Context(), claimed: map[string]place{}, yield: nil}}
	var last error
	f.run.yield = func(it ingest.Item) error {
		if it.Err != nil {
			last = it.Err
			return nil
		}
		seen++
		behind = max(behind, 1000-source.left-seen)
		return nil
	}
	if err := shape.Read(f); err != nil {
		t.Fatal(err)
	}
	if seen != 1000 || last == nil || last.Error() != "f.json:1002: read file: disk gone" {
		t.Errorf("%d elements, last report %v", seen, last)
	}
	if behind > 100 {
		t.Errorf("the file was read up to %d elements ahead of the records", behind)
	}
}

type opener struct{ source *endless }

func (o opener) Open(string) (fs.File, error) { return endlessFile{o.source}, nil }

func TestElementsThatAreTooLargeArePassedOver(t *testing.T) {
	big := `{"id": "big", "text": "` + strings.Repeat("x", 100) + `", "n": ` + strings.Repeat("1", 100) + `}`
	var got []string
	f := &File{Path: "f.json", collection: "test", run: &run{ctx: t.Context(), claimed: map[string]place{}}}
	f.run.yield = func(it ingest.Item) error {
		got = append(got, fmt.Sprint(it.Record.FileID, it.Err))
		return nil
	}
	scan := newScanner(strings.NewReader("[" + element("a") + ",\n" + big + ",\n" + element("b") + "]"))
	scan.max = 60
	l := &list{file: f, scan: scan, build: func(o *Object) []engine.Record {
		rec := o.Record("id")
		rec.Title, rec.Content = "t", "x"
		return []engine.Record{rec}
	}}
	if err := l.read(); err != nil {
		t.Fatal(err)
	}
	if want := "a<nil> f.json:2: the element is larger than 60 bytes b<nil>"; strings.Join(got, " ") != want {
		t.Errorf("read %q, want %q", got, want)
	}
}

func FuzzElements(f *testing.F) {
	for _, seed := range []string{"[" + element("a") + "]", `{"list":[{"id":1}]}`, "[{]}[", `{"list":[{"id":"a`, "[\"\\", "\xFF\xFE[\x00", "[[[[{{{{", "{:}{,}"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, key := range []string{"", "list"} {
			read(t, fstest.MapFS{"f.json": {Data: data}}, lists(key))
		}
	})
}
