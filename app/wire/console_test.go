package wire

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"owl/app/config"
	"owl/assets"
	"owl/engine"
	"owl/engine/graph"
	view "owl/views/graph"
)

// openedDemo is the demo facility in a folder of the test.
func openedDemo(t *testing.T) *Owl {
	t.Helper()
	d, err := ReadDemo(assets.Demo())
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := config.Load(config.Input{Dir: t.TempDir(), Environ: []string{"HOME=" + t.TempDir(), "OWL_MODELS_EMBEDDER=none", "OWL_MODELS_RERANKER=none"}})
	if err != nil {
		t.Fatal(err)
	}
	owl, err := OpenDemo(t.Context(), cfg, d, t.TempDir(), DemoHooks{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := owl.Close(); err != nil {
			t.Error(err)
		}
	})
	return owl
}

// Whatever the graph pane shows opens at words that stand in its record.
func TestEveryStatementOfTheGraphOpensAtItsWords(t *testing.T) {
	owl := openedDemo(t)
	f := faults{owl}
	roots, err := f.OfRecords(t.Context(), []string{"bely/BELY_40541"})
	if err != nil || len(roots) < 2 || roots[0].Kind != graph.Fault {
		t.Fatalf("roots %+v, %v", roots, err)
	}
	joined, err := f.Joined(t.Context(), roots[0].Key)
	if err != nil || len(joined.Edges) == 0 {
		t.Fatalf("joined %+v, %v", joined, err)
	}
	relations := map[graph.Relation]bool{}
	for _, e := range joined.Edges {
		relations[e.Relation] = true
		mustOpen(t, owl, e)
	}
	if !relations[graph.CausedBy] || !relations[graph.ResolvedBy] {
		t.Errorf("the fault of the first question has no cause or no repair: %v", relations)
	}
	if none, err := f.OfRecords(t.Context(), []string{"bely/none"}); err != nil || len(none) != 0 {
		t.Errorf("of no record: %+v, %v", none, err)
	}
	if _, err := f.Joined(t.Context(), "fault:none"); err == nil {
		t.Error("a thing that is not there is joined")
	}
	words, err := f.OfWords(t.Context(), " RFB circulator ")
	if err != nil || !slices.ContainsFunc(words, func(n view.Node) bool { return n.Key == "component:sr:rf:b:circ" }) {
		t.Errorf("of words: %+v, %v", words, err)
	}
}

func mustOpen(t *testing.T, owl *Owl, e view.Edge) {
	t.Helper()
	for _, s := range e.Says {
		if s.Cite.DocID == "" || s.Cite.Quote == "" {
			t.Errorf("%s %s has no words: %+v", e.Relation, e.To.Name, s.Cite)
		} else if err := owl.Verify(t.Context(), []engine.Citation{s.Cite}); err != nil {
			t.Errorf("%s %s: %v", e.Relation, e.To.Name, err)
		}
	}
}

func TestThePicturesOfTheDemoAreThere(t *testing.T) {
	owl := openedDemo(t)
	for _, id := range []string{"bely/BELY_40541", "bely/BELY_40543", "bely/BELY_26020"} {
		rec, err := owl.Records.Record(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		img, err := pictures{owl}.Picture(t.Context(), rec, 0)
		if err != nil || img.Bounds().Dx() != 400 {
			t.Errorf("%s: %v", id, err)
		}
	}
	rec, err := owl.Records.Record(t.Context(), "bely/BELY_19216") // has a name only
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (pictures{owl}).Picture(t.Context(), rec, 0); !errors.Is(err, engine.ErrNotFound) {
		t.Errorf("a picture that is not here: %v", err)
	}
}

// oneFolder is a source of documents on disk.
type oneFolder struct{ dir string }

func (oneFolder) Count(context.Context, engine.Filter) (map[string]int, error) { return nil, nil }

func (f oneFolder) Sources(context.Context) ([]engine.SourceStatus, error) {
	return []engine.SourceStatus{{Name: "docs", Kind: "files", Where: f.dir}}, nil
}

func TestPicturesAreReadFromTheFolderOfTheirSourceOnly(t *testing.T) {
	var data bytes.Buffer
	if err := png.Encode(&data, image.NewRGBA(image.Rect(0, 0, 4, 4))); err != nil {
		t.Fatal(err)
	}
	outside, dir := t.TempDir(), t.TempDir()
	for _, file := range []string{filepath.Join(outside, "secret.png"), filepath.Join(dir, "a.png"), filepath.Join(dir, "rf", "b.png"), filepath.Join(dir, "files", "c.png")} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, data.Bytes(), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Symlink(filepath.Join(outside, "secret.png"), filepath.Join(dir, "link.png")), os.Mkdir(filepath.Join(dir, "folder.png"), 0o700)); err != nil {
		t.Fatal(err)
	}
	owl := &Owl{Sources: oneFolder{dir: dir}, now: time.Now}
	for a, there := range map[engine.Attachment]bool{
		{Name: "a.png"}:                      true,
		{Name: "b.png", URL: "b.png"}:        true, // beside its record
		{Name: "b.png", URL: "rf/b.png"}:     true,
		{Name: "c.png", URL: "https://x/c"}:  true,
		{Name: "link.png"}:                   false,
		{Name: "folder.png"}:                 false,
		{Name: "secret.png"}:                 false,
		{Name: "x", URL: "../secret.png"}:    false,
		{Name: "../../secret.png"}:           false,
		{Name: "s", URL: "/etc/secret.png"}:  false,
		{Name: "a.png\x00", URL: "\x1b.png"}: false,
	} {
		rec := engine.Record{DocID: "docs/rf/page.html", Collection: engine.Docs, Attachments: []engine.Attachment{a}}
		_, err := pictures{owl}.Picture(t.Context(), rec, 0)
		if there != (err == nil) || err != nil && !errors.Is(err, engine.ErrNotFound) {
			t.Errorf("%+v: %v", a, err)
		}
		rec.DocID = "other/rf/page.html"
		if _, err := (pictures{owl}).Picture(t.Context(), rec, 0); !errors.Is(err, engine.ErrNotFound) {
			t.Errorf("%+v of another source: %v", a, err)
		}
	}
}
