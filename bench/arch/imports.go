package arch

import (
	"fmt"
	"slices"
	"strings"
)

// A rule says which imports are wrong, and why.
type rule struct {
	because string
	broken  func(f *GoFile, imp string) bool
}

func rules() []rule {
	const down = "imports point downwards: app, then views, ingest, epics and bench, then engine"
	return []rule{
		{down, never("engine", "owl/app", "owl/views", "owl/ingest", "owl/epics", "owl/bench")},
		{down, never("views", "owl/app", "owl/bench", "owl/ingest", "owl/epics")},
		{down, never("ingest", "owl/app", "owl/bench", "owl/views", "owl/epics")},
		{down, never("epics", "owl/app", "owl/bench", "owl/views", "owl/ingest")},
		{down, never("bench", "owl/app", "owl/views")},
		{"assets are data", never("assets", "owl/app", "owl/bench", "owl/views", "owl/ingest", "owl/epics", "owl/engine")},
		{"views are pure: state, Update, View", func(f *GoFile, imp string) bool {
			return !f.Test && never("views", "os", "net", "database/sql",
				"owl/engine/store", "owl/engine/kb", "owl/engine/text", "owl/engine/adapters")(f, imp)
		}},
		{"the root of engine imports the standard library only", func(f *GoFile, imp string) bool {
			return f.dir() == "engine" && !f.Test && !standard(imp)
		}},
		{"only app/wire imports adapters and epics", func(f *GoFile, imp string) bool {
			return f.dir() != "app/wire" && (reaches("epics", f, imp) || reaches("engine/adapters", f, imp))
		}},
		{"an adapter never imports another", func(f *GoFile, imp string) bool {
			from, to := adapter(f.dir()), adapter(strings.TrimPrefix(imp, "owl/"))
			return from != "" && to != "" && from != to
		}},
		{"only epics/native uses cgo", func(f *GoFile, imp string) bool {
			return imp == "C" && f.dir() != "epics/native"
		}},
		{"only engine/models holds the model runtime", func(f *GoFile, imp string) bool {
			return strings.Contains(imp, "onnxruntime") && f.dir() != "engine/models"
		}},
	}
}

// Arrows checks who imports whom.
func Arrows(t *Tree) []string {
	var bad []string
	for _, f := range t.Go {
		for _, imp := range f.imports() {
			for _, r := range rules() {
				if r.broken(f, imp) {
					bad = append(bad, fmt.Sprintf("%s imports %s: %s", f.Path, imp, r.because))
				}
			}
		}
	}
	return bad
}

// never forbids a folder, with its tests and all below it, to import the
// packages and those below them.
func never(folder string, packages ...string) func(*GoFile, string) bool {
	return func(f *GoFile, imp string) bool {
		return within(f.dir(), folder) && slices.ContainsFunc(packages, func(p string) bool { return within(imp, p) })
	}
}

// reaches tells an import of something below folder from outside of it.
func reaches(folder string, f *GoFile, imp string) bool {
	return within(imp, "owl/"+folder) && !within(f.dir(), folder)
}

// standard tells a package of the standard library by the missing dot in the
// first element of its path.
func standard(imp string) bool {
	first, _, _ := strings.Cut(imp, "/")
	return !strings.Contains(first, ".") && first != "owl"
}

// adapter is the adapter that a folder belongs to.
func adapter(dir string) string {
	rest, ok := strings.CutPrefix(dir, "engine/adapters/")
	if !ok {
		return ""
	}
	name, _, _ := strings.Cut(rest, "/")
	return name
}
