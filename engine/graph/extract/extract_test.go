package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"owl/engine"
	"owl/engine/graph"
	"owl/engine/lexicon"
)

func extractor(t testing.TB) *Extractor {
	t.Helper()
	x, err := New(NewGazetteer(
		[]lexicon.Entry{
			{Acronym: "RFB", Expansion: "RF station B", System: "RF", Synonyms: []string{"station B"}},
			{Acronym: "DIPS", Expansion: "Booster Dipole Slave supply", System: "Booster", Synonyms: []string{"B:DS", "booster dipole slave PS"}},
			{Acronym: "EVG", Expansion: "Event Generator", System: "Timing"},
			{Acronym: "AR", Expansion: "Accumulator Ring", System: "Accumulator Ring"},
			{Acronym: "AR", Expansion: "Access Request", System: "Personnel Safety"},
			{Acronym: "MTBF", Expansion: "Mean Time Between Faults", System: "Operations"},
		},
		[]Channel{
			{Name: "SR:RF:B:KV", Description: "Cathode voltage, RF station B", System: "RF"},
			{Name: "SR:RF:B:CIRC:FLOW", Description: "Flow of the circulator, RF station B", System: "RF"},
			{Name: "SR:RF:A:KV", Description: "Cathode voltage, RF station A", System: "RF"},
			{Name: "BO:PS:DIPS:I", Description: "Current of the dipole slave", System: "Booster", Aliases: []string{"B:DS:I"}},
			{Name: "SR14:PS:Q3A:I", Description: "Current of quadrupole Q3A, sector 14", System: "Power Supplies"},
			{Name: "SR15:PS:Q3A:I", Description: "Current of quadrupole Q3A, sector 15", System: "Power Supplies"},
		},
	))
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func entry(title, content string) engine.Record {
	return engine.Record{
		DocID: "bely/BELY_1", FileID: "BELY_1", Title: engine.Untrusted(title), Content: engine.Untrusted(content), Collection: engine.Logbook,
		System: "RF", Created: time.Date(2025, 3, 10, 4, 0, 0, 0, time.FixedZone("", -5*3600)), Format: engine.Plain,
	}
}

// told lists the chain facts of a record: what is said, and of what.
func told(x *Extractor, rec engine.Record) string {
	sheet := x.Extract(rec)
	var list []string
	for _, f := range sheet.Facts {
		sign := map[graph.Modality]string{graph.Asserted: "", graph.Suspected: "?", graph.RuledOut: "!"}[f.Modality]
		switch f.Relation {
		case graph.CausedBy:
			list = append(list, "cause"+sign+"("+string(f.To.Name)+")")
		case graph.ResolvedBy:
			list = append(list, "done"+sign+"("+string(f.To.Name)+")")
		case graph.FailedToResolve:
			list = append(list, "failed("+string(f.From.Name)+")")
		}
	}
	return strings.Join(list, " ")
}

func TestSentencesAreRead(t *testing.T) {
	x := extractor(t)
	for text, want := range map[string]string{
		// causes
		"Beam lost due to a clogged strainer.":                    "cause(clogged strainer)",
		"The trip was traced to the head cable.":                  "cause(head cable)",
		"It was the water.":                                       "cause(water)",
		"Connector J14 is loose.":                                 "cause(Connector J14 is loose)",
		"The bearing of the pump was worn.":                       "cause(The bearing of the pump was worn)",
		"It tripped because the fuse was open.":                   "cause(fuse was open)",
		"First thought: the floor. Second thought: amplifier.":    "cause?(floor) cause?(amplifier)",
		"prob the gauge cable":                                    "cause?(gauge cable)",
		"Suspect the ion pump.":                                   "cause?(ion pump)",
		"Could be the converter card or the plug.":                "cause?(converter card or the plug)",
		"the forklift?":                                           "cause?(the forklift)",
		"Candidates: heater, grid, cathode.":                      "cause?(heater) cause?(grid) cause?(cathode)",
		"The absorber is ruled out.":                              "cause!(absorber)",
		"It is not the compressor.":                               "cause!(compressor)",
		"Suspect the absorber. Absorber is innocent.":             "cause?(absorber) cause!(Absorber)",
		"So not the coil.":                                        "cause!(coil)",
		"It was not caused by the new firmware.":                  "cause!(new firmware)",
		"It is the tube, not the amplifier.":                      "cause(tube) cause!(amplifier)",
		"Was it caused by the valve?":                             "cause?(valve)",
		"It would be caused by a stuck valve if the air was off.": "",

		// actions
		"Replaced the fuse of the rack.":                   "done(Replaced the fuse of the rack)",
		"Tube s/n T-118 out (11,870 h), T-131 in.":         "done(Tube s/n T-118 out (11,870 h), T-131 in)",
		"New belts, matched pair.":                         "done(New belts)",
		"rst RFB, back on at 0358":                         "done(reset RFB)",
		"Petra set the regulator to 5.5 bar.":              "done(Petra set the regulator to 5.5 bar)",
		"The fan should be replaced at the next MIP.":      "",
		"Please replace the fan.":                          "",
		"The fuse was not replaced.":                       "",
		"The rebuilt pulser fires early by 12 ns.":         "",
		"Valves are closed.":                               "",
		"Fan to be replaced.":                              "",
		"Will swap the card tomorrow.":                     "",
		"Replaced the fan?":                                "",
		"Swapped the head cable. Hope that is it.":         "done?(Swapped the head cable)",
		"Power cycled the controller. No change.":          "failed(Power cycled the controller)",
		"Reset the crate, no effect.":                      "failed(Reset the crate)",
		"Cycling the chassis did not help.":                "failed(Cycling the chassis did not help)",
		"The new cable did nothing.":                       "failed(The new cable did nothing)",
		"Rebooted the IOC, hung again.":                    "failed(Rebooted the IOC)",
		"The tightened screws lasted two days.":            "failed(The tightened screws lasted two days)",
		"Swapped the cable, no change. Replaced the fuse.": "failed(Swapped the cable) done(Replaced the fuse)",
	} {
		if got := told(x, entry("RFB trip", text)); fold(got) != fold(strings.ReplaceAll(want, "reset RFB", "rst RFB")) {
			t.Errorf("%s\ngot  %s\nwant %s", text, got, want)
		}
	}
}

func TestWhatATextCanTellDependsOnWhatItIs(t *testing.T) {
	x := extractor(t)
	part := func(kind, text string) engine.Record {
		r := entry("RFB trip", text)
		r.Collection, r.ParentID, r.ChunkType, r.DocID = engine.WorkOrder, "WRQ_1", kind, "wrq/WRQ_1/"+kind
		return r
	}
	manual := entry("RFB trip", "Replaced the fuse. It is due to the pump.")
	manual.Collection = engine.Wiki
	for name, c := range map[string]struct {
		rec  engine.Record
		want string
	}{
		"a request asks, it does not report": {part("description", "Exchanged the card. Latch of J14 is broken."), "cause(Latch of J14 is broken)"},
		"a report gives values":              {part("work_performed", "Watchdog set from 1000 to 2500 ms."), "done(Watchdog set from 1000 to 2500 ms)"},
		"a manual says what to do":           {manual, ""},
		"a title takes back what was done":   {entry("K4: thyratron changed, still trips", "T-131 out, T-140 in."), "failed(T-131 out, T-140 in)"},
		"a plan is no finding":               {entry("RFB trip", "Plan: find what is caused by the card."), ""},
	} {
		if got := told(x, c.rec); got != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
}

func TestADowntimeRowIsRead(t *testing.T) {
	rec := entry("RF: cooling flow low", "Downtime: DT_1\nSystem: RF\nSubsystem: RFB circulator\nCause: cooling flow low\nDescription: TOUT 60.3, trip\n"+
		"Resolution: strainer to basket 2\nReported by: Joss Whitlock")
	rec.Collection = engine.Downtime
	sheet := extractor(t).Extract(rec)
	var got []string
	for _, f := range sheet.Facts {
		got = append(got, fmt.Sprintf("%s %s>%s %q", f.Relation, f.From.Key, f.To.Key, string(rec.Content)[f.Quote.Start:f.Quote.End]))
	}
	for _, want := range []string{
		`ABOUT_SYSTEM this>system:rf "RF"`, `CONTACT_PERSON this>person:joss whitlock "Joss Whitlock"`,
		`CAUSED_BY fault>cause:`, `"cooling flow low"`, `RESOLVED_BY fault>action:`, `"strainer to basket 2"`, `HAS_SYMPTOM fault>symptom:trip@component:sr:rf:b "TOUT 60.3, trip"`,
	} {
		if !strings.Contains(strings.Join(got, "\n"), want) {
			t.Errorf("no %s in\n%s", want, strings.Join(got, "\n"))
		}
	}
	if f := sheet.Fault; f == nil || !f.Event || f.Components[0] != "component:sr:rf:b" {
		t.Errorf("fault %+v", f)
	}
}

func TestThingsAreKnownByAllTheirNames(t *testing.T) {
	x := extractor(t)
	for text, want := range map[string]string{
		"RFB tripped":                        "component:sr:rf:b",
		"station B tripped":                  "component:sr:rf:b",
		"SR:RF:B:KV went to zero, trip":      "component:sr:rf:b",
		"SR:RF:B:CIRC:FLOW low, trip":        "component:sr:rf:b:circ",
		"B:DS:I negative, trip":              "component:bo:ps:dips",
		"the Booster dipole slave PS trip":   "component:bo:ps:dips",
		"Q3A S14 off, trip":                  "component:sr14:ps:q3a",
		"trip of Q3A of sector 14":           "component:sr14:ps:q3a",
		"SR15 Q3A trip":                      "component:sr15:ps:q3a",
		"S15 vacuum trip":                    "component:sr15",
		"S14 IP2 trip":                       "component:sr14:ip2",
		"BV-1 trip":                          "component:bv1",
		"sw-eh4-02 trip":                     "component:sweh402",
		"trip, MTBF is bad":                  "",
		"trip at 12.5 kV on 2024-10-08, 3rd": "",
		"AR trip":                            "",
	} {
		f := x.Extract(entry(text, "tripped")).Fault
		if f == nil {
			t.Errorf("%s: no fault", text)
			continue
		}
		got := ""
		if len(f.Components) > 0 {
			got = f.Components[0]
		}
		if got != want {
			t.Errorf("%s: %q, want %q (of %q)", text, got, want, f.Components)
		}
	}
}

func TestAPronounStandsForTheThingBefore(t *testing.T) {
	sheet := extractor(t).Extract(entry("Injection lost", "BV-1 does not move. Its connector was corroded."))
	var got []string
	for _, f := range sheet.Facts {
		if f.Relation == graph.HasFault {
			got = append(got, f.From.Key+" "+string(f.To.Name))
		}
	}
	if fmt.Sprint(got) != "[component:bv1 Its connector was corroded]" {
		t.Errorf("got %q", got)
	}
}

func TestDaysAreReadInTheirYear(t *testing.T) {
	rec := entry("RFB trip again", "same as 3/4 and Oct 8, unlike 2024-02-29; not 13/40, not 4/5 turns of 10/8/23.")
	var got []string
	for _, f := range extractor(t).Extract(rec).Facts {
		if f.To.Kind == graph.Date {
			got = append(got, string(f.To.Name))
		}
	}
	want := []string{"2025-03-04", "2024-10-08", "2024-02-29", "2024-04-05", "2023-10-08"}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestQuotesLieInTheContent(t *testing.T) {
	rec := entry("RFB trip µ", "Ünïcode µm – trip (due to a “clogged” strainer); replaced — “done”.\n\nLogbook: RF\nPersonnel: Ada Lovelace, Bo Diddley\n")
	checkSheet(t, extractor(t), rec)
}

// TestALongLineIsReadInOneGo reads a megabyte without a full stop: in time that
// grows with its length.
func TestALongLineIsReadInOneGo(t *testing.T) {
	checkSheet(t, extractor(t), entry("RFB trip", strings.Repeat("due to (the clogged valve, replaced it no change; suspect K4 because ", 15_000)))
}

func checkSheet(t testing.TB, x *Extractor, rec engine.Record) {
	t.Helper()
	sheet := x.Extract(rec)
	for _, f := range sheet.Facts {
		for _, s := range []graph.Span{f.Quote, f.From.Span, f.To.Span} {
			if s.Start < 0 || s.End > len(rec.Content) || s.Start > s.End {
				t.Fatalf("%s %s: %v lies outside of %d bytes", f.Relation, f.To.Key, s, len(rec.Content))
			}
		}
		if f.Confidence <= 0 || f.Confidence > 1 || f.Extractor == "" || f.Modality == 0 {
			t.Fatalf("%+v", f)
		}
	}
	again, err := graph.DecodeSheet(sheet.Encode())
	if err != nil || len(again.Facts) != len(sheet.Facts) {
		t.Fatalf("the sheet is not read as it was written: %v", err)
	}
}

func FuzzExtract(f *testing.F) {
	f.Add("RFB trip", "0310 RFB tripped due to ST-B3 (clogged), replaced it -> ok? See WRQ_43541, 3/11.", uint8(0))
	f.Add("row", "Subsystem: S14 Q3A\nCause: fan\nDescription: hot\nResolution: none\nCompleted: 2025", uint8(1))
	f.Add("chat", "Ada Lovelace, 2025-03-01 08:00: not the pump. It is the valve, (or ((the seal", uint8(2))
	f.Add("long", strings.Repeat("ä", 200)+" trip", uint8(0)) // an opening without a space
	x := extractor(f)
	collections := engine.KnownCollections()
	f.Fuzz(func(t *testing.T, title, content string, collection uint8) {
		rec := entry(title, content)
		rec.Collection = collections[int(collection)%len(collections)]
		checkSheet(t, x, rec)
	})
}
