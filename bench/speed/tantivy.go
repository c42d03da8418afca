package main

import (
	"context"
	_ "embed"
	"os/exec"
	"path/filepath"
)

//go:embed tantivy.py
var tantivyScript []byte

// tantivy makes the process that does what textBuild and textSearch do with
// tantivy.
func tantivy(ctx context.Context, b *bench) (*exec.Cmd, error) {
	r := rival{module: "tantivy", name: "tantivy", pin: "0.26.0", script: tantivyScript}
	return r.command(ctx, b, b.corpus.docs, b.corpus.queries, filepath.Join(b.dir, "tantivy"))
}
