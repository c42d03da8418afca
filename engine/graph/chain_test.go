package graph

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func names(claims []Claim) string {
	var list []string
	for _, c := range claims {
		list = append(list, string(c.Node.Name))
	}
	return strings.Join(list, "; ")
}

func TestAChainLeadsFromTheSymptomToTheResolution(t *testing.T) {
	g, at := slave()
	chains, err := g.Chains(t.Context(), at["symptom"], 5)
	if err != nil || len(chains) != 1 {
		t.Fatalf("%v, %v", chains, err)
	}
	c := chains[0]
	for what, pair := range map[string][2]string{
		"symptoms":    {names(c.Symptoms), "efficiency 61 %"},
		"causes":      {names(c.Causes), "-15 V rail at -11.9 V; cracked leg of U4"},
		"suspects":    {names(c.Suspects), ""},
		"ruled out":   {names(c.RuledOut), "head cable"},
		"failed":      {names(c.Failed), "power cycle"},
		"resolutions": {names(c.Resolutions), "power cycle; REF-7 replaced by REF-9"},
		"components":  {names(c.Components), "B:DS supply"},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s: %q, want %q", what, pair[0], pair[1])
		}
	}
	if back := c.Resolutions[0].CameBack; !back.Equal(day(3)) {
		t.Errorf("the power cycle held until %v", back)
	}
	if back := c.Resolutions[1].CameBack; !back.IsZero() {
		t.Errorf("the new card is said to have failed on %v", back)
	}
	if c.Completeness() < 0.99 {
		t.Errorf("completeness %v", c.Completeness())
	}
}

func TestAComponentHasAllItsChainsLatestFirst(t *testing.T) {
	g, at := slave()
	for _, from := range []string{"supply", "system", "log1"} {
		chains, err := g.Chains(t.Context(), at[from], 5)
		if err != nil || len(chains) == 0 {
			t.Fatalf("%s: %v, %v", from, chains, err)
		}
		if want := map[string]ID{"supply": at["later"], "system": at["later"], "log1": at["fault"]}[from]; chains[0].Fault.ID != want {
			t.Errorf("%s: first %s", from, chains[0].Fault.Name)
		}
	}
	if chains, _ := g.Chains(t.Context(), at["supply"], 1); len(chains) != 1 {
		t.Errorf("limit 1 gave %d", len(chains))
	}
}

func TestRecurrencesCountEachOccurrenceOnce(t *testing.T) {
	s := newSketch()
	fault := s.node(Fault, "fault:a", "stuck", 1)
	later := s.node(Fault, "fault:b", "stuck", 40)
	s.edge(fault, RecurredAs, later, Asserted, 40, "time")
	s.edge(s.node(LogEntry, "doc:l1", "stuck", 1), Mentions, fault, Asserted, 1, EventRule)
	s.edge(s.node(Downtime, "doc:d1", "stuck", 1), CausedBy, fault, Asserted, 1, "row")
	s.edge(s.node(LogEntry, "doc:l2", "work on it", 2), Mentions, fault, Asserted, 2, "text")
	s.edge(s.node(LogEntry, "doc:l3", "again", 9), Mentions, fault, Asserted, 9, EventRule)
	s.edge(s.node(LogEntry, "doc:l4", "again", 40), Mentions, later, Asserted, 40, EventRule)
	g := s.Build()
	h, err := g.Recurrences(t.Context(), later)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, o := range h.Occurrences {
		got = append(got, o.Record.Key)
	}
	if fmt.Sprint(got) != "[doc:d1 doc:l3 doc:l4]" {
		t.Errorf("occurrences %v", got)
	}
	if fmt.Sprint(h.Intervals) != fmt.Sprint([]time.Duration{8 * 24 * time.Hour, 31 * 24 * time.Hour}) {
		t.Errorf("intervals %v", h.Intervals)
	}
	if len(h.Faults) != 2 || h.Faults[0].ID != fault || !h.Last().Equal(day(40)) {
		t.Errorf("%+v", h)
	}
}

func TestExpertsAreThoseWithTheMostAndNewestWork(t *testing.T) {
	s := newSketch()
	timing := s.node(System, "system:timing", "Timing", 1)
	elodie, bruno, karl := s.node(Person, "person:e", "Elodie", 1), s.node(Person, "person:b", "Bruno", 1), s.node(Person, "person:k", "Karl", 1)
	for i, person := range []ID{elodie, elodie, bruno, karl} {
		record := s.node(LogEntry, fmt.Sprint("doc:", i), "entry", 10+i)
		if person != karl {
			s.edge(record, AboutSystem, timing, Asserted, 10+i, "field")
		}
		s.edge(record, ContactPerson, person, Asserted, 10+i, "author")
	}
	g := s.Build()
	experts, err := g.Experts(t.Context(), []ID{timing}, 5)
	if err != nil || len(experts) != 2 {
		t.Fatalf("%v, %v", experts, err)
	}
	if experts[0].Person.ID != elodie || len(experts[0].Proof) != 2 || !experts[0].Last.Equal(day(11)) {
		t.Errorf("first %+v", experts[0])
	}
}

func TestActivationReachesRecordsAndSaysHow(t *testing.T) {
	g, at := slave()
	list, err := g.Activate(t.Context(), []Seed{{at["supply"], 1}}, Spread{})
	if err != nil || len(list) == 0 {
		t.Fatalf("%v, %v", list, err)
	}
	scores := map[string]float64{}
	for _, r := range list {
		scores[r.DocID] = r.Score
		from := at["supply"]
		for _, s := range r.Path {
			if s.Reverse {
				s.Edge.From, s.Edge.To = s.Edge.To, s.Edge.From
			}
			if s.Edge.From != from {
				t.Fatalf("%s: the path breaks at %+v", r.DocID, s)
			}
			from = s.Edge.To
		}
	}
	if scores["doc-doc:log1"] == 0 || scores["doc-fault:a"] <= scores["doc-doc:log1"] {
		t.Errorf("scores %v", scores)
	}
	none, _ := g.Activate(t.Context(), []Seed{{at["supply"], 1}}, Spread{Since: day(200), Until: day(250)})
	if len(none) != 0 {
		t.Errorf("outside the dates: %v", none)
	}
	late, _ := g.Activate(t.Context(), []Seed{{at["supply"], 1}}, Spread{Since: day(250)})
	if len(late) != 1 || late[0].DocID != "doc-doc:down" {
		t.Errorf("after day 250: %v", late)
	}
}
