package widget

import (
	"time"

	"owl/engine"
)

// The intents that any pane may return from Update; the console carries them
// out.
type (
	// Copy puts text on the clipboard of the operator's terminal.
	Copy struct {
		What string // named in the status line: "answer"
		Text string
	}
	// Save writes text to a file of its own in the export folder.
	Save struct {
		Name string // with its ending; letters, digits, - and _ only
		Text string
	}
	// Link shows the address of a record so that it can be opened or copied.
	Link struct{ URL string }
	// Prompt asks the operator for a line of text. It comes back to the pane as
	// Said, with this Subject.
	Prompt struct {
		Subject string
		Title   string // what stands before the line
		Text    string // what stands in it already
	}
	// OpenRecord opens the record of a citation at its quote.
	OpenRecord struct{ Citation engine.Citation }
	// Chart puts PVs on the chart and moves it to a time; the zero time leaves it
	// where it is.
	Chart struct {
		PVs []string
		At  time.Time
	}
	// Notice says one line to the operator.
	Notice struct{ Text string }
)

// Said is the message that answers a Prompt. It does not come when the operator
// gave up.
type Said struct{ Subject, Text string }
