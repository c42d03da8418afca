// Command owl is the console of a control room: it answers questions from the
// facility's own records, with citations that are checked.
//
// The exit code is part of the outer contract: see package cli.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"owl/app/cli"
)

// version is set by the linker when the release is known.
var version string

func main() {
	os.Exit(run())
}

func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	dir, err := os.Getwd()
	if err != nil {
		dir = "." // a working folder that is gone matters only to relative paths
	}
	return cli.Run(ctx, cli.Host{
		Args: os.Args[1:], Environ: os.Environ(), Dir: dir, Version: version,
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
	})
}
