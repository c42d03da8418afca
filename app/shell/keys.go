package shell

import (
	"slices"
	"strings"

	"owl/views/help"
	"owl/views/widget"
)

// paneKeys work in every pane that has no other meaning for them. Ctrl-A and
// Ctrl-B belong to screen and tmux and are never used.
func paneKeys() []widget.Key {
	return []widget.Key{
		{Keys: []string{"j", "down"}, Act: widget.Down, Label: "j Down", Does: "scroll down a line"},
		{Keys: []string{"k", "up"}, Act: widget.Up, Label: "k Up", Does: "scroll up a line"},
		{Keys: []string{"pgdown", "space"}, Act: widget.PageDown, Label: "PgDn Space", Does: "scroll down a page"},
		{Keys: []string{"pgup"}, Act: widget.PageUp, Label: "PgUp", Does: "scroll up a page"},
		{Keys: []string{"g", "home"}, Act: widget.Top, Label: "g Home", Does: "to the top"},
		{Keys: []string{"G", "shift+g", "end"}, Act: widget.Bottom, Label: "G End", Does: "to the bottom"},
		{Keys: []string{"/", "i"}, Act: widget.GoAsk, Label: "/ i", Short: "ask", Does: "to the ask line"},
		{Keys: []string{"v"}, Act: widget.ChartNames, Label: "v", Short: "chart", Does: "put the PVs that this pane names on the chart, at its time"},
		{Keys: []string{"T"}, Act: widget.Troubleshoot, Label: "T", Short: "walk", Does: "walk from the last question to what helped, a check at a time"},
		{Keys: []string{"F", "shift+f"}, Act: widget.Faults, Label: "F", Short: "graph", Does: "the fault graph of this: causes, repairs, what came back"},
		{Keys: []string{"z"}, Act: widget.Zoom, Label: "z", Short: "zoom", Does: "give this pane the whole screen, or back"},
		{Keys: []string{">"}, Act: widget.Wider, Label: ">", Does: "make this column wider"},
		{Keys: []string{"<"}, Act: widget.Narrower, Label: "<", Does: "make this column narrower"},
		{Keys: []string{"+", "="}, Act: widget.Taller, Label: "+", Does: "make this pane taller"},
		{Keys: []string{"-"}, Act: widget.Lower, Label: "-", Does: "make this pane lower"},
		{Keys: digits(), Act: widget.GoTo, Label: "1-9", Does: "to the pane of this number, in the order of Tab"},
		{Keys: []string{"y"}, Act: widget.CopyText, Label: "y", Does: "copy what the pane shows to your clipboard"},
		{Keys: []string{"S", "shift+s"}, Act: widget.SaveText, Label: "S", Does: "write what the pane shows to a file"},
		{Keys: []string{"N", "shift+n"}, Act: widget.Fresh, Label: "N", Does: "begin a new conversation; this one is kept"},
		{Keys: []string{":"}, Act: widget.Commands, Label: ":", Short: "commands", Does: "search everything that can be done"},
		{Keys: []string{"?"}, Act: widget.Help, Label: "?", Short: "help", Does: "show or hide this help"},
		{Keys: []string{"q"}, Act: widget.Quit, Label: "q", Short: "quit", Does: "quit"},
	}
}

func digits() []string { return strings.Split("123456789", "") }

// globalKeys work everywhere, in the ask line too.
func globalKeys() []widget.Key {
	return []widget.Key{
		{Keys: []string{"tab"}, Act: widget.NextPane, Label: "Tab", Short: "next pane", Does: "to the next pane"},
		{Keys: []string{"shift+tab"}, Act: widget.PrevPane, Label: "Shift-Tab", Does: "to the pane before"},
		{Keys: []string{"ctrl+p"}, Act: widget.Commands, Label: "Ctrl-P", Does: "search everything that can be done"},
		{Keys: []string{"ctrl+t"}, Act: widget.Mode, Label: "Ctrl-T", Does: "the next mode of answers (auto, fast, thinking, ...)"},
		{Keys: []string{"ctrl+f"}, Act: widget.Narrow, Label: "Ctrl-F", Does: "ask some records only: since:7d collection:wiki system:RF"},
		{Keys: []string{"esc"}, Act: widget.Cancel, Label: "Esc", Does: "cancel the running question"},
		{Keys: []string{"ctrl+c"}, Act: widget.Interrupt, Label: "Ctrl-C", Does: "cancel the running question; else quit"},
	}
}

// action looks a key up: first where the focus is, then what holds for panes,
// then what holds everywhere.
func (m *model) action(key string, at place) widget.Action {
	for _, in := range m.scopes(at) {
		for _, b := range m.mounts[in].keys {
			if slices.Contains(b.Keys, key) {
				return b.Act
			}
		}
	}
	return widget.NoAction
}

// scopes lists where a key may be bound, nearest first.
func (m *model) scopes(at place) []place {
	switch {
	case at == atAsk:
		return []place{atAsk, everywhere}
	case at == atAnswer && m.atHome():
		return []place{atHome, anyPane, everywhere}
	}
	return []place{at, anyPane, everywhere}
}

// hints are the keys worth a reminder where the focus is.
func (m *model) hints(at place) []widget.Hint {
	var list []widget.Hint
	seen := map[string]bool{}
	in := m.scopes(at)
	if m.covered() { // it covers the panes
		in = in[:1]
	}
	for _, in := range in {
		for _, b := range m.mounts[in].keys {
			if b.Short != "" && !seen[b.Label] {
				seen[b.Label] = true
				list = append(list, widget.Hint{Key: b.Label, Does: b.Short})
			}
		}
	}
	return list
}

// helpOrder lists the places, the focused one first; what covers the panes has
// its keys in the line of hints.
func (m *model) helpOrder(at place) []place {
	own := m.scopes(at)[0]
	order := []place{own}
	for p := atAsk; p <= everywhere; p++ {
		if p != own && p != atHelp && p != atPalette {
			order = append(order, p)
		}
	}
	return order
}

// helpGroups are all keys, those of the focused pane first.
func (m *model) helpGroups(at place) []help.Group {
	var groups []help.Group
	for _, in := range m.helpOrder(at) {
		g := help.Group{Title: m.mounts[in].name}
		for _, b := range m.mounts[in].keys {
			g.Keys = append(g.Keys, widget.Hint{Key: b.Label, Does: b.Does})
		}
		if len(g.Keys) > 0 {
			groups = append(groups, g)
		}
	}
	return groups
}
