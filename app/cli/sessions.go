package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"owl/app/wire"
	"owl/engine"
	talk "owl/engine/session"
)

func (s *session) sessionsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sessions",
		Short: "List, show and search past conversations",
		Long: "sessions lists the conversations of the console and of owl ask --session, the latest first. They lie in the\n" +
			"folder of the knowledge base and are nobody else's. An ID may be shortened; last is the latest.",
		Args: cobra.NoArgs,
		RunE: s.run(s.listSessions),
	}
	sub := func(use, short string, args cobra.PositionalArgs, run func(context.Context, []string) error) {
		cmd.AddCommand(&cobra.Command{Use: use, Short: short, Args: args, ValidArgsFunction: cobra.NoFileCompletions, RunE: s.run(run)})
	}
	sub("list", "List the conversations", cobra.NoArgs, s.listSessions)
	sub("show ID", "Print a conversation", cobra.ExactArgs(1), s.showSession)
	sub("search WORDS...", "Find turns that hold every word", cobra.MinimumNArgs(1), s.searchSessions)
	sub("rename ID NAME...", "Give a conversation another name", cobra.MinimumNArgs(2), s.renameSession)
	sub("rate ID TURN good|bad [REASON...]", "Say whether an answer helped, and why", cobra.MinimumNArgs(3), s.rateTurn)
	sub("resume ID", "Go on with an answer that was cut off", cobra.ExactArgs(1), s.resumeSession)
	sub("delete ID", "Delete a conversation; the audit log keeps what was asked", cobra.ExactArgs(1), s.deleteSession)
	return cmd
}

// sessions opens the conversations of the configured home.
func (s *session) sessions() (*talk.Store, error) {
	cfg, err := s.config()
	if err != nil {
		return nil, err
	}
	return wire.Sessions(cfg), nil
}

// found opens the conversations and finds the one that is meant.
func (s *session) found(ctx context.Context, name string) (*talk.Store, string, error) {
	store, err := s.sessions()
	if err != nil {
		return nil, "", err
	}
	id, err := store.Find(ctx, name)
	return store, id, err
}

func (s *session) listSessions(ctx context.Context, _ []string) error {
	store, err := s.sessions()
	if err != nil {
		return err
	}
	all, err := store.List(ctx)
	if err != nil {
		return err
	}
	if s.flags.json {
		return s.out.json(struct {
			Sessions []talk.Info `json:"sessions"`
		}{append([]talk.Info{}, all...)})
	}
	if len(all) == 0 {
		s.err.printf("owl: no conversations yet; the console keeps them, and owl ask --session new\n")
	}
	for _, i := range all {
		s.out.printf("%s  %s  %s  %s\n", s.out.strong(i.ID), i.Last.Format("2006-01-02 15:04 -07:00"), counted(i.Turns, "question"), i.Name)
	}
	return nil
}

func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

func (s *session) showSession(ctx context.Context, args []string) error {
	store, id, err := s.found(ctx, args[0])
	if err != nil {
		return err
	}
	c, err := store.Load(ctx, id)
	if err != nil {
		return err
	}
	if s.flags.json {
		return s.out.json(c)
	}
	s.out.printf("%s\n", joined(s.out.strong(c.Name), c.ID))
	for _, t := range c.Turns {
		s.printTurn(t)
	}
	return nil
}

func (s *session) printTurn(t talk.Turn) {
	s.out.printf("\n%s\n", joined(s.out.strong(t.Question), t.At.Format("2006-01-02 15:04 -07:00"), "turn "+t.ID))
	if t.Read != "" {
		s.out.printf("%s\n", s.out.faint("read as "+t.Read))
	}
	s.out.printf("\n")
	switch {
	case t.Answer != nil:
		s.printAnswer(*t.Answer, true)
	case t.Ended == "":
		s.out.printf("No answer: it was cut off.\n")
	default:
		s.out.printf("No answer: %s\n", joined(string(t.Ended), t.Text))
	}
	if t.Rating != nil {
		s.out.printf("\nRated %s: %s\n", t.Rating.Verdict(), t.Rating.Reason)
	}
}

func (s *session) searchSessions(ctx context.Context, args []string) error {
	const most = 50
	store, err := s.sessions()
	if err != nil {
		return err
	}
	hits, err := store.Search(ctx, strings.Join(args, " "), most)
	if err != nil {
		return err
	}
	if s.flags.json {
		return s.out.json(struct {
			Hits []talk.Found `json:"hits"`
		}{append([]talk.Found{}, hits...)})
	}
	for _, h := range hits {
		s.out.printf("%s  %s\n    %s\n", s.out.strong(h.Session.ID), h.Session.Name, h.Line)
	}
	if len(hits) == 0 {
		s.err.printf("owl: no conversation holds these words\n")
	}
	return nil
}

func (s *session) renameSession(ctx context.Context, args []string) error {
	store, id, err := s.found(ctx, args[0])
	if err != nil {
		return err
	}
	return store.Rename(id, engine.Untrusted(strings.Join(args[1:], " ")))
}

func (s *session) rateTurn(ctx context.Context, args []string) error {
	if args[2] != "good" && args[2] != "bad" {
		return usagef("%q: an answer is good or bad", args[2])
	}
	store, id, err := s.found(ctx, args[0])
	if err != nil {
		return err
	}
	return store.Rate(id, args[1], args[2] == "good", engine.Untrusted(strings.Join(args[3:], " ")))
}

func (s *session) deleteSession(ctx context.Context, args []string) error {
	store, id, err := s.found(ctx, args[0])
	if err != nil {
		return err
	}
	return store.Delete(id)
}

// resumeSession goes on with the last turn, when that has no end: the process
// that answered it was killed.
func (s *session) resumeSession(ctx context.Context, args []string) error {
	return s.withOwl(ctx, func(owl *wire.Owl) error {
		id, err := owl.Sessions().Find(ctx, args[0])
		if err != nil {
			return err
		}
		c := owl.Converse()
		stored, err := c.Reopen(ctx, id)
		if err != nil {
			return err
		}
		last := stored.Turns[len(stored.Turns)-1]
		if last.Ended != "" {
			return fmt.Errorf("the last answer of session %s was not cut off", id)
		}
		owl.Ready(ctx)
		answer, err := c.Resume(ctx, last, s.traceSink())
		if err == nil && !s.flags.json {
			s.printAnswer(answer, false)
		}
		return err
	})
}
