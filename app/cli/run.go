package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"owl/app/config"
	"owl/app/wire"
	"owl/engine"
	"owl/engine/kb"
)

// Host is everything that a run of owl takes from outside.
type Host struct {
	Args    []string // without the program's name
	Environ []string // "NAME=value"
	Dir     string   // the working folder
	Version string   // empty when the build does not say
	In      io.Reader
	Out     io.Writer
	Err     io.Writer
}

// Run runs one command and returns the exit code.
func Run(ctx context.Context, host Host) int {
	s := newSession(host)
	err := s.execute(ctx)
	code := exitCode(ctx, err)
	s.log.Info("ended", "args", host.Args, "code", code, "error", err)
	switch {
	case code == exitDone, code == exitAbstained, errors.Is(err, errSaid):
	case code == exitInterrupted:
		s.err.printf("owl: interrupted\n")
	default:
		s.err.printf("owl: %s\n", engine.OneLine(err))
	}
	_ = s.logEnd.Close() // the log is for whoever looks for it
	return code
}

// session is one run of owl.
type session struct {
	host  Host
	flags globals
	out   *printer
	err   *printer

	failure error // of the command itself, as opposed to a wrong command line
	log     *slog.Logger
	logPath string // empty when nothing is logged
	logEnd  io.Closer
}

// globals are the flags that every command has.
type globals struct {
	home, config  string
	json, noColor bool
	verbose       bool
}

func newSession(host Host) *session {
	// The help is written before the flags are read, so this one is looked for.
	color := !slices.Contains(host.Args, "--no-color") && terminalColor(host.Environ)
	s := &session{
		host: host, out: newPrinter(host.Out, color), err: newPrinter(host.Err, color),
		log: slog.New(slog.DiscardHandler), logEnd: io.NopCloser(nil),
	}
	s.out.beside = s.err
	return s
}

// execute runs the command line. A command's own error is kept out of cobra's
// way, so whatever cobra returns is wrong usage.
func (s *session) execute(ctx context.Context) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = s.panicked(r, debug.Stack())
		}
	}()
	root := s.rootCommand()
	root.SetArgs(s.host.Args)
	root.Version = s.version()
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { s.help(ctx, cmd) })
	root.AddCommand(s.manCommand())
	if err := root.ExecuteContext(ctx); err != nil {
		return usageError{err}
	}
	if s.failure == nil {
		return s.out.failed
	}
	return s.failure
}

// panicked turns an internal error into one line; its stack goes to the log.
func (s *session) panicked(value any, stack []byte) error {
	s.log.Error("internal error", "value", value, "stack", string(stack))
	if s.flags.verbose {
		for line := range strings.SplitSeq(string(stack), "\n") {
			s.err.printf("%s\n", line)
		}
	}
	if s.logPath == "" {
		return fmt.Errorf("internal error: %v; -v shows where", value)
	}
	return fmt.Errorf("internal error: %v; %s says where", value, s.logPath)
}

// config reads the effective configuration and opens the log.
func (s *session) config() (config.Config, error) {
	cfg, err := config.Load(config.Input{Home: s.flags.home, File: s.flags.config, Environ: s.host.Environ, Dir: s.host.Dir})
	if err != nil {
		return config.Config{}, err
	}
	s.log, s.logPath, s.logEnd = wire.OpenLog(cfg.Home, s.flags.verbose)
	return cfg, nil
}

// withOwl runs a command on the configured knowledge base.
func (s *session) withOwl(ctx context.Context, do func(*wire.Owl) error) error {
	cfg, err := s.config()
	if err != nil {
		return err
	}
	owl, err := wire.Open(ctx, cfg, s.mending)
	if err != nil {
		return err
	}
	for _, n := range owl.Notices() {
		s.log.Warn("notice", "what", n.What, "why", n.Why)
	}
	return errors.Join(do(owl), owl.Close())
}

// mending shows how far the mending of the text index is.
func (s *session) mending(p kb.Progress) {
	s.err.showStatus(fmt.Sprintf("bringing the text index up to date: %d of %d chunks", p.Done, p.Total))
}

// env is the value of an environment variable; empty when it is not set.
func (s *session) env(name string) string {
	value := ""
	for _, v := range s.host.Environ {
		if found, ok := strings.CutPrefix(v, name+"="); ok {
			value = found
		}
	}
	return value
}

// version is what the build says, else that of the module.
func (s *session) version() string {
	if s.host.Version != "" {
		return s.host.Version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// embedding shows how far the making of vectors is.
func (s *session) embedding(p kb.EmbedProgress) {
	line := fmt.Sprintf("making vectors: %d of %d chunks", p.Done, p.Total)
	if left, known := p.Left(); known && p.Done < p.Total {
		line += fmt.Sprintf(", %.0f/s, %s left", float64(p.Done)/p.Elapsed.Seconds(), left.Round(time.Second))
	}
	s.err.showStatus(line)
}
