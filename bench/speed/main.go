package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "speed:", err)
		os.Exit(1)
	}
}

// run measures everything, or one part when it was started for that.
func run(ctx context.Context) error {
	dir := flag.String("dir", filepath.Join(".cache", "speed"), "folder for what is generated")
	only := flag.String("part", "", "measure this part only and print its figures as JSON")
	flag.Parse()
	if err := os.MkdirAll(*dir, 0o755); err != nil {
		return err
	}
	c, err := prepareCorpus(*dir)
	if err != nil {
		return err
	}
	b := bench{dir: *dir, corpus: c}
	if *only != "" {
		return b.runPart(ctx, *only)
	}
	b.measureAll(ctx)
	if err := ctx.Err(); err != nil {
		return err
	}
	return b.print(os.Stdout)
}

func (b *bench) runPart(ctx context.Context, name string) error {
	for _, p := range parts() {
		if p.name == name && p.run != nil {
			f, err := p.run(ctx, b)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			return json.NewEncoder(os.Stdout).Encode(f)
		}
	}
	return fmt.Errorf("no part %q", name)
}
