package wire

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
	"time"

	"owl/app/config"
	"owl/assets"
	"owl/engine"
)

func TestEveryKindHasAConnector(t *testing.T) {
	dir := t.TempDir()
	for _, kind := range config.Kinds() {
		if c, err := connect(config.Source{Name: "x", Kind: kind, Where: dir}, time.UTC); c == nil || err != nil {
			t.Errorf("%s: %v", kind, err)
		}
	}
	if _, err := connect(config.Source{Name: "x", Kind: "other", Where: dir}, time.UTC); !errors.Is(err, engine.ErrUsage) {
		t.Errorf("an unknown kind: %v", err)
	}
	file := write(t, dir, "a.json", "[]")
	if _, err := connect(config.Source{Name: "x", Kind: "bely", Where: file}, time.UTC); err == nil {
		t.Error("an export that is a file")
	}
}

func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestDetect(t *testing.T) {
	for name, c := range map[string]struct {
		files []string
		want  found
		fails bool
	}{
		"records":          {[]string{"a.jsonl", "sub/b.json", "c.bin"}, found{kind: "corpus"}, false},
		"documents":        {[]string{"sub/a.MD", "b.bin"}, found{kind: "files"}, false},
		"both":             {[]string{"a.md", "b.jsonl"}, found{kind: "files", aside: "b.jsonl"}, false},
		"neither":          {[]string{"a.bin"}, found{}, true},
		"nothing":          {nil, found{}, true},
		"only hidden ones": {[]string{".git/a.md"}, found{}, true},
	} {
		dir := t.TempDir()
		for _, f := range c.files {
			write(t, dir, f, "x")
		}
		got, err := detect(t.Context(), dir)
		if got != c.want || (err != nil) != c.fails {
			t.Errorf("%s: got %+v, %v", name, got, err)
		}
	}
	dir := t.TempDir()
	for file, want := range map[string]string{"a.jsonl": "corpus", "a.json": "corpus", "a.md": "files", "notes": "files"} {
		if got, err := detect(t.Context(), write(t, dir, file, "x")); got.kind != want || err != nil {
			t.Errorf("%s: got %+v, %v", file, got, err)
		}
	}
}

func TestNewName(t *testing.T) {
	known := []config.Source{{Name: "docs"}, {Name: "docs-2"}}
	for path, want := range map[string]string{"/a/docs": "docs-3", "/a/log.jsonl": "log.jsonl", "/": "root", "/a/\xff": "_"} {
		if got := newName(path, known); got != want {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
}

func TestReadDemo(t *testing.T) {
	d, err := ReadDemo(assets.Demo())
	if err != nil {
		t.Fatal(err)
	}
	if got := d.Now.Format("2006-01-02 15:04 MST"); got != "2026-10-15 06:30 CDT" {
		t.Errorf("the demo's clock is at %s", got)
	}
	for name, about := range map[string]string{
		"no clock":      `{"name":"x","timezone":"UTC","suggestions":["q"]}`,
		"no suggestion": `{"name":"x","timezone":"UTC","now":"2026-10-15T06:30:00Z"}`,
		"no zone":       `{"name":"x","timezone":"Nowhere","now":"2026-10-15T06:30:00Z","suggestions":["q"]}`,
		"no JSON":       `x`,
	} {
		if _, err := ReadDemo(fstest.MapFS{"demo.json": {Data: []byte(about)}}); err == nil {
			t.Errorf("%s: read", name)
		}
	}
}

func TestDemoHashFollowsEveryFile(t *testing.T) {
	files := fstest.MapFS{"bely/a.json": {Data: []byte("[]")}, "demo.json": {Data: []byte("{}")}}
	first, err := hashFiles(files)
	if err != nil {
		t.Fatal(err)
	}
	files["bely/a.json"] = &fstest.MapFile{Data: []byte("[ ]")}
	second, _ := hashFiles(files)
	files["bely/a.json"], files["bely/b.json"] = &fstest.MapFile{Data: []byte("[]")}, &fstest.MapFile{}
	third, _ := hashFiles(files)
	if first == second || first == third || second == third {
		t.Errorf("%s %s %s", first, second, third)
	}
}

// The demo has no bad item, so an installation has nothing to say.
func TestDemoInstallsWithoutNotes(t *testing.T) {
	d, err := ReadDemo(assets.Demo())
	if err != nil {
		t.Fatal(err)
	}
	owl, err := OpenDemo(t.Context(), config.Config{}, d, t.TempDir(), DemoHooks{})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range owl.Notices() {
		t.Errorf("%s: %s", n.What, n.Why)
	}
	if err := owl.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestVerifyFindsABadCitation(t *testing.T) {
	r := record{only: engine.Record{DocID: "a", Content: "The beam dumped."}}
	good := engine.Citation{N: 1, DocID: "a", Quote: "beam", Start: 4, End: 8, Verified: true}
	o := &Owl{Records: r}
	if err := o.Verify(t.Context(), []engine.Citation{good}); err != nil {
		t.Error(err)
	}
	for name, change := range map[string]func(*engine.Citation){
		"another quote": func(c *engine.Citation) { c.Quote = "boat" },
		"another place": func(c *engine.Citation) { c.Start, c.End = 5, 9 },
		"beyond":        func(c *engine.Citation) { c.End = 99 },
		"no record":     func(c *engine.Citation) { c.DocID = "b" },
		"not verified":  func(c *engine.Citation) { c.Verified = false },
	} {
		bad := good
		change(&bad)
		if o.Verify(t.Context(), []engine.Citation{bad}) == nil {
			t.Errorf("%s: passed", name)
		}
	}
}

// record is a store of one record.
type record struct {
	engine.Records
	only engine.Record
}

func (r record) Record(_ context.Context, id string) (engine.Record, error) {
	if id != r.only.DocID {
		return engine.Record{}, engine.ErrNotFound
	}
	return r.only, nil
}

func (r record) Chunks(context.Context, []engine.ChunkKey) ([]engine.Chunk, error) { return nil, nil }
