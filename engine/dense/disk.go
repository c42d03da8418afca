package dense

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// disk is what a Writer does to files, so that tests can make each step fail.
type disk interface {
	Create(path string) (file, error)
	Rename(from, to string) error
	Remove(path string) error
	SyncDir(dir string) error
}

type file interface {
	io.WriteCloser
	Sync() error
}

// realDisk is the file system.
type realDisk struct{}

func (realDisk) Create(path string) (file, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
}

func (realDisk) Rename(from, to string) error { return os.Rename(from, to) }

func (realDisk) Remove(path string) error { return os.Remove(path) }

func (realDisk) SyncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// writeFile writes a file so that it is there whole or not at all: to a
// temporary name, flushed to the disk, renamed. The folder must still be synced.
func writeFile(d disk, path string, write func(io.Writer) error) (err error) {
	temporary := path + temporaryExt
	f, err := d.Create(temporary)
	if err != nil {
		return fmt.Errorf("write %s: %w", filepath.Base(path), err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("write %s: %w", filepath.Base(path), err), d.Remove(temporary))
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
	return d.Rename(temporary, path)
}

// writeBytes writes a file of these bytes.
func writeBytes(d disk, path string, data []byte) error {
	return writeFile(d, path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}
