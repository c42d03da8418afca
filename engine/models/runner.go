package models

import (
	"context"
	"errors"
	"fmt"

	"owl/engine/models/tokenizer"
)

// runner is a loaded network. It is safe for concurrent use.
type runner interface {
	// run gives the output for one sequence of tokens. It waits while as many
	// runs as the network has workers are under way.
	run(ctx context.Context, in tokenizer.Encoding) (tensor, error)
	// close waits for what runs and frees the network. Later runs fail.
	close() error
}

// tensor is an output of a network, row by row.
type tensor struct {
	data  []float32
	shape []int64
}

// last is the size of the last dimension, 0 for a tensor that is no list of rows.
func (t tensor) last() int {
	if len(t.shape) == 0 || len(t.data) == 0 {
		return 0
	}
	return int(t.shape[len(t.shape)-1])
}

// errClosed is what a model says after its end.
var errClosed = errors.New("the model was closed")

// guarded turns a panic of f into an error.
func guarded(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("internal error: %v", r)
		}
	}()
	return f()
}
