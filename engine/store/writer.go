package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"modernc.org/sqlite"

	"owl/engine"
)

// Writer writes a database, and reads it like any Store. There must be only
// one at a time. It is not safe for concurrent use; its Store is.
type Writer struct {
	*Store
	db     *sql.DB // holds the one connection for writing
	conn   *sql.Conn
	insert statements
	facets map[facetKey]int64
	last   engine.ChunkKey // the highest key ever used
}

// Hash identifies everything that a record was stored from.
type Hash = [sha256.Size]byte

// Source says where records come from.
type Source struct {
	Name  string // unique in a store
	Kind  string // of connector
	Where string // path or address, for people to read
}

// OpenWriter opens or creates the database in path, brings it to the present
// format, and prepares it for writing. The folder must exist. One that cannot
// be written to is engine.ErrReadOnly.
func OpenWriter(ctx context.Context, path string) (*Writer, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	f := file{path: path, writing: true}
	db, err := sql.Open("sqlite", f.dsn("mode=rwc&_txlock=immediate&_pragma=busy_timeout(10000)"))
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	w := &Writer{db: db, facets: map[facetKey]int64{}}
	if err := w.prepare(ctx, f); err != nil {
		_ = w.closeWriting()
		return nil, f.explain("open database for writing", err)
	}
	return w, nil
}

// tuning sets up the connection for writing. Pages of 8 KiB hold several
// records of a paragraph. The log is copied into the database file every
// 32 MiB; a larger cache than the default keeps the inner pages of the indexes
// at hand.
const tuning = `
	PRAGMA page_size = 8192;
	PRAGMA journal_mode = wal;
	PRAGMA synchronous = full;
	PRAGMA wal_autocheckpoint = 4096;
	PRAGMA cache_size = -32768;
	PRAGMA temp_store = memory;`

func (w *Writer) prepare(ctx context.Context, f file) error {
	var err error
	if w.conn, err = w.db.Conn(ctx); err != nil {
		return err
	}
	if _, err := version(ctx, w.conn, len(migrations())); err != nil {
		return err // before anything is changed in a file that is not ours
	}
	if _, err := w.conn.ExecContext(ctx, tuning); err != nil {
		return err
	}
	if err := w.conn.Raw(keepLog); err != nil {
		return err
	}
	if err := migrate(ctx, w.conn, migrations()); err != nil {
		return err
	}
	if w.insert, err = prepareStatements(ctx, w.conn); err != nil {
		return err
	}
	if w.Store, err = f.open(ctx, "mode=ro", readers); err != nil {
		return err
	}
	w.writing = true
	w.last, err = w.LastKey(ctx)
	return err
}

// keepLog makes SQLite leave the -wal and -shm files in place when the last
// connection closes: without them a process that cannot write to the folder
// cannot read the database.
func keepLog(driver any) error {
	control, ok := driver.(sqlite.FileControl)
	if !ok {
		return errors.New("the SQLite driver has no file control")
	}
	_, err := control.FileControlPersistWAL("main", 1)
	return err
}

// Close empties the write-ahead log and closes the database.
func (w *Writer) Close(ctx context.Context) error {
	_, logErr := w.conn.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`)
	return errors.Join(w.explain("empty the log of the database", logErr), w.closeWriting())
}

func (w *Writer) closeWriting() error {
	var errs []error
	if w.Store != nil {
		errs = append(errs, w.Store.Close())
	}
	w.insert.close()
	if w.conn != nil {
		errs = append(errs, w.conn.Close())
	}
	return errors.Join(append(errs, w.db.Close())...)
}

// transaction runs change in one transaction. When it fails, nothing of it is
// kept.
func (w *Writer) transaction(ctx context.Context, doing string, change func(context.Context) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	// A statement under a context that can end costs a goroutine; change looks
	// at the context itself.
	quick := context.WithoutCancel(ctx)
	if _, err := w.conn.ExecContext(quick, `BEGIN IMMEDIATE`); err != nil {
		return w.explain(doing, err)
	}
	err := change(quick)
	if err == nil {
		_, err = w.conn.ExecContext(quick, `COMMIT`)
	}
	if err != nil {
		_, _ = w.conn.ExecContext(quick, `ROLLBACK`) // after some errors SQLite has rolled back itself
		clear(w.facets)                              // some may not exist any more
	}
	return w.explain(doing, err)
}

// AddSource makes a source known, or updates its kind and place.
func (w *Writer) AddSource(ctx context.Context, src Source) error {
	return w.transaction(ctx, "write source", func(ctx context.Context) error {
		_, err := w.conn.ExecContext(ctx, `INSERT INTO sources (name, kind, place) VALUES (?1, ?2, ?3)
			ON CONFLICT (name) DO UPDATE SET kind = ?2, place = ?3`, src.Name, src.Kind, src.Where)
		return err
	})
}

// FinishRun notes when a source was last read, and what went wrong.
func (w *Writer) FinishRun(ctx context.Context, source string, at time.Time, problems []string) error {
	if problems == nil {
		problems = []string{}
	}
	text, err := json.Marshal(problems)
	if err != nil {
		return fmt.Errorf("write run of source %q: %w", source, err)
	}
	return w.transaction(ctx, "write run of source", func(ctx context.Context) error {
		_, err := w.conn.ExecContext(ctx, `UPDATE sources SET last_run = ?, errors = ? WHERE name = ?`,
			at.Format(time.RFC3339Nano), string(text), source)
		return err
	})
}
