package graph

import (
	"time"

	"owl/engine"
)

// ID numbers the nodes of one Graph, from 0.
type ID int32

// EdgeID numbers the edges of one Graph, from 0.
type EdgeID int32

// Evidence says where a node or edge comes from. Start and End are byte offsets
// in the Content of the record. Of a node it is the first record that names it.
type Evidence struct {
	DocID      string    `json:"doc_id"`
	Start      int       `json:"start"`
	End        int       `json:"end"`
	Extractor  string    `json:"extractor"`
	Confidence float64   `json:"confidence"` // 0..1
	Date       time.Time `json:"date"`       // with the UTC offset of the record; zero when unknown
}

// Node is a node with its evidence.
type Node struct {
	ID       ID
	Kind     Kind
	Key      string // the same in every graph of the same records
	Name     engine.Untrusted
	Evidence Evidence
}

// Edge is an edge with its evidence.
type Edge struct {
	ID       EdgeID
	From, To ID
	Relation Relation
	Modality Modality
	Evidence Evidence
}

// Step is an edge as it was walked: Reverse when from its end to its start.
type Step struct {
	Edge    Edge
	Reverse bool
}

// Next is the node that the step leads to.
func (s Step) Next() ID {
	if s.Reverse {
		return s.Edge.From
	}
	return s.Edge.To
}
