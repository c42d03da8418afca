package kb

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"

	"owl/engine"
)

// LockedError says which process writes to a home. It is engine.ErrLocked.
type LockedError struct {
	Dir   string
	PID   int       // 0 when unknown
	Since time.Time // zero when unknown
}

// Error reads `another owl (pid 4711) is writing to DIR`.
func (e *LockedError) Error() string {
	if e.PID == 0 {
		return "another owl is writing to " + e.Dir
	}
	return fmt.Sprintf("another owl (pid %d) is writing to %s", e.PID, e.Dir)
}

// Unwrap returns engine.ErrLocked.
func (e *LockedError) Unwrap() error { return engine.ErrLocked }

// lock is the right to write to a home. The system takes it back when the
// process ends, however it ends.
type lock struct{ file *os.File }

// takeLock takes the lock of a home, or returns a *LockedError, or
// engine.ErrReadOnly.
func takeLock(dir string) (*lock, error) {
	file, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, readOnly(dir, err)
	}
	if err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		defer file.Close()
		if errors.Is(err, unix.EWOULDBLOCK) {
			return nil, holder(dir, file)
		}
		return nil, fmt.Errorf("lock %s: %w", dir, err)
	}
	l := &lock{file}
	if err := l.sign(); err != nil {
		l.release()
		return nil, readOnly(dir, err)
	}
	return l, nil
}

const signature = "pid %d\nsince %s\n"

func (l *lock) sign() error {
	if err := l.file.Truncate(0); err != nil {
		return err
	}
	_, err := l.file.WriteAt(fmt.Appendf(nil, signature, os.Getpid(), time.Now().UTC().Format(time.RFC3339)), 0)
	return err
}

// holder reads who holds a lock. It may be signing just now.
func holder(dir string, file io.ReaderAt) *LockedError {
	held := &LockedError{Dir: dir}
	text := make([]byte, 200)
	n, _ := file.ReadAt(text, 0)
	var since string
	if _, err := fmt.Sscanf(string(text[:n]), signature, &held.PID, &since); err == nil {
		held.Since, _ = time.Parse(time.RFC3339, since)
	}
	return held
}

// writerOf returns who writes to a home, or nil, and leaves the lock alone.
func writerOf(dir string) *LockedError {
	file, err := os.Open(filepath.Join(dir, "lock"))
	if err != nil {
		return nil
	}
	defer file.Close() // which unlocks
	if err := unix.Flock(int(file.Fd()), unix.LOCK_SH|unix.LOCK_NB); errors.Is(err, unix.EWOULDBLOCK) {
		return holder(dir, file)
	}
	return nil
}

func (l *lock) release() { _ = l.file.Close() } // which unlocks

// readOnly makes the error of a folder that must not be written to
// engine.ErrReadOnly.
func readOnly(dir string, err error) error {
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, unix.EROFS) {
		return fmt.Errorf("%s %w: %w", dir, engine.ErrReadOnly, err)
	}
	return fmt.Errorf("write to %s: %w", dir, err)
}
