package shell

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden frames")

// scenes are the moments that frames are kept of, in the order of one session.
func scenes() []struct {
	name string
	play func(*console)
} {
	return []struct {
		name string
		play func(*console)
	}{
		{"start", func(*console) {}},
		{"answer", func(c *console) { c.press("1", "enter") }},
		{"citations", func(c *console) { c.press("tab") }},
		{"record", func(c *console) { c.press("down", "enter") }},
		{"trace", func(c *console) { c.press("tab") }},
		{"graph", func(c *console) { c.press("F"); c.press("j", "j") }},
		{"help", func(c *console) { c.press("?") }},
		{"commands", func(c *console) { c.press("esc", ":") }},
	}
}

func TestGoldenFrames(t *testing.T) {
	for look, env := range looks() {
		for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
			t.Run(fmt.Sprintf("%s-%dx%d", look, size[0], size[1]), func(t *testing.T) {
				t.Parallel()
				deps, _ := testDeps()
				deps.Graph = &fakeGraph{}
				c := open(t, size[0], size[1], env, testOptions(), deps)
				for _, scene := range scenes() {
					scene.play(c)
					file := fmt.Sprintf("%s-%dx%d-%s", scene.name, size[0], size[1], look)
					compare(t, filepath.Join("testdata", file), c.screen.frame())
				}
			})
		}
	}
}

func compare(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (go test -update rewrites it):\n%s", file, got)
	}
}
