package tools

import "context"

type progressKey struct{}

// WithProgress has a tool that takes long tell how far it is, one line a step. Say
// is called from one goroutine at a time.
func WithProgress(ctx context.Context, say func(line string)) context.Context {
	return context.WithValue(ctx, progressKey{}, say)
}

// Progress tells how far a tool is to whoever listens.
func Progress(ctx context.Context, line string) {
	if say, ok := ctx.Value(progressKey{}).(func(string)); ok {
		say(line)
	}
}
