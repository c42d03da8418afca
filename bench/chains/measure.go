package chains

import (
	"fmt"
	"strings"

	"owl/engine"
	"owl/engine/graph"
)

// Tally counts the edges of one kind, or of all.
type Tally struct {
	Right, Wrong  int // edges that were read
	Found, Missed int // edges of stories, each once, however often it is stated
	Heard, Unread int // labels
}

// Precision is the share of what was read that is right.
func (t Tally) Precision() float64 { return share(t.Right, t.Wrong) }

// Recall is the share of the stories' edges that were found.
func (t Tally) Recall() float64 { return share(t.Found, t.Missed) }

// LabelRecall is the share of the labels that were read, each statement counted.
func (t Tally) LabelRecall() float64 { return share(t.Heard, t.Unread) }

func share(yes, no int) float64 {
	if yes+no == 0 {
		return 1
	}
	return float64(yes) / float64(yes+no)
}

// Mistake is an edge that was read and is wrong, or a label that was missed.
type Mistake struct {
	Story, DocID, What string
	Quote, Rule        string
	Missed             bool
}

// Report is the outcome of a measurement.
type Report struct {
	All      Tally
	ByKind   map[string]Tally // by relation and modality
	Mistakes []Mistake
}

// Measure compares the chain edges of a graph with labels. Only edges whose
// evidence lies in a labelled record count.
func Measure(g *graph.Graph, record func(docID string) (engine.Record, bool), stories []Story) (Report, error) {
	m := meter{g: g, report: Report{ByKind: map[string]Tally{}}, read: map[string][]graph.Edge{}}
	for e := range g.Edges() {
		if isChain(g, e) {
			m.read[e.Evidence.DocID] = append(m.read[e.Evidence.DocID], e)
		}
	}
	for _, s := range stories {
		found := map[string]bool{}
		for _, l := range s.Records {
			rec, ok := record(l.DocID)
			if !ok {
				return Report{}, fmt.Errorf("story %s: there is no record %s", s.Name, l.DocID)
			}
			if err := m.record(s, l, string(rec.Content), found); err != nil {
				return Report{}, err
			}
		}
		m.edges(s, found)
	}
	return m.report, nil
}

// isChain reports whether an edge states a cause, an action or a failure. The
// edge from a downtime row to its fault states none of them.
func isChain(g *graph.Graph, e graph.Edge) bool {
	switch e.Relation {
	case graph.CausedBy:
		return g.Kind(e.From) == graph.Fault
	case graph.ResolvedBy, graph.FailedToResolve:
		return true
	}
	return false
}

type meter struct {
	g      *graph.Graph
	read   map[string][]graph.Edge // chain edges by record
	report Report
}

func kindOf(e graph.Edge) string {
	return e.Relation.String() + " " + strings.ReplaceAll(e.Modality.String(), " ", "_")
}

func (l Label) kind() string { return l.Relation + " " + l.Modality }

func (m *meter) count(kind string, change func(*Tally)) {
	t := m.report.ByKind[kind]
	change(&t)
	m.report.ByKind[kind] = t
	change(&m.report.All)
}

// record compares the edges of one record with its labels.
func (m *meter) record(s Story, l Labels, content string, found map[string]bool) error {
	heard := make([]bool, len(l.Edges))
	spans := make([]graph.Span, len(l.Edges))
	for i, label := range l.Edges {
		at := strings.Index(content, label.Quote)
		if at < 0 {
			return fmt.Errorf("story %s: %s does not hold %q", s.Name, l.DocID, label.Quote)
		}
		spans[i] = graph.Span{Start: at, End: at + len(label.Quote)}
	}
	for _, e := range m.read[l.DocID] {
		right := false
		for i, label := range l.Edges {
			if label.kind() == kindOf(e) && overlap(spans[i], graph.Span{Start: e.Evidence.Start, End: e.Evidence.End}) {
				heard[i], right = true, true
				found[label.kind()+" "+label.Edge] = true
			}
		}
		if right {
			m.count(kindOf(e), func(t *Tally) { t.Right++ })
			continue
		}
		m.count(kindOf(e), func(t *Tally) { t.Wrong++ })
		m.report.Mistakes = append(m.report.Mistakes, Mistake{
			Story: s.Name, DocID: l.DocID, What: kindOf(e), Quote: content[e.Evidence.Start:e.Evidence.End], Rule: e.Evidence.Extractor,
		})
	}
	m.labels(s, l, heard)
	return nil
}

// labels counts the labels of a record that were read and those that were not.
func (m *meter) labels(s Story, l Labels, heard []bool) {
	for i, label := range l.Edges {
		switch {
		case label.Optional:
		case heard[i]:
			m.count(label.kind(), func(t *Tally) { t.Heard++ })
		default:
			m.count(label.kind(), func(t *Tally) { t.Unread++ })
			m.report.Mistakes = append(m.report.Mistakes, Mistake{Story: s.Name, DocID: l.DocID, What: label.kind(), Quote: label.Quote, Missed: true})
		}
	}
}

// overlap reports whether two places share at least half of the shorter one.
func overlap(a, b graph.Span) bool {
	common := min(a.End, b.End) - max(a.Start, b.Start)
	return common > 0 && 2*common >= min(a.Len(), b.Len())
}

// edges counts the edges of a story, each once.
func (m *meter) edges(s Story, found map[string]bool) {
	seen := map[string]bool{}
	for _, l := range s.Records {
		for _, label := range l.Edges {
			key := label.kind() + " " + label.Edge
			if label.Optional || seen[key] {
				continue
			}
			seen[key] = true
			if found[key] {
				m.count(label.kind(), func(t *Tally) { t.Found++ })
			} else {
				m.count(label.kind(), func(t *Tally) { t.Missed++ })
			}
		}
	}
}
