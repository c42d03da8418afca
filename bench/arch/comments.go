package arch

import (
	"fmt"
	"go/ast"
	"slices"
)

// Comments checks that every package and every exported symbol has a doc
// comment. Tests are left out.
func Comments(t *Tree) []string {
	documented, files := map[string]bool{}, map[string]bool{}
	var bad []string
	for _, f := range t.Go {
		if f.Test {
			continue
		}
		files[f.dir()] = true
		if f.Syntax.Doc.Text() != "" {
			documented[f.dir()] = true
		}
		bad = append(bad, f.undocumented()...)
	}
	for dir := range files {
		if !documented[dir] {
			bad = append(bad, dir+": the package has no doc comment")
		}
	}
	slices.Sort(bad)
	return bad
}

func (f *GoFile) undocumented() []string {
	var bad []string
	var above ast.Decl // the declaration before
	for _, decl := range f.Syntax.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if ast.IsExported(d.Name.Name) && receiverExported(d) && d.Doc.Text() == "" && !f.inColumn(above, d) {
				bad = append(bad, fmt.Sprintf("%s: func %s has no doc comment", f.at(d), d.Name.Name))
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				bad = append(bad, f.undocumentedSpec(d, spec)...)
			}
		}
		above = decl
	}
	return bad
}

// inColumn tells whether a method stands right below one of the same name, in
// a column of one-line methods under one comment.
func (f *GoFile) inColumn(above ast.Decl, d *ast.FuncDecl) bool {
	prev, ok := above.(*ast.FuncDecl)
	if !ok || d.Recv == nil || prev.Recv == nil || prev.Name.Name != d.Name.Name {
		return false
	}
	return f.set.Position(d.Pos()).Line == f.set.Position(prev.End()).Line+1
}

func receiverExported(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	exported := false
	ast.Inspect(d.Recv.List[0].Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && !exported {
			exported = id.IsExported()
			return false
		}
		return true
	})
	return exported
}

// undocumentedSpec looks at one type, or at one line of constants or variables;
// the comment of a group in parentheses covers its lines.
func (f *GoFile) undocumentedSpec(d *ast.GenDecl, spec ast.Spec) []string {
	var bad []string
	switch s := spec.(type) {
	case *ast.TypeSpec:
		if s.Name.IsExported() && s.Doc.Text() == "" && d.Doc.Text() == "" {
			bad = append(bad, fmt.Sprintf("%s: type %s has no doc comment", f.at(s), s.Name.Name))
		}
	case *ast.ValueSpec:
		for _, name := range s.Names {
			if name.IsExported() && s.Doc.Text() == "" && s.Comment.Text() == "" && d.Doc.Text() == "" {
				bad = append(bad, fmt.Sprintf("%s: %s has no doc comment", f.at(s), name.Name))
			}
		}
	}
	return bad
}
