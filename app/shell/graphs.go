package shell

import (
	"context"
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"

	"owl/engine"
	"owl/views/graph"
)

// Graph reads the fault graph.
type Graph interface {
	// OfRecords is what records speak of, their faults first; none when they are not
	// in the graph.
	OfRecords(ctx context.Context, docIDs []string) ([]graph.Node, error)
	// OfWords is what words mean, best first: a name, a PV, the id of a record.
	OfWords(ctx context.Context, words engine.Untrusted) ([]graph.Node, error)
	// Joined are the statements about a thing.
	Joined(ctx context.Context, key string) (graph.Joined, error)
}

// graphMsg brings what the graph pane is to be told.
type graphMsg struct{ reply any }

// subject is what the graph is asked for: records, else words.
type subject struct {
	docs  []string
	words engine.Untrusted
}

// seek begins with what a subject means.
func (e effects) seek(s subject) tea.Cmd {
	return e.task("reading the fault graph", graphMsg{graph.Failed{Why: errStopped.Error()}}, func(ctx context.Context) tea.Msg {
		roots, err := e.roots(ctx, s)
		if err == nil && len(roots) == 0 {
			err = errors.New("the fault graph holds nothing of this; f finds a thing by its name")
		}
		if err != nil {
			return graphMsg{graph.Failed{Why: err.Error()}}
		}
		return graphMsg{graph.Begun{Roots: roots}}
	})
}

func (e effects) roots(ctx context.Context, s subject) ([]graph.Node, error) {
	if len(s.docs) > 0 {
		roots, err := e.deps.Graph.OfRecords(ctx, s.docs)
		if err != nil || len(roots) > 0 || s.words == "" {
			return roots, err
		}
	}
	return e.deps.Graph.OfWords(ctx, s.words)
}

// joined reads the statements about a thing.
func (e effects) joined(key string) tea.Cmd {
	return e.task("reading the fault graph", graphMsg{graph.Joined{Key: key, Err: errStopped.Error()}}, func(ctx context.Context) tea.Msg {
		joined, err := e.deps.Graph.Joined(ctx, key)
		if err != nil {
			return graphMsg{graph.Joined{Key: key, Err: err.Error()}}
		}
		return graphMsg{joined}
	})
}

// faults shows the fault graph of what the focused pane shows; with nothing there
// it asks for words.
func (m *model) faults() tea.Cmd {
	if m.fx.deps.Graph == nil {
		m.say("there is no fault graph here; owl ingest makes one")
		return nil
	}
	s := m.subject()
	if len(s.docs) == 0 && s.words == "" {
		m.prompt("Graph of (a name, a PV, a record)", "", func(text string) tea.Cmd {
			return m.seek(subject{words: engine.Untrusted(text)})
		})
		return nil
	}
	return m.seek(s)
}

func (m *model) seek(s subject) tea.Cmd {
	if len(s.docs) == 0 && s.words == "" {
		return nil
	}
	m.panes.graph.Update(graph.Seeking{})
	m.focus(atGraph)
	return m.fx.seek(s)
}

// subject is what the focused pane shows, as far as a graph can be of it.
func (m *model) subject() subject {
	switch m.stage.focus {
	case atRecord:
		if id := m.panes.record.Record().DocID; id != "" {
			return subject{docs: []string{id}}
		}
	case atCitations:
		if c, ok := m.panes.sources.Selected(); ok {
			return subject{docs: []string{c.DocID}}
		}
	case atSignals:
		if pv := m.panes.signals.Selected(); pv != "" {
			return subject{words: engine.Untrusted(pv)}
		}
	case atGraph:
		return subject{}
	}
	return subject{docs: m.cited(), words: m.run.question}
}

// cited are the records of the shown answer, in the order in which it cites them.
func (m *model) cited() []string {
	var docs []string
	if a := m.run.shown.Answer; a != nil {
		for _, c := range a.Citations {
			if !slices.Contains(docs, c.DocID) {
				docs = append(docs, c.DocID)
			}
		}
	}
	return docs
}

// graphIntent carries out what the graph pane asks for.
func (m *model) graphIntent(intent any) (tea.Cmd, bool) {
	switch intent := intent.(type) {
	case graph.Wanted:
		return m.fx.joined(intent.Key), true
	case graph.Sought:
		return m.seek(subject{words: engine.Untrusted(intent.Words)}), true
	}
	return nil, false
}
