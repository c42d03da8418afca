package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
	_ "modernc.org/sqlite" // the SQL driver "sqlite"

	"owl/engine"
)

// file is where a database lives and how it is used.
type file struct {
	path    string
	writing bool
}

// dsn returns the driver's name for the file. The path is escaped: a folder may
// be called "a?b#c".
func (f file) dsn(params string) string {
	return "file:" + (&url.URL{Path: f.path}).EscapedPath() + "?" + params
}

// Store reads a database. It implements engine.Records and engine.Sources and
// is safe for concurrent use.
type Store struct {
	file
	db     *sql.DB
	frozen bool // opened without any locking, because nobody could be writing
}

// readers is the number of connections for reading.
const readers = 4

// Open opens the database in path for reading. A missing file is
// engine.ErrNotFound, a damaged one engine.ErrDamaged, one of a later format
// ErrNewer. NeedsMigration tells an error that a Writer would mend.
func Open(ctx context.Context, path string) (*Store, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	f := file{path: path}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("database %s: %w", path, engine.ErrNotFound)
	}
	s, err := f.open(ctx, "mode=ro", readers)
	if err == nil || !f.isStill() {
		return s, err
	}
	s, err = f.open(ctx, "mode=ro&immutable=1", readers)
	if err == nil {
		s.frozen = true
	}
	return s, err
}

// NeedsMigration reports whether a database could not be read because it has an
// older format.
func NeedsMigration(err error) bool { return errors.Is(err, errOld) }

// isStill reports whether nothing can change the file while it is read without
// locks: its folder cannot be written to, and no write-ahead log lies beside
// it whose rows would be missed.
func (f file) isStill() bool {
	return unix.Access(filepath.Dir(f.path), unix.W_OK) != nil && !f.hasLog()
}

func (f file) hasLog() bool {
	info, err := os.Stat(f.path + "-wal")
	return err == nil && info.Size() > 0
}

func (f file) open(ctx context.Context, params string, connections int) (*Store, error) {
	db, err := sql.Open("sqlite", f.dsn(params+"&_pragma=busy_timeout(10000)&_pragma=temp_store(memory)&_pragma=query_only(1)"))
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", f.path, err)
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	s := &Store{file: f, db: db}
	if err := s.checkFormat(ctx, len(migrations())); err != nil {
		_ = db.Close()
		return nil, s.explain("open database", err)
	}
	return s, nil
}

func (s *Store) checkFormat(ctx context.Context, known int) error {
	format, err := version(ctx, s.db, known)
	switch {
	case err != nil:
		return err
	case format == 0:
		return fmt.Errorf("%w: the database is empty", engine.ErrNotFound)
	case format < known:
		return fmt.Errorf("%s: %w: its format is %d, this owl needs %d", s.path, errOld, format, known)
	}
	return nil
}

// Close closes all connections.
func (s *Store) Close() error { return s.explain("close database", s.db.Close()) }

// Frozen reports whether the database was opened in a folder that cannot be
// written to and that has no write-ahead log, as on a read-only medium.
func (s *Store) Frozen() bool { return s.frozen }

// snapshot runs a read on one consistent state of the database.
func (s *Store) snapshot(ctx context.Context, doing string, read func(*sql.Tx) error) error {
	if s.frozen && s.hasLog() {
		return fmt.Errorf("%s: %s is being written to now; open it again", doing, s.path)
	}
	tx, err := s.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return s.explain(doing, err)
	}
	defer tx.Rollback()
	return s.explain(doing, read(tx))
}

// ID returns the identity of the database, made when it was created. An index
// that was built from another database does not belong to this one.
func (s *Store) ID(ctx context.Context) (string, error) {
	var id string
	err := s.snapshot(ctx, "read database id", func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT value FROM meta WHERE name = 'id'`).Scan(&id)
	})
	return id, err
}
