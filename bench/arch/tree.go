package arch

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Tree is a repository: the tracked files, the Go ones parsed.
type Tree struct {
	Files map[string][]byte // by slash-separated path
	Go    []*GoFile         // sorted by path
}

// GoFile is one parsed Go file.
type GoFile struct {
	Path   string
	Test   bool
	Lines  int
	Syntax *ast.File
	set    *token.FileSet
}

// Load reads the named files of root. A Go file that does not parse is an
// error; build constraints are not looked at, so every variant is checked.
func Load(root fs.FS, names []string) (*Tree, error) {
	t := &Tree{Files: make(map[string][]byte, len(names))}
	for _, name := range slices.Sorted(slices.Values(names)) {
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return nil, fmt.Errorf("arch: read tracked file: %w", err)
		}
		t.Files[name] = text
		if !strings.HasSuffix(name, ".go") {
			continue
		}
		set := token.NewFileSet()
		syntax, err := parser.ParseFile(set, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, fmt.Errorf("arch: parse: %w", err)
		}
		t.Go = append(t.Go, &GoFile{
			Path: name, Test: strings.HasSuffix(name, "_test.go"),
			Lines: strings.Count(string(text), "\n"), Syntax: syntax, set: set,
		})
	}
	return t, nil
}

// dir is the file's package folder, which is also its import path after "owl/".
func (f *GoFile) dir() string { return path.Dir(f.Path) }

// imports lists the imported paths.
func (f *GoFile) imports() []string {
	var list []string
	for _, spec := range f.Syntax.Imports {
		list = append(list, strings.Trim(spec.Path.Value, `"`))
	}
	return list
}

// at says where a node stands: path and line.
func (f *GoFile) at(n ast.Node) string {
	return fmt.Sprintf("%s:%d", f.Path, f.set.Position(n.Pos()).Line)
}

// length counts the lines from the first to the last of a node.
func (f *GoFile) length(n ast.Node) int {
	return f.set.Position(n.End()).Line - f.set.Position(n.Pos()).Line + 1
}

// uses calls visit for every symbol of an imported package that the file
// names, with the function that holds it.
func (f *GoFile) uses(visit func(in, pkg, name string, n ast.Node)) {
	for _, decl := range f.Syntax.Decls {
		in := ""
		if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv == nil {
			in = fn.Name.Name
		}
		ast.Inspect(decl, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				if id, ok := sel.X.(*ast.Ident); ok {
					visit(in, f.imported(id.Name), sel.Sel.Name, n)
				}
			}
			return true
		})
	}
}

// imported resolves a name to the package that the file imports under it; empty
// when there is none.
func (f *GoFile) imported(name string) string {
	for _, spec := range f.Syntax.Imports {
		p := strings.Trim(spec.Path.Value, `"`)
		if spec.Name != nil && spec.Name.Name == name || spec.Name == nil && path.Base(p) == name {
			return p
		}
	}
	return ""
}

// within tells whether dir is top or lies below it.
func within(dir, top string) bool { return dir == top || strings.HasPrefix(dir, top+"/") }
