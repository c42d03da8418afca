package widget

// Action is what a key asks the console to do. Views act on actions and never
// see the key. The set is open: a pane may have actions of its own.
type Action string

// The actions that more than one pane or the console itself knows. The first
// block is for the focused pane.
const (
	NoAction  Action = ""
	Up        Action = "up"
	Down      Action = "down"
	PageUp    Action = "page up"
	PageDown  Action = "page down"
	Top       Action = "top"
	Bottom    Action = "bottom"
	Left      Action = "left"
	Right     Action = "right"
	Open      Action = "open"
	Fold      Action = "fold"
	NextQuote Action = "next quote"
	PrevQuote Action = "previous quote"
	Pick      Action = "pick" // a suggestion, by its digit
	CopyText  Action = "copy"
	SaveText  Action = "save"
	LinkOf    Action = "link"

	OlderAnswer Action = "older answer"
	NewerAnswer Action = "newer answer"
	Good        Action = "good"
	Bad         Action = "bad"
	Fresh       Action = "fresh"

	ChartNames   Action = "chart names"
	Troubleshoot Action = "troubleshoot"
	Faults       Action = "faults"

	Submit Action = "submit" // of the ask line
	Older  Action = "older"
	Newer  Action = "newer"
	Leave  Action = "leave"

	NextPane  Action = "next pane"
	PrevPane  Action = "previous pane"
	GoTo      Action = "go to" // a pane, by its digit
	GoAsk     Action = "ask"
	Zoom      Action = "zoom"
	Wider     Action = "wider"
	Narrower  Action = "narrower"
	Taller    Action = "taller"
	Lower     Action = "lower"
	Help      Action = "help"
	Commands  Action = "commands"
	Mode      Action = "mode"
	Narrow    Action = "filter"
	Cancel    Action = "cancel"
	Interrupt Action = "interrupt"
	Quit      Action = "quit"
)

// Key is one line of a key map.
type Key struct {
	Keys  []string // as the terminal library names them: "j", "down", "ctrl+p"
	Act   Action
	Label string // how the keys are written
	Short string // for the line of hints; empty leaves it out
	Does  string // for help and the palette
}
