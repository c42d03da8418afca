package wire

import (
	"owl/engine/retrieve"
	"owl/engine/trace"
)

// Channel is one way that records are looked for.
type Channel struct {
	Name    string
	Does    string          // in words
	After   bool            // it starts from what the others found
	Missing *trace.Degraded // why it is not there and what to do; nil when it is
}

// Channels lists every channel, and what is wrong with those that are not there.
func (o *Owl) Channels() []Channel {
	meaning := o.meaning.state()
	var graph *trace.Degraded
	if o.Retriever.Graph == nil {
		graph = &trace.Degraded{What: "graph channel", Why: "this owl has no fault graph to search", Do: "the other channels answer"}
	}
	return []Channel{
		{Name: retrieve.Text, Does: "the words of the query"},
		{Name: retrieve.Dense, Does: "its meaning, by vectors", Missing: meaning},
		{Name: retrieve.Graph, Does: "what the fault graph links to it", Missing: graph},
		{Name: retrieve.Paraphrases, Does: "its words put in other ways"},
		{Name: retrieve.Feedback, Does: "the telling words of the first records", After: true},
		{Name: retrieve.Alike, Does: "records whose vectors are like those of the first", After: true, Missing: meaning},
		{Name: retrieve.Linked, Does: "records that the first ones name", After: true},
	}
}

// state says why there is no searching by meaning; nil when there is.
func (m *meaning) state() *trace.Degraded {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case m.failed != nil && m.dense == nil:
		return &trace.Degraded{What: "dense channel", Why: m.failed.Error(), Do: "the text channel answers; owl doctor says more"}
	case m.dense == nil:
		return &trace.Degraded{What: "dense channel", Why: "it is switched off (models.embedder is none)", Do: "set models.embedder, then owl ingest"}
	}
	return m.unusable()
}
