package wire

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"owl/engine/wholefile"
)

// exported are the files that the console writes for the operator, in a folder of
// the home: a console over SSH has no folder of its own.
type exported struct{ owl *Owl }

// Export writes a new file named after name and the time.
func (e exported) Export(name, text string) (string, error) {
	dir := filepath.Join(e.owl.config.Home, "exports")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("export: %w", err)
	}
	ending := filepath.Ext(name)
	stem := strings.TrimSuffix(filepath.Base(name), ending) + e.owl.Now().Format("-20060102-150405")
	for i := range 100 {
		file := filepath.Join(dir, stem+suffix(i)+ending)
		err := wholefile.Create(file, []byte(text))
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", fmt.Errorf("export: %w", err)
		}
		return file, nil
	}
	return "", fmt.Errorf("export %s: %w", stem, fs.ErrExist)
}

func suffix(i int) string {
	if i == 0 {
		return ""
	}
	return fmt.Sprintf("-%d", i+1)
}
