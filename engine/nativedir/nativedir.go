// Package nativedir finds and checks the folder with Owl's native parts:
//
//	lib/        libonnxruntime and the EPICS libraries, by their versioned names
//	models/     one folder a model: model.onnx, tokenizer.json, vocab.txt
//	licenses/   one folder a part
//	MANIFEST    SHA-256 of every file, in the format of sha256sum
//
// The build makes the folder as .native beside bin; a release has the same
// folders beside bin itself.
package nativedir

import (
	"fmt"
	"os"
	"path/filepath"

	"owl/engine"
)

// Env is the variable that names a prepared folder and ends the search.
const Env = "OWL_NATIVE"

const manifest = "MANIFEST"

// Dir is a folder with native parts.
type Dir string

// Find returns the folder with native parts: the one that override names or,
// when that is empty, the one that the program belongs to. The error is
// engine.ErrNotFound and says where it looked.
func Find(override, program string) (Dir, error) {
	if override != "" {
		if info, err := os.Stat(override); err != nil || !info.IsDir() {
			return "", fmt.Errorf("native parts: %s=%s is not a folder: %w", Env, override, engine.ErrNotFound)
		}
		return Dir(override), nil
	}
	root := filepath.Dir(filepath.Dir(program))
	for _, dir := range []string{root, filepath.Join(root, ".native")} {
		if _, err := os.Stat(filepath.Join(dir, manifest)); err == nil {
			return Dir(dir), nil
		}
	}
	return "", fmt.Errorf("native parts: %w in %s and its .native; run make, or set %s to a prepared folder", engine.ErrNotFound, root, Env)
}

// Default is Find with the environment and the running program.
func Default() (Dir, error) {
	program, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("native parts: find the running program: %w", err)
	}
	if real, err := filepath.EvalSymlinks(program); err == nil {
		program = real // a link in /usr/local/bin must not hide the release it points into
	}
	return Find(os.Getenv(Env), program)
}

// Path joins a slash-separated name inside the folder to a path of the host.
func (d Dir) Path(name string) string { return filepath.Join(string(d), filepath.FromSlash(name)) }

// File is Path of a file that must be there. The error is engine.ErrNotFound.
func (d Dir) File(name string) (string, error) {
	path := d.Path(name)
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return "", fmt.Errorf("native parts: %s: %w", path, engine.ErrNotFound)
	}
	return path, nil
}
