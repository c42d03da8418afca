package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
)

// figures are what a part measured, by name.
type figures map[string]float64

// part measures something in a process of its own.
type part struct {
	name  string
	alone bool // it needs no generated corpus
	run   func(context.Context, *bench) (figures, error)
	// command makes the process when it is not this program.
	command func(context.Context, *bench) (*exec.Cmd, error)
}

// parts lists what is measured, in order.
func parts() []part {
	return slices.Concat([]part{
		{name: "text build", run: textBuild},
		{name: "text search", run: textSearch},
		{name: "tantivy", command: tantivy},
		{name: "dense build", run: denseBuild},
		{name: "dense search", run: denseSearch},
		{name: "faiss", command: faiss},
		{name: "dense recall", run: denseRecall},
		{name: "ingest", run: ingestAll},
		{name: "open", run: openHome},
		{name: "search build", run: searchBuild},
		{name: searchPart, run: searchAll},
		{name: answerPart, run: answerAll},
		{name: embedPart, run: embedChunks},
		{name: runtimePart, command: plainRuntime},
		{name: "archive", run: archiveCharts},
		{name: livePart, run: livePVs},
	}, consoleParts())
}

// bench is one run.
type bench struct {
	dir    string
	corpus corpus
	got    map[string]figures
	failed []string // one line for each part that could not be measured
}

// measureAll runs parts. A part that fails leaves a line for the table.
func (b *bench) measureAll(ctx context.Context, list []part) {
	b.got = make(map[string]figures)
	for _, p := range list {
		fmt.Fprintf(os.Stderr, "speed: measuring %s\n", p.name)
		f, err := b.measure(ctx, p)
		if err != nil {
			b.failed = append(b.failed, fmt.Sprintf("%s: not measured: %v", p.name, err))
			continue
		}
		b.got[p.name] = f
	}
}

// measure runs one part and adds the peak memory of its process, in MB.
func (b *bench) measure(ctx context.Context, p part) (figures, error) {
	cmd, err := b.process(ctx, p)
	if err != nil {
		return nil, err
	}
	out, err := output(cmd)
	if err != nil {
		return nil, err
	}
	var f figures
	if err := json.Unmarshal(out, &f); err != nil {
		return nil, fmt.Errorf("read figures: %w", err)
	}
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		f["peak_mb"] = float64(usage.Maxrss) / 1024 // Linux counts in KiB
	}
	return f, nil
}

func (b *bench) process(ctx context.Context, p part) (*exec.Cmd, error) {
	if p.command != nil {
		return p.command(ctx, b)
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return exec.CommandContext(ctx, self, "-dir", b.dir, "-part", p.name), nil
}

// output runs a command and returns what it printed. The error ends with the
// last line of its error output.
func output(cmd *exec.Cmd) ([]byte, error) {
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		lines := strings.Split(strings.TrimSpace(errs.String()), "\n")
		return nil, fmt.Errorf("%s: %w: %s", cmd.Args[0], err, lines[len(lines)-1])
	}
	return out.Bytes(), nil
}
