// Package widget holds what the panes of the console are built from: wrapped
// text that knows its place in the original, a scroll area, rules, key hints
// and the actions that keys stand for.
//
// A pane has New(theme.Theme), Update(msg any) any, View(w, h int) string,
// Tab() Tab and, beside the keys of every pane, Keys() []Key. Update takes
// a theme.Theme, an Action, a Said and messages of the pane's own; it returns an
// intent of this package, one of its own, or nil.
//
// Everything here works on text that package guard has already cleaned.
// Widths are in terminal cells.
package widget
