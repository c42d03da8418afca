package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"owl/app/wire"
	"owl/engine"
	talk "owl/engine/session"
	"owl/engine/trace"
)

// maxQuestion is how many bytes of a question are read from stdin.
const maxQuestion = 1 << 20

type askFlags struct {
	filterFlags
	mode    string
	session string
	noLLM   bool
	more    bool
}

func (s *session) askCommand() *cobra.Command {
	var f askFlags
	cmd := &cobra.Command{
		Use:     "ask QUESTION...",
		Short:   "Answer a question, with citations",
		Long:    "ask answers one question from the records, with citations that are checked. It reads the\nquestion from stdin when it is \"-\". It exits 3 when the records do not hold enough.",
		Example: "owl ask \"why did the beam dump?\" --since 7d\nowl ask --collection wiki how do I reset the interlock",
		Args:    cobra.MinimumNArgs(1),

		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              s.run(func(ctx context.Context, args []string) error { return s.runAsk(ctx, f, args) }),
	}
	f.add(cmd)
	cmd.Flags().StringVar(&f.mode, "mode", string(engine.Auto), "how much work the answer may cost: auto, fast, thinking, troubleshoot")
	modes := cobra.FixedCompletions([]string{"auto", "fast", "thinking", "troubleshoot"}, cobra.ShellCompDirectiveNoFileComp)
	_ = cmd.RegisterFlagCompletionFunc("mode", modes) // fails only for a flag that is not there
	cmd.Flags().BoolVar(&f.more, "more", false, "print also the further passages that an answer unfolds")
	cmd.Flags().StringVar(&f.session, "session", "", "ask in this conversation (an id of owl sessions, last, or new), so that the question may lean on those before")
	cmd.Flags().BoolVar(&f.noLLM, "no-llm", false, "answer from the records' own sentences, without the language model")
	return cmd
}

func (s *session) runAsk(ctx context.Context, f askFlags, args []string) error {
	if !slices.Contains(engine.Modes(), engine.Mode(f.mode)) {
		return usagef("--mode %s: there is auto, fast, thinking, troubleshoot", f.mode)
	}
	question, err := s.question(args)
	if err != nil {
		return err
	}
	return s.withOwl(ctx, func(owl *wire.Owl) error {
		filter, err := f.filter(owl.Now())
		if err != nil {
			return err
		}
		if f.noLLM {
			owl.WithoutModel()
		}
		asker, err := conversation(ctx, owl, f.session)
		if err != nil {
			return err
		}
		owl.Ready(ctx)
		answer, err := asker.Ask(ctx, engine.Request{Question: question, Mode: engine.Mode(f.mode), Filter: filter}, s.traceSink())
		if trouble := asker.Trouble(); trouble != nil {
			s.log.Warn("history", "error", trouble)
		}
		if err != nil {
			return err
		}
		if !s.flags.json {
			s.printAnswer(answer, f.more)
		}
		if answer.Abstained {
			return engine.ErrAbstained
		}
		return nil
	})
}

// conversation is the one that a question belongs to; without a name it stands
// alone.
func conversation(ctx context.Context, owl *wire.Owl, name string) (*talk.Conversation, error) {
	switch name {
	case "":
		return owl.Single(), nil
	case "new":
		return owl.Converse(), nil
	}
	id, err := owl.Sessions().Find(ctx, name)
	if err != nil {
		return nil, err
	}
	c := owl.Converse()
	_, err = c.Reopen(ctx, id)
	return c, err
}

// question is what the arguments say, or stdin when that is "-".
func (s *session) question(args []string) (engine.Untrusted, error) {
	text := strings.Join(args, " ")
	if text == "-" {
		data, err := io.ReadAll(io.LimitReader(s.host.In, maxQuestion+1))
		if err != nil {
			return "", fmt.Errorf("read the question from stdin: %w", err)
		}
		if len(data) > maxQuestion {
			return "", usagef("the question on stdin is longer than 1 MB")
		}
		text = string(data)
	}
	if strings.TrimSpace(text) == "" {
		return "", usagef("the question is empty")
	}
	return engine.Untrusted(text), nil
}

// traceSink shows the events of a run: all of them as JSON, else what is missing
// on stderr, and every step with -v.
func (s *session) traceSink() trace.Sink {
	return func(e trace.Event) {
		switch p := e.Payload.(type) {
		case trace.Degraded:
			s.warnNotices([]trace.Degraded{p})
		default:
			if line := stepLine(e.Payload); s.flags.verbose && line != "" {
				s.err.printf("%s\n", line)
			}
		}
		if s.flags.json {
			_ = s.out.json(e) // a failed write ends the command, see execute
		}
	}
}

// warnNotices says on stderr what is missing or broken.
func (s *session) warnNotices(notices []trace.Degraded) {
	for _, n := range notices {
		line := n.What + ": " + n.Why
		if n.Do != "" {
			line += "; " + n.Do
		}
		s.err.printf("owl: %s\n", line)
	}
}
