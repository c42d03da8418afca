// Command demogen writes the generated files of the demo folder anew. Run it in the
// root of the repository after a change to the generator or to the hand-written
// table of downtime: go run ./bench/demogen
package main

import (
	"bytes"
	"errors"
	"fmt"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"

	"owl/assets/demogen"
	"owl/assets/demogen/figure"
)

const folder = "assets/demo"

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	files, err := demogen.Files(demogen.Seed, os.DirFS(folder))
	if err != nil {
		return err
	}
	if err := removeOld(); err != nil {
		return err
	}
	size := 0
	for name, text := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return fmt.Errorf("make folder: %w", err)
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return fmt.Errorf("write generated file: %w", err)
		}
		size += len(text)
	}
	if err := drawAll(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(os.Stdout, "%d files, %d kB\n", len(files), size/1000)
	return err
}

// drawAll writes the pictures.
func drawAll() error {
	for name, img := range figure.All() {
		var data bytes.Buffer
		if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&data, img); err != nil {
			return fmt.Errorf("draw %s: %w", name, err)
		}
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, data.Bytes(), 0o644)); err != nil {
			return fmt.Errorf("write picture: %w", err)
		}
	}
	return nil
}

// removeOld removes the files of an earlier run: names may have changed.
func removeOld() error {
	return filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !demogen.Written(path) {
			return err
		}
		return os.Remove(path)
	})
}
