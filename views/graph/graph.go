// Package graph shows the fault graph from one thing on: what records say that it
// is joined to, as a tree that unfolds or as lists, each statement with its date,
// how sure it is, and its quote.
//
// A host mounts it like any pane:
//
//	intent := m.Update(graph.Begun{Roots: nodes})   // what records or words speak of
//	intent  = m.Update(graph.Joined{Key: key, ...}) // the statements about a thing
//
// Its own intents are Wanted, for the statements about a thing, and Sought, for
// what words mean.
package graph

import (
	"time"

	"owl/engine"
	fault "owl/engine/graph"
	"owl/views/theme"
	"owl/views/widget"
)

// Node is a thing that records speak of.
type Node struct {
	Key   string // names it in messages and intents
	Kind  fault.Kind
	Name  engine.Untrusted
	Edges int             // how many statements join it to others
	Cite  engine.Citation // where it is named
}

// Edge joins two things, as it is read from one of them.
type Edge struct {
	Relation fault.Relation
	Reverse  bool // it is read from its end
	Modality fault.Modality
	CameBack time.Time // of what helped: when the fault was back; zero when it was not
	To       Node
	Says     []Statement // at least one, the latest first
}

// Statement is a place that says that two things are joined.
type Statement struct {
	ID         fault.EdgeID
	Confidence float64 // 0..1
	Date       time.Time
	Rule       string // that read it
	Cite       engine.Citation
}

// Seeking tells the pane that the graph is being read.
type Seeking struct{}

// Begun gives the pane what to begin with, the best first. The first is unfolded.
type Begun struct{ Roots []Node }

// Joined gives the pane what a thing is joined to, in the order to show.
type Joined struct {
	Key   string
	Edges []Edge
	More  int // edges that are left out
	Err   string
}

// Failed tells the pane why there is nothing to begin with.
type Failed struct{ Why string }

// Wanted is the intent to read the statements about a thing.
type Wanted struct{ Key string }

// Sought is the intent to begin with what words mean: a name, a PV, the id of a
// record.
type Sought struct{ Words string }

// Model is the graph pane. Its methods are for one goroutine.
type Model struct {
	th      theme.Theme
	at      view
	before  []view // what was shown before, the last last
	edges   map[string]Joined
	seeking bool
	failed  string
	list    bool // lists, not a tree
	scroll  widget.Scroll
	reveal  bool // the selection moved; it must come into the window
	total   int  // lines when it was last shown
	page    int  // rows when it was last shown
}

// view is what is shown of the graph.
type view struct {
	roots []Node
	open  map[string]bool // by row
	sel   string
	turn  map[string]int // which statement of a row is shown
}

// New returns an empty pane.
func New(th theme.Theme) *Model { return &Model{th: th, edges: map[string]Joined{}} }

// Empty reports whether nothing was sought yet.
func (m *Model) Empty() bool { return len(m.at.roots) == 0 && !m.seeking && m.failed == "" }

// Update takes Seeking, Begun, Joined, Failed, an action, a widget.Said or a
// theme; it returns an intent or nil.
func (m *Model) Update(msg any) any {
	switch msg := msg.(type) {
	case theme.Theme:
		m.th = msg
	case Seeking:
		m.seeking, m.failed = true, ""
	case Failed:
		m.seeking, m.failed = false, msg.Why
	case Begun:
		return m.begin(msg.Roots)
	case Joined:
		m.edges[msg.Key] = msg
	case widget.Said:
		return Sought{msg.Text}
	case widget.Action:
		return m.do(msg)
	}
	return nil
}

// maxBefore is how many views are kept to go back to.
const maxBefore = 50

// begin shows other roots and unfolds the first.
func (m *Model) begin(roots []Node) any {
	m.seeking, m.failed = false, ""
	if len(roots) == 0 {
		return nil
	}
	if len(m.at.roots) > 0 {
		m.before = append(m.before[max(0, len(m.before)-maxBefore):], m.at)
	}
	m.at = view{roots: roots, open: map[string]bool{}, turn: map[string]int{}, sel: rootID(0)}
	m.scroll, m.reveal = widget.Scroll{}, true
	return m.unfold(m.rows()[0])
}

// Selected is the citation of the selected row, with the name of what it is of;
// false when there is none.
func (m *Model) Selected() (engine.Citation, engine.Untrusted, bool) {
	r, ok := m.selected()
	return r.cite(), r.node.Name, ok && r.cite().DocID != ""
}

// Tab names the pane.
func (m *Model) Tab() widget.Tab {
	return widget.Tab{Title: "Graph", Note: m.scroll.Position(m.total)}
}
