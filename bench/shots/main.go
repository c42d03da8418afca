// Shots makes the pictures of the README from the real program on the demo
// facility: go run ./bench/shots, or make shots.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"owl/bench/screen"
)

// shot is one picture: what is pressed, one after the other, and what the screen
// shows after each.
type shot struct {
	file  string
	w, h  int
	steps []step
}

type step struct{ press, shows string }

// shots are the pictures. Each begins with a console of its own.
func shots() []shot {
	asked := step{"1\r", "Citations 3"}
	return []shot{
		{"console.svg", 174, 44, []step{asked, {"v", "▸ Signals 2"}, {"W", "1 h"}, {"2jjjj", "▸ [5]"}}},
		{"small.svg", 80, 24, []step{asked, {"\t", "▸ Citations"}, {"\r", "▸ Record"}}},
		{"walk.svg", 120, 36, []step{asked, {"T", "y yes"}}},
		{"graph.svg", 100, 34, []step{asked, {"Fz", "statements"}, {strings.Repeat("j", 12), "▸ ├   caused by"}}},
	}
}

func main() {
	dir := flag.String("dir", filepath.Join("assets", "screens"), "folder for the pictures")
	program := flag.String("owl", filepath.Join("bin", "owl"), "the program")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *program, *dir); err != nil {
		fmt.Fprintln(os.Stderr, "shots:", err)
		os.Exit(1)
	}
}

// patience is how long one picture may take; the first start installs the demo.
const patience = time.Minute

func run(ctx context.Context, program, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, s := range shots() {
		ctx, cancel := context.WithTimeout(ctx, patience)
		err := take(ctx, program, filepath.Join(dir, s.file), s)
		cancel()
		if err != nil {
			return fmt.Errorf("%s: %w", s.file, err)
		}
	}
	return nil
}

// settle is how long nothing must be written before a picture is taken. Live
// values never stop: then it is taken after lively.
const settle, lively = time.Second, 8 * time.Second

func take(ctx context.Context, program, file string, s shot) (err error) {
	cmd := exec.CommandContext(ctx, program, "demo")
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "COLORTERM=truecolor")
	scr, err := screen.Start(cmd, s.w, s.h)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, scr.Close()) }()
	steps := append([]step{{"", "type a question"}}, s.steps...)
	for _, st := range steps {
		if err := errors.Join(scr.Press(st.press), scr.Wait(ctx, st.shows)); err != nil {
			return err
		}
	}
	quiet, cancel := context.WithTimeout(ctx, lively)
	defer cancel()
	_ = scr.Quiet(quiet, settle) // live values go on
	var picture bytes.Buffer
	if err := scr.SVG(&picture); err != nil {
		return err
	}
	// A console that is killed is taken up by the next one.
	if err := errors.Join(scr.Press("\x03"), scr.Restored(ctx)); err != nil {
		return err
	}
	return os.WriteFile(file, picture.Bytes(), 0o644)
}
