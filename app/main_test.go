package main

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/sys/unix"
)

// TestMain lets the test binary be owl itself: a script that runs owl runs
// main in a process of its own.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"owl": main})
}

func TestScripts(t *testing.T) {
	root := t.TempDir()
	for _, dir := range []string{root, filepath.Dir(root)} { // another user must get through
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	testscript.Run(t, testscript.Params{
		WorkdirRoot:         root,
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup:               setup,
		Condition:           condition,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits":    exits,
			"asuser":   asUser,
			"feed":     feed,
			"holdlock": holdLock,
			"tmpfs":    mountTmpfs,
			"trace":    checkTrace,
			"json":     checkJSON,
			"atleast":  checkAtLeast,
			"clean":    checkClean,
			"records":  writeRecords,
			"hugeline": writeHugeLine,
			"binary":   writeBinary,
			"damage":   damage,
			"cut":      cut,
			"repeat":   writeRepeated,

			"embedder":  serveEmbedder,
			"interrupt": interruptEmbedding,
			"served":    checkServed,
		},
	})
}

// setup gives a script a home and configuration of its own, which another user
// can look into.
func setup(env *testscript.Env) error {
	env.Setenv("HOME", env.WorkDir+"/user")
	env.Setenv("OWL_HOME", env.WorkDir+"/home")
	env.Setenv("XDG_CACHE_HOME", env.WorkDir+"/cache")
	env.Setenv("TZ", "America/Chicago")
	env.Setenv("TERM", "xterm-256color")
	env.Setenv("OWL_MODELS_EMBEDDER", "none") // scripts of the models set another
	env.Setenv("OWL_MODELS_RERANKER", "none")
	env.Setenv("NATIVE", nativeParts())
	env.Values[embeddersKey] = embedders{}
	return errors.Join(
		os.Chmod(env.WorkDir, 0o755),
		os.MkdirAll(env.WorkDir+"/user", 0o755),
	)
}

// condition knows [mount], a file system can be mounted, and [models], the
// models that come with Owl are there.
func condition(name string) (bool, error) {
	if name == "models" {
		return nativeParts() != "", nil
	}
	if name != "mount" {
		return false, errors.New("unknown condition " + name)
	}
	dir, err := os.MkdirTemp("", "owl-mount-")
	if err != nil {
		return false, err
	}
	defer func() { _ = os.Remove(dir) }() // mounted over when the mount stays
	if unix.Mount("tmpfs", dir, "tmpfs", 0, "size=1m") != nil {
		return false, nil
	}
	return true, unix.Unmount(dir, 0)
}
