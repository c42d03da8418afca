package widget

// Action is what a key asks the console to do. Views act on actions and never
// see the key, so that one table holds all keys.
type Action int

// The actions. The first block is for the focused pane.
const (
	NoAction Action = iota
	Up
	Down
	PageUp
	PageDown
	Top
	Bottom
	Open
	NextQuote
	PrevQuote
	Pick // a suggestion, by its digit

	Submit // of the ask line
	Older
	Newer
	Leave

	NextPane
	PrevPane
	GoAsk
	Zoom
	Help
	Cancel
	Interrupt
	Quit
)
