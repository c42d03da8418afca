package resolve

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"owl/engine"
	"owl/engine/graph"
	"owl/engine/graph/extract"
	"owl/engine/lexicon"
)

func at(day int) time.Time { return time.Date(2025, 1, day, 8, 0, 0, 0, time.UTC) }

// rec makes a record; the part of its id before "/" is the collection.
func rec(id, title, content string, day int) engine.Record {
	r := engine.Record{
		DocID: id, FileID: id, Title: engine.Untrusted(title), Content: engine.Untrusted(content), Collection: engine.Logbook,
		System: "Vacuum", Created: at(day), Format: engine.Plain,
	}
	if parent, part, ok := strings.Cut(id, "/"); ok {
		r.Collection, r.FileID, r.ParentID, r.ChunkType = engine.WorkOrder, parent, parent, part
	}
	if strings.HasPrefix(id, "DT_") {
		r.Collection = engine.Downtime
	}
	return r
}

func build(t testing.TB, gaz *extract.Gazetteer, records ...engine.Record) *graph.Graph {
	t.Helper()
	x, err := extract.New(gaz)
	if err != nil {
		t.Fatal(err)
	}
	r := New(x.Gazetteer())
	for _, rec := range records {
		r.Put(x.Extract(rec))
	}
	return r.Graph()
}

// faults lists the names of the faults.
func faults(g *graph.Graph) []string {
	var list []string
	for n := range g.Nodes() {
		if strings.HasPrefix(n.Key, "fault:") {
			list = append(list, string(n.Name))
		}
	}
	return list
}

func chain(t *testing.T, g *graph.Graph, name string) graph.Chain {
	t.Helper()
	found := g.Find(name, 1)
	if len(found) == 0 {
		t.Fatalf("nothing is called %q", name)
	}
	chains, err := g.Chains(t.Context(), found[0].ID, 1)
	if err != nil || len(chains) != 1 {
		t.Fatalf("%s: chains %v, %v", name, chains, err)
	}
	return chains[0]
}

func names(claims []graph.Claim) string {
	var list []string
	for _, c := range claims {
		list = append(list, string(c.Node.Name))
	}
	return strings.Join(list, "; ")
}

func TestRecordsAboutTheSameFaultAreOneEpisode(t *testing.T) {
	g := build(t, nil,
		rec("L1", "BV-7 valve trip", "0310 BV-7 tripped. Suspect the coil.", 1),
		rec("WRQ_10001/description", "BV-7 trips", "BV-7 trips, please check.", 1),
		rec("WRQ_10001/work_performed", "BV-7 trips", "Connector of BV-7 corroded. Replaced the connector.", 1),
		rec("L2", "BV-7 quiet after the repair of the valve trip", "Not the coil. See WRQ_10001.", 5),
		rec("L3", "pump P-9 trip", "P-9 tripped.", 2),
	)
	if got := faults(g); len(got) != 2 {
		t.Fatalf("faults %q", got)
	}
	c := chain(t, g, "BV-7 valve trip")
	if names(c.Causes) != "Connector of BV-7 corroded" || names(c.RuledOut) != "coil" || len(c.Suspects) != 0 || len(c.Resolutions) != 1 {
		t.Errorf("causes %q, ruled out %q, suspects %q, resolutions %q", names(c.Causes), names(c.RuledOut), names(c.Suspects), names(c.Resolutions))
	}
	for _, claim := range c.Causes {
		if claim.Edge.Evidence.DocID != "WRQ_10001/work_performed" {
			t.Errorf("evidence %+v", claim.Edge.Evidence)
		}
	}
}

func TestAFaultThatComesBackMuchLaterRecurs(t *testing.T) {
	g := build(t, nil,
		rec("DT_2025_1", "Vacuum: BV-7 trip", "Subsystem: BV-7\nCause: coil\nDescription: BV-7 tripped\nResolution: coil replaced", 1),
		rec("DT_2025_2", "Vacuum: BV-7 trip", "Subsystem: BV-7\nCause: coil\nDescription: BV-7 tripped\nResolution: coil replaced", 90),
	)
	if got := faults(g); len(got) != 2 {
		t.Fatalf("faults %q", got)
	}
	first, _ := g.Lookup("fault:DT_2025_1")
	h, err := g.Recurrences(t.Context(), first)
	if err != nil || len(h.Occurrences) != 2 || len(h.Intervals) != 1 || h.Intervals[0] != 89*24*time.Hour {
		t.Errorf("history %+v, %v", h, err)
	}
}

func TestPlannedWorkIsNoFault(t *testing.T) {
	g := build(t, nil, rec("L1", "Tuesday list", "Filter F-3 replaced. Oil of C-1 changed.", 1))
	if got := faults(g); len(got) != 0 {
		t.Errorf("faults %q", got)
	}
	for e := range g.Edges() {
		if e.Relation == graph.ResolvedBy {
			t.Errorf("resolution %+v", e)
		}
	}
}

func TestNamesOfOneThingAreOneNode(t *testing.T) {
	gaz := extract.NewGazetteer(
		[]lexicon.Entry{{Acronym: "DIPS", Expansion: "Booster Dipole Slave supply", System: "Booster", Synonyms: []string{"B:DS", "booster dipole slave PS"}}},
		[]extract.Channel{{Name: "BO:PS:DIPS:I", Description: "Current of the dipole slave", System: "Booster", Aliases: []string{"B:DS:I"}}},
	)
	g := build(t, gaz,
		rec("L1", "DIPS trip", "DIPS tripped", 1), rec("L2", "B:DS trip", "B:DS tripped", 2),
		rec("L3", "Booster dipole slave PS trip", "tripped", 3), rec("L4", "slave reads wrong", "B:DS:I negative, tripped", 4), rec("L5", "again", "BO:PS:DIPS:I trip", 4),
	)
	found := g.Find("booster dipole slave supply", 1, graph.Component)
	if len(found) != 1 {
		t.Fatal("no component")
	}
	supply := g.Node(found[0].ID)
	if supply.Key != "component:bo:ps:dips" {
		t.Errorf("component %q", supply.Key)
	}
	if got := faults(g); len(got) != 1 {
		t.Errorf("faults %q, want one of the one supply", got)
	}
	pv, ok := g.Lookup("pv:bo:ps:dips:i")
	if !ok {
		t.Fatal("no process variable")
	}
	path, found2, err := g.Path(t.Context(), pv, mustLookup(t, g, "system:booster"), graph.Route{Relations: []graph.Relation{graph.PartOf, graph.AboutSystem}})
	if err != nil || !found2 || len(path) == 0 {
		t.Errorf("from the process variable to its system: %v, %v, %v", path, found2, err)
	}
}

func mustLookup(t *testing.T, g *graph.Graph, key string) graph.ID {
	t.Helper()
	id, ok := g.Lookup(key)
	if !ok {
		t.Fatalf("no node %s", key)
	}
	return id
}

func TestADocumentSupersedesItsEarlierRevision(t *testing.T) {
	doc := func(id, line string, day int) engine.Record {
		r := rec(id, "Change-over of strainers", line+"\n\n# Procedure\n1. Turn the lever.", day)
		r.Collection, r.FileID, r.ParentID, r.ChunkType = engine.Documents, "ICMS_1002", "", ""
		return r
	}
	g := build(t, nil,
		doc("icms/ICMS_1002_r1", "Document ICMS_1002, revision 1, superseded, superseded by revision 2.", 1),
		doc("icms/ICMS_1002_r2", "Document ICMS_1002, revision 2, released, supersedes revision 1.", 2),
		rec("L1", "strainer clogged", "strainer clogged, changed over as in ICMS_1002. See also ICMS_9999.", 3),
	)
	newer, older, log := mustLookup(t, g, "doc:icms/ICMS_1002_r2"), mustLookup(t, g, "doc:icms/ICMS_1002_r1"), mustLookup(t, g, "doc:L1")
	var got []string
	for e := range g.Edges() {
		if e.Relation == graph.Supersedes && e.From == newer && e.To == older || e.Relation == graph.FollowsProcedure && e.From == log && e.To == newer {
			got = append(got, e.Relation.String())
		}
	}
	slices.Sort(got)
	if fmt.Sprint(got) != "[FOLLOWS_PROCEDURE SUPERSEDES]" {
		t.Errorf("edges %v: a reference means the newest revision", got)
	}
	if _, ok := g.Lookup("ref:ICMS_9999"); ok {
		t.Error("a document that there is not has a node")
	}
}

func dump(g *graph.Graph) string {
	var lines []string
	for n := range g.Nodes() {
		lines = append(lines, fmt.Sprint(n.Kind, n.Key, n.Name, n.Evidence, g.Aliases(n.ID)))
	}
	for e := range g.Edges() {
		lines = append(lines, fmt.Sprint(g.Node(e.From).Key, e.Relation, g.Node(e.To).Key, e.Modality, e.Evidence))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// TestTheGraphIsAFunctionOfTheSheets puts and drops records in random order.
func TestTheGraphIsAFunctionOfTheSheets(t *testing.T) {
	x, err := extract.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(rt *rapid.T) {
		r := New(x.Gazetteer())
		there := map[string]engine.Record{}
		for range rapid.IntRange(1, 20).Draw(rt, "steps") {
			id := rapid.SampledFrom([]string{"L1", "L2", "L3", "WRQ_10001/description", "WRQ_10001/work_performed", "DT_2025_1"}).Draw(rt, "id")
			if rapid.IntRange(0, 3).Draw(rt, "what") == 0 {
				r.Drop(id)
				delete(there, id)
				continue
			}
			record := rec(id,
				rapid.SampledFrom([]string{"BV-1 trip", "BV-1 trip again", "P-2 leak", "quiet"}).Draw(rt, "title"),
				rapid.SampledFrom([]string{
					"Subsystem: BV-1\nCause: coil\nResolution: reset", "BV-1 tripped. Suspect the coil. See WRQ_10001.", "coil of BV-1 broken, replaced it",
					"Reset BV-1, no effect. Not the coil.", "P-2 leaks due to a torn seal", "all quiet",
				}).Draw(rt, "text"), rapid.IntRange(1, 60).Draw(rt, "day"))
			r.Put(x.Extract(record))
			there[id] = record
		}
		anew := New(x.Gazetteer())
		for _, record := range there {
			anew.Put(x.Extract(record))
		}
		g := r.Graph()
		if got, want := dump(g), dump(anew.Graph()); got != want {
			rt.Fatalf("kept:\n%s\nanew:\n%s", got, want)
		}
		for n := range g.Nodes() {
			if _, ok := there[n.Evidence.DocID]; !ok {
				rt.Fatalf("%s %q rests on %q, which is gone", n.Kind, n.Name, n.Evidence.DocID)
			}
		}
		for e := range g.Edges() {
			record, ok := there[e.Evidence.DocID]
			if !ok || e.Evidence.Start < 0 || e.Evidence.End > len(record.Content) || e.Evidence.Start >= e.Evidence.End {
				rt.Fatalf("%s rests on %+v", e.Relation, e.Evidence)
			}
		}
	})
}
