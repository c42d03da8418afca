package main

import (
	"context"
	_ "embed"
	"os/exec"
	"strconv"
)

//go:embed faiss.py
var faissScript []byte

// faiss makes the process that does what denseSearch does with the scalar
// quantiser of faiss, which also scans 8-bit codes.
func faiss(ctx context.Context, b *bench) (*exec.Cmd, error) {
	files, err := prepareVectors(b.dir)
	if err != nil {
		return nil, err
	}
	r := rival{module: "faiss", name: "faiss-cpu", pin: "1.15.1", script: faissScript}
	return r.command(ctx, b, files.chunks, files.queries, strconv.Itoa(dim), strconv.Itoa(denseHits))
}
