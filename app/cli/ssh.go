package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"owl/app/shell"
	"owl/app/sshd"
	"owl/app/wire"
)

// sshFlags are the flags of owl ssh.
type sshFlags struct {
	listen, keys, hostKey string
	most                  int
	idle                  time.Duration
	demo                  bool
}

func (s *session) sshCommand() *cobra.Command {
	var f sshFlags
	cmd := &cobra.Command{
		Use:   "ssh",
		Short: "Serve the console over SSH to those with an authorised key",
		Long: "ssh serves the console, and nothing else, to everybody whose public key stands in the file of authorised keys:\n" +
			"there is no shell, no command, no forwarding and no file transfer. Each coming and going is a line of ssh.jsonl\n" +
			"in the home. Reading is all that the console can do to the machine.",
		Example: "owl ssh --listen :2222 --authorized-keys ~/.ssh/authorized_keys\nssh -p 2222 console@host",
		Args:    cobra.NoArgs,
		RunE:    s.run(func(ctx context.Context, _ []string) error { return s.runSSH(ctx, f) }),
	}
	flags := cmd.Flags()
	flags.StringVar(&f.listen, "listen", "127.0.0.1:2222", "address and port")
	flags.StringVar(&f.keys, "authorized-keys", "", "public keys, one a line (authorized_keys in the home)")
	flags.StringVar(&f.hostKey, "host-key", "", "private key of this host, made when it is not there (ssh_host_ed25519 in the home)")
	flags.IntVar(&f.most, "max-consoles", 8, "consoles at once")
	flags.DurationVar(&f.idle, "idle", 12*time.Hour, "end a console without a key for so long; 0 is never")
	flags.BoolVar(&f.demo, "demo", false, "the console of the demo facility")
	return cmd
}

func (s *session) runSSH(ctx context.Context, f sshFlags) error {
	if f.most < 1 || f.most > 1000 {
		return usagef("--max-consoles is 1 to 1000")
	}
	serve := func(owl *wire.Owl) error { return s.serveSSH(ctx, owl, f) }
	if f.demo {
		return s.openedDemo(ctx, func(owl *wire.Owl, _ wire.Demo) error { return serve(owl) })
	}
	return s.withOwl(ctx, serve)
}

func (s *session) serveSSH(ctx context.Context, owl *wire.Owl, f sshFlags) error {
	home := owl.Home()
	audit, err := sshd.OpenAudit(filepath.Join(home, "ssh.jsonl"))
	if err != nil {
		return err
	}
	server, err := sshd.New(ctx, sshd.Options{
		HostKey: or(f.hostKey, filepath.Join(home, "ssh_host_ed25519")), AuthorizedKeys: or(f.keys, filepath.Join(home, "authorized_keys")),
		MaxConsoles: f.most, Audit: audit, Now: time.Now,
		Log: func(err error) { s.log.Error("ssh", "err", err) },
		Console: func(ctx context.Context, who sshd.Who, terminal shell.Terminal) error {
			return s.visitor(ctx, owl, who, terminal, f.idle)
		},
	})
	if err == nil {
		err = s.listenSSH(ctx, server, f.listen)
	}
	return errors.Join(err, audit.Close())
}

func (s *session) listenSSH(ctx context.Context, server *sshd.Server, address string) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return fmt.Errorf("listen for SSH: %w", err)
	}
	s.err.endStatus()
	s.err.printf("owl: consoles at %s, host key %s; Ctrl-C ends\n", listener.Addr(), server.HostKey())
	if err := server.Serve(listener); err != nil {
		return err
	}
	return context.Cause(ctx)
}

// visitor runs the console of one visitor.
func (s *session) visitor(ctx context.Context, owl *wire.Owl, who sshd.Who, terminal shell.Terminal, idle time.Duration) error {
	options, deps := owl.Console(ctx, who.Fingerprint)
	options.Terminal, options.Idle = terminal, idle
	err := shell.Run(ctx, options, deps)
	var internal *shell.Panic
	if errors.As(err, &internal) {
		s.log.Error("console", "where", internal.Where, "value", fmt.Sprint(internal.Value), "stack", string(internal.Stack))
	}
	return err
}

func or(value, otherwise string) string {
	if value == "" {
		return otherwise
	}
	return value
}
