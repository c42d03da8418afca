package disk

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// FS is what a writer does to files.
type FS interface {
	Create(path string) (File, error)
	Rename(from, to string) error
	Remove(path string) error
	// SyncDir makes what was created, renamed and removed in a folder last.
	SyncDir(dir string) error
}

// File is a file that is being written.
type File interface {
	io.WriteCloser
	Sync() error
}

// Real is the file system.
type Real struct{}

// Create implements FS: it makes an empty file.
func (Real) Create(path string) (File, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
}

// Rename implements FS.
func (Real) Rename(from, to string) error { return os.Rename(from, to) }

// Remove implements FS.
func (Real) Remove(path string) error { return os.Remove(path) }

// SyncDir implements FS.
func (Real) SyncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// TemporaryExt ends the name of a file that is not whole yet.
const TemporaryExt = ".tmp"

// Write writes a file so that it is there whole or not at all: to a temporary
// name, flushed to the disk, renamed. The folder must still be synced.
func Write(fs FS, path string, write func(io.Writer) error) (err error) {
	temporary := path + TemporaryExt
	f, err := fs.Create(temporary)
	if err != nil {
		return fmt.Errorf("write %s: %w", filepath.Base(path), err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("write %s: %w", filepath.Base(path), err), fs.Remove(temporary))
		}
	}()
	w := bufio.NewWriterSize(f, 1<<18)
	if err := errors.Join(write(w), w.Flush()); err != nil {
		return errors.Join(err, f.Close())
	}
	if err := f.Sync(); err != nil {
		return errors.Join(err, f.Close())
	}
	if err := f.Close(); err != nil {
		return err
	}
	return fs.Rename(temporary, path)
}

// WriteBytes is Write of these bytes.
func WriteBytes(fs FS, path string, data []byte) error {
	return Write(fs, path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}
