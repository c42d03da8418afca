// Package widget holds what the panes of the console are built from: wrapped
// text that knows its place in the original, a scroll area, rules, key hints
// and the actions that keys stand for.
//
// Everything here works on text that package guard has already cleaned.
// Widths are in terminal cells.
package widget
