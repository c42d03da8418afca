package cli

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"
)

// benchVectorsCommand is for whoever changes the demo's records.
func (s *session) benchVectorsCommand() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:    "demo-vectors --out FILE",
		Short:  "Make the vectors that come with the demo's records",
		Args:   cobra.NoArgs,
		Hidden: true,
		RunE:   s.run(func(ctx context.Context, _ []string) error { return s.runBenchVectors(ctx, out) }),
	}
	cmd.Flags().StringVar(&out, "out", "", "file to write, assets/vectors.bin")
	return cmd
}

func (s *session) runBenchVectors(ctx context.Context, out string) error {
	if out == "" {
		return usagef("--out must be given")
	}
	bench, err := s.openBench(ctx, demoName, "")
	if err != nil {
		return err
	}
	err = bench.Embed(ctx, s.embedding)
	if err == nil {
		var file *os.File
		if file, err = os.Create(s.path(out)); err == nil {
			err = errors.Join(bench.WriteVectors(ctx, file), file.Close())
		}
	}
	if err := errors.Join(err, bench.Close()); err != nil {
		return fmt.Errorf("make the demo's vectors: %w", err)
	}
	return nil
}
