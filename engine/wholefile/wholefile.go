// Package wholefile writes files as a whole: a reader sees all of one or nothing.
package wholefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Replace writes a file in the place of one that may be there; its folder must be.
func Replace(name string, data []byte, mode fs.FileMode) error {
	part, err := os.CreateTemp(filepath.Dir(name), ".part-*")
	if err != nil {
		return err
	}
	_, err = part.Write(data)
	if err = errors.Join(err, part.Chmod(mode), part.Close()); err == nil {
		err = os.Rename(part.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(part.Name()))
	}
	return nil
}

// Create writes a file for its owner alone. The error is fs.ErrExist when it is there.
func Create(name string, data []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}
