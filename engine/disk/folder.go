package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/sys/unix"

	"owl/engine"
)

// lockName is the file in a folder that its one writer holds.
const lockName = "LOCK"

// Lock makes a folder and locks it for one writer among all processes; closing
// the file unlocks it. The errors are engine.ErrLocked and engine.ErrReadOnly.
func Lock(dir string) (*os.File, error) {
	var lock *os.File
	err := os.MkdirAll(dir, 0o755)
	if err == nil {
		lock, err = os.OpenFile(filepath.Join(dir, lockName), os.O_RDWR|os.O_CREATE, 0o644)
	}
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, unix.EROFS) {
		return nil, fmt.Errorf("%w: %w", engine.ErrReadOnly, err)
	}
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		_ = lock.Close() // nothing was written to it
		if errors.Is(err, unix.EWOULDBLOCK) {
			return nil, engine.ErrLocked
		}
		return nil, err
	}
	return lock, nil
}

// NextNumber is a number that begins the name of no file in a folder, in
// hexadecimal and before a dot, and that is not below least.
func NextNumber(dir string, least uint64) (uint64, error) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return least, err
	}
	for _, f := range files {
		var number uint64
		if _, err := fmt.Sscanf(f.Name(), "%x.", &number); err == nil {
			least = max(least, number+1)
		}
	}
	return least, nil
}

// RemoveStrays removes the files of a folder that have one of these extensions,
// or that of a temporary file, but for those to keep.
func RemoveStrays(d FS, dir string, keep map[string]bool, extensions ...string) error {
	files, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	extensions = append(extensions, TemporaryExt)
	var errs []error
	for _, f := range files {
		if slices.Contains(extensions, filepath.Ext(f.Name())) && !keep[f.Name()] {
			errs = append(errs, d.Remove(filepath.Join(dir, f.Name())))
		}
	}
	return errors.Join(errs...)
}
