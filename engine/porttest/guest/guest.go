// Package guest runs a test program again as a user who owns nothing, to see
// what it can do in a folder that it may only read. Root may do everything, and
// tests often run as root.
package guest

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Variable names the environment variable that tells the program that it is the
// guest, and which path it is about. TestMain looks at it.
const Variable = "OWL_TEST_GUEST"

// nobody is the user and group of the guest.
const nobody = 65534

// Run runs this test program as the guest of a path in a folder below the
// temporary folder, and returns what it printed. It skips the test where the
// user may not become another one.
func Run(t *testing.T, path string) string {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root can become another user")
	}
	folder, parent := filepath.Dir(path), path
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		parent = folder
	}
	for ; strings.HasPrefix(parent, os.TempDir()+"/"); parent = filepath.Dir(parent) {
		if err := os.Chmod(parent, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), copyOfTest(t, folder))
	cmd.Env = append(os.Environ(), Variable+"="+path)
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return strings.TrimSpace(string(out))
}

// copyOfTest puts the test program where everybody can run it: go test builds
// it in a private folder.
func copyOfTest(t *testing.T, folder string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	in, err := os.Open(self)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := os.OpenFile(filepath.Join(folder, "test.bin"), os.O_CREATE|os.O_WRONLY, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(out, in); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Name()
}
