package shell

import (
	"slices"

	"owl/views/help"
	"owl/views/widget"
)

// place is where a key works: a pane, or everywhere.
type place int

// The places that can have the focus, in the order of Tab.
const (
	atAsk place = iota
	atAnswer
	atCitations
	atRecord
	atTrace
	places // how many there are

	atHelp
	atHome // the answer pane before the first question
	anyPane
	everywhere
)

// binding is one line of the key map.
type binding struct {
	in    place
	keys  []string // as the terminal library names them
	act   widget.Action
	label string // how the keys are written
	short string // for the line of hints; empty leaves it out
	does  string // for help
}

// keyMap is every key of the console. Ctrl-A and Ctrl-B belong to screen and
// tmux and are never used.
func keyMap() []binding {
	return []binding{
		{atAsk, []string{"enter"}, widget.Submit, "Enter", "ask", "ask the question"},
		{atAsk, []string{"up"}, widget.Older, "Up", "", "an older question"},
		{atAsk, []string{"down"}, widget.Newer, "Down", "", "a newer question"},
		{atAsk, []string{"esc"}, widget.Leave, "Esc", "leave", "leave the line; its text stays"},
		{atHome, []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}, widget.Pick, "1-9", "ask one of these", "ask one of the questions"},
		{atCitations, []string{"enter"}, widget.Open, "Enter", "open", "open the record at the quote"},
		{atCitations, []string{"j", "down"}, widget.Down, "j Down", "", "the next citation"},
		{atCitations, []string{"k", "up"}, widget.Up, "k Up", "", "the citation before"},
		{atRecord, []string{"n"}, widget.NextQuote, "n", "next quote", "the next quote in this record"},
		{atRecord, []string{"p"}, widget.PrevQuote, "p", "previous", "the quote before"},
		{atRecord, []string{"esc"}, widget.Cancel, "Esc", "back", "back to the citations"},
		{atHelp, []string{"esc", "?", "q"}, widget.Help, "Esc", "close", "close the help"},

		{anyPane, []string{"j", "down"}, widget.Down, "j Down", "", "scroll down a line"},
		{anyPane, []string{"k", "up"}, widget.Up, "k Up", "", "scroll up a line"},
		{anyPane, []string{"pgdown", "space"}, widget.PageDown, "PgDn Space", "", "scroll down a page"},
		{anyPane, []string{"pgup"}, widget.PageUp, "PgUp", "", "scroll up a page"},
		{anyPane, []string{"g", "home"}, widget.Top, "g Home", "", "to the top"},
		{anyPane, []string{"G", "shift+g", "end"}, widget.Bottom, "G End", "", "to the bottom"},
		{anyPane, []string{"/", "i"}, widget.GoAsk, "/ i", "ask", "to the ask line"},
		{anyPane, []string{"z"}, widget.Zoom, "z", "zoom", "give this pane the whole screen, or back"},
		{anyPane, []string{"?"}, widget.Help, "?", "help", "show or hide this help"},
		{anyPane, []string{"q"}, widget.Quit, "q", "quit", "quit"},

		{everywhere, []string{"tab"}, widget.NextPane, "Tab", "next pane", "to the next pane"},
		{everywhere, []string{"shift+tab"}, widget.PrevPane, "Shift-Tab", "", "to the pane before"},
		{everywhere, []string{"esc"}, widget.Cancel, "Esc", "", "cancel the running question"},
		{everywhere, []string{"ctrl+c"}, widget.Interrupt, "Ctrl-C", "", "cancel the running question; else quit"},
	}
}

// action looks a key up: first where the focus is, then what holds for panes,
// then what holds everywhere.
func action(key string, at place, home bool) widget.Action {
	for _, in := range scopes(at, home) {
		for _, b := range keyMap() {
			if b.in == in && slices.Contains(b.keys, key) {
				return b.act
			}
		}
	}
	return widget.NoAction
}

// scopes lists where a key may be bound, nearest first.
func scopes(at place, home bool) []place {
	switch {
	case at == atAsk:
		return []place{atAsk, everywhere}
	case at == atAnswer && home:
		return []place{atHome, anyPane, everywhere}
	}
	return []place{at, anyPane, everywhere}
}

// hints are the keys worth a reminder where the focus is.
func hints(at place, home bool) []widget.Hint {
	var list []widget.Hint
	seen := map[string]bool{}
	in := scopes(at, home)
	if at == atHelp { // it covers the panes
		in = in[:1]
	}
	for _, in := range in {
		for _, b := range keyMap() {
			if b.in == in && b.short != "" && !seen[b.label] {
				seen[b.label] = true
				list = append(list, widget.Hint{Key: b.label, Does: b.short})
			}
		}
	}
	return list
}

// helpGroups are all keys, those of the focused pane first.
func helpGroups(at place, home bool) []help.Group {
	order := []place{atAsk, atHome, atCitations, atRecord, anyPane, everywhere}
	own := at
	if at == atAnswer && home {
		own = atHome
	}
	slices.SortStableFunc(order, func(a, b place) int { return rank(a == own) - rank(b == own) })
	var groups []help.Group
	for _, in := range order {
		g := help.Group{Title: placeName(in)}
		for _, b := range keyMap() {
			if b.in == in {
				g.Keys = append(g.Keys, widget.Hint{Key: b.label, Does: b.does})
			}
		}
		groups = append(groups, g)
	}
	return groups
}

func rank(first bool) int {
	if first {
		return 0
	}
	return 1
}

func placeName(p place) string {
	switch p {
	case atAsk:
		return "Ask line"
	case atHome:
		return "First screen"
	case atCitations:
		return "Citations"
	case atRecord:
		return "Record"
	case anyPane:
		return "Every pane"
	}
	return "Everywhere"
}
