package plan

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"owl/engine"
	"owl/engine/graph"
	"owl/engine/graph/extract"
	"owl/engine/graph/resolve"
	"owl/engine/lexicon"
	"owl/engine/porttest"
	"owl/engine/walk"
)

func at(day int) time.Time { return time.Date(2025, 1, day, 8, 0, 0, 0, time.UTC) }

// records are two trips of the same station for different reasons, what was done,
// and the procedure that tells them apart.
func records() []engine.Record {
	rec := func(id, title, content string, c engine.Collection, day int) engine.Record {
		return engine.Record{DocID: id, FileID: id, Title: engine.Untrusted(title), Content: engine.Untrusted(content), Collection: c, System: "RF", Created: at(day), Format: engine.Plain}
	}
	return []engine.Record{
		rec("DT_1", "RF: cooling water", "Downtime: DT_1\nSystem: RF\nSubsystem: RFB\nCause: clogged strainer\nDescription: RF:B:FLOW fell from 42 to 30 L/min, station B tripped\nResolution: strainer changed over\nReported by: Ada Bell", engine.Downtime, 3),
		rec("LOG_2", "RFB trip, flow", "Station B tripped. RF:B:FLOW of the strainer was at 30 L/min, normal is 42. The trip was traced to a clogged strainer. Strainer changed over, flow 42 L/min again.\nPersonnel: Ada Bell", engine.Logbook, 3),
		rec("DT_9", "RF: bad sensor", "Downtime: DT_9\nSystem: RF\nSubsystem: RFB\nCause: loose sensor plug\nDescription: flow reading jumped to 0 L/min for one second, station B tripped\nResolution: plug re-made\nReported by: Cy Dunn", engine.Downtime, 20),
		rec("PROC_1", "Recovery of station B after a trip", "# Recovery of station B after a trip\n\n| signal | trip |\n|---|---|\n| RF:B:FLOW | 30 L/min |\n\n| flow | likely reason | do |\n|---|---|---|\n| falls over minutes | strainer is clogged | change the strainer over |\n| any | arc in the guide | call the RF group |\n", engine.Documents, 1),
	}
}

func facility(t *testing.T, list []engine.Record) Source {
	t.Helper()
	entries := []lexicon.Entry{{Acronym: "RFB", Expansion: "station B", System: "RF"}}
	x, err := extract.New(extract.NewGazetteer(entries, []extract.Channel{{Name: "RF:B:FLOW", Description: "circulator flow", System: "RF"}}))
	if err != nil {
		t.Fatal(err)
	}
	r := resolve.New(x.Gazetteer())
	for _, rec := range list {
		r.Put(x.Extract(rec))
	}
	return Source{Graph: r.Graph(), Records: porttest.Memory{Stored: list}, Now: at(30)}
}

func found(list []engine.Record) []engine.Passage {
	var out []engine.Passage
	for _, r := range list {
		out = append(out, engine.Passage{Record: r})
	}
	return out
}

func planned(t *testing.T, symptom string) walk.Plan {
	t.Helper()
	list := records()
	p, err := facility(t, list).Make(t.Context(), engine.Untrusted(symptom), found(list))
	if err != nil {
		t.Fatal(err)
	}
	if err := walk.New(p, at(30)).Check(); err != nil {
		t.Fatalf("the plan does not hold together: %v", err)
	}
	return p
}

func lines(p walk.Plan) string {
	var b strings.Builder
	for i, c := range p.Causes {
		fmt.Fprintf(&b, "cause %d: %s, %d records\n", i, c.Name, c.Times)
	}
	for _, c := range p.Checks {
		fmt.Fprintf(&b, "%s %v: %s %v %v\n", c.Kind, c.For, c.Text, c.Names(), c.Expect)
	}
	return b.String()
}

func TestCausesOfChainsAndTablesThatSayTheSameAreOne(t *testing.T) {
	p := planned(t, "station B trip")
	got := lines(p)
	if !strings.Contains(got, "cause 0: strainer is clogged, 3 records") {
		t.Errorf("the strainer is not one cause of three records:\n%s", got)
	}
	if !strings.Contains(got, "loose sensor plug, 1 record") || !strings.Contains(got, "arc in the guide, 1 record") {
		t.Errorf("the other causes are not there:\n%s", got)
	}
	sum := walk.Unknown
	for _, c := range p.Causes {
		sum += c.Prior
	}
	if sum < 0.999 || sum > 1.001 {
		t.Errorf("the shares add up to %v", sum)
	}
}

func TestChecksQuoteTheirRecordsAndNamePVs(t *testing.T) {
	list := records()
	p := planned(t, "station B trip")
	for _, c := range p.Citations {
		if !c.Verified || quoteOf(list, c) != c.Quote {
			t.Errorf("citation [%d] %q does not stand in %s", c.N, c.Quote, c.DocID)
		}
	}
	seen := map[string]walk.Check{}
	for _, c := range p.Checks {
		seen[string(c.Text)] = c
	}
	look, ok := seen["flow: falls over minutes"]
	if !ok || look.Kind != walk.Look || len(look.PVs) != 1 || look.PVs[0].Name != "RF:B:FLOW" || look.PVs[0].Named {
		t.Fatalf("the look of the table is %+v in\n%s", look, lines(p))
	}
	if limits := look.PVs[0].Limits; len(limits) != 1 || limits[0].Text != "trip 30 L/min" {
		t.Errorf("limits %+v", limits)
	}
	if _, any := seen["flow: any"]; any {
		t.Error("a cell that says nothing is a check")
	}
	if c, ok := seen["change the strainer over"]; !ok || c.Kind != walk.Act || c.Deed == nil {
		t.Errorf("the remedy of the table is %+v", c)
	}
	measured, ok := seen["RF:B:FLOW of the strainer was at 30 L/min, normal is 42."]
	if !ok || !measured.PVs[0].Named || len(measured.Expect) != 1 || measured.Expect[0].Value != 42 {
		t.Errorf("what was measured is %+v in\n%s", measured, lines(p))
	}
}

func quoteOf(list []engine.Record, c engine.Citation) engine.Untrusted {
	for _, r := range list {
		if r.DocID == c.DocID && c.End <= len(r.Content) {
			return r.Content[c.Start:c.End]
		}
	}
	return ""
}

func TestTheSymptomItselfIsNoCause(t *testing.T) {
	for _, c := range planned(t, "loose sensor plug").Causes {
		if c.Name == "loose sensor plug" {
			t.Error("what was asked is a cause")
		}
	}
}

func TestNoCauseIsNotFound(t *testing.T) {
	list := []engine.Record{{DocID: "A", FileID: "A", Title: "quiet shift", Content: "250 mA, nothing to tell.", Collection: engine.Logbook, Created: at(2)}}
	_, err := facility(t, list).Make(t.Context(), "trip", found(list))
	if !errors.Is(err, engine.ErrNotFound) {
		t.Errorf("got %v", err)
	}
}

func TestAFailedReadIsItsError(t *testing.T) {
	list := records()
	s := facility(t, list)
	s.Records = porttest.Memory{Err: engine.ErrDamaged}
	if _, err := s.Make(t.Context(), "station B trip", found(list[:1])); !errors.Is(err, engine.ErrDamaged) {
		t.Errorf("got %v", err)
	}
}

func TestTablesOf(t *testing.T) {
	text := "x\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 |\n| 4 | 5 |\n\n| lone |\ntext | with bar\n"
	tables := tablesOf("d", text)
	if len(tables) != 1 || len(tables[0].rows) != 2 || fmt.Sprint(tables[0].header) != "[a b]" {
		t.Fatalf("tables %+v", tables)
	}
	cell := tables[0].rows[1][1]
	if text[cell.Start:cell.End] != "5" {
		t.Errorf("cell %q", text[cell.Start:cell.End])
	}
}

// Any text gives places that lie in it.
func FuzzPlaces(f *testing.F) {
	f.Add("| a | b |\n|--|--|\n| 1 | 2 |\nOne. Two; three\n")
	f.Fuzz(func(t *testing.T, text string) {
		check := func(s graph.Span) {
			if s.Start < 0 || s.End > len(text) || s.Start > s.End {
				t.Fatalf("place %v of %d bytes", s, len(text))
			}
		}
		for _, tb := range tablesOf("d", text) {
			for _, row := range tb.rows {
				for _, c := range row {
					check(c)
				}
			}
		}
	})
}
