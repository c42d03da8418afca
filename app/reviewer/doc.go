// Package reviewer is the screen on which a person reviews the questions of a
// benchmark: the small root around the pane of package views/review.
//
//	run.go      Run and what it needs from the outside
//	model.go    messages in, intents to commands; nothing here does I/O
//	keeper.go   everything that touches files and records, as commands
package reviewer
