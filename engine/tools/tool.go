// Package tools is the port through which an answer asks something of the
// facility: a live value, a fault chain, a sum. A tool reads; it changes nothing.
//
//	tool.go      what a tool is
//	schema.go    the part of JSON Schema that describes arguments
//	validate.go  arguments against their schema, with messages for a reader
//	registry.go  the tools of a run, behind limits of time and size
//	calc/        the calculator
package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"owl/engine"
)

// Spec says what a tool is for and what it takes.
type Spec struct {
	Name        string // letters, digits and _; at most 64
	Description string // one or two sentences that a model and a person understand
	// Schema is the JSON Schema of the arguments, an object. See Schema for the
	// keywords that count.
	Schema json.RawMessage
}

// Result is what a tool found.
type Result struct {
	// Value is what the caller reads, as it is encoded to JSON.
	Value any
	// Found are the records that Value speaks of, so that an answer can cite
	// them. It may be empty.
	Found []engine.Passage
}

// Tool is one capability. Call must be safe for concurrent use and end soon
// after its context does; it gets arguments that its Schema admits. Its error is
// shown to people and models: one line, nothing secret.
type Tool struct {
	Spec
	Call func(ctx context.Context, args json.RawMessage) (Result, error)
}

// New makes a tool whose arguments are decoded into A.
func New[A any](spec Spec, call func(ctx context.Context, args A) (Result, error)) Tool {
	return Tool{Spec: spec, Call: func(ctx context.Context, raw json.RawMessage) (Result, error) {
		var args A
		if err := json.Unmarshal(raw, &args); err != nil {
			return Result{}, fmt.Errorf("%w: %w", ErrArguments, err)
		}
		return call(ctx, args)
	}}
}

// The reasons why a call gave nothing. Envelope.Err wraps them.
var (
	ErrUnknown   = errors.New("there is no such tool")
	ErrArguments = errors.New("wrong arguments")
	ErrTimeout   = errors.New("no answer in time")
	ErrTooLarge  = errors.New("the result is too large")
	ErrFault     = errors.New("internal fault")
)
