package arch

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// checks lists every check by name.
func checks() map[string]func(*Tree) []string {
	return map[string]func(*Tree) []string{
		"arrows": Arrows, "sizes": Sizes, "shape": Shape, "manners": Manners,
		"comments": Comments, "folders": Folders, "text": Text,
	}
}

func TestRepository(t *testing.T) {
	const root = "../.."
	if _, err := os.Stat(root + "/.git"); err != nil {
		t.Skip("not a git checkout, so there is no list of tracked files")
	}
	list, err := exec.CommandContext(t.Context(), "git", "-C", root, "ls-files", "-z").Output()
	if err != nil {
		t.Fatalf("list the tracked files: %v", err)
	}
	var names []string
	for name := range strings.SplitSeq(strings.TrimSuffix(string(list), "\x00"), "\x00") {
		// A file that is removed but not yet committed as such is on the list only.
		if _, err := os.Stat(root + "/" + name); err == nil {
			names = append(names, name)
		}
	}
	tree, err := Load(os.DirFS(root), names)
	if err != nil {
		t.Fatal(err)
	}
	for name, check := range checks() {
		t.Run(name, func(t *testing.T) {
			for _, complaint := range check(tree) {
				t.Error(complaint)
			}
		})
	}
}
