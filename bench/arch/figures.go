package arch

import (
	"fmt"
	"go/ast"
	"slices"
)

// The figures of the house. Medians and 90th percentiles are over the files
// and functions that are not tests.
const (
	maxFileLines   = 600
	fileMedian     = 130
	fileP90        = 350
	maxFuncLines   = 80
	funcMedian     = 10
	funcP90        = 40
	maxMethods     = 5  // of an interface
	maxStructField = 20 // of a struct
)

// Sizes checks files, functions, interfaces and structs.
func Sizes(t *Tree) []string {
	var bad []string
	for _, f := range t.Go {
		if f.Lines > maxFileLines {
			bad = append(bad, fmt.Sprintf("%s has %d lines, at most %d", f.Path, f.Lines, maxFileLines))
		}
		ast.Inspect(f.Syntax, func(n ast.Node) bool {
			bad = append(bad, f.oversize(n)...)
			return true
		})
	}
	return bad
}

func (f *GoFile) oversize(n ast.Node) []string {
	var bad []string
	report := func(what string, size, limit int) {
		if size > limit {
			bad = append(bad, fmt.Sprintf("%s: %s has %d, at most %d", f.at(n), what, size, limit))
		}
	}
	switch n := n.(type) {
	case *ast.FuncDecl:
		report("lines: func "+n.Name.Name, f.length(n), maxFuncLines)
	case *ast.TypeSpec:
		switch kind := n.Type.(type) {
		case *ast.InterfaceType:
			report("methods: interface "+n.Name.Name, kind.Methods.NumFields(), maxMethods)
		case *ast.StructType:
			report("fields: struct "+n.Name.Name, kind.Fields.NumFields(), maxStructField)
		}
	}
	return bad
}

// Shape checks the medians and 90th percentiles of file and function lengths.
func Shape(t *Tree) []string {
	var files, funcs []int
	for _, f := range t.Go {
		if f.Test {
			continue
		}
		files = append(files, f.Lines)
		for _, decl := range f.Syntax.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok {
				funcs = append(funcs, f.length(fn))
			}
		}
	}
	var bad []string
	for _, c := range []struct {
		what   string
		sizes  []int
		median int
		p90    int
	}{{"files", files, fileMedian, fileP90}, {"functions", funcs, funcMedian, funcP90}} {
		median, p90 := quantile(c.sizes, 0.5), quantile(c.sizes, 0.9)
		if median > c.median || p90 > c.p90 {
			bad = append(bad, fmt.Sprintf("%d %s: median %d lines (at most %d), 90th percentile %d (at most %d)",
				len(c.sizes), c.what, median, c.median, p90, c.p90))
		}
	}
	return bad
}

// quantile is the nearest-rank quantile of the sizes, 0 when there are none.
func quantile(sizes []int, q float64) int {
	if len(sizes) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(sizes))
	return sorted[int(q*float64(len(sorted)-1))]
}
