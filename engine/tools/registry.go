package tools

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"owl/engine"
)

// Limits bound every call.
type Limits struct {
	Time  time.Duration // 0 is 10 s
	Bytes int           // of the encoded result; 0 is 64 kB
	Args  int           // bytes of the arguments; 0 is 16 kB
}

// Envelope is what every call gives, whatever happened: the shape in which tools
// answer one another, models and MCP clients.
type Envelope struct {
	Status string          `json:"status"` // "ok" or "error"
	Result json.RawMessage `json:"result"` // null on an error
	Error  string          `json:"error"`  // one line, empty when all is well

	Found []engine.Passage `json:"-"` // records that the result speaks of
	Err   error            `json:"-"` // Error as an error
}

// Registry holds the tools of a run. It is safe for concurrent use.
type Registry struct {
	limits Limits
	tools  map[string]entry
	order  []string
	late   sync.WaitGroup // calls that have not returned
}

type entry struct {
	tool   Tool
	schema *Schema
}

// NewRegistry takes tools with distinct names and sound schemas.
func NewRegistry(limits Limits, tools ...Tool) (*Registry, error) {
	limits.Time = cmp.Or(limits.Time, 10*time.Second)
	limits.Bytes = cmp.Or(limits.Bytes, 64<<10)
	limits.Args = cmp.Or(limits.Args, 16<<10)
	r := &Registry{limits: limits, tools: map[string]entry{}}
	for _, t := range tools {
		if !validName(t.Name) || t.Call == nil || t.Description == "" {
			return nil, fmt.Errorf("tool %q: needs a name of letters, digits and _, a description and a function", t.Name)
		}
		if _, twice := r.tools[t.Name]; twice {
			return nil, fmt.Errorf("tool %q: registered twice", t.Name)
		}
		schema, err := ParseSchema(t.Schema)
		if err != nil {
			return nil, fmt.Errorf("tool %q: %w", t.Name, err)
		}
		r.tools[t.Name] = entry{t, schema}
		r.order = append(r.order, t.Name)
	}
	return r, nil
}

func validName(name string) bool {
	return name != "" && len(name) <= 64 && !strings.ContainsFunc(name, func(c rune) bool {
		return c > unicode.MaxASCII || c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c)
	})
}

// Specs lists the tools in the order of their registration.
func (r *Registry) Specs() []Spec {
	specs := make([]Spec, 0, len(r.order))
	for _, name := range r.order {
		specs = append(specs, r.tools[name].tool.Spec)
	}
	return specs
}

// Has reports whether there is a tool of this name.
func (r *Registry) Has(name string) bool {
	_, ok := r.tools[name]
	return ok
}

// Call checks the arguments, runs the tool within the limits and puts what came
// of it into an envelope. No panic and no late result leaves it.
func (r *Registry) Call(ctx context.Context, name string, args json.RawMessage) Envelope {
	e, ok := r.tools[name]
	if !ok {
		return failed(fmt.Errorf("%w as %.64q; there are %s", ErrUnknown, name, strings.Join(r.order, ", ")))
	}
	if len(args) > r.limits.Args {
		return failed(fmt.Errorf("%s: %w: %d bytes, at most %d", name, ErrArguments, len(args), r.limits.Args))
	}
	if err := e.schema.Validate(args); err != nil {
		return failed(fmt.Errorf("%s: %w: %w", name, ErrArguments, err))
	}
	if len(args) == 0 {
		args = json.RawMessage("{}")
	}
	result, err := r.run(ctx, e.tool, args)
	if err != nil {
		return failed(fmt.Errorf("%s: %w", name, err))
	}
	return r.wrap(name, result)
}

type outcome struct {
	result Result
	err    error
}

// run waits for the tool as long as it may take. A tool that does not heed its
// context is left behind; Wait waits for it.
func (r *Registry) run(ctx context.Context, t Tool, args json.RawMessage) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	limited, cancel := context.WithTimeout(ctx, r.limits.Time)
	defer cancel()
	done := make(chan outcome, 1)
	r.late.Go(func() {
		o := outcome{err: fmt.Errorf("%w: it ended without a result", ErrFault)}
		defer func() {
			if p := recover(); p != nil {
				o = outcome{err: fmt.Errorf("%w: %v", ErrFault, p)}
			}
			done <- o
		}()
		o.result, o.err = t.Call(limited, slices.Clone(args))
	})
	var o outcome
	select {
	case o = <-done:
	case <-limited.Done():
		o.err = limited.Err()
	}
	switch {
	case ctx.Err() != nil:
		return Result{}, ctx.Err() // the caller's end, not the tool's
	case errors.Is(o.err, context.DeadlineExceeded):
		return Result{}, fmt.Errorf("%w, %s", ErrTimeout, r.limits.Time)
	}
	return o.result, o.err
}

func (r *Registry) wrap(name string, result Result) Envelope {
	encoded, err := encode(result.Value)
	if err != nil {
		return failed(fmt.Errorf("%s: write the result: %w", name, err))
	}
	if len(encoded) > r.limits.Bytes {
		return failed(fmt.Errorf("%s: %w: %d bytes, at most %d; ask for less", name, ErrTooLarge, len(encoded), r.limits.Bytes))
	}
	return Envelope{Status: "ok", Result: encoded, Found: result.Found}
}

func encode(value any) (encoded json.RawMessage, err error) {
	defer func() {
		if p := recover(); p != nil { // a Marshaler of the tool's own
			err = fmt.Errorf("%w: %v", ErrFault, p)
		}
	}()
	return json.Marshal(value)
}

func failed(err error) Envelope {
	text := strings.Join(strings.Fields(err.Error()), " ")
	return Envelope{Status: "error", Result: json.RawMessage("null"), Error: text, Err: err}
}

// Wait returns when no call is running any more.
func (r *Registry) Wait() { r.late.Wait() }
