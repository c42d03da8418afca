//go:build cgo

package models

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	ort "github.com/yalue/onnxruntime_go"

	"owl/engine/models/tokenizer"
)

// network is a session of ONNX Runtime.
type network struct {
	session *ort.DynamicAdvancedSession
	inputs  []string
	slots   chan struct{} // a run holds one, the end all of them
	closed  bool          // guarded by holding a slot
	live    atomic.Int64  // tensors that were made and not destroyed
}

// openNetwork opens a network for the first of the outputs that it has, to run so
// many texts side by side, each on so many threads. It must have no inputs but
// those of a text model.
func openNetwork(path string, outputs []string, workers, threads int) (runner, error) {
	inputs, output, err := describe(path, outputs)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, oneLine(err))
	}
	options, err := sessionOptions(threads)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, oneLine(err))
	}
	defer func() { _ = options.Destroy() }()
	session, err := ort.NewDynamicAdvancedSession(path, inputs, []string{output}, options)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, oneLine(err))
	}
	return &network{session: session, inputs: inputs, slots: make(chan struct{}, workers)}, nil
}

// sessionOptions gives each run its threads. Many texts are run side by side on one
// each, which uses the cores better than sharing a text among them. Threads do not
// spin while they wait: the rest of a search needs the cores.
func sessionOptions(threads int) (*ort.SessionOptions, error) {
	options, err := ort.NewSessionOptions()
	if err != nil {
		return nil, err
	}
	if err := errors.Join(options.SetIntraOpNumThreads(threads), options.SetInterOpNumThreads(1),
		options.AddSessionConfigEntry("session.intra_op.allow_spinning", "0")); err != nil {
		_ = options.Destroy()
		return nil, err
	}
	return options, nil
}

// describe names the inputs and the output to read.
func describe(path string, outputs []string) (inputs []string, output string, err error) {
	options, err := ort.NewSessionOptions()
	if err != nil {
		return nil, "", err
	}
	defer func() { _ = options.Destroy() }()
	// The network is only looked at, so it is not worth improving.
	if err := options.SetGraphOptimizationLevel(ort.GraphOptimizationLevelDisableAll); err != nil {
		return nil, "", err
	}
	in, out, err := ort.GetInputOutputInfoWithOptions(path, options)
	if err != nil {
		return nil, "", err
	}
	for _, info := range in {
		if _, ok := row(info.Name, tokenizer.Encoding{}); !ok || info.DataType != ort.TensorElementDataTypeInt64 {
			return nil, "", fmt.Errorf("input %q of %s is not supported", info.Name, info.DataType)
		}
		inputs = append(inputs, info.Name)
	}
	if !slices.Contains(inputs, "input_ids") {
		return nil, "", errors.New(`no input "input_ids"`)
	}
	var have []string
	for _, info := range out {
		have = append(have, info.Name)
	}
	for _, want := range outputs {
		i := slices.Index(have, want)
		switch {
		case i < 0:
		case out[i].DataType != ort.TensorElementDataTypeFloat:
			return nil, "", fmt.Errorf("output %q of %s is not supported", want, out[i].DataType)
		default:
			return inputs, want, nil
		}
	}
	return nil, "", fmt.Errorf("no output \"%s\", but %s", strings.Join(outputs, `" or "`), strings.Join(have, ", "))
}

// row is what an input of this name holds.
func row(name string, in tokenizer.Encoding) ([]int64, bool) {
	switch name {
	case "input_ids":
		return in.IDs, true
	case "token_type_ids":
		return in.Types, true
	case "attention_mask":
		return fill(len(in.IDs), func(int) int64 { return 1 }), true
	case "position_ids":
		return fill(len(in.IDs), func(i int) int64 { return int64(i) }), true
	default:
		return nil, false
	}
}

func fill(n int, value func(i int) int64) []int64 {
	out := make([]int64, n)
	for i := range out {
		out[i] = value(i)
	}
	return out
}

func (n *network) run(ctx context.Context, in tokenizer.Encoding) (tensor, error) {
	select {
	case n.slots <- struct{}{}:
		defer func() { <-n.slots }()
	case <-ctx.Done():
		return tensor{}, ctx.Err()
	}
	if n.closed {
		return tensor{}, errClosed
	}
	if err := ctx.Err(); err != nil { // select takes either when both are ready
		return tensor{}, err
	}
	var values []ort.Value
	defer func() {
		for _, v := range values {
			n.destroy(v)
		}
	}()
	for _, name := range n.inputs {
		data, _ := row(name, in)
		v, err := ort.NewTensor(ort.NewShape(1, int64(len(data))), data)
		if err != nil {
			return tensor{}, fmt.Errorf("tensor %s: %w", name, oneLine(err))
		}
		n.live.Add(1)
		values = append(values, v)
	}
	return n.call(ctx, values)
}

// call runs the network, and ends within a layer of it when the context does.
func (n *network) call(ctx context.Context, values []ort.Value) (tensor, error) {
	out := []ort.Value{nil}
	options, end, err := until(ctx)
	if err != nil {
		return tensor{}, oneLine(err)
	}
	err = n.session.RunWithOptions(values, out, options)
	end()
	switch {
	case err != nil && ctx.Err() != nil:
		return tensor{}, context.Cause(ctx)
	case err != nil:
		return tensor{}, oneLine(err)
	}
	n.live.Add(1)
	defer n.destroy(out[0])
	t, ok := out[0].(*ort.Tensor[float32])
	if !ok {
		return tensor{}, errors.New("the output is no tensor of 32-bit floats")
	}
	return tensor{data: t.GetData(), shape: t.GetShape()}, nil // both are Go's own and outlive the tensor
}

// until gives options that end a run with the context; end frees them.
func until(ctx context.Context) (options *ort.RunOptions, end func(), err error) {
	if options, err = ort.NewRunOptions(); err != nil {
		return nil, nil, err
	}
	told := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(told)
		_ = options.Terminate() // else the run ends by itself
	})
	return options, func() {
		if !stop() {
			<-told // it still uses the options
		}
		_ = options.Destroy()
	}, nil
}

func (n *network) destroy(v ort.Value) {
	if v.Destroy() == nil {
		n.live.Add(-1)
	}
}

func (n *network) close() error {
	for range cap(n.slots) {
		n.slots <- struct{}{}
	}
	defer func() {
		for range cap(n.slots) {
			<-n.slots
		}
	}()
	if n.closed {
		return nil
	}
	n.closed = true
	if err := n.session.Destroy(); err != nil {
		return fmt.Errorf("close a network: %w", oneLine(err))
	}
	return nil
}

// oneLine keeps the messages of libraries on one line.
func oneLine(err error) error {
	text := []rune(err.Error())
	for i, r := range text {
		if r == '\n' || r == '\r' {
			text[i] = ' '
		}
	}
	return errors.New(string(text))
}
