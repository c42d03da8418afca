package runner

import (
	"bufio"
	"context"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"owl/engine"
	"owl/engine/kb"
	"owl/ingest"
)

// TestMain lets the test binary run again as a process that is killed.
func TestMain(m *testing.M) {
	if dir := os.Getenv("OWL_TEST_VICTIM"); dir != "" {
		victim(context.Background(), dir, os.Getenv("OWL_TEST_ROUND"))
		os.Exit(0)
	}
	os.Exit(m.Run())
}

const (
	crashRecords = 1000
	crashBatch   = 40
)

// crashRounds names the rounds. Words without a digit have no parts, which a
// search falls back on when the whole occurs nowhere.
var crashRounds = [...]string{"amber", "birch", "cedar", "delta", "ember"}

// crashSource has records whose text names the round, so that every round
// changes every record, and half of the last ones only in the first.
func crashSource(round string) list {
	var l list
	for i := range crashRecords {
		if i > crashRecords*3/4 && i%2 == 0 && round != crashRounds[0] {
			continue
		}
		id := fmt.Sprintf("rec%05d", i)
		l.items = append(l.items, item(id, fmt.Sprintf("Entry number%d of %s.\n\n%s", i, round, strings.Repeat("The beam was lost. ", i%90))))
	}
	return l
}

// victim ingests a round and writes a line for everything that happens.
func victim(ctx context.Context, dir, round string) {
	w, err := kb.OpenWriter(ctx, dir, kb.Options{Progress: func(kb.Progress) { fmt.Println("mending") }})
	if err != nil {
		fmt.Println("error", err)
		return
	}
	src := source("s", chatty{crashSource(round)})
	_, err = Run(ctx, w, src, Options{batch: crashBatch, Progress: func(p Progress) { fmt.Println("acknowledged", p.Written) }})
	fmt.Println("ran", err)
	fmt.Println("closed", w.Close(ctx))
}

// chatty writes a line for every hundredth record that is read.
type chatty struct{ list }

func (c chatty) Read(ctx context.Context, yield func(ingest.Item) error) error {
	n := 0
	return c.list.Read(ctx, func(it ingest.Item) error {
		if n++; n%100 == 0 {
			fmt.Println("read", n)
		}
		return yield(it)
	})
}

// killAt runs a round and kills it when it has written a number of lines. It
// returns how many records were acknowledged as written.
func killAt(t *testing.T, dir, round string, line int) (acknowledged int) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), "OWL_TEST_VICTIM="+dir, "OWL_TEST_ROUND="+round)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	scan := bufio.NewScanner(out)
	for n := 0; scan.Scan(); n++ {
		if n == line {
			_ = cmd.Process.Kill() // and read on: what is in the pipe was said
		}
		_, _ = fmt.Sscanf(scan.Text(), "acknowledged %d", &acknowledged)
		if strings.HasPrefix(scan.Text(), "error") {
			t.Fatal(scan.Text())
		}
	}
	_ = cmd.Wait() // killed
	return acknowledged
}

// TestAKillLosesNothingAcknowledged kills runs at random points. After each
// kill the base must be sound, hold what was acknowledged, and find exactly
// what it holds.
func TestAKillLosesNothingAcknowledged(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "home")
	random := rand.New(rand.NewSource(int64(os.Getpid())))
	linesOfARun := crashRecords/100 + crashRecords/crashBatch + 4
	for _, round := range crashRounds {
		at := random.Intn(linesOfARun)
		acknowledged := killAt(t, dir, round, at)
		t.Logf("%s: killed at line %d, %d records acknowledged", round, at, acknowledged)
		checkAfterKill(t, dir, round, acknowledged)
	}
}

func checkAfterKill(t *testing.T, dir, round string, acknowledged int) {
	t.Helper()
	b, err := kb.Open(t.Context(), dir, kb.Options{})
	if err != nil {
		if acknowledged == 0 { // killed before there was a database
			return
		}
		t.Fatalf("after %d acknowledged records: %v", acknowledged, err)
	}
	defer b.Close()
	report, err := kb.Doctor(t.Context(), dir, true)
	if err != nil || report.State() != kb.OK {
		t.Fatalf("unsound: %+v, %v", report, err)
	}
	known, err := b.Known(t.Context(), "s")
	if err != nil {
		t.Fatal(err)
	}
	written := 0
	for i, it := range crashSource(round).items {
		isNew := known[it.Record.DocID] == hashOf(it.Record)
		if i < acknowledged && !isNew {
			t.Fatalf("record %d of %d acknowledged is lost", i, acknowledged)
		}
		if isNew {
			written++
		}
	}
	hits, err := b.Lexical().Search(t.Context(), engine.Query{Text: round}, 10*crashRecords, false)
	if err != nil {
		t.Fatal(err)
	}
	if found := recordsOf(t, b, hits); found != written {
		t.Fatalf("%d records of %s are stored, %d are found; %q", written, round, found, b.Notices())
	}
}

func recordsOf(t *testing.T, b *kb.Base, hits []engine.Hit) int {
	t.Helper()
	var keys []engine.ChunkKey
	for _, hit := range hits {
		keys = append(keys, hit.Chunk)
	}
	chunks, err := b.Records().Chunks(t.Context(), keys)
	if err != nil {
		t.Fatal(err)
	}
	if len(chunks) != len(keys) {
		t.Fatalf("%d of %d chunks found are gone", len(keys)-len(chunks), len(keys))
	}
	ids := map[string]bool{}
	for _, c := range chunks {
		ids[c.DocID] = true
	}
	return len(ids)
}
