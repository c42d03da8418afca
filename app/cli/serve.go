package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"owl/app/gateway"
	"owl/app/mcp"
	"owl/app/wire"
	"owl/engine/tools"
)

// tokenEnv names the variable with the gateway's token.
const tokenEnv = "OWL_GATEWAY_TOKEN"

// servedLimits bound a call of a client: an answer by a language model takes a
// while, a brief is long.
func servedLimits() tools.Limits { return tools.Limits{Time: 2 * time.Minute, Bytes: 1 << 20} }

func (s *session) serveCommand() *cobra.Command {
	var listen string
	var most int
	var demo bool
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the records over HTTP, to read: queries, records, health",
		Long: "serve answers GET /health, GET and POST /query and GET /record/ID with the envelope {status, result, error}. A query\n" +
			"gives the passages that match best by their words, with channels=hybrid by meaning and the fault graph too. No\n" +
			"language model takes part. An address that others can reach needs a token in $" + tokenEnv + ", which\n" +
			"callers bring as \"Authorization: Bearer TOKEN\"; put a proxy with TLS before it.",
		Example:           "owl serve\ncurl 'http://127.0.0.1:8680/query?q=beam+dump&k=3'\n" + tokenEnv + "=... owl serve --listen :8680",
		Args:              cobra.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: s.run(func(ctx context.Context, _ []string) error {
			if most < 1 || most > 1000 {
				return usagef("--max-calls is 1 to 1000")
			}
			return s.served(ctx, demo, func(owl *wire.Owl, r *tools.Registry) error { return s.runServe(ctx, owl, r, listen, most) })
		}),
	}
	flags := cmd.Flags()
	flags.StringVar(&listen, "listen", "127.0.0.1:8680", "address and port")
	flags.IntVar(&most, "max-calls", 8, "calls at once; more are told to try again")
	flags.BoolVar(&demo, "demo", false, "the records of the demo facility")
	return cmd
}

// served opens the knowledge base with its tools for other programs.
func (s *session) served(ctx context.Context, demo bool, do func(*wire.Owl, *tools.Registry) error) error {
	return s.withFacility(ctx, demo, func(owl *wire.Owl, _ *wire.PVs) error {
		owl.StartPVs(ctx)
		r, err := tools.NewRegistry(servedLimits(), owl.Served()...)
		if err != nil {
			return err
		}
		owl.Warm(ctx)
		s.err.endStatus()
		err = do(owl, r)
		r.Wait()
		return err
	})
}

func (s *session) runServe(ctx context.Context, owl *wire.Owl, r *tools.Registry, listen string, most int) error {
	token := s.env(tokenEnv)
	l, err := gateway.Listen(ctx, listen, token)
	if errors.Is(err, gateway.ErrToken) {
		return usagef("--listen %s: %s; set $%s", listen, gateway.ErrToken, tokenEnv)
	}
	if err != nil {
		return err
	}
	s.warnNotices(owl.Notices())
	guard := "without a token"
	if token != "" {
		guard = "with the token of $" + tokenEnv
	}
	s.err.printf("owl: http://%s, %s; Ctrl-C ends\n", l.Addr(), guard)
	logged := func(err error) { s.log.Warn("gateway", "err", err) }
	if err := gateway.Serve(ctx, l, gateway.New(r, gateway.Options{Token: token, Most: most, Log: logged}), logged); err != nil {
		return err
	}
	return context.Cause(ctx)
}

func (s *session) mcpCommand() *cobra.Command {
	var demo bool
	var remote string
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Offer the records and PVs to a client of the Model Context Protocol, over stdio",
		Long: "mcp serves a client that started it: stdin and stdout carry the protocol. Its tools answer questions (ask), find\n" +
			"passages (query), show records (show_record), tell what a shift held (brief), walk the fault graph (graph_search),\n" +
			"find and read PVs (channel_find, channel_read), compute (calculator) and say how the sources stand (health). All\n" +
			"of them read only. With --gateway only query and health are there, answered by an owl serve.",
		Example:           "claude mcp add owl -- owl mcp\nowl mcp --gateway http://127.0.0.1:8680",
		Args:              cobra.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: s.run(func(ctx context.Context, _ []string) error {
			if remote != "" {
				return s.mcpRemote(ctx, remote)
			}
			return s.served(ctx, demo, func(owl *wire.Owl, r *tools.Registry) error {
				s.warnNotices(owl.Notices())
				return mcp.Serve(ctx, r, s.version(), s.host.In, s.host.Out)
			})
		}),
	}
	cmd.Flags().BoolVar(&demo, "demo", false, "the records and PVs of the demo facility")
	cmd.Flags().StringVar(&remote, "gateway", "", "address of an owl serve that answers instead; its token stands in $"+tokenEnv)
	return cmd
}

func (s *session) mcpRemote(ctx context.Context, address string) error {
	remote, err := gateway.NewRemote(address, s.env(tokenEnv))
	if err != nil {
		return usageError{fmt.Errorf("--gateway: %w", err)}
	}
	r, err := tools.NewRegistry(servedLimits(), remote.Tools()...)
	if err != nil {
		return err
	}
	err = mcp.Serve(ctx, r, s.version(), s.host.In, s.host.Out)
	r.Wait()
	return err
}
