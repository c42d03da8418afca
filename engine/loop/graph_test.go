package loop

import (
	"slices"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/graph"
	"owl/engine/porttest"
)

// faults is the graph of the facility's records: RFB tripped, a reset did not
// help, the strainer was changed, and it came back.
func faults(m porttest.Memory) *graph.Graph {
	at := func(id, words string, day int) graph.Evidence {
		rec := m.Stored[slices.IndexFunc(m.Stored, func(r engine.Record) bool { return r.DocID == id })]
		start := strings.Index(string(rec.Content), words)
		return graph.Evidence{
			DocID: id, Start: start, End: start + len(words), Extractor: graph.EventRule, Confidence: 0.9,
			Date: time.Date(2026, 10, day, 3, 0, 0, 0, time.UTC),
		}
	}
	b := graph.NewBuilder(16, 16)
	dump, reset, changed := at("bely/1", "Beam dumped at 02:47.", 15), at("bely/1", "Reset did not hold.", 15), at("wrq/2", "Changed to basket 2.", 15)
	clogged := at("wrq/2", "Circulator strainer ST-B3 of RFB was clogged with resin [3].", 15)
	entry, request := b.Node(graph.LogEntry, "record:bely/1", "Owl shift", dump), b.Node(graph.WorkRequest, "record:wrq/2", "Strainer", changed)
	b.Record("bely/1", entry)
	b.Record("wrq/2", request)
	rfb, fault := b.Node(graph.Component, "component:rfb", "RFB", dump), b.Node(graph.Fault, "fault:rfb trip", "RFB trip", dump)
	b.Edge(rfb, graph.HasFault, fault, graph.Asserted, dump)
	b.Edge(fault, graph.HasSymptom, b.Node(graph.Symptom, "symptom:dump", "beam dump", dump), graph.Asserted, dump)
	b.Edge(fault, graph.CausedBy, b.Node(graph.Fault, "cause:resin", "resin", clogged), graph.Asserted, clogged)
	b.Edge(b.Node(graph.Action, "action:reset", "reset", reset), graph.FailedToResolve, fault, graph.Asserted, reset)
	b.Edge(fault, graph.ResolvedBy, b.Node(graph.Action, "action:basket", "changed to basket 2", changed), graph.Asserted, changed)
	b.Edge(entry, graph.Mentions, fault, graph.Asserted, dump)
	b.Edge(request, graph.Mentions, fault, graph.Asserted, changed)
	again := at("bely/1", "Beam dumped at 02:47.", 20)
	b.Edge(b.Node(graph.Downtime, "record:dt/9", "Downtime", again), graph.Mentions, fault, graph.Asserted, again)
	return b.Build()
}

// superseded is a memory with two revisions of a document and their graph.
func superseded() (porttest.Memory, *graph.Graph) {
	m := porttest.Memory{Stored: []engine.Record{
		{DocID: "icms/7_r1", FileID: "ICMS_7", Collection: engine.Documents, Title: "Circulator limits, revision 1", Content: "The interlock limit of the circulator flow of station RFB is 28 L/min."},
		{DocID: "icms/7_r2", FileID: "ICMS_7", Collection: engine.Documents, Title: "Circulator limits, revision 2", Content: "The interlock limit of the circulator flow of station RFB is 32 L/min."},
		{DocID: "bely/3", FileID: "BELY_3", Collection: engine.Logbook, Title: "Night shift", Content: "Nothing happened."},
	}}
	b := graph.NewBuilder(4, 4)
	old := b.Node(graph.Document, "record:r1", "revision 1", graph.Evidence{DocID: "icms/7_r1"})
	now := b.Node(graph.Document, "record:r2", "revision 2", graph.Evidence{DocID: "icms/7_r2"})
	b.Record("icms/7_r1", old)
	b.Record("icms/7_r2", now)
	b.Edge(now, graph.Supersedes, old, graph.Asserted, graph.Evidence{DocID: "icms/7_r2", Confidence: 1})
	return m, b.Build()
}
