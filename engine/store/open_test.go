package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"owl/engine"
)

// filled makes a database with one record and closes it.
func filled(t *testing.T, path string) {
	t.Helper()
	w := openWriter(t, path)
	addSource(t, w, "ops")
	apply(t, w, "ops", Batch{Upserts: []Upsert{upsert("a", "One.")}})
	if err := w.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// readBack opens a database and reads its record.
func readBack(ctx context.Context, path string) error {
	s, err := Open(ctx, path)
	if err != nil {
		return err
	}
	defer s.Close()
	rec, err := s.Record(ctx, "a")
	if err == nil && rec.Content != "One." {
		err = fmt.Errorf("content %q", rec.Content)
	}
	return err
}

func TestOpenTakesAnyPath(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a?b=1&c#d %20 ü;")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "owl.db")
	filled(t, path)
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
	if err := readBack(t.Context(), path); err != nil {
		t.Error(err)
	}
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	cases := []struct {
		name    string
		prepare func(t *testing.T, path string)
		want    error
		says    string
	}{
		{"missing", func(*testing.T, string) {}, engine.ErrNotFound, "owl.db"},
		{"empty", func(t *testing.T, path string) { write(t, path, "") }, engine.ErrNotFound, "empty"},
		{"text", func(t *testing.T, path string) { write(t, path, strings.Repeat("not a database\n", 999)) }, engine.ErrDamaged, "owl.db"},
		{"of another program", func(t *testing.T, path string) { run(t, path, `CREATE TABLE x (y)`) }, engine.ErrDamaged, "not an owl database"},
		{"of a later owl", func(t *testing.T, path string) {
			filled(t, path)
			run(t, path, `PRAGMA user_version = 99`)
		}, ErrNewer, "its format is 99"},
		{"cut off", func(t *testing.T, path string) {
			filled(t, path)
			if err := os.Truncate(path, 3*8192); err != nil {
				t.Fatal(err)
			}
		}, engine.ErrDamaged, "owl.db"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "owl.db")
			c.prepare(t, path)
			if err := readBack(t.Context(), path); !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestOpenWriterLeavesAForeignFileAlone(t *testing.T) {
	for name, prepare := range map[string]func(path string){
		"text":               func(path string) { write(t, path, strings.Repeat("not a database\n", 999)) },
		"of another program": func(path string) { run(t, path, `CREATE TABLE x (y)`) },
		"of a later owl":     func(path string) { filled(t, path); run(t, path, `PRAGMA user_version = 99`) },
	} {
		path := filepath.Join(t.TempDir(), "owl.db")
		prepare(path)
		before, _ := os.ReadFile(path)
		if w, err := OpenWriter(t.Context(), path); err == nil {
			_ = w.Close(t.Context())
			t.Errorf("%s: opened for writing", name)
		}
		if after, _ := os.ReadFile(path); string(after) != string(before) {
			t.Errorf("%s: the file was changed", name)
		}
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func run(t *testing.T, path, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}

func TestADamagedPageIsReported(t *testing.T) {
	path := filepath.Join(t.TempDir(), "owl.db")
	w := openWriter(t, path)
	addSource(t, w, "ops")
	var batch Batch
	for i := range 500 {
		batch.Upserts = append(batch.Upserts, upsert(fmt.Sprint("r", i), strings.Repeat("text ", 50)))
	}
	apply(t, w, "ops", batch)
	if err := w.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := len(data) / 2; i < len(data)/2+3*8192; i++ {
		data[i] ^= 0x5a
	}
	write(t, path, string(data))
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	health, err := s.Check(t.Context(), false)
	if len(health.Problems) == 0 && !errors.Is(err, engine.ErrDamaged) {
		t.Errorf("check found nothing: %+v, %v", health, err)
	}
	if err := s.EachChunk(t.Context(), 0, func(Passage) error { return nil }); !errors.Is(err, engine.ErrDamaged) {
		t.Errorf("reading all chunks: %v", err)
	}
}

func TestCheckFindsWhatDoesNotFit(t *testing.T) {
	for want, statement := range map[string]string{
		"chunks outside their record: chunk 1 of a":  `UPDATE chunks SET stop = 99`,
		"records that miss chunks: a":                `DELETE FROM chunks`,
		"records without text: a":                    `DELETE FROM contents`,
		"wrong counts: ops bely":                     `UPDATE facets SET chunks = 7`,
		"foreign keys: chunks row 1 belongs to no ":  `UPDATE chunks SET record = 9`,
		"foreign keys: records row 1 belongs to no ": `UPDATE records SET facet = 9`,
	} {
		path := filepath.Join(t.TempDir(), "owl.db")
		filled(t, path)
		run(t, path, statement)
		s, err := Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		health, err := s.Check(t.Context(), false)
		if err != nil || !strings.Contains(strings.Join(health.Problems, "\n"), want) {
			t.Errorf("%s: got %q, %v; want %q", statement, health.Problems, err, want)
		}
		_ = s.Close()
	}
}

func TestMigrateTakesTheStepsThatAreMissing(t *testing.T) {
	db, err := sql.Open("sqlite", filepath.Join(t.TempDir(), "x.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	steps := []string{`CREATE TABLE log (n);`, `INSERT INTO log VALUES (2);`, `INSERT INTO log VALUES (3);`}
	count := func() (n, format int) {
		t.Helper()
		if err := conn.QueryRowContext(t.Context(), `SELECT (SELECT count(*) FROM log), user_version FROM pragma_user_version`).Scan(&n, &format); err != nil {
			t.Fatal(err)
		}
		return n, format
	}
	for _, c := range []struct{ known, rows, format int }{{1, 0, 1}, {3, 2, 3}, {3, 2, 3}} {
		if err := migrate(t.Context(), conn, steps[:c.known]); err != nil {
			t.Fatal(err)
		}
		if n, format := count(); n != c.rows || format != c.format {
			t.Errorf("%d rows in format %d, want %+v", n, format, c)
		}
	}
	if err := migrate(t.Context(), conn, steps[:2]); !errors.Is(err, ErrNewer) {
		t.Errorf("fewer steps known: %v", err)
	}
	broken := append(steps, `INSERT INTO log VALUES (4); INSERT INTO nowhere VALUES (1);`)
	if err := migrate(t.Context(), conn, broken); err == nil || !strings.Contains(err.Error(), "format 4") {
		t.Errorf("broken step: %v", err)
	}
	if n, format := count(); n != 2 || format != 3 {
		t.Errorf("a broken step left %d rows in format %d", n, format)
	}
}

func TestAnOlderFormatMustBeMigrated(t *testing.T) {
	path := filepath.Join(t.TempDir(), "owl.db")
	filled(t, path)
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	err = s.checkFormat(t.Context(), len(migrations())+1)
	want := fmt.Sprintf("its format is %d, this owl needs %d", len(migrations()), len(migrations())+1)
	if !NeedsMigration(err) || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v", err)
	}
}

// TestTheFirstFormatIsReadable opens a database as the first version wrote it.
func TestTheFirstFormatIsReadable(t *testing.T) {
	script, err := os.ReadFile("testdata/format1.sql")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "owl.db")
	run(t, path, string(script))
	w := openWriter(t, path)
	checkSound(t, w.Store)
	if err := readBack(t.Context(), path); err != nil {
		t.Error(err)
	}
	apply(t, w, "ops", Batch{Upserts: []Upsert{upsert("b", "Two.")}, Deletes: []string{"a"}})
}

func TestReadersSeeWholeBatchesWhileAWriterWorks(t *testing.T) {
	w := newWriter(t)
	addSource(t, w, "ops")
	done := make(chan error, 1)
	go func() {
		var err error
		for i := 0; i < 40 && err == nil; i++ {
			word := strings.Repeat(fmt.Sprint(i%10), 40+i)
			_, err = w.Apply(t.Context(), "ops", Batch{Upserts: []Upsert{upsert("a", word, word), upsert("b", word)}})
		}
		done <- err
	}()
	for running := true; running; {
		select {
		case err := <-done:
			if err != nil {
				t.Fatal(err)
			}
			running = false
		default:
		}
		var texts []engine.Untrusted
		err := w.EachChunk(t.Context(), 0, func(p Passage) error {
			texts = append(texts, p.Chunk.Text)
			return nil
		})
		if err != nil || len(texts) != 0 && (len(texts) != 3 || texts[0] != texts[1] || texts[1] != texts[2]) {
			t.Fatalf("read %q, %v", texts, err)
		}
	}
}

func TestNetworkName(t *testing.T) {
	for magic, want := range map[int64]string{0x6969: "NFS", 0xFF534D42: "SMB", -11317950: "SMB", 0x47504653: "GPFS", 0xEF53: "", unix.TMPFS_MAGIC: ""} {
		if got := networkName(magic); got != want {
			t.Errorf("%#x: got %q, want %q", magic, got, want)
		}
	}
	if got := NetworkFS("/nowhere/at/all"); got != "" {
		t.Errorf("missing folder: %q", got)
	}
}

func TestADiskThatIsFullIsSaid(t *testing.T) {
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=2m"); err != nil {
		t.Skipf("no small file system to fill: mount: %v", err)
	}
	t.Cleanup(func() { _ = unix.Unmount(dir, unix.MNT_DETACH) })
	w := openWriter(t, filepath.Join(dir, "owl.db"))
	addSource(t, w, "ops")
	apply(t, w, "ops", Batch{Upserts: []Upsert{upsert("kept", "One.")}})
	var err error
	for i := 0; i < 100 && err == nil; i++ {
		_, err = w.Apply(t.Context(), "ops", Batch{Upserts: []Upsert{upsert(fmt.Sprint("r", i), strings.Repeat("x", 100_000))}})
	}
	if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "disk full") || !strings.Contains(err.Error(), dir) {
		t.Fatalf("got %v", err)
	}
	checkSound(t, w.Store)
	if rec, err := w.Record(t.Context(), "kept"); err != nil || rec.Content != "One." {
		t.Errorf("record %q, %v", rec.Content, err)
	}
}
