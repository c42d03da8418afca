package graph

import (
	"fmt"
	"testing"
	"time"

	"owl/engine"
)

// day is a date for evidence.
func day(d int) time.Time {
	return time.Date(2025, 3, 1, 8, 0, 0, 0, time.FixedZone("", -6*3600)).AddDate(0, 0, d-1)
}

// sketch builds small graphs by names.
type sketch struct{ *Builder }

func newSketch() sketch { return sketch{NewBuilder(0, 0)} }

func (s sketch) node(kind Kind, key, name string, d int) ID {
	doc := "doc-" + key
	id := s.Node(kind, key, engine.Untrusted(name), Evidence{DocID: doc, End: len(name), Extractor: "test", Confidence: 1, Date: day(d)})
	if kind.IsRecord() {
		s.Record(doc, id)
	}
	return id
}

func (s sketch) edge(from ID, r Relation, to ID, m Modality, d int, rule string) EdgeID {
	return s.Edge(from, r, to, m, Evidence{DocID: "doc-edge", Start: 1, End: 5, Extractor: rule, Confidence: 0.9, Date: day(d)})
}

// slave is a chain: a supply that read negative, twice.
func slave() (*Graph, map[string]ID) {
	s := newSketch()
	at := map[string]ID{
		"supply":  s.node(Component, "component:dips", "B:DS supply", 1),
		"system":  s.node(System, "system:booster", "Booster", 1),
		"fault":   s.node(Fault, "fault:a", "slave reads negative", 1),
		"later":   s.node(Fault, "fault:b", "slave reads -1.1 A", 300),
		"symptom": s.node(Symptom, "symptom:eff", "efficiency 61 %", 1),
		"card":    s.node(Fault, "cause:card", "-15 V rail at -11.9 V", 4),
		"leg":     s.node(Fault, "cause:leg", "cracked leg of U4", 4),
		"cable":   s.node(Fault, "cause:cable", "head cable", 2),
		"cycle":   s.node(Action, "action:cycle", "power cycle", 1),
		"swap":    s.node(Action, "action:swap", "REF-7 replaced by REF-9", 8),
		"log1":    s.node(LogEntry, "doc:log1", "B:DS:I reads NEGATIVE", 1),
		"log2":    s.node(LogEntry, "doc:log2", "again", 3),
		"down":    s.node(Downtime, "doc:down", "Booster: readback", 300),
		"tamsin":  s.node(Person, "person:tamsin voss", "Tamsin Voss", 1),
	}
	s.Alias(at["supply"], "Booster dipole slave PS")
	for _, e := range []struct {
		from, to string
		r        Relation
		m        Modality
		d        int
		rule     string
	}{
		{"supply", "fault", HasFault, Asserted, 1, "title"},
		{"supply", "later", HasFault, Asserted, 300, "title"},
		{"supply", "system", AboutSystem, Asserted, 1, "field"},
		{"fault", "symptom", HasSymptom, Asserted, 1, "text"},
		{"fault", "leg", CausedBy, Asserted, 8, "text"},
		{"fault", "card", CausedBy, Asserted, 4, "text"},
		{"card", "leg", CausedBy, Asserted, 4, "text"},
		{"fault", "cable", CausedBy, Suspected, 2, "text"},
		{"fault", "cable", CausedBy, RuledOut, 4, "text"},
		{"fault", "cycle", ResolvedBy, Asserted, 1, "text"},
		{"cycle", "fault", FailedToResolve, Asserted, 3, "text"},
		{"fault", "swap", ResolvedBy, Asserted, 8, "text"},
		{"log1", "fault", Mentions, Asserted, 1, EventRule},
		{"log2", "fault", Mentions, Asserted, 3, EventRule},
		{"log1", "tamsin", ContactPerson, Asserted, 1, "personnel"},
		{"down", "later", CausedBy, Asserted, 300, "row"},
		{"fault", "later", RecurredAs, Asserted, 300, "time"},
	} {
		s.edge(at[e.from], e.r, at[e.to], e.m, e.d, e.rule)
	}
	return s.Build(), at
}

func TestEveryNodeAndEdgeCarriesItsEvidence(t *testing.T) {
	g, at := slave()
	n := g.Node(at["card"])
	if e := n.Evidence; e.DocID != "doc-cause:card" || e.End != len("-15 V rail at -11.9 V") || e.Extractor != "test" || !e.Date.Equal(day(4)) {
		t.Errorf("node evidence %+v", e)
	}
	if _, zone := n.Evidence.Date.Zone(); zone != -6*3600 {
		t.Errorf("the date lost its UTC offset: %v", n.Evidence.Date)
	}
	for e := range g.Edges() {
		if e.Evidence.DocID == "" || e.Evidence.End <= e.Evidence.Start || e.Evidence.Confidence == 0 || e.Evidence.Date.IsZero() || e.Modality == 0 {
			t.Errorf("edge %d: %+v", e.ID, e)
		}
	}
}

func TestAStatementThatIsMadeTwiceCountsOnce(t *testing.T) {
	s := newSketch()
	a, b := s.node(Fault, "fault:a", "a", 1), s.node(Action, "action:b", "b", 1)
	weak := Evidence{DocID: "d", Start: 1, End: 2, Confidence: 0.5}
	strong := Evidence{DocID: "d", Start: 7, End: 9, Confidence: 0.9}
	other := Evidence{DocID: "e", Start: 7, End: 9, Confidence: 0.9}
	s.Edge(a, ResolvedBy, b, Asserted, weak)
	s.Edge(a, ResolvedBy, b, Asserted, strong)
	s.Edge(a, ResolvedBy, b, Asserted, other)
	s.Edge(a, ResolvedBy, b, Suspected, strong)
	g := s.Build()
	if _, edges := g.Size(); edges != 3 {
		t.Errorf("%d edges, want one for each record and modality", edges)
	}
	if e := g.Edge(0).Evidence; e.Start != 7 {
		t.Errorf("kept the weaker evidence %+v", e)
	}
}

func TestFindKnowsNamesAliasesAndWords(t *testing.T) {
	g, at := slave()
	for text, want := range map[string]string{
		"B:DS supply":             "supply",
		"booster DIPOLE slave ps": "supply",
		"Tamsin":                  "tamsin",
		"cracked U4":              "leg",
		"ref9":                    "swap",
	} {
		found := g.Find(text, 3)
		if len(found) == 0 || found[0].ID != at[want] {
			t.Errorf("%q: found %v", text, found)
		}
	}
	if found := g.Find("booster", 5, System); len(found) != 1 || found[0].Score != 1 {
		t.Errorf("by kind: %v", found)
	}
	if found := g.Find("?!", 5); found != nil {
		t.Errorf("no words: %v", found)
	}
}

func TestEntitiesAreFoundInsideAQuestion(t *testing.T) {
	g, at := slave()
	found := g.Entities("Who fixed the Booster dipole slave PS last time, Tamsin Voss?", 5)
	var ids []ID
	for _, m := range found {
		ids = append(ids, m.ID)
	}
	want := fmt.Sprint([]ID{at["supply"], at["tamsin"]})
	if fmt.Sprint(ids) != want {
		t.Errorf("found %v, want %s: the longest name wins and its words do not count again", ids, want)
	}
}
