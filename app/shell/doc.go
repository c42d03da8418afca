// Package shell is the console: the root model that holds the panes of package
// views together.
//
//	run.go      Run, its options and what it needs from the outside
//	model.go    the state
//	update.go   messages in; nothing here does I/O
//	mount.go    the table of panes
//	keys.go     the keys that are no pane's own; help and hints are made from all
//	plan.go     the layouts, as data
//	layout.go   the screen, drawn by a layout
//	effects.go  everything that touches the outside, as commands
//	charts.go   the chart pane and the PVs that feed it
//	walks.go    the walkthrough, and what it reads and keeps
//	pictures.go pictures in records, as far as the terminal can show them
//	graphs.go   the fault graph of what a pane shows
//	tasks.go    what is waited for beside an answer: named, timed, stopped by Esc
//	prompt.go   a line of text that a pane asks for
//	pump.go     events of a run, from its goroutine to the screen
//	pace.go     when to draw: not faster than the terminal takes frames
//	crew.go     the one way to start a goroutine
//
// Keys become actions, actions go to the focused pane, panes answer with
// intents, intents become commands, commands end in messages. Run state is
// built by trace.Reduce and nothing else.
package shell
