//go:build cgo && !noepics

package native

import (
	"debug/elf"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestVersionComesFromTheLibraries(t *testing.T) {
	info, err := Version()
	if err != nil {
		t.Fatal(err)
	}
	for name, got := range map[string]struct{ text, prefix string }{
		"pvxs": {info.PVXS, "PVXS 1."}, "base": {info.Base, "EPICS 7."}, "ca": {info.CA, "CA 4."},
	} {
		if !strings.HasPrefix(got.text, got.prefix) {
			t.Errorf("%s: version %q, want it to begin with %q", name, got.text, got.prefix)
		}
	}
}

// writes matches the functions of libca, pvxs and the IOC core that change a PV
// or call into a server.
var writes = regexp.MustCompile(`^ca_(sg_)?(array_)?put|PutBuilder|RPCBuilder|reExecPut|^dbPut|^dbpf|^putCallback`)

func writers(symbols []string) []string {
	var found []string
	for _, s := range symbols {
		if writes.MatchString(s) {
			found = append(found, s)
		}
	}
	return found
}

// TestProgramImportsNoWritingFunction looks at what the linked programs take from
// the EPICS libraries: this test with the binding in it, and bin/owl when make has
// built it.
func TestProgramImportsNoWritingFunction(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{self, filepath.Join("..", "..", "bin", "owl")} {
		t.Run(filepath.Base(program), func(t *testing.T) {
			if _, err := os.Stat(program); err != nil {
				t.Skipf("not built: %v", err)
			}
			imported, err := open(t, program).ImportedSymbols()
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, s := range imported {
				names = append(names, s.Name)
			}
			if found := writers(names); len(found) > 0 {
				t.Errorf("linked for writing: %q", found)
			}
			// The list must be the real one: it holds a call that the binding does make.
			if !slices.Contains(names, "ca_version") {
				t.Errorf("the %d imported symbols do not hold ca_version", len(names))
			}
		})
	}
}

// TestTheIOCIsNoClientThatWrites looks at the IOC of the demo, which gives its own
// records their values and has no business with those of others.
func TestTheIOCIsNoClientThatWrites(t *testing.T) {
	program := filepath.Join("..", "..", "bin", "owl-ioc")
	if _, err := os.Stat(program); err != nil {
		t.Skipf("not built: %v; run make build", err)
	}
	imported, err := open(t, program).ImportedSymbols()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range imported {
		names = append(names, s.Name)
	}
	if found := writers(names); !slices.Equal(found, []string{"dbPut"}) {
		t.Errorf("linked for writing: %q, want dbPut only", found)
	}
}

// TestSourceWritesNothing looks for what a list of symbols does not show: virtual
// functions, and writing without the libraries' functions for it.
func TestSourceWritesNothing(t *testing.T) {
	files, err := filepath.Glob("*.cpp")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d files, error %v", len(files), err)
	}
	calls := regexp.MustCompile(`(\.|->)\s*(put|rpc|reExecPut|_reExecPut)\s*\(|ca_(array_)?put|CMD_PUT|CMD_RPC`)
	if !calls.MatchString("context_.put(name)") || !calls.MatchString("op->reExecPut (v, f)") {
		t.Fatal("the pattern finds nothing")
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if found := calls.FindString(string(text)); found != "" {
			t.Errorf("%s calls %q", file, found)
		}
	}
}

func TestWritersAreFoundWhereTheyExist(t *testing.T) {
	for lib, want := range map[string]string{
		"libca.so":   "ca_array_put",
		"libpvxs.so": "_ZN4pvxs6client10PutBuilder4execEv",
	} {
		defined, err := open(t, loaded(t, lib)).DynamicSymbols()
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, s := range defined {
			names = append(names, s.Name)
		}
		if !slices.Contains(writers(names), want) {
			t.Errorf("%s: %s is not seen as a writer", lib, want)
		}
	}
}

// loaded returns the file of a library of this process.
func loaded(t *testing.T, lib string) string {
	t.Helper()
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(maps)) {
		if at := strings.Index(line, "/"); at >= 0 && strings.Contains(line, "/"+lib) {
			return strings.TrimSpace(line[at:])
		}
	}
	t.Fatalf("%s is not loaded", lib)
	return ""
}

func open(t *testing.T, file string) *elf.File {
	t.Helper()
	f, err := elf.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() }) // read only: nothing to lose
	return f
}
