package walk

import "owl/views/widget"

// The actions of the pane, beside Open and those of scrolling.
const (
	Yes    widget.Action = "walk yes"
	No     widget.Action = "walk no"
	Skip   widget.Action = "walk skip"
	Back   widget.Action = "walk back"
	Note   widget.Action = "walk note"
	Why    widget.Action = "walk why"
	Export widget.Action = "walk export"
)

// Keys are the keys of the pane while no note is typed.
func Keys() []widget.Key {
	return []widget.Key{
		{Keys: []string{"y"}, Act: Yes, Label: "y", Short: "yes", Does: "it is so"},
		{Keys: []string{"n"}, Act: No, Label: "n", Short: "no", Does: "it is not so"},
		{Keys: []string{"s"}, Act: Skip, Label: "s", Short: "skip", Does: "it cannot be told now"},
		{Keys: []string{"b"}, Act: Back, Label: "b", Short: "back", Does: "take the last answer back"},
		{Keys: []string{"m"}, Act: Note, Label: "m", Short: "note", Does: "write a note to this check"},
		{Keys: []string{"w"}, Act: Why, Label: "w", Short: "why", Does: "what the check is good for, and what speaks for its causes"},
		{Keys: []string{"enter", "o"}, Act: widget.Open, Label: "o Enter", Short: "open", Does: "open the record of the check"},
		{Keys: []string{"e"}, Act: Export, Label: "e", Short: "export", Does: "write the walk as Markdown for the logbook"},
	}
}

// TypingKeys are the keys while a note is typed, beside those that edit it.
func TypingKeys() []widget.Key {
	return []widget.Key{
		{Keys: []string{"enter"}, Act: widget.Submit, Label: "Enter", Short: "keep", Does: "keep the note"},
		{Keys: []string{"esc"}, Act: widget.Leave, Label: "Esc", Short: "drop", Does: "drop the note"},
	}
}
