package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/testscript"

	"owl/engine/trace"
)

// exits runs a command and wants this exit code: exits CODE PROGRAM ARGS...
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM ARGS...")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("run %s: %v", args[1], err)
	}
	if strconv.Itoa(got) != args[0] {
		ts.Fatalf("%s ended with %d, want %s", strings.Join(args[1:], " "), got, args[0])
	}
}

// checkTrace wants the event lines of the outer contract in a file (or stdout),
// ended by this kind: trace FILE KIND
func checkTrace(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: trace FILE KIND")
	}
	var last trace.Event
	terminal := 0
	for i, line := range strings.Split(strings.TrimSuffix(ts.ReadFile(args[0]), "\n"), "\n") {
		var e trace.Event
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			ts.Fatalf("line %d: %v: %s", i+1, err, line)
		}
		if e.Version != 1 || e.Seq != i+1 || e.Run == "" || i > 0 && e.Run != last.Run || e.At.IsZero() {
			ts.Fatalf("line %d: bad envelope after seq %d: %s", i+1, last.Seq, line)
		}
		if e.Payload.Kind().Terminal() {
			terminal++
		}
		last = e
	}
	if terminal != 1 || string(last.Payload.Kind()) != args[1] {
		ts.Fatalf("%d terminal events, the last event is %s, want one %s", terminal, last.Payload.Kind(), args[1])
	}
}

// checkJSON wants a value in a JSON document; the path is keys and indexes
// joined by dots, "len" is a length: json FILE PATH VALUE
func checkJSON(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 3 {
		ts.Fatalf("usage: json FILE PATH VALUE")
	}
	lines := strings.Split(strings.TrimSpace(ts.ReadFile(args[0])), "\n")
	var doc any
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &doc); err != nil {
		ts.Fatalf("%s: %v", args[0], err)
	}
	got, err := lookUp(doc, strings.Split(args[1], "."))
	if err != nil {
		ts.Fatalf("%s: %v in %s", args[1], err, lines[len(lines)-1])
	}
	if (fmt.Sprint(got) == args[2]) == neg {
		ts.Fatalf("%s is %q, want %q (not: %v)", args[1], fmt.Sprint(got), args[2], neg)
	}
}

func lookUp(doc any, path []string) (any, error) {
	for _, step := range path {
		switch node := doc.(type) {
		case map[string]any:
			value, ok := node[step]
			if !ok {
				return nil, fmt.Errorf("no key %q", step)
			}
			doc = value
		case []any:
			i, err := strconv.Atoi(step)
			if step == "len" {
				return len(node), nil
			}
			if err != nil || i >= len(node) {
				return nil, fmt.Errorf("no index %q of %d", step, len(node))
			}
			doc = node[i]
		default:
			return nil, fmt.Errorf("nothing below %v", doc)
		}
	}
	return doc, nil
}

// checkAtLeast wants a number of a JSON document to be this at least: atleast
// FILE PATH NUMBER
func checkAtLeast(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: atleast FILE PATH NUMBER")
	}
	var doc any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &doc))
	value, err := lookUp(doc, strings.Split(args[1], "."))
	ts.Check(err)
	want, err := strconv.ParseFloat(args[2], 64)
	ts.Check(err)
	if got, ok := value.(float64); !ok || got < want {
		ts.Fatalf("%s is %v, want at least %v", args[1], value, want)
	}
}

// checkClean wants text that no terminal acts on: clean FILE...
func checkClean(ts *testscript.TestScript, neg bool, args []string) {
	for _, name := range args {
		text := ts.ReadFile(name)
		i := strings.IndexFunc(text, acts)
		if (i < 0 && utf8.ValidString(text)) == neg {
			ts.Fatalf("%s holds %q", name, text[max(0, i):min(len(text), max(0, i)+20)])
		}
	}
}

// acts reports whether a terminal does something else than to show r.
func acts(r rune) bool {
	return r != '\n' && unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
}
