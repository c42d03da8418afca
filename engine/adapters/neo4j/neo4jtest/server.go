// Package neo4jtest starts a real Neo4j for tests: the community server out of
// Maven's artifacts, in a process of its own on loopback, with an empty database
// that goes with the test.
package neo4jtest

import (
	"bufio"
	"context"
	"crypto/rand"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"owl/engine/adapters/neo4j"
)

//go:embed testdata/server
var sources embed.FS

// Variable names the folder that the server is built in; it is what switches these
// tests on.
const Variable = "OWL_TEST_NEO4J"

// Start starts a server, which ends with the test, and says how it is reached. It
// skips the test when that was not asked for, or cannot be had.
func Start(t *testing.T) neo4j.Config {
	t.Helper()
	dir := os.Getenv(Variable)
	if dir == "" {
		t.Skip("make test-neo4j asks a real Neo4j; it needs Java 17 and Maven, and takes 130 MB and a minute")
	}
	for _, program := range []string{"java", "mvn"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("%s is not installed", program)
		}
	}
	if out, err := build(t.Context(), dir); err != nil {
		t.Skipf("Neo4j could not be had: %v: %s", err, out)
	}
	port, password := freePort(t), rand.Text()
	run(t, dir, port, password)
	t.Setenv("OWL_TEST_NEO4J_PASSWORD", password)
	cfg := neo4j.Config{Address: "bolt://127.0.0.1:" + port, User: "neo4j", PasswordEnv: "OWL_TEST_NEO4J_PASSWORD", Connect: time.Minute}
	warm(t, cfg)
	return cfg
}

// warm makes the first connection, which takes a while on a busy machine.
func warm(t *testing.T, cfg neo4j.Config) {
	t.Helper()
	c, err := neo4j.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := c.Count(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func build(ctx context.Context, dir string) (string, error) {
	err := fs.WalkDir(sources, "testdata/server", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := sources.ReadFile(name)
		if err != nil {
			return err
		}
		to := filepath.Join(dir, strings.TrimPrefix(name, "testdata/server/"))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		return os.WriteFile(to, data, 0o644)
	})
	if err != nil {
		return "", fmt.Errorf("write the server's source: %w", err)
	}
	cmd := exec.CommandContext(ctx, "mvn", "-q", "-B", "compile", "dependency:copy-dependencies", "-DincludeScope=runtime", "-DoutputDirectory=target/lib")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// run starts the server and waits until it is ready. It ends when its input does.
func run(t *testing.T, dir, port, password string) {
	t.Helper()
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), "java", "-Xmx1g", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", "target/classes:target/lib/*", "Main", t.TempDir(), port, password)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	stop, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	said, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(said)
	t.Cleanup(func() {
		_ = stop.Close()
		_, _ = io.Copy(io.Discard, lines)
		_ = cmd.Wait()
	})
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatalf("the server ended before it was ready: %v", err)
		}
		if strings.TrimSpace(line) == "ready" {
			return
		}
	}
}

func freePort(t *testing.T) string {
	t.Helper()
	var listen net.ListenConfig
	l, err := listen.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port
}
