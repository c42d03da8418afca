package reviewer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"owl/bench/review"
	"owl/engine"
	"owl/views/theme"
)

// Deps is what the screen needs from the outside.
type Deps struct {
	Review  *review.Review // the screen's own until Run returns
	Records engine.Records
	Now     func() time.Time
}

// Options is how the screen looks, and where.
type Options struct {
	NoColor bool
	ASCII   bool
	Env     []string // of whoever sits at the terminal; EDITOR says what E opens

	In            io.Reader // nil for the terminal of this process, as is Out
	Out           io.Writer
	Width, Height int // for an Out that is no terminal
}

// Run shows the questions until the user quits, which gives nil. Decisions are
// kept as they are made. It ends with the cause of ctx when that has ended; the
// terminal is restored whichever way it ends.
func Run(ctx context.Context, opts Options, deps Deps) error {
	program := tea.NewProgram(newModel(ctx, opts, deps), options(ctx, opts)...)
	_, err := program.Run()
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.Is(err, tea.ErrInterrupted), err == nil:
		return nil
	}
	return fmt.Errorf("run the review: %w", err)
}

func options(ctx context.Context, opts Options) []tea.ProgramOption {
	env := opts.Env
	if opts.NoColor {
		env = append(env[:len(env):len(env)], "NO_COLOR=1")
	}
	list := []tea.ProgramOption{tea.WithContext(ctx), tea.WithEnvironment(env)}
	if opts.In != nil {
		list = append(list, tea.WithInput(opts.In))
	}
	if opts.Out != nil {
		list = append(list, tea.WithOutput(opts.Out), tea.WithWindowSize(opts.Width, opts.Height))
	}
	return list
}

func themeOf(opts Options, light bool) theme.Theme {
	palette := theme.Dark
	switch {
	case opts.NoColor:
		palette = theme.None
	case light:
		palette = theme.Light
	}
	return theme.New(palette, opts.ASCII || plain(opts.Env))
}

// plain tells a terminal whose font has ASCII signs only.
func plain(env []string) bool {
	return slices.ContainsFunc(env, func(v string) bool { return v == "TERM=dumb" || strings.HasPrefix(v, "TERM=linux") })
}
