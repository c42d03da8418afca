package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
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
	only := flag.String("part", "", "measure this part only and print its figures as JSON; console measures all parts of the console")
	flag.Parse()
	if err := os.MkdirAll(*dir, 0o755); err != nil {
		return err
	}
	b := bench{dir: *dir}
	if err := b.prepare(*only); err != nil {
		return err
	}
	list, shown := parts(), rows()
	switch *only {
	case "":
	case consoleGroup:
		list, shown = consoleParts(), consoleRows()
	default:
		return b.runPart(ctx, *only)
	}
	b.measureAll(ctx, list)
	if err := ctx.Err(); err != nil {
		return err
	}
	return b.print(os.Stdout, shown)
}

// prepare generates the corpus, unless what is measured needs none.
func (b *bench) prepare(only string) error {
	needless := func(p part) bool { return p.alone && p.name == only }
	if only == consoleGroup || slices.ContainsFunc(parts(), needless) {
		return nil
	}
	var err error
	b.corpus, err = prepareCorpus(b.dir)
	return err
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
