// Package arch checks the shape of the repository: which package may import
// which (imports.go), the size and manners of the code (figures.go, manners.go)
// and what no tracked file may hold (text.go).
//
// Every check is a function from the parsed tree to complaints, so that the
// tests can show on a few made-up lines that it is able to fail.
package arch
