package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/muesli/cancelreader"
)

// readKey waits for one key of a terminal, which is as it was afterwards. Ctrl-C
// is an interruption.
func readKey(ctx context.Context, file *os.File) (key string, err error) {
	was, err := term.MakeRaw(file.Fd())
	if err != nil {
		return "", fmt.Errorf("read a key: %w", err)
	}
	defer func() { err = errors.Join(err, term.Restore(file.Fd(), was)) }()
	var pressed [16]byte // a function key sends several bytes at once
	n, err := readWhile(ctx, file, pressed[:])
	switch {
	case err != nil:
		return "", err
	case n == 1 && (pressed[0] == 3 || pressed[0] == 4): // Ctrl-C, Ctrl-D
		return "q", nil
	case n == 1:
		return strings.ToLower(string(pressed[:1])), nil
	}
	return "", nil
}

// readLine waits for a line of a terminal.
func readLine(ctx context.Context, file *os.File) (string, error) {
	reader, err := cancelreader.NewReader(file)
	if err != nil {
		return "", fmt.Errorf("read a line: %w", err)
	}
	stop := context.AfterFunc(ctx, func() { reader.Cancel() })
	defer stop()
	line, err := bufio.NewReader(reader).ReadString('\n')
	if errors.Is(err, cancelreader.ErrCanceled) {
		return "", ctx.Err()
	}
	return strings.TrimSpace(line), err
}

// readWhile reads until ctx ends.
func readWhile(ctx context.Context, file *os.File, into []byte) (int, error) {
	reader, err := cancelreader.NewReader(file)
	if err != nil {
		return 0, fmt.Errorf("read a key: %w", err)
	}
	stop := context.AfterFunc(ctx, func() { reader.Cancel() })
	defer stop()
	n, err := reader.Read(into)
	if errors.Is(err, cancelreader.ErrCanceled) {
		return n, ctx.Err()
	}
	return n, err
}
