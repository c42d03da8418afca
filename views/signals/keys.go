package signals

import "owl/views/widget"

// The actions of this pane's own.
const (
	Add     widget.Action = "chart: add"
	Remove  widget.Action = "chart: remove"
	Shorter widget.Action = "chart: shorter"
	Longer  widget.Action = "chart: longer"
	Earlier widget.Action = "chart: earlier"
	Later   widget.Action = "chart: later"
	Now     widget.Action = "chart: live"
	Log     widget.Action = "chart: log"
	One     widget.Action = "chart: one"
	Cursor  widget.Action = "chart: cursor"
)

// Keys are the keys of the pane.
func Keys() []widget.Key {
	return []widget.Key{
		{Keys: []string{"a"}, Act: Add, Label: "a", Short: "add", Does: "add PVs by name, glob or words"},
		{Keys: []string{"w"}, Act: Shorter, Label: "w", Short: "shorter", Does: "a shorter window of time"},
		{Keys: []string{"W", "shift+w"}, Act: Longer, Label: "W", Short: "longer", Does: "a longer window, up to 30 days"},
		{Keys: []string{"["}, Act: Earlier, Label: "[", Short: "earlier", Does: "a quarter of the window back, into the archive"},
		{Keys: []string{"]"}, Act: Later, Label: "]", Does: "a quarter of the window on"},
		{Keys: []string{"t"}, Act: Now, Label: "t", Short: "live", Does: "back to the live values"},
		{Keys: []string{"left", "h"}, Act: widget.Left, Label: "Left h", Short: "cursor", Does: "the cursor to the left: values at its time"},
		{Keys: []string{"right", "l"}, Act: widget.Right, Label: "Right l", Does: "the cursor to the right"},
		{Keys: []string{"c"}, Act: Cursor, Label: "c", Does: "show or hide the cursor"},
		{Keys: []string{"j", "down"}, Act: widget.Down, Label: "j Down", Does: "the next PV"},
		{Keys: []string{"k", "up"}, Act: widget.Up, Label: "k Up", Does: "the PV before"},
		{Keys: []string{"o"}, Act: One, Label: "o", Short: "one/all", Does: "only the chosen PV, or all"},
		{Keys: []string{"L", "shift+l"}, Act: Log, Label: "L", Does: "logarithmic scale of the chosen PV, or linear"},
		{Keys: []string{"d"}, Act: Remove, Label: "d", Short: "remove", Does: "take the chosen PV off"},
	}
}
