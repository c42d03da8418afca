package corpus

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"owl/ingest"
	"owl/ingest/conformance"
)

// line is a record in JSON on one line.
func line(id string) string {
	return fmt.Sprintf(`{"doc_id":%q,"content":"Beam lost.","title":"T","author":"","collection":"bely","system":"","creation_datetime":"2025-03-01T02:14:00-06:00","file_id":"f"}`, id)
}

func files(named map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for name, text := range named {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

// read returns the doc_ids and the bad items of a source.
func read(t *testing.T, c Connector) string {
	t.Helper()
	items, err := conformance.Collect(t.Context(), c)
	var got []string
	for _, item := range items {
		if item.Err != nil {
			got = append(got, item.Err.Error())
		} else {
			got = append(got, item.Record.DocID)
		}
	}
	if err != nil {
		got = append(got, "error: "+err.Error())
	}
	return strings.Join(got, "\n")
}

func TestConformance(t *testing.T) {
	fsys := files(map[string]string{
		"b/ops.jsonl": line("a") + "\n\n{broken\n" + line("b") + "\n",
		"c.json":      "[\n" + line("c") + ",\n{\"doc_id\": \"d\"},\n" + line("e") + "]\n",
		"notes.md":    "# not a corpus",
	})
	conformance.Run(t, conformance.Subject{
		New:    func(*testing.T) ingest.Connector { return Connector{FS: fsys} },
		DocIDs: []string{"a", "b", "c", "e"},
		Bad:    []string{"b/ops.jsonl:3", "c.json:3"},
		Broken: func(t *testing.T) ingest.Connector {
			return Connector{FS: os.DirFS(filepath.Join(t.TempDir(), "gone"))}
		},
	})
}

func TestOneFile(t *testing.T) {
	fsys := files(map[string]string{"a.jsonl": line("a"), "b.jsonl": line("b")})
	conformance.Run(t, conformance.Subject{
		New: func(*testing.T) ingest.Connector {
			return Connector{FS: files(map[string]string{"a.jsonl": "x\n" + line("a") + "\n" + line("b")}), File: "a.jsonl"}
		},
		DocIDs: []string{"a", "b"},
		Bad:    []string{"a.jsonl:1"},
		Broken: func(*testing.T) ingest.Connector { return Connector{FS: fsys, File: "gone.jsonl"} },
	})
	if got := read(t, Connector{FS: fsys, File: "b.jsonl"}); got != "b" {
		t.Errorf("got %s", got)
	}
}

func TestReadSaysWhatIsWrongAndWhere(t *testing.T) {
	cases := []struct{ name, file, text, want string }{
		{"last line without end", "x.jsonl", line("a") + "\n" + line("b"), "a\nb"},
		{"byte order mark and CRLF", "x.jsonl", "\xEF\xBB\xBF" + line("a") + "\r\n" + line("b") + "\r\n", "a\nb"},
		{"empty file", "x.jsonl", "", ""},
		{"unknown field", "x.jsonl", strings.Replace(line("a"), `"author"`, `"autor"`, 1), `x.jsonl:1: record "a": field "autor": unknown field`},
		{"missing field", "x.jsonl", "\n" + strings.Replace(line("a"), `"title":"T",`, "", 1), `x.jsonl:2: record "a": field "title": missing`},
		{"empty content", "x.jsonl", strings.Replace(line("a"), "Beam lost.", "  ", 1), `x.jsonl:1: record "a": field "content": empty`},
		{"broken JSON", "x.jsonl", `{"doc_id":` + "\n" + line("b"), "x.jsonl:1: read record: unexpected end of JSON input\nb"},
		{"not UTF-8", "x.jsonl", strings.Replace(line("a"), "Beam", "Gr\xF6\xDFe", 1), "x.jsonl:1: is not valid UTF-8"},
		{"binary", "x.jsonl", "\x00\x01\x02\n" + line("b"), "x.jsonl:1: read record: invalid character '\\x00' looking for beginning of value\nb"},
		{"a list in a .jsonl file", "x.jsonl", "[" + line("a") + "]", "a"},
		{"list", "x.json", "[" + line("a") + ",\n" + line("b") + "]", "a\nb"},
		{"empty list", "x.json", " [ ]\n", ""},
		{"one record over several lines", "x.json", strings.ReplaceAll(line("a"), ",", ",\n"), "a"},
		{"records one after the other", "x.json", line("a") + "\n" + line("b") + "\n", "a\nb"},
		{"list of other things", "x.json", "[1, \"x\",\n null]", "x.json:1: read record: json: cannot unmarshal number into Go value of type map[string]json.RawMessage\n" +
			"x.json:1: read record: json: cannot unmarshal string into Go value of type map[string]json.RawMessage\n" +
			"x.json:2: record without doc_id: field \"doc_id\": missing"},
		{"list cut off", "x.json", "[" + line("a") + ",\n" + line("b")[:40], "a\nx.json:2: the rest of the file was not read: unexpected EOF"},
		{"list without end", "x.json", "[" + line("a"), "a\nx.json:1: the rest of the file was not read: unexpected EOF"},
		{"broken JSON in a list", "x.json", "[" + line("a") + ",\n{]\n]", "a\nx.json:2: the rest of the file was not read: invalid character ']' looking for beginning of object key string"},
		{"text after the list", "x.json", "[]\nmore", "x.json:2: the rest of the file was not read: there is something after the end of the list"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := read(t, Connector{FS: files(map[string]string{c.file: c.text})}); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestARecordThatIsTooLongIsSkipped(t *testing.T) {
	const limit = 2 << 20
	long := func(id string, size int) string {
		return strings.Replace(line(id), "Beam", strings.Repeat("x", size), 1)
	}
	large, huge, endless := long("large", limit-1000), long("huge", limit), long("endless", 5*limit)
	for _, c := range []struct{ name, text, want string }{
		{"x.jsonl", large + "\n" + endless + "\n" + line("b"), "large\nx.jsonl:2: is too long: the limit is 2 MB\nb"},
		{"x.jsonl", huge, "x.jsonl:1: is too long: the limit is 2 MB"},
		{"x.json", "[" + large + ",\n" + huge + ",\n" + line("b") + "]", "large\nx.json:2: is too long: the limit is 2 MB\nb"},
		{"x.json", "[" + large + ",\n" + endless + ",\n" + line("b") + "]", "large\nx.json:2: the rest of the file was not read: is too long: the limit is 2 MB"},
	} {
		if got := read(t, Connector{FS: files(map[string]string{c.name: c.text}), limit: limit}); got != c.want {
			t.Errorf("%s: got\n%.300s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// failing is a file that breaks off with an error.
type failing struct {
	fstest.MapFS
	err error
}

func (f failing) Open(name string) (fs.File, error) {
	file, err := f.MapFS.Open(name)
	if err != nil || !strings.HasSuffix(name, "l") {
		return file, err
	}
	return brokenFile{file, io.MultiReader(file, errorReader{f.err})}, nil
}

type brokenFile struct {
	fs.File
	r io.Reader
}

func (f brokenFile) Read(p []byte) (int, error) { return f.r.Read(p) }

type errorReader struct{ err error }

func (r errorReader) Read([]byte) (int, error) { return 0, r.err }

func TestAReadErrorKeepsWhatCameBefore(t *testing.T) {
	fsys := failing{files(map[string]string{"a.jsonl": line("a") + "\n", "b.json": line("b")}), errors.New("input/output error")}
	want := "a\na.jsonl:2: the rest of the file was not read: input/output error\nb"
	if got := read(t, Connector{FS: fsys}); got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestOpenTakesAFileOrAFolder(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "ops.jsonl")
	if err := os.WriteFile(name, []byte(line("a")), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, where := range []string{dir, name} {
		c, err := Open(where)
		if err != nil || read(t, c) != "a" {
			t.Errorf("%s: %v", where, err)
		}
	}
	if _, err := Open(filepath.Join(dir, "gone")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(line("a")+"\n{\n"), true)
	f.Add([]byte("["+line("a")+",{}]"), false)
	f.Fuzz(func(t *testing.T, data []byte, lines bool) {
		name := "x.json"
		if lines {
			name = "x.jsonl"
		}
		items, err := conformance.Collect(t.Context(), Connector{FS: fstest.MapFS{name: {Data: data}}})
		if err != nil {
			t.Fatal(err)
		}
		for _, item := range items {
			if item.Err == nil && item.Record.Validate() != nil {
				t.Errorf("invalid record %+v", item.Record)
			}
			if item.Err != nil && strings.Contains(item.Err.Error(), "\n") {
				t.Errorf("report of several lines: %q", item.Err)
			}
		}
	})
}
