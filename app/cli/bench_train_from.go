package cli

import (
	"path/filepath"

	"github.com/spf13/cobra"
)

// trainFrom is what a training learns from: benchmarks, each with its corpus.
type trainFrom struct {
	bench, corpus []string
	split, keep   string
}

func (f *trainFrom) flags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringArrayVar(&f.bench, "bench", nil, "benchmark: a file, a folder of files, or demo; may be given again")
	flags.StringArrayVar(&f.corpus, "corpus", nil, "records that the questions are about: a file or folder, or demo; one for each benchmark")
	flags.StringVar(&f.split, "split", "dev", "part of the benchmark that is trained on: dev or all")
	flags.StringVar(&f.keep, "keep", "", "keep the knowledge bases in this folder, and bring them up to date when they are there")
}

func (f *trainFrom) check() error {
	switch {
	case len(f.bench) == 0 || len(f.bench) != len(f.corpus):
		return usagef("--bench and --corpus must be given, one corpus for each benchmark")
	case f.split != "dev" && f.split != "all":
		return usagef("--split %s: there is dev, all; the test part is for measuring", f.split)
	}
	return nil
}

// keepOf is where the knowledge base of a corpus is kept, empty for nowhere.
func (f *trainFrom) keepOf(corpus string) string {
	if f.keep == "" || len(f.bench) == 1 {
		return f.keep
	}
	return filepath.Join(f.keep, filepath.Base(corpus))
}
