package arch

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// tree parses made-up files.
func tree(t *testing.T, files map[string]string) *Tree {
	t.Helper()
	root := fstest.MapFS{}
	for name, text := range files {
		root[name] = &fstest.MapFile{Data: []byte(text)}
	}
	loaded, err := Load(root, slices.Collect(maps.Keys(files)))
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

func imports(pkg string, list ...string) string {
	text := "package " + pkg + "\n"
	for _, imp := range list {
		text += fmt.Sprintf("import _ %q\n", imp)
	}
	return text
}

func lines(n int) string { return strings.Repeat("\n", n) }

func TestBadCodeIsFound(t *testing.T) {
	for _, c := range []struct {
		name, file, text, want string
		check                  func(*Tree) []string
	}{
		{"engine root with a module", "engine/a.go", imports("engine", "golang.org/x/text"), "standard library only", Arrows},
		{"engine root with a package of its own", "engine/a.go", imports("engine", "owl/engine/trace"), "standard library only", Arrows},
		{"engine upwards", "engine/text/a.go", imports("text", "owl/ingest/chunk"), "downwards", Arrows},
		{"engine upwards in a test", "engine/text/a_test.go", imports("text", "owl/bench"), "downwards", Arrows},
		{"ingest sideways to views", "ingest/a.go", imports("ingest", "owl/views/ask"), "downwards", Arrows},
		{"epics upwards", "epics/a.go", imports("epics", "owl/app/config"), "downwards", Arrows},
		{"bench upwards", "bench/speed/main.go", imports("main", "owl/app/wire"), "downwards", Arrows},
		{"assets with engine", "assets/a.go", imports("assets", "owl/engine"), "assets are data", Arrows},
		{"a view with os", "views/ask/a.go", imports("ask", "os"), "views are pure", Arrows},
		{"a view that runs programs", "views/ask/a.go", imports("ask", "os/exec"), "views are pure", Arrows},
		{"a view with the network", "views/ask/a.go", imports("ask", "net/http"), "views are pure", Arrows},
		{"a view with the store", "views/ask/a.go", imports("ask", "owl/engine/store"), "views are pure", Arrows},
		{"a view with ingest", "views/ask/a.go", imports("ask", "owl/ingest"), "downwards", Arrows},
		{"an adapter outside of wire", "app/cli/a.go", imports("cli", "owl/engine/adapters/qdrant"), "only app/wire", Arrows},
		{"epics outside of wire", "app/cli/a.go", imports("cli", "owl/epics"), "only app/wire", Arrows},
		{"below wire is not wire", "app/wire/deep/a.go", imports("deep", "owl/epics/native"), "only app/wire", Arrows},
		{"an adapter with another", "engine/adapters/llm/a.go", imports("llm", "owl/engine/adapters/qdrant"), "never imports another", Arrows},
		{"cgo elsewhere", "engine/text/a.go", "package text\nimport \"C\"\n", "only epics/native", Arrows},
		{"the model runtime elsewhere", "engine/rerank/a.go", imports("rerank", "github.com/yalue/onnxruntime_go"), "only engine/models", Arrows},

		{"a long file", "app/a.go", "package app\n" + lines(600), "601 lines", Sizes},
		{"a long function", "app/a_test.go", "package app\nfunc f() {" + lines(80) + "}\n", "func f has 81", Sizes},
		{"a wide interface", "app/a.go", "package app\ntype I interface { A(); B(); C(); D(); E(); F() }\n", "interface I has 6", Sizes},
		{"a wide struct", "app/a.go", "package app\ntype T struct { " + strings.Repeat("a, ", 20) + "b int }\n", "struct T has 21", Sizes},
		{"files long on the whole", "app/a.go", "package app\n" + lines(140), "1 files: median 141", Shape},
		{"functions long on the whole", "app/a.go", "package app\nfunc f() {" + lines(20) + "}\n", "1 functions: median 21", Shape},

		{"func init", "app/a.go", "package app\nfunc init() {}\n", "func init", Manners},
		{"a root context", "engine/a.go", "package engine\nimport \"context\"\nvar c = context.Background()\n", "context.Background outside", Manners},
		{"a root context in a renamed package", "engine/a.go", "package engine\nimport ctx \"context\"\nfunc f() { ctx.TODO() }\n", "context.TO" + "DO outside", Manners},
		{"an end of the program", "app/cli/a.go", "package cli\nimport \"os\"\nfunc f() { os.Exit(1) }\n", "os.Exit outside", Manners},
		{"an end below main", "bench/speed/main.go", "package main\nimport \"log\"\nfunc f() { log.Fatal() }\n", "log.Fatal outside", Manners},
		{"a goroutine in a view", "views/ask/a.go", "package ask\nfunc f() { go f() }\n", "starts a goroutine", Manners},

		{"a package without comment", "app/a.go", "package app\n", "app: the package has no doc comment", Comments},
		{"a function without comment", "app/a.go", "// Package app is.\npackage app\nfunc F() {}\n", "func F has no", Comments},
		{"a method without comment", "app/a.go", "// Package app is.\npackage app\n// T is.\ntype T int\nfunc (T) M() {}\n", "func M has no", Comments},
		{"a type without comment", "app/a.go", "// Package app is.\npackage app\ntype T int\n", "type T has no", Comments},
		{"a variable without comment", "app/a.go", "// Package app is.\npackage app\nvar V int\n", "V has no", Comments},

		{"another folder", "internal/a.txt", "", "top-level folders are [internal]", Folders},
		{"an unfinished mark", "README.md", "to be done: TO" + "DO\n", "an unfinished mark", Text},
		{"a machine's path", "a.toml", "dir = \"/wo" + "rk/main\"\n", "a path of one machine", Text},
		{"a home folder", "a.sh", "cd /ho" + "me/someone/owl\n", "a path of one machine", Text},
		{"a registry", "a.sh", "curl https://files.python" + "hosted.org/x\n", "package registry", Text},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := c.check(tree(t, map[string]string{c.file: c.text}))
			if !strings.Contains(strings.Join(found, "\n"), c.want) {
				t.Errorf("complaints %q, want %q", found, c.want)
			}
		})
	}
}

func TestGoodCodeIsLeftAlone(t *testing.T) {
	good := tree(t, map[string]string{
		"engine/a.go":           "// Package engine is.\npackage engine\nimport \"time\"\n// D is.\ntype D time.Duration\n// K names D and E.\nfunc (D) K() {}\nfunc (E) K() {}\n// E is.\ntype E int\n",
		"engine/a_test.go":      "package engine\nimport \"context\"\nfunc f() { context.Background() }\n",
		"app/main.go":           "// Owl.\npackage main\nimport (\"context\"; \"os\")\nfunc f() { context.Background(); os.Exit(1) }\n",
		"app/wire/a.go":         "// Package wire is.\npackage wire\nimport _ \"owl/epics\"\nimport _ \"owl/engine/adapters/llm\"\n",
		"bench/speed/main.go":   "// Speed is.\npackage main\nimport (\"context\"; \"owl/ingest\")\nfunc main() { ingest.Run(context.Background()) }\n",
		"epics/native/a.go":     "// Package native is.\npackage native\nimport \"C\"\n",
		"views/ask/a_test.go":   "package ask\nimport \"os\"\nvar f = os.ReadFile\n",
		"ingest/a.go":           "// Package ingest is.\npackage ingest\nimport _ \"owl/engine\"\n",
		"assets/demo/story.txt": "CXI:XX:BUILD.VALA and net" + "work/root/x, https://example.org/home\n",
		".ci/run":               "make test\n",
	})
	for name, check := range checks() {
		if found := check(good); len(found) > 0 {
			t.Errorf("%s: %q", name, found)
		}
	}
}

func TestLoadNamesTheFileThatDoesNotParse(t *testing.T) {
	_, err := Load(fstest.MapFS{"a.go": {Data: []byte("pakkage x\n")}}, []string{"a.go"})
	if err == nil || !strings.Contains(err.Error(), "a.go:1") {
		t.Errorf("error %v", err)
	}
	if _, err := Load(fstest.MapFS{}, []string{"gone.go"}); err == nil {
		t.Error("a tracked file that is not there is no error")
	}
}
