package cli

import (
	"context"
	"errors"
	"fmt"

	"owl/engine"
)

// The exit codes of the outer contract.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitAbstained   = 3
	exitInterrupted = 130
)

// errSaid ends a command that failed and has already said how, one line an
// item.
var errSaid = errors.New("failed")

// exitCode maps what a command returned to the exit code. An interrupted run
// is told by the signal's context, because some libraries return an error of
// their own for it.
func exitCode(ctx context.Context, err error) int {
	switch {
	case err == nil:
		return exitDone
	case ctx.Err() != nil:
		return exitInterrupted
	case errors.Is(err, engine.ErrUsage):
		return exitUsage
	case errors.Is(err, engine.ErrAbstained):
		return exitAbstained
	}
	return exitFailed
}

// usageError makes err an engine.ErrUsage and keeps its text.
type usageError struct{ error }

// Is makes it an engine.ErrUsage.
func (usageError) Is(target error) bool { return target == engine.ErrUsage }

// Unwrap returns the cause.
func (e usageError) Unwrap() error { return e.error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }
