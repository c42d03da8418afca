// Package signals is the pane of live strip charts: up to twelve PVs on one
// clock, from 10 s to 30 days, the archive and the live values joined.
//
// The pane is pure. Messages in:
//
//	Live      what came of the followed PVs since the last one, and the time
//	History   a window of the archive, or why there is none
//	Found     the PVs that words mean
//	widget.Chart, widget.Said, Goto, widget.Action, theme.Theme
//
// Intents out: Request (what to follow, to fetch and to find), which always names
// all PVs to follow, so that carrying out the last one is enough;
// widget.Prompt (a line of text is wanted), whose answer comes as widget.Said.
//
// Whoever feeds the pane sends a Live at least once a second, also when nothing
// changed: the pane knows no other clock. It should not send more than the screen
// shows; Trail keeps the extremes of what is folded on the way.
//
//	signals.go  messages and keys to state and intents
//	keys.go     actions and their keys
//	span.go     the window of time and the cursor
//	strip.go    one PV: what is known of it
//	trail.go    live values, bounded
//	fold.go     archive and live values to the bins of a chart
//	view.go     the frame
package signals
