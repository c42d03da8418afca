package files

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"owl/engine"
	"owl/ingest"
	"owl/ingest/conformance"
)

func folder(named map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for name, text := range named {
		fsys[name] = &fstest.MapFile{Data: []byte(text), ModTime: time.Date(2025, 3, 1, 2, 14, 0, 999, time.FixedZone("", -6*3600))}
	}
	return fsys
}

// one reads a folder of one file and returns its record.
func one(t *testing.T, name, text string) engine.Record {
	t.Helper()
	items, err := conformance.Collect(t.Context(), Connector{FS: folder(map[string]string{name: text}), Source: "src", Root: "/data/my docs"})
	if err != nil || len(items) != 1 || items[0].Err != nil {
		t.Fatalf("items %v, error %v", items, err)
	}
	return items[0].Record
}

func TestConformance(t *testing.T) {
	named := map[string]string{
		"a.md": "# A", "b/c.rst": "C\n=\n", "b/empty.txt": " \n", "b/p.txt": "%PDF-1.7 ", "d.html": "<p>d", "e.tex": "e",
		".git/x.md": "x", "node_modules/y.md": "y", "picture.png": "\x89PNG", "z.txt": "Gr\xFC\xDFe",
	}
	conformance.Run(t, conformance.Subject{
		New:    func(*testing.T) ingest.Connector { return Connector{FS: folder(named), Source: "src"} },
		DocIDs: []string{"src/a.md", "src/b/c.rst", "src/d.html", "src/e.tex", "src/z.txt"},
		Bad:    []string{"b/empty.txt", "b/p.txt"},
		Broken: func(t *testing.T) ingest.Connector {
			return Connector{FS: os.DirFS(filepath.Join(t.TempDir(), "gone")), Source: "src"}
		},
	})
}

func TestOpenTakesAFileOrAFolder(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a b#.md")
	if err := os.WriteFile(name, []byte("# Title\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, where := range []string{dir, name} {
		c, err := Open(where, "src")
		if err != nil {
			t.Fatal(err)
		}
		items, err := conformance.Collect(t.Context(), c)
		if err != nil || len(items) != 1 {
			t.Fatalf("%v, %v", items, err)
		}
		rec := items[0].Record
		if rec.DocID != "src/a b#.md" || rec.FileID != "a b#.md" || rec.URL != "file://"+filepath.Dir(name)+"/a%20b%23.md" || rec.Created.IsZero() {
			t.Errorf("%+v", rec)
		}
	}
	if _, err := Open(filepath.Join(dir, "gone"), "src"); err == nil {
		t.Error("opened a folder that does not exist")
	}
	items, err := conformance.Collect(t.Context(), Connector{FS: os.DirFS(dir), File: "gone.md"})
	if err == nil {
		t.Errorf("read a file that does not exist: %v", items)
	}
}

func TestARecordTellsWhereItIsFrom(t *testing.T) {
	got := one(t, "ops/Kicker.md", "# Kicker `B:KICK`\r\n\r\nText.\r\n")
	want := engine.Record{
		DocID: "src/ops/Kicker.md", FileID: "ops/Kicker.md", Title: "Kicker B:KICK", Content: "# Kicker `B:KICK`\n\nText.\n",
		Collection: engine.Docs, Created: time.Date(2025, 3, 1, 8, 14, 0, 0, time.UTC), URL: "file:///data/my%20docs/ops/Kicker.md",
		Format: engine.Markdown,
	}
	if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestTitleAndFormat(t *testing.T) {
	cases := []struct {
		name, text, title string
		format            engine.Format
	}{
		{"x.md", "text\n\n## See [the *guide*](a.md) `x_y`\n", "See the guide x_y", engine.Markdown},
		{"x.markdown", "```\n# code\n```\n", "x.markdown", engine.Markdown},
		{"x.rst", ".. _label:\n\nClient API\n==========\n", "Client API", engine.RST},
		{"x.TXT", "# not a heading\n", "x.TXT", engine.Plain},
		{"x.html", "<title> A\n page </title><h1>B</h1>", "A page", engine.Markdown},
		{"x.htm", "<h1>B</h1>", "B", engine.Markdown},
		{"x.html", "<p>text", "x.html", engine.Markdown},
		{"x.tex", `\title{Beam \& RF}\begin{document}x\end{document}`, "Beam & RF", engine.Markdown},
		{"x.tex", `\section{Only}x`, "x.tex", engine.Markdown},
	}
	for _, c := range cases {
		rec := one(t, c.name, c.text)
		if string(rec.Title) != c.title || rec.Format != c.format {
			t.Errorf("%s: title %q, format %s", c.text, rec.Title, rec.Format)
		}
	}
}

func TestMarkupIsStoredAsItStands(t *testing.T) {
	text := "Title\n=====\n\n*  odd   spacing*\t \n\n\n\n.. note::\n\n   kept  \n"
	for _, name := range []string{"x.md", "x.rst", "x.txt"} {
		if got := one(t, name, text).Content; string(got) != text {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestAFileThatIsTooLargeIsNamed(t *testing.T) {
	dir := t.TempDir()
	for name, size := range map[string]int64{"huge.txt": 65 << 20, "ok.txt": 5} {
		file, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.WriteString("text"); err != nil {
			t.Fatal(err)
		}
		if size > 5 {
			if err := file.Truncate(size); err != nil {
				t.Fatal(err)
			}
		}
		_ = file.Close()
	}
	items, err := conformance.Collect(t.Context(), Connector{FS: os.DirFS(dir), Source: "s"})
	if err != nil || len(items) != 2 || items[0].Err == nil || items[1].Record.DocID != "s/ok.txt" {
		t.Fatalf("%v, %v", items, err)
	}
	if got := items[0].Err.Error(); got != "huge.txt: is too large: 65 MB, the limit is 64 MB" {
		t.Errorf("got %s", got)
	}
}

// closed refuses to open what lies under one name.
type closed struct {
	fs.FS
	name string
}

func (c closed) Open(name string) (fs.File, error) {
	if name == c.name {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return c.FS.Open(name)
}

func TestWhatCannotBeOpenedIsNamed(t *testing.T) {
	base := folder(map[string]string{"a/x.md": "x", "b.md": "b"})
	for _, name := range []string{"a", "a/x.md"} {
		items, err := conformance.Collect(t.Context(), Connector{FS: closed{base, name}, Source: "s"})
		if err != nil || len(items) != 2 || items[0].Err == nil || items[0].Err.Error() != name+": permission denied" {
			t.Errorf("%s: %v, %v", name, items, err)
		}
	}
}

func TestHides(t *testing.T) {
	bad := &ingest.ItemError{File: "a/b"}
	for id, want := range map[string]bool{"s/a/b": true, "s/a/b/c.md": true, "s/a/bc.md": false, "s/a": false, "a/b": false} {
		if got := (Connector{Source: "s"}).Hides(bad, id); got != want {
			t.Errorf("%s: %v", id, got)
		}
	}
}

func FuzzDocument(f *testing.F) {
	f.Add("x.tex", []byte(paper))
	f.Add("x.md", []byte("# A"))
	f.Add("x.rst", []byte("A\n="))
	f.Add("x.html", []byte("<p>x"))
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		doc, err := readDocument(name, data)
		if err == nil && strings.Contains(doc.title, "\n") {
			t.Errorf("title %q", doc.title)
		}
	})
}
