package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"owl/engine"
)

func TestExitCode(t *testing.T) {
	live := t.Context()
	ended, cancel := context.WithCancel(live)
	cancel()
	for _, c := range []struct {
		name string
		ctx  context.Context
		err  error
		want int
	}{
		{"done", live, nil, 0},
		{"failed", live, errors.New("x"), 1},
		{"some items failed", live, errSaid, 1},
		{"not found", live, fmt.Errorf("x: %w", engine.ErrNotFound), 1},
		{"wrong usage", live, fmt.Errorf("x: %w", engine.ErrUsage), 2},
		{"wrong command line", live, usagef("x"), 2},
		{"abstained", live, engine.ErrAbstained, 3},
		{"interrupted, whatever the library says", ended, errors.New("interrupted (9)"), 130},
		{"done before the interrupt came", ended, nil, 0},
	} {
		if got := exitCode(c.ctx, c.err); got != c.want {
			t.Errorf("%s: got %d, want %d", c.name, got, c.want)
		}
	}
}

// run runs owl in a folder of its own and returns what it wrote.
func run(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	dir := t.TempDir()
	var out, err bytes.Buffer
	code = Run(t.Context(), Host{
		Args: args, Environ: []string{"HOME=" + dir, "OWL_HOME=" + dir + "/home"}, Dir: dir,
		Version: "1.2.3", In: strings.NewReader(""), Out: &out, Err: &err,
	})
	return code, out.String(), err.String()
}

func TestRunKeepsTheContractOfStreams(t *testing.T) {
	code, stdout, stderr := run(t, "--version")
	if code != 0 || !strings.Contains(stdout, "1.2.3") || stderr != "" {
		t.Errorf("--version: %d %q %q", code, stdout, stderr)
	}
	code, stdout, stderr = run(t, "ask", "--mode", "x", "y")
	if code != 2 || stdout != "" || strings.Count(stderr, "\n") != 1 {
		t.Errorf("wrong usage: %d %q %q", code, stdout, stderr)
	}
	code, stdout, stderr = run(t, "ask", "y")
	if code != 3 || stdout == "" || stderr != "" {
		t.Errorf("abstained: %d %q %q", code, stdout, stderr)
	}
}

func TestPanicIsOneLine(t *testing.T) {
	s := newSession(Host{Environ: []string{}, Out: os.Stdout, Err: os.Stderr})
	err := s.panicked("index out of range", []byte("goroutine 1"))
	if exitCode(t.Context(), err) != 1 || strings.Contains(err.Error(), "goroutine") {
		t.Errorf("got %v", err)
	}
}

func TestTerminalColor(t *testing.T) {
	for _, c := range []struct {
		environ string
		want    bool
	}{
		{"TERM=xterm", true},
		{"TERM=linux", true},
		{"TERM=xterm NO_COLOR=", true},
		{"TERM=xterm NO_COLOR=1", false},
		{"TERM=dumb", false},
		{"", false},
	} {
		if got := terminalColor(strings.Fields(c.environ)); got != c.want {
			t.Errorf("%s: got %v", c.environ, got)
		}
	}
}

func TestUTF8Locale(t *testing.T) {
	for environ, want := range map[string]bool{
		"LANG=C.UTF-8": true, "LANG=en_US.utf8": true, "LANG=C": false, "": false,
		"LANG=C.UTF-8 LC_ALL=C": false, "LC_ALL= LC_CTYPE=de_DE.UTF-8": true,
	} {
		if got := utf8Locale(strings.Fields(environ)); got != want {
			t.Errorf("%s: got %v", environ, got)
		}
	}
}

func TestCoverageLine(t *testing.T) {
	got := coverageLine([]engine.Coverage{
		{Source: "ops", State: engine.Searched, Searched: 3, FreshAsOf: "2025-01-02T00:00:00Z"},
		{Source: "wiki", State: engine.Searched, Searched: 1},
		{Source: "old", State: engine.Filtered},
	})
	if want := "Searched: ops (3 records, newest 2025-01-02), wiki (1 records). Not searched: old (filtered out)"; got != want {
		t.Errorf("got %s", got)
	}
}

// A snippet is cut at blanks, and holds the word that was asked for when the
// chunk does.
func TestSnippet(t *testing.T) {
	long := strings.Repeat("filler words ", 60) + "the corrector tripped " + strings.Repeat("more words ", 60)
	for _, c := range []struct{ name, text, query, want string }{
		{"short text whole", "one  two\nthree", "three", "one two three"},
		{"around the word", long, "Corrector", "the corrector tripped"},
		{"from the start without it", long, "absent", "filler words filler"},
		{"one word that does not end", strings.Repeat("µ", 400), "x", strings.Repeat("µ", 400)},
	} {
		got := string(snippet(engine.Passage{Chunks: []engine.Chunk{{Text: engine.Untrusted(c.text)}}}, engine.Query{Text: c.query}))
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q", c.name, got)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(strings.Fields(rapid.String().Draw(t, "text")), " ")
		got := window(text, rapid.IntRange(0, len(text)).Draw(t, "start"))
		got = strings.TrimSuffix(strings.TrimPrefix(got, "… "), " …")
		if !strings.Contains(text, got) {
			t.Fatalf("%q is no part of %q", got, text)
		}
	})
}

func TestPrinterCleansEveryArgument(t *testing.T) {
	var b bytes.Buffer
	p := newPrinter(&b, true)
	const evil = "\x1b]0;owned\x07\r\n\u202e\u009b31m"
	p.printf("%s %s %s %v\n", evil, engine.Untrusted(evil), errors.New(evil), engine.Collection(evil))
	p.text(engine.Untrusted(evil), "  ")
	p.markdown(engine.Untrusted("**" + evil + "**"))
	if err := p.json(map[string]string{evil: evil}); err != nil {
		t.Fatal(err)
	}
	for _, r := range b.String() {
		if r != '\n' && (r < ' ' || r >= 0x7f && r < 0xa0 || r == '\u202e') {
			t.Fatalf("%U in %q", r, b.String())
		}
	}
}

func TestMarkdownOnATerminal(t *testing.T) {
	var b bytes.Buffer
	p := &printer{w: &b, width: 80, color: true}
	p.markdown("**Title** · 2025\n\n*Section* [1]\n\nIt reads \\[3\\] and 2 * 3 * 4. [1]")
	if want := "\x1b[1mTitle\x1b[m · 2025\n\n\x1b[4mSection\x1b[m [1]\n\nIt reads [3] and 2 * 3 * 4. [1]\n"; b.String() != want {
		t.Errorf("got %q", b.String())
	}
}

func TestStatusLineGivesWayToOutput(t *testing.T) {
	var b bytes.Buffer
	p := &printer{w: &b, width: 20}
	out := &printer{w: &b, beside: p}
	p.showStatus("reading a very long name of a file")
	out.printf("done\n")
	if want := "\r\x1b[Kreading a very long\r\x1b[Kdone\n"; b.String() != want {
		t.Errorf("got %q", b.String())
	}
	b.Reset()
	newPrinter(&b, true).showStatus("x")
	if b.Len() > 0 {
		t.Errorf("progress without a terminal: %q", b.String())
	}
}
