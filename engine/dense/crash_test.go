package dense

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"owl/engine"
)

const victimVariable = "OWL_TEST_VICTIM"

// TestMain lets the test binary run again as a process that is killed.
func TestMain(m *testing.M) {
	if dir := os.Getenv(victimVariable); dir != "" {
		if err := victim(context.Background(), dir); err != nil {
			fmt.Println("error", err)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

const (
	crashDim    = 70
	crashLast   = 2000
	crashCommit = 40
)

// crashVector is the vector of a chunk, which its key tells.
func crashVector(key engine.ChunkKey) []float32 {
	return spreadVectors(uint64(key), crashDim).next()
}

// victim embeds on from where the last one was killed. It deletes every tenth
// chunk in the commit after the one that adds it, and writes a line for each
// commit.
func victim(ctx context.Context, dir string) (err error) {
	w, err := NewWriter(dir, model(crashDim), Options{SegmentRows: 700})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	for key := w.Last() + 1; key <= crashLast; key++ {
		if err := w.Add(ctx, Entry{Key: key, Vector: crashVector(key)}); err != nil {
			return err
		}
		if key%10 == 0 {
			w.Delete(key - crashCommit)
		}
		if key%crashCommit == 0 {
			if err := w.Commit(ctx); err != nil {
				return err
			}
			fmt.Println("committed", key)
		}
	}
	return nil
}

// TestAKillLosesNothingCommitted kills writers at random points until one comes
// to the end. After each kill the index must be whole and hold what was
// committed.
func TestAKillLosesNothingCommitted(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "index")
	last := engine.ChunkKey(0)
	for kills := 0; last < crashLast; kills++ {
		committed := killAt(t, dir, 1+rand.IntN(15))
		last = checkAfterKill(t, dir, max(committed, last))
		if kills == 200 {
			t.Fatal("it never comes to the end")
		}
	}
}

// killAt runs a victim and kills it after a number of lines. It returns the last
// key that was said to be committed.
func killAt(t *testing.T, dir string, line int) (committed engine.ChunkKey) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), victimVariable+"="+dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	scan := bufio.NewScanner(out)
	for n := 1; scan.Scan(); n++ {
		if n == line {
			_ = cmd.Process.Kill() // and read on: what is in the pipe was said
		}
		if _, err := fmt.Sscanf(scan.Text(), "committed %d", &committed); err != nil {
			t.Fatal(scan.Text())
		}
	}
	_ = cmd.Wait() // killed
	return committed
}

func checkAfterKill(t *testing.T, dir string, committed engine.ChunkKey) engine.ChunkKey {
	t.Helper()
	if err := Verify(t.Context(), dir, model(crashDim)); err != nil {
		t.Fatal(err)
	}
	x := open(t, dir, crashDim)
	last := x.Last()
	if last < committed || last%crashCommit != 0 {
		t.Fatalf("the index ends at %d, %d was committed", last, committed)
	}
	for key := engine.ChunkKey(1); key <= last; key++ {
		v, err := x.Vectors([]engine.ChunkKey{key})
		if err != nil {
			t.Fatal(err)
		}
		gone := key%10 == 0 && key <= last-crashCommit
		if gone != (v[0] == nil) || !gone && cosine(v[0], crashVector(key)) < 1-1e-6 {
			t.Fatalf("of %d chunks, chunk %d has vector %v", last, key, v[0])
		}
	}
	return last
}
