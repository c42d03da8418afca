package session

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// maxLine is how long a line may be; a longer one is no line of ours.
const maxLine = 32 << 20

// appendLine writes a value as one line to the end of a file, which it makes
// when it is not there.
func appendLine(path string, value any) (err error) {
	data, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("write: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }() // which unlocks
	if err := unix.Flock(int(file.Fd()), unix.LOCK_EX); err != nil {
		return fmt.Errorf("lock %s: %w", path, err)
	}
	if torn(file) {
		data = append([]byte{'\n'}, data...)
	}
	if _, err := file.Write(append(data, '\n')); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	return nil
}

// torn reports that the file ends in the middle of a line, as a process that was
// killed leaves it.
func torn(file *os.File) bool {
	info, err := file.Stat()
	if err != nil || info.Size() == 0 {
		return false
	}
	last := make([]byte, 1)
	_, err = file.ReadAt(last, info.Size()-1)
	return err == nil && last[0] != '\n'
}

// eachLine calls do with every line of a file that is whole JSON, as far as the
// file goes now: others may write on and on. A file that is not there has none.
func eachLine(path string, do func(line []byte) error) error {
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read: %w", err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return fmt.Errorf("read: %w", err)
	}
	return scan(io.LimitReader(file, info.Size()), path, do)
}

func scan(r io.Reader, path string, do func(line []byte) error) error {
	lines := bufio.NewReaderSize(r, 64<<10)
	for {
		line, err := lines.ReadBytes('\n')
		if text := bytes.TrimSpace(line); len(text) <= maxLine && json.Valid(text) {
			if err := do(text); err != nil {
				return fmt.Errorf("read %s: %w", path, err)
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read: %w", err)
		}
	}
}
