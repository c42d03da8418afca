package runner

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"owl/engine"
	"owl/engine/kb"
	"owl/engine/store"
	"owl/ingest"
)

// list is a source of given items.
type list struct {
	items []ingest.Item
	err   error // at the end
}

func (l list) Read(ctx context.Context, yield func(ingest.Item) error) error {
	for _, item := range l.items {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := yield(item); err != nil {
			return err
		}
	}
	return l.err
}

// item makes a record with this content, or a bad item for "!".
func item(id, content string) ingest.Item {
	if content == "!" {
		return ingest.Item{Err: &ingest.ItemError{File: id, Line: 3, Err: errors.New("broken")}}
	}
	return ingest.Item{Record: engine.Record{
		DocID: id, FileID: id, Content: engine.Untrusted(content), Title: "T", Collection: engine.Docs, Format: engine.Plain,
	}}
}

func items(pairs ...string) list {
	var l list
	for i := 0; i < len(pairs); i += 2 {
		l.items = append(l.items, item(pairs[i], pairs[i+1]))
	}
	return l
}

func source(name string, c ingest.Connector) Source {
	return Source{Source: store.Source{Name: name, Kind: "test", Where: "/" + name}, Connector: c}
}

func openWriter(t *testing.T, dir string) *kb.Writer {
	t.Helper()
	w, err := kb.OpenWriter(t.Context(), dir, kb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close(context.WithoutCancel(t.Context())) })
	return w
}

// summary writes what a run did on one line.
func summary(r Result, err error) string {
	s := fmt.Sprintf("+%d ~%d =%d -%d !%d kept %d", r.Added, r.Changed, r.Unchanged, r.Deleted, r.Failed, r.Kept)
	for _, note := range r.Notes {
		s += "; " + note
	}
	if err != nil {
		s += "; error: " + err.Error()
	}
	return s
}

// contents returns the records of a base as "id=content".
func contents(t *testing.T, b *kb.Base, ids ...string) string {
	t.Helper()
	var got []string
	for _, id := range ids {
		rec, err := b.Records().Record(t.Context(), id)
		switch {
		case errors.Is(err, engine.ErrNotFound):
		case err != nil:
			t.Fatal(err)
		default:
			got = append(got, id+"="+string(rec.Content))
		}
	}
	return strings.Join(got, " ")
}

func TestARunBringsTheBaseUpToDate(t *testing.T) {
	steps := []struct {
		name    string
		source  ingest.Connector
		options Options
		want    string
		holds   string
	}{
		{"first run", items("a", "one", "b", "two", "c", "three"), Options{}, "+3 ~0 =0 -0 !0 kept 0", "a=one b=two c=three"},
		{"nothing new", items("a", "one", "b", "two", "c", "three"), Options{}, "+0 ~0 =3 -0 !0 kept 0", "a=one b=two c=three"},
		{"changed, gone, new", items("a", "one!", "c", "three", "d", "four"), Options{}, "+1 ~1 =1 -1 !0 kept 0", "a=one! c=three d=four"},
		{"in another order", items("d", "four", "a", "one!", "c", "three"), Options{}, "+0 ~0 =3 -0 !0 kept 0", "a=one! c=three d=four"},
		{"in full", items("a", "one!", "c", "three", "d", "four"), Options{Full: true}, "+0 ~3 =0 -0 !0 kept 0", "a=one! c=three d=four"},
		{
			"an item that may hide the missing", items("a", "2", "x", "!"),
			Options{},
			"+0 ~1 =0 -0 !1 kept 2; 2 records that were not found are kept: 1 items could not be read, first x:3: broken", "a=2 c=three d=four",
		},
		{
			"a source that breaks off",
			list{items: items("a", "3", "e", "new").items, err: errors.New("connection lost")},
			Options{},
			"+1 ~1 =0 -0 !0 kept 2; 2 records that were not found are kept: the source could not be read to its end; error: ingest s: connection lost", "a=3 c=three d=four e=new",
		},
		{
			"a source that is suddenly empty", items(),
			Options{},
			"+0 ~0 =0 -0 !0 kept 4; 4 records that were not found are kept: the source has no records at all now; --full removes them", "a=3 c=three d=four e=new",
		},
		{"the same read again", items("a", "3", "a", "4", "e", "new"), Options{}, "+0 ~0 =2 -2 !1 kept 0", "a=3 e=new"},
		{"an empty source in full", items(), Options{Full: true}, "+0 ~0 =0 -2 !0 kept 0", ""},
	}
	w := openWriter(t, t.TempDir())
	for _, step := range steps {
		result, err := Run(t.Context(), w, source("s", step.source), step.options)
		if got := summary(result, err); got != step.want {
			t.Errorf("%s:\ngot  %s\nwant %s", step.name, got, step.want)
		}
		if got := contents(t, w.Base, "a", "b", "c", "d", "e"); got != step.holds {
			t.Errorf("%s: holds %s, want %s", step.name, got, step.holds)
		}
	}
}

func TestPreviewForetellsAndChangesNothing(t *testing.T) {
	w := openWriter(t, t.TempDir())
	if _, err := Run(t.Context(), w, source("s", items("a", "one", "b", "two", "c", "three")), Options{}); err != nil {
		t.Fatal(err)
	}
	known, err := w.Known(t.Context(), "s")
	if err != nil {
		t.Fatal(err)
	}
	next := source("s", items("a", "one!", "c", "three", "d", "four"))
	for _, o := range []Options{{}, {Full: true}} {
		got, want := summary(Preview(t.Context(), known, next, o)), "+1 ~1 =1 -1 !0 kept 0"
		if o.Full {
			want = "+1 ~2 =0 -1 !0 kept 0"
		}
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if got := contents(t, w.Base, "a", "b", "c", "d"); got != "a=one b=two c=three" {
		t.Errorf("holds %s", got)
	}
	if got := summary(Preview(t.Context(), nil, next, Options{})); got != "+3 ~0 =0 -0 !0 kept 0" {
		t.Errorf("without a base: %s", got)
	}
}

// path is a source whose bad items hide only what is below them.
type path struct{ list }

func (path) Hides(bad *ingest.ItemError, docID string) bool {
	return strings.HasPrefix(docID, bad.File)
}

func TestABadItemKeepsOnlyWhatItMayHide(t *testing.T) {
	named := ingest.Item{Err: &ingest.ItemError{File: "f", Err: &engine.FieldError{DocID: "b", Field: "title", Why: "missing"}}}
	cases := []struct {
		name string
		next ingest.Connector
		want string
	}{
		{"an item that names its record", list{items: []ingest.Item{named, item("z", "9")}}, "b=2 z=9"},
		{"a folder, by the connector's word", path{items("c/", "!", "z", "9")}, "c/d=4 c/e=5 z=9"},
		{"anything", items("f", "!", "z", "9"), "a=1 b=2 c/d=4 c/e=5 z=9"},
	}
	for _, c := range cases {
		w := openWriter(t, t.TempDir())
		if _, err := Run(t.Context(), w, source("s", items("a", "1", "b", "2", "c/d", "4", "c/e", "5")), Options{}); err != nil {
			t.Fatal(err)
		}
		if _, err := Run(t.Context(), w, source("s", c.next), Options{}); err != nil {
			t.Fatal(err)
		}
		if got := contents(t, w.Base, "a", "b", "c/d", "c/e", "z"); got != c.want {
			t.Errorf("%s: holds %s, want %s", c.name, got, c.want)
		}
	}
}

func TestEveryBadItemIsReportedOnOneLine(t *testing.T) {
	w := openWriter(t, t.TempDir())
	if _, err := Run(t.Context(), w, source("other", items("taken", "1")), Options{}); err != nil {
		t.Fatal(err)
	}
	bad := item("untitled", "x")
	bad.Record.Title = " "
	src := list{items: append(items("a", "1", "ops.jsonl", "!", "a", "2", "taken", "3", "z", "9").items, bad)}
	var got []string
	result, err := Run(t.Context(), w, source("s", src), Options{Report: func(e *ingest.ItemError) { got = append(got, e.Error()) }})
	if err != nil || result.Failed != 4 || result.Added != 2 {
		t.Errorf("%s", summary(result, err))
	}
	want := []string{
		"ops.jsonl:3: broken",
		`a: record "a": field "doc_id": an earlier record of this source has it`,
		`untitled: record "untitled": field "title": empty`,
		`taken: record "taken": field "doc_id": source "other" has a record with this id already`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	sources, err := w.Sources().Sources(t.Context())
	if err != nil || len(sources) != 2 || strings.Join(sources[1].Errors, "\n") != strings.Join(want, "\n") {
		t.Errorf("the source keeps %v, %v", sources, err)
	}
	if got := contents(t, w.Base, "taken", "z"); got != "taken=1 z=9" {
		t.Errorf("holds %s", got)
	}
}

func TestTheProblemsOfARunAreBounded(t *testing.T) {
	w := openWriter(t, t.TempDir())
	var src list
	for i := range 500 {
		src.items = append(src.items, item(fmt.Sprint("f", i), "!"))
	}
	result, err := Run(t.Context(), w, source("s", src), Options{})
	if err != nil || result.Failed != 500 {
		t.Fatal(summary(result, err))
	}
	sources, err := w.Sources().Sources(t.Context())
	if err != nil || len(sources[0].Errors) != maxProblems+1 || sources[0].Errors[maxProblems] != "and more" {
		t.Errorf("%d problems kept, %v", len(sources[0].Errors), err)
	}
}

func TestARunNotesWhenItRan(t *testing.T) {
	w := openWriter(t, t.TempDir())
	at := time.Date(2025, 3, 1, 3, 0, 0, 0, time.UTC)
	clock := func() time.Time { at = at.Add(time.Second); return at }
	var seen []Progress
	result, err := Run(t.Context(), w, source("s", items("a", "1")), Options{Now: clock, Progress: func(p Progress) { seen = append(seen, p) }})
	if err != nil || result.Took != 2*time.Second {
		t.Errorf("took %v, %v", result.Took, err)
	}
	sources, err := w.Sources().Sources(t.Context())
	if err != nil || sources[0].LastRun.Format(time.TimeOnly) != "03:00:01" {
		t.Errorf("%+v, %v", sources, err)
	}
	want := Progress{Source: "s", Read: 1, Written: 1, Chunks: 1, Elapsed: time.Second}
	if len(seen) != 1 || seen[0] != want || seen[0].Rate() != 1 {
		t.Errorf("progress %+v, want %+v", seen, want)
	}
}

func TestProgressEstimatesFromTheLastRun(t *testing.T) {
	for _, c := range []struct {
		p     Progress
		left  time.Duration
		known bool
	}{
		{Progress{Read: 100, Expected: 400, Elapsed: time.Second}, 3 * time.Second, true},
		{Progress{Read: 100, Elapsed: time.Second}, 0, false},
		{Progress{Read: 500, Expected: 400, Elapsed: time.Second}, 0, false},
		{Progress{Expected: 400}, 0, false},
	} {
		if left, known := c.p.Left(); left != c.left || known != c.known {
			t.Errorf("%+v: %v, %v", c.p, left, known)
		}
	}
}

func TestACancelledRunKeepsWhatWasAcknowledged(t *testing.T) {
	dir := t.TempDir()
	w := openWriter(t, dir)
	const size, batch = 500, 50
	g := generate(size)
	ctx, cancel := context.WithCancel(t.Context())
	acknowledged := 0
	result, err := Run(ctx, w, g.source(), Options{batch: batch, Progress: func(p Progress) {
		acknowledged = p.Written
		cancel()
	}})
	if !errors.Is(err, context.Canceled) || result.Added != acknowledged || acknowledged == 0 {
		t.Fatal(summary(result, err))
	}
	if err := w.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	w = openWriter(t, dir)
	if result, err := Run(t.Context(), w, g.source(), Options{}); err != nil || result.Unchanged != acknowledged || result.Added != size-acknowledged {
		t.Errorf("the next run: %s", summary(result, err))
	}
}

type panicking struct{}

func (panicking) Read(context.Context, func(ingest.Item) error) error { panic("oh no") }

func TestAConnectorThatPanicsIsAnError(t *testing.T) {
	w := openWriter(t, t.TempDir())
	if _, err := Run(t.Context(), w, source("s", panicking{}), Options{}); err == nil || !strings.Contains(err.Error(), "oh no") {
		t.Errorf("got %v", err)
	}
}

func TestTheErrorOfTheBaseEndsTheRun(t *testing.T) {
	full := errors.New("disk full")
	broken := &brokenBase{dry: dry{}, err: full}
	if _, err := Run(t.Context(), broken, generate(1000).source(), Options{batch: 50}); !errors.Is(err, full) {
		t.Errorf("got %v", err)
	}
	if broken.calls != 1 {
		t.Errorf("%d batches were written after the error", broken.calls-1)
	}
}

type brokenBase struct {
	dry
	err   error
	calls int
}

func (b *brokenBase) Apply(context.Context, string, store.Batch) (store.Applied, error) {
	b.calls++
	return store.Applied{}, b.err
}

func TestTheHashKnowsEveryField(t *testing.T) {
	base := item("a", "1").Record
	base.Created = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	changes := map[string]func(*engine.Record){
		"content": func(r *engine.Record) { r.Content = "2" }, "title": func(r *engine.Record) { r.Title = "U" },
		"author": func(r *engine.Record) { r.Author = "x" }, "collection": func(r *engine.Record) { r.Collection = "x" },
		"system": func(r *engine.Record) { r.System = "x" }, "file": func(r *engine.Record) { r.FileID = "x" },
		"parent": func(r *engine.Record) { r.ParentID = "x" }, "index": func(r *engine.Record) { r.ChunkIndex = 1 },
		"type": func(r *engine.Record) { r.ChunkType = "x" }, "url": func(r *engine.Record) { r.URL = "x" },
		"format":     func(r *engine.Record) { r.Format = engine.RST },
		"created":    func(r *engine.Record) { r.Created = r.Created.Add(1) },
		"zone":       func(r *engine.Record) { r.Created = r.Created.In(time.FixedZone("", 3600)) },
		"attachment": func(r *engine.Record) { r.Attachments = []engine.Attachment{{Name: "x"}} },
		"moved text": func(r *engine.Record) { r.Title, r.Author = "", "T" },
	}
	seen := map[store.Hash]string{hashOf(base): "nothing"}
	for name, change := range changes {
		rec := base
		change(&rec)
		if other, ok := seen[hashOf(rec)]; ok {
			t.Errorf("a change of %s gives the hash of a change of %s", name, other)
		}
		seen[hashOf(rec)] = name
	}
}
