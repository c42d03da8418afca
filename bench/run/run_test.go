package run

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"owl/engine"
	"owl/engine/trace"
)

// asker answers every question with its own text, but some not.
type asker struct {
	mu    sync.Mutex
	asked []string
	then  func(ctx context.Context, question string) error
	cite  string
}

func (a *asker) Ask(ctx context.Context, req engine.Request, sink trace.Sink) (engine.Answer, error) {
	a.mu.Lock()
	a.asked = append(a.asked, string(req.Question))
	a.mu.Unlock()
	emit := trace.NewEmitter("r", time.Now, sink)
	emit.Emit(trace.Root, "", trace.Started{Question: req.Question, Mode: req.Mode})
	if a.then != nil {
		if err := a.then(ctx, string(req.Question)); err != nil {
			emit.Emit(trace.Root, "", trace.FailedRun{Error: err.Error()})
			return engine.Answer{}, err
		}
	}
	answer := engine.Answer{Text: string(req.Question)}
	if a.cite != "" {
		answer.Citations = []engine.Citation{{N: 1, DocID: a.cite}}
	}
	emit.Emit(trace.Root, "", trace.Answered{Answer: answer})
	return answer, nil
}

func job(t *testing.T, dir string, a *asker) Job {
	t.Helper()
	v, err := Find("naive", []Part{Text})
	if err != nil {
		t.Fatal(err)
	}
	return Job{
		Dir: dir, Asker: a, Questions: []Question{{"q1", "one"}, {"q2", "two"}, {"q3", "three"}},
		Manifest: Manifest{Variant: v, ConfigHash: v.Hash(nil), IndexHash: "i", Version: "1", Questions: 3, Jobs: 2},
	}
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(dir, "naive"))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

func TestRunIsResumed(t *testing.T) {
	dir := t.TempDir()
	a := &asker{}
	j := job(t, dir, a)
	result, err := j.Run(t.Context())
	if err != nil || result.Asked != 3 || result.Reused != 0 {
		t.Fatalf("first run: %+v, %v", result, err)
	}
	if got := names(t, dir); !slices.Equal(got, []string{"manifest.json", "q1.jsonl", "q2.jsonl", "q3.jsonl"}) {
		t.Errorf("files %q", got)
	}
	back, err := ReadManifest(filepath.Join(dir, "naive"))
	if err != nil || back.ConfigHash != j.Manifest.ConfigHash || back.Variant.Name != "naive" {
		t.Errorf("manifest %+v, %v", back, err)
	}
	for name, change := range map[string]struct {
		do   func(*Job)
		want Result
	}{
		"nothing has changed": {func(*Job) {}, Result{Reused: 3}},
		"all again":           {func(j *Job) { j.Again = true }, Result{Asked: 3}},
		"another question":    {func(j *Job) { j.Questions = append(slices.Clone(j.Questions), Question{"q4", "four"}) }, Result{Asked: 1, Reused: 3}},
		"another text":        {func(j *Job) { j.Questions = []Question{{"q1", "one?"}, {"q2", "two"}} }, Result{Asked: 1, Reused: 1}},
		"another index":       {func(j *Job) { j.Manifest.IndexHash = "k" }, Result{Asked: 3, Removed: 3}},
		"another program":     {func(j *Job) { j.Manifest.Version = "2" }, Result{Asked: 3, Removed: 3}},
		"another model":       {func(j *Job) { j.Manifest.Models = map[string]string{"m": "1"} }, Result{Asked: 3, Removed: 3}},
		"a damaged file": {func(j *Job) {
			if err := os.Truncate(filepath.Join(j.Dir, "naive", "q2.jsonl"), 40); err != nil {
				t.Fatal(err)
			}
		}, Result{Asked: 1, Reused: 2}},
	} {
		again := job(t, t.TempDir(), &asker{})
		if _, err := again.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		change.do(&again)
		got, err := again.Run(t.Context())
		if err != nil || got.Asked != change.want.Asked || got.Reused != change.want.Reused || got.Removed != change.want.Removed {
			t.Errorf("%s: %+v, %v, want %+v", name, got, err, change.want)
		}
	}
}

func TestAFailedRunIsKeptAndAskedAgain(t *testing.T) {
	a := &asker{then: func(_ context.Context, q string) error {
		if q == "two" {
			return errors.New("disk")
		}
		return nil
	}}
	j := job(t, t.TempDir(), a)
	result, err := j.Run(t.Context())
	if err != nil || !slices.Equal(result.Failed, []string{"q2"}) || len(names(t, j.Dir)) != 4 {
		t.Errorf("%+v, %v", result, err)
	}
	a.then = nil
	if result, err = j.Run(t.Context()); err != nil || result.Asked != 1 || len(result.Failed) != 0 {
		t.Errorf("again: %+v, %v", result, err)
	}
}

func TestAnInterruptedRunKeepsWhatIsDone(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	a := &asker{then: func(ctx context.Context, q string) error {
		if q == "two" {
			cancel()
		}
		return ctx.Err()
	}}
	j := job(t, t.TempDir(), a)
	j.Manifest.Jobs = 1
	result, err := j.Run(ctx)
	if !errors.Is(err, context.Canceled) || result.Asked != 1 {
		t.Errorf("%+v, %v", result, err)
	}
	if got := names(t, j.Dir); !slices.Equal(got, []string{"manifest.json", "q1.jsonl"}) {
		t.Errorf("files %q", got)
	}
	a.then = nil
	if result, err = j.Run(t.Context()); err != nil || result.Asked != 2 || result.Reused != 1 {
		t.Errorf("again: %+v, %v", result, err)
	}
}

func TestAPanicNamesTheQuestion(t *testing.T) {
	j := job(t, t.TempDir(), &asker{then: func(context.Context, string) error { panic("x") }})
	if _, err := j.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "internal fault: x") {
		t.Errorf("%v", err)
	}
}

func TestIDsThatCannotNameAFile(t *testing.T) {
	for _, id := range []string{"", ".", "../x", "a/b", "a\\b", "a\nb", strings.Repeat("x", 300)} {
		j := job(t, t.TempDir(), &asker{})
		j.Questions = []Question{{id, "x"}}
		if _, err := j.Run(t.Context()); err == nil {
			t.Errorf("%q was taken", id)
		}
	}
}

func TestProgressGivesTheTimeLeft(t *testing.T) {
	var seen []Progress
	j := job(t, t.TempDir(), &asker{})
	j.Progress = func(p Progress) { seen = append(seen, p) }
	if _, err := j.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(seen) != 4 || seen[0].Done != 0 || seen[3].Done != 3 || seen[3].Total != 3 {
		t.Errorf("%+v", seen)
	}
	if left, known := (Progress{Done: 3, Reused: 1, Total: 5, Elapsed: 4 * time.Second}).Left(); !known || left != 4*time.Second {
		t.Errorf("left %v, %v", left, known)
	}
	if _, known := (Progress{Done: 1, Reused: 1, Total: 5, Elapsed: time.Second}).Left(); known {
		t.Error("a guess from nothing")
	}
}

func TestVariants(t *testing.T) {
	everything := []Part{Text, Dense, Graph, Weights, Reranker, Temporal, Synonyms, Acronyms, MultiQuery, Loop, Gate}
	hashes := map[string]string{}
	for _, v := range Variants() {
		if got, err := Find(v.Name, everything); err != nil || got.Name != v.Name {
			t.Errorf("%s: %v", v.Name, err)
		}
		if other := hashes[v.Hash(nil)]; other != "" && (v.Name != "-graph" || other != "agentic") {
			t.Errorf("%s and %s are the same", v.Name, other)
		}
		hashes[v.Hash(nil)] = v.Name
	}
	for name, want := range map[string]string{
		"hybrid": "variant hybrid needs the dense channel, which this version does not have",
		"-graph": "variant -graph needs the dense channel, which this version does not have",
		"magic":  `no variant "magic"; there is naive, hybrid, agentic, graph, full, -loop`,
	} {
		if _, err := Find(name, []Part{Text}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	a, b := Variant{Parts: []Part{Text, Dense}}, Variant{Name: "x", Parts: []Part{Dense, Text}}
	if a.Hash(nil) != b.Hash(nil) {
		t.Error("the hash depends on name or order")
	}
}

func TestReadGivesEveryRun(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a[b]*")
	j := job(t, dir, &asker{})
	if _, err := Read(dir); !errors.Is(err, engine.ErrNotFound) {
		t.Errorf("nothing there: %v", err)
	}
	if _, err := j.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	j.Manifest.Variant.Name = "a-later-one"
	if _, err := j.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	folders, err := Read(dir)
	if err != nil || len(folders) != 2 || folders[0].Manifest.Variant.Name != "naive" || folders[0].Runs["q2"].Answer.Text != "two" {
		t.Fatalf("%+v, %v", folders, err)
	}
	name := filepath.Join(dir, "naive", "q2.jsonl")
	if err := os.Truncate(name, 40); err != nil {
		t.Fatal(err)
	}
	lasting := func() []string {
		t.Helper()
		folders, err := Read(dir)
		if err != nil || len(folders) != 2 || len(folders[0].Runs)+len(folders[0].Unfinished) != 3 {
			t.Fatalf("%+v, %v", folders, err)
		}
		return folders[0].Unfinished
	}
	if got := lasting(); !slices.Equal(got, []string{"q2"}) {
		t.Errorf("a file that was cut off: unfinished %v", got)
	}
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := lasting(); !slices.Equal(got, []string{"q2"}) {
		t.Errorf("an empty file: unfinished %v", got)
	}
	if err := os.WriteFile(name, []byte("{\"v\":1,\"seq\":1,\"kind\":\"started\",\"payload\":{}}\nnonsense\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(dir); err == nil || !strings.Contains(err.Error(), "q2.jsonl: event 2") {
		t.Errorf("a line that is no event: %v", err)
	}
}

func FuzzReadTrace(f *testing.F) {
	f.Add([]byte(`{"v":1,"run":"r","seq":1,"span":"0","parent":"","at":"2026-01-02T03:04:05Z","kind":"answer","payload":{"text":"x"}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		name := filepath.Join(t.TempDir(), "q.jsonl")
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if state, err := readTrace(name); err == nil && whole(state) && (len(state.Events) == 0 || state.Missed != 0) {
			t.Errorf("%d events with %d missing are whole", len(state.Events), state.Missed)
		}
	})
}

// records is a base of one record.
type records struct {
	engine.Records
	only engine.Record
}

func (r records) Record(_ context.Context, id string) (engine.Record, error) {
	if id != r.only.DocID {
		return engine.Record{}, engine.ErrNotFound
	}
	return r.only, nil
}

func (records) Chunks(context.Context, []engine.ChunkKey) ([]engine.Chunk, error) { return nil, nil }

func TestCitedRecordsAreKept(t *testing.T) {
	j := job(t, t.TempDir(), &asker{cite: "a/1"})
	if _, err := j.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadRecords(j.Dir); len(got) != 0 || err != nil {
		t.Errorf("before: %v, %v", got, err)
	}
	rec := engine.Record{DocID: "a/1", Content: "x < y", Title: "T", Collection: "wiki", FileID: "1", Created: time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)}
	if err := WriteRecords(t.Context(), j.Dir, records{}); !errors.Is(err, engine.ErrNotFound) {
		t.Errorf("a record that is nowhere: %v", err)
	}
	for range 2 { // the second time with another base
		if err := WriteRecords(t.Context(), j.Dir, records{only: rec}); err != nil {
			t.Fatal(err)
		}
		got, err := ReadRecords(j.Dir)
		if err != nil || len(got) != 1 || got["a/1"].Content != rec.Content || !got["a/1"].Created.Equal(rec.Created) {
			t.Errorf("%+v, %v", got, err)
		}
		if err := WriteRecords(t.Context(), j.Dir, records{}); err != nil {
			t.Errorf("a record that was kept: %v", err)
		}
	}
}

// Settings that differ, such as those of another ranking file, must not share
// kept answers.
func TestTheHashCoversTheSettings(t *testing.T) {
	v := Variant{Parts: []Part{Text}}
	one, other := json.RawMessage(`{"weight":1}`), json.RawMessage(`{"weight":2}`)
	if v.Hash(one) == v.Hash(other) || v.Hash(one) == v.Hash(nil) {
		t.Error("other settings have the same hash")
	}
	if v.Hash(one) != v.Hash(json.RawMessage(`{"weight":1}`)) {
		t.Error("the same settings have another hash")
	}
}
