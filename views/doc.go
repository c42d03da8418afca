// Package views only states the rules of the packages below it. Each is one
// pane of the console, or what panes are made of.
//
//   - A view is state, Update and View(w, h). It does no I/O, starts no
//     goroutine and holds no engine; it may remember what it has drawn.
//   - Messages come down as plain values; what a view wants done goes up as the
//     intent that Update returns. Keys arrive as widget.Action.
//   - View draws for any size without panicking. The shell cuts to size.
//   - Styles by role from package theme, never a colour. What colour says, a
//     sign says too.
//   - Text from outside passes package guard before it is drawn; so do the
//     strings of a trace, which may repeat it.
//   - Lines break at spaces only: an identifier or a number stays whole.
package views
