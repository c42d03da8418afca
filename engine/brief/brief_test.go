package brief_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"owl/engine"
	"owl/engine/brief"
	"owl/engine/graph/extract"
	"owl/engine/graph/resolve"
	"owl/engine/porttest"
	"owl/engine/query/when"
	"owl/engine/verify"
)

var zone = time.FixedZone("", -5*3600)

func at(day, hour int) time.Time { return time.Date(2026, 3, day, hour, 0, 0, 0, zone) }

func record(c engine.Collection, id, title, content string, created time.Time) engine.Record {
	return engine.Record{DocID: string(c) + "/" + id, FileID: id, Collection: c, Title: engine.Untrusted(title), Content: engine.Untrusted(content), Created: created}
}

// shift is what a crew left behind.
func shift() []engine.Record {
	return []engine.Record{
		record(engine.Logbook, "L0", "PX-7 trip", "PX-7 tripped on its flow switch.", at(1, 3)),
		record(engine.Logbook, "L1", "PX-7 trip", "PX-7 tripped on its flow switch. Caused by a clogged filter. Replaced the filter, PX-7 runs.", at(9, 2)),
		record(engine.Downtime, "D1", "Vacuum: flow switch", "Start: 2026-03-09 02:10\nEnd: 2026-03-09 03:40\nDuration: 1.50 h\nSystem: Vacuum\nSubsystem: PX-7\nCause: filter clogged\nResolution: filter replaced", at(9, 2)),
		record(engine.Logbook, "L2", "Hand-over owl to day", "Quiet otherwise.\nWatch: VA:PX7:FLOW (11.2 now)\nThere is no spare filter until Thursday.\nAll well?", at(9, 6)),
		record(engine.WorkOrder, "W1/description", "Order filters", "Status: open\nPriority: high\nScheduled: 2026-03-09T14:00:00-05:00\nAssigned to: Ada Bell\n\nThe last one is in use.", at(9, 5)),
		record(engine.WorkOrder, "W2/description", "Old job", "Status: open\nScheduled: 2026-03-02T14:00:00-05:00\n\nNever done.", at(1, 5)),
		record(engine.WorkOrder, "W3/description", "Far job", "Status: open\nScheduled: 2026-04-02T14:00:00-05:00\n\nLater.", at(1, 6)),
		record(engine.WorkOrder, "W4/description", "Done job", "Status: completed\nScheduled: 2026-03-02T14:00:00-05:00\nCompleted: 2026-03-09T01:00:00-05:00\n\nLater.", at(1, 6)),
		record(engine.Documents, "P1", "Filters (revision 2)", "# Filters\n\nHow to change a filter.", at(9, 4)),
		record(engine.Logbook, "L3", "later", "Not of this time.", at(9, 9)),
	}
}

func source(t *testing.T, records []engine.Record) brief.Source {
	t.Helper()
	x, err := extract.New(extract.NewGazetteer(nil, nil))
	if err != nil {
		t.Fatal(err)
	}
	r := resolve.New(x.Gazetteer())
	for _, rec := range records {
		r.Put(x.Extract(rec))
	}
	memory := porttest.Memory{Stored: records}
	return brief.Source{Lister: memory, Records: memory, Sources: memory, Graph: r.Graph()}
}

func made(t *testing.T, s brief.Source, from, until time.Time) *brief.Brief {
	t.Helper()
	b, err := s.Make(t.Context(), brief.Period{From: from, Until: until})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func section(b *brief.Brief, title string) brief.Section {
	for _, s := range b.Sections {
		if s.Title == title {
			return s
		}
	}
	return brief.Section{}
}

// heads lists the items of a section with what is said of them.
func heads(s brief.Section) string {
	var out []string
	for _, i := range s.Items {
		line := strings.TrimSpace(i.What + " " + i.DocID)
		for _, p := range i.Parts {
			line += " | " + strings.TrimSpace(p.What+" "+string(p.Text))
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

func TestABriefTellsWhatAShiftLeft(t *testing.T) {
	b := made(t, source(t, shift()), at(8, 23), at(9, 7))
	for title, want := range map[string]string{
		"Beam lost":              "downtime/D1 | on PX-7 | cause filter clogged | helped filter replaced",
		"To watch and follow up": "bely/L2 | Watch: VA:PX7:FLOW (11.2 now) | There is no spare filter until Thursday.",
		"Work requests":          "overdue wrq/W2/description | status open | scheduled 2026-03-02T14:00:00-05:00\ndue wrq/W1/description | status open | priority high | scheduled 2026-03-09T14:00:00-05:00 | assigned to Ada Bell\ncompleted wrq/W4/description | status completed | scheduled 2026-03-02T14:00:00-05:00 | completed 2026-03-09T01:00:00-05:00",
		"Documents issued":       "icms/P1 | How to change a filter.",
		"Log":                    "bely/L1 | PX-7 tripped on its flow switch. Caused by a clogged filter. Replaced the filter, PX-7 runs.\nbely/L2 | Quiet otherwise.",
	} {
		if got := heads(section(b, title)); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", title, got, want)
		}
	}
	if got := section(b, "Beam lost").Sum; got != "1 time, 1.50 h in all" {
		t.Errorf("sum %q", got)
	}
	if got := strings.Join(b.PVs(), " "); got != "VA:PX7:FLOW" {
		t.Errorf("PVs %q", got)
	}
	faults := heads(section(b, "Faults"))
	for _, want := range []string{"reported 1 time before, last on 2026-03-01 (bely/L0)", "cause Caused by a clogged filter.", "helped Replaced the filter, PX-7 runs."} {
		if !strings.Contains(faults, want) {
			t.Errorf("faults lack %q:\n%s", want, faults)
		}
	}
}

// Every part is a citation that holds, and every citation is shown.
func TestEveryPartIsCited(t *testing.T) {
	records := shift()
	b := made(t, source(t, records), at(1, 0), at(10, 0))
	memory, shown := porttest.Memory{Stored: records}, map[int]bool{}
	for _, c := range b.Citations {
		r, err := memory.Record(t.Context(), c.DocID)
		if err != nil {
			t.Fatal(err)
		}
		if err := verify.Citation(r, c); err != nil || !c.Verified {
			t.Errorf("citation %d: %v", c.N, err)
		}
	}
	for _, s := range b.Sections {
		for _, i := range s.Items {
			for _, p := range i.Parts {
				shown[p.Cite] = true
				if p.Cite < 1 || p.Cite > len(b.Citations) || b.Citations[p.Cite-1].Quote != p.Text {
					t.Errorf("%s: %q is cited as %d", s.Title, p.Text, p.Cite)
				}
			}
		}
	}
	if len(shown) != len(b.Citations) || len(shown) == 0 {
		t.Errorf("%d of %d citations are shown", len(shown), len(b.Citations))
	}
}

func TestAQuietTimeSaysSo(t *testing.T) {
	b := made(t, source(t, shift()[:1]), at(20, 0), at(21, 0))
	if len(b.Sections) != 0 || !strings.Contains(b.Markdown("Brief", zone, nil), "No record was written in this time") {
		t.Errorf("%s", b.Markdown("Brief", zone, nil))
	}
	if out, err := json.Marshal(b); err != nil || !strings.Contains(string(out), `"sections":[]`) {
		t.Errorf("%s, %v", out, err)
	}
}

func TestWithoutAGraphTheRestIsThere(t *testing.T) {
	s := source(t, shift())
	s.Graph = nil
	b := made(t, s, at(8, 23), at(9, 7))
	if len(b.Notes) != 1 || !strings.Contains(b.Notes[0], "fault graph") || len(section(b, "Log").Items) != 2 {
		t.Errorf("%+v", b)
	}
}

func TestABusyTimeKeepsTheEntriesAboutFaults(t *testing.T) {
	records := shift()
	for i := range 60 {
		records = append(records, record(engine.Logbook, "R"+time.Duration(i).String(), "round", "Round done, all dry.", at(9, 4).Add(time.Duration(i)*time.Second)))
	}
	log := section(made(t, source(t, records), at(8, 23), at(9, 7)), "Log")
	if len(log.Items) != 25 || log.More != 37 || log.Items[0].DocID != "bely/L1" {
		t.Errorf("%d items and %d more, first %s", len(log.Items), log.More, log.Items[0].DocID)
	}
}

func TestMarkdownShowsLiveValuesAndCleansText(t *testing.T) {
	records := append(shift(), record(engine.Logbook, "EVIL", "x\x1b]52;c;AA\a **bold** [1]", "Watch: VA:PX7:FLOW\x1b[2J <b>", at(9, 6)))
	text := made(t, source(t, records), at(8, 23), at(9, 7)).Markdown("Brief", zone, func(pv string) string { return "11.0 L/min" })
	if strings.ContainsAny(text, "\x1b\a") || strings.Contains(text, "**bold**") || strings.Contains(text, "<b>") {
		t.Errorf("not clean: %q", text)
	}
	for _, want := range []string{"now: VA:PX7:FLOW 11.0 L/min", "02:00 to 03:40 · Vacuum: flow switch · downtime/D1", "status: open; priority: high"} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %q:\n%s", want, text)
		}
	}
}

func TestAPaneShowsABriefWithoutMarks(t *testing.T) {
	item := brief.Item{Head: "a [1] *b* <c", Parts: []brief.Part{{Text: "- d"}}}
	b := brief.Brief{Period: brief.Period{From: at(8, 23), Until: at(9, 7)}, Sections: []brief.Section{{Title: "Log", Items: []brief.Item{item}}}}
	head, text, _ := strings.Cut(b.Plain("Brief", zone, nil), "\n")
	if !strings.HasPrefix(head, "Brief · ") || text != "\nLog\n\n- a [1] *b* <c\n  - d\n" {
		t.Errorf("got %q, %q", head, text)
	}
}

func TestAHandoverCoversTheShift(t *testing.T) {
	chicago, err := time.LoadLocation("America/Chicago")
	if err != nil {
		t.Skip("this system has no time zones")
	}
	for _, c := range []struct{ now, from, name string }{
		{"2026-10-15 06:30", "2026-10-14 23:00 -0500", "owl shift"},
		{"2026-10-15 07:20", "2026-10-14 23:00 -0500", "owl shift"},     // its crew hands over
		{"2026-10-15 08:30", "2026-10-15 07:00 -0500", "day shift"},     // this one goes on
		{"2026-10-15 23:59", "2026-10-15 15:00 -0500", "evening shift"}, // as above
		{"2026-11-01 06:30", "2026-10-31 23:00 -0500", "owl shift"},     // the clock went back at 02:00
		{"2026-03-08 07:59", "2026-03-07 23:00 -0600", "owl shift"},     // and forward
	} {
		now, err := time.ParseInLocation("2006-01-02 15:04", c.now, chicago)
		if err != nil {
			t.Fatal(err)
		}
		p := brief.Handover(nil, now)
		if got := p.From.Format("2006-01-02 15:04 -0700"); got != c.from || p.Name != c.name || !p.Until.Equal(now) {
			t.Errorf("%s: from %s, %s", c.now, got, p.Name)
		}
	}
	p := brief.Handover([]when.Shift{{Names: []string{"A"}, From: 6 * 60, To: 18 * 60}, {Names: []string{"B"}, From: 18 * 60, To: 6 * 60}}, at(9, 5))
	if p.Name != "B shift" || !p.From.Equal(at(8, 18)) {
		t.Errorf("%+v", p)
	}
}
