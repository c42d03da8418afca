package review

import "owl/views/widget"

// The actions of the pane, beside those of scrolling.
const (
	Accept     widget.Action = "review accept"
	Reject     widget.Action = "review reject"
	Reword     widget.Action = "review reword"
	Rewrite    widget.Action = "review rewrite"
	Next       widget.Action = "review next"
	Back       widget.Action = "review back"
	NextNugget widget.Action = "review next nugget"
	PrevNugget widget.Action = "review previous nugget"
)

// Keys are the keys of the pane while nothing is typed.
func Keys() []widget.Key {
	return []widget.Key{
		{Keys: []string{"a"}, Act: Accept, Label: "a", Short: "accept", Does: "accept the question"},
		{Keys: []string{"e"}, Act: Reword, Label: "e", Short: "edit", Does: "change the wording of the question, and accept it"},
		{Keys: []string{"E"}, Act: Rewrite, Label: "E", Short: "editor", Does: "change all of it in $EDITOR, and accept it"},
		{Keys: []string{"r"}, Act: Reject, Label: "r", Short: "reject", Does: "reject the question with a reason"},
		{Keys: []string{"n", "right"}, Act: Next, Label: "n", Short: "next", Does: "the next question"},
		{Keys: []string{"b", "left"}, Act: Back, Label: "b", Short: "back", Does: "the question before"},
		{Keys: []string{"tab", "]"}, Act: NextNugget, Label: "Tab", Short: "nugget", Does: "the next nugget"},
		{Keys: []string{"shift+tab", "["}, Act: PrevNugget, Label: "S-Tab", Does: "the nugget before"},
		{Keys: []string{"up", "k"}, Act: widget.Up, Label: "Up", Does: "scroll the record"},
		{Keys: []string{"down", "j"}, Act: widget.Down, Label: "Down", Does: "scroll the record"},
		{Keys: []string{"pgup"}, Act: widget.PageUp, Label: "PgUp", Does: "a page up"},
		{Keys: []string{"pgdown", "space"}, Act: widget.PageDown, Label: "PgDn", Does: "a page down"},
		{Keys: []string{"q", "ctrl+c"}, Act: widget.Quit, Label: "q", Short: "quit", Does: "leave; what was decided is kept"},
	}
}

// TypingKeys are the keys while something is typed, beside those that edit it.
func TypingKeys() []widget.Key {
	return []widget.Key{
		{Keys: []string{"enter"}, Act: widget.Submit, Label: "Enter", Short: "keep", Does: "keep what was typed"},
		{Keys: []string{"esc"}, Act: widget.Leave, Label: "Esc", Short: "drop", Does: "drop what was typed"},
		{Keys: []string{"ctrl+c"}, Act: widget.Quit, Label: "Ctrl-C", Does: "leave; what was decided is kept"},
	}
}

// Find is the action of a key; empty when it has none.
func Find(keys []widget.Key, name string) widget.Action {
	for _, k := range keys {
		for _, n := range k.Keys {
			if n == name {
				return k.Act
			}
		}
	}
	return widget.NoAction
}
