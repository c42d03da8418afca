package store

import (
	"errors"
	"fmt"
	"path/filepath"
	"syscall"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"owl/engine"
)

// explain turns an error of SQLite into one that callers tell apart:
// engine.ErrDamaged, engine.ErrReadOnly, engine.ErrLocked or syscall.ENOSPC,
// with the file or folder and what was being done.
func (f file) explain(doing string, err error) error {
	var lite *sqlite.Error
	if err == nil || !errors.As(err, &lite) {
		return wrap(doing, err)
	}
	folder := filepath.Dir(f.path)
	switch code := lite.Code(); code & 0xff {
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("%s: %s is %w (%w)", doing, f.path, engine.ErrDamaged, err)
	case sqlite3.SQLITE_FULL:
		return fmt.Errorf("%s: disk full: %w in %s", doing, syscall.ENOSPC, folder)
	case sqlite3.SQLITE_IOERR:
		if free, known := freeBytes(folder); known && free < 1<<20 {
			return fmt.Errorf("%s: disk full: %w in %s", doing, syscall.ENOSPC, folder)
		}
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN:
		if f.writing {
			return fmt.Errorf("%s: %s %w (%w)", doing, folder, engine.ErrReadOnly, err)
		}
		if f.hasLog() {
			return fmt.Errorf("%s: %s cannot be read without %s-shm, which cannot be made in this folder; copy all three files: %w", doing, f.path, f.path, err)
		}
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return fmt.Errorf("%s: %w to %s (%w)", doing, engine.ErrLocked, folder, err)
	}
	return fmt.Errorf("%s %s: %w", doing, f.path, err)
}

func wrap(doing string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", doing, err)
}
