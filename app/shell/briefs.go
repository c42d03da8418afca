package shell

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"owl/engine"
	"owl/views/palette"
	"owl/views/record"
)

// Briefs tell what a span of time held, as a text to read. It is safe for
// concurrent use.
type Briefs interface {
	// Brief is that of the last day, or of the shift as a draft to hand over. It is
	// no stored record: its doc_id is only for the pane.
	Brief(ctx context.Context, handover bool) (engine.Record, error)
}

// briefCommands are the lines of the palette for briefs.
func (m *model) briefCommands() []command {
	if m.fx.deps.Briefs == nil {
		return nil
	}
	show := func(handover bool) func() tea.Cmd {
		return func() tea.Cmd {
			m.panes.record.Update(record.Opening{Citation: engine.Citation{DocID: "brief", Title: "the brief"}})
			m.focus(atRecord)
			return m.fx.brief(handover)
		}
	}
	return []command{
		{palette.Entry{Does: "the brief: what the last day held, what to watch"}, show(false)},
		{palette.Entry{Does: "draft the hand-over of this shift"}, show(true)},
	}
}

func (e effects) brief(handover bool) tea.Cmd {
	return e.task("making the brief", recordMsg{err: errStopped}, func(ctx context.Context) tea.Msg {
		rec, err := e.deps.Briefs.Brief(ctx, handover)
		return recordMsg{engine.Citation{DocID: rec.DocID}, rec, err}
	})
}
