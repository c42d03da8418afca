package nativedir

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strings"

	"owl/engine"
)

// Verify reads every file that MANIFEST lists and compares its SHA-256; it
// returns how many it read. The error is engine.ErrDamaged and names the first
// bad file.
func (d Dir) Verify(ctx context.Context) (int, error) {
	list, err := os.Open(d.Path(manifest))
	if err != nil {
		return 0, fmt.Errorf("native parts: %w", err)
	}
	defer list.Close()
	files := 0
	lines := bufio.NewScanner(list)
	for lines.Scan() {
		want, name, ok := strings.Cut(lines.Text(), "  ")
		if !ok {
			return files, fmt.Errorf("native parts: %s line %d: %w", d.Path(manifest), files+1, engine.ErrDamaged)
		}
		if err := d.Check(ctx, name, want); err != nil {
			return files, err
		}
		files++
	}
	if err := lines.Err(); err != nil {
		return files, fmt.Errorf("native parts: read %s: %w", d.Path(manifest), err)
	}
	return files, nil
}

// Check compares the SHA-256 of one file with want, in hexadecimal. The error
// is engine.ErrNotFound or engine.ErrDamaged.
func (d Dir) Check(ctx context.Context, name, want string) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("native parts: check %s: %w", name, err)
	}
	path, err := d.File(name)
	if err != nil {
		return err
	}
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("native parts: %w", err)
	}
	defer f.Close()
	digest := sha256.New()
	if _, err := io.Copy(digest, f); err != nil {
		return fmt.Errorf("native parts: read %s: %w", path, err)
	}
	if got := hex.EncodeToString(digest.Sum(nil)); got != want {
		return fmt.Errorf("native parts: %s: %w, its SHA-256 is %s", path, engine.ErrDamaged, got)
	}
	return nil
}
