package downtime

import (
	"strings"
	"testing"
	"time"

	"owl/engine"
	"owl/ingest/source/export/exporttest"
)

func TestConformance(t *testing.T) {
	exporttest.Conformance(t, New,
		[]string{"downtime/DT_2025_0113", "downtime/DT_2025_0116"},
		[]string{"2025-1.csv:4", "2025-1.csv:5", "2025-1.csv:6", "2025-1.csv:7"})
}

const header = "downtime_id,start,end,duration_h,run,system,subsystem,cause,description,resolution,reported_by\n"

func TestRowBecomesOneRecord(t *testing.T) {
	rec := exporttest.One(t, New, "d.csv", header+
		"DT_2025_0113,2025-01-13 02:11,2025-01-13 02:30,0.32,2025-1,Vacuum,Ion pumps,Supply failed,\"Pressure rose,\r\n\"\"fast\"\".\",Swapped,Mira Ostrand\n")
	want := "Downtime: DT_2025_0113\nStart: 2025-01-13 02:11\nEnd: 2025-01-13 02:30\nDuration: 0.32 h\nRun: 2025-1\nSystem: Vacuum\n" +
		"Subsystem: Ion pumps\nCause: Supply failed\nDescription: Pressure rose,\n\"fast\".\nResolution: Swapped\nReported by: Mira Ostrand"
	if string(rec.Content) != want {
		t.Errorf("content:\n%s\nwant:\n%s", rec.Content, want)
	}
	if rec.DocID != "downtime/DT_2025_0113" || rec.FileID != "DT_2025_0113" || rec.Title != "Vacuum: Supply failed" ||
		rec.Author != "Mira Ostrand" || rec.System != "Vacuum" || rec.Format != engine.Plain {
		t.Errorf("record %+v", rec)
	}
}

func TestStartIsOnTheSiteClock(t *testing.T) {
	tokyo, err := time.LoadLocation("Asia/Tokyo")
	if err != nil {
		t.Fatal(err)
	}
	cases := []struct {
		name, start string
		zone        *time.Location
		want        string
	}{
		{"winter", "2025-01-13 02:11", nil, "2025-01-13T02:11:00-06:00"},
		{"summer", "2025-07-13 02:11", nil, "2025-07-13T02:11:00-05:00"},
		{"another site", "2025-07-13 02:11", tokyo, "2025-07-13T02:11:00+09:00"},
		{"an offset of its own", "2025-07-13T02:11:00+02:00", tokyo, "2025-07-13T02:11:00+02:00"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text := "downtime_id,start,cause\nD1," + c.start + ",x\n"
			records, reports := exporttest.ReadIn(t, New, c.zone, map[string]string{"d.csv": text})
			if len(reports) > 0 || records[0].Created.Format(time.RFC3339) != c.want {
				t.Errorf("created %s, reports %q, want %s", records[0].Created.Format(time.RFC3339), reports, c.want)
			}
		})
	}
}

func TestTablesOfRealSitesAreRead(t *testing.T) {
	cases := []struct{ name, text, title, content string }{
		{"columns in another order, and unknown ones", "cause,mood,start,system,downtime_id\nTrip,bad,2025-01-13,RF,D1\n", "RF: Trip", "Downtime: D1\nStart: 2025-01-13\nSystem: RF\nCause: Trip"},
		{"header in capitals and with spaces", "Downtime ID,Start,Reported By,Cause\nD1,2025-01-13,A,Trip\n", "Trip", "Downtime: D1\nStart: 2025-01-13\nCause: Trip\nReported by: A"},
		{"semicolons", "downtime_id;start;system\nD1;2025-01-13;RF, 3\n", "RF, 3", "Downtime: D1\nStart: 2025-01-13\nSystem: RF, 3"},
		{"tabs", "downtime_id\tstart\tdescription\nD1\t2025-01-13\tFast\n", "Fast", "Downtime: D1\nStart: 2025-01-13\nDescription: Fast"},
		{"byte order mark and Windows line ends", "\uFEFFdowntime_id,start,cause\r\nD1,2025-01-13,Trip\r\n", "Trip", "Downtime: D1\nStart: 2025-01-13\nCause: Trip"},
		{"Latin-1", "downtime_id,start,cause\nD1,2025-01-13,K\xFChlung\n", "Kühlung", "Downtime: D1\nStart: 2025-01-13\nCause: Kühlung"},
		{"rows without values", "downtime_id,start,cause\n,,\n\nD1,2025-01-13,Trip,,\n , ,\n", "Trip", "Downtime: D1\nStart: 2025-01-13\nCause: Trip"},
		{"cells left out at the end", "downtime_id,start,cause,resolution\nD1,2025-01-13,Trip\n", "Trip", "Downtime: D1\nStart: 2025-01-13\nCause: Trip"},
		{"no line end at the end", "downtime_id,start,cause\nD1,2025-01-13,Trip", "Trip", "Downtime: D1\nStart: 2025-01-13\nCause: Trip"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			rec := exporttest.One(t, New, "d.csv", c.text)
			if string(rec.Title) != c.title || string(rec.Content) != c.content {
				t.Errorf("title %q, content %q; want %q, %q", rec.Title, rec.Content, c.title, c.content)
			}
		})
	}
}

func TestBadRowsNameFileLineRecordAndField(t *testing.T) {
	cases := []struct{ name, text, want string }{
		{"no id", "downtime_id,start,cause\n,2025-01-13,x\n", `d.csv:2: record without doc_id: field "downtime_id": missing`},
		{"no start", "downtime_id,start,cause\nD1,,x\n", `d.csv:2: record "downtime/D1": field "start": missing`},
		{"a start that is none", "downtime_id,start,cause\nD1,1/13/25 2:11,x\n", `d.csv:2: record "downtime/D1": field "start": "1/13/25 2:11" is not a date such as 2006-01-02T15:04:05-06:00`},
		{"nothing but dates", "downtime_id,start,cause,duration_h\nD1,2025-01-13,,2\n", `d.csv:2: record "downtime/D1": field "cause": empty, and so are system, description and resolution`},
		{"a comma that was not quoted", "downtime_id,start,cause\nD1,2025-01-13,slow, then fast\n", `d.csv:2: record "downtime/D1": field "column 4": holds a value, but the header has 3 columns`},
		{"a quote that was not doubled", "downtime_id,start,cause\nD1,2025-01-13,6\" pipe\n", `d.csv:2: broken CSV: bare " in non-quoted-field`},
		{"a quote that does not end", "downtime_id,start,cause\nD1,2025-01-13,\"pipe\nD2,2025-01-13,x\n", `d.csv:2: broken CSV: extraneous or missing " in quoted-field`},
		{"a header without a column", "downtime_id,cause\nD1,x\n", `d.csv:1: header row: no column "start"`},
		{"a header with a column twice", "downtime_id,start,Start\nD1,x\n", `d.csv:1: header row: column "start" stands twice`},
		{"an empty file", "\n\n", `d.csv: is empty`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := exporttest.Refused(t, New, "d.csv", c.text); got != c.want {
				t.Errorf("reported:\n%s\nwant:\n%s", got, c.want)
			}
		})
	}
}

func TestRowsAfterABrokenOneAreRead(t *testing.T) {
	records, reports := exporttest.Read(t, New, map[string]string{"d.csv": "downtime_id,start,cause\nD1,2025-01-13,6\" pipe\n\"D2\",2025-01-13,\"a\nb\"\nD2,2025-01-14,x\n"})
	want := `d.csv:2: broken CSV: bare " in non-quoted-field` + "\n" + `d.csv:5: record "downtime/D2": field "downtime_id": this id was already read from d.csv:3`
	if len(records) != 1 || strings.Join(reports, "\n") != want {
		t.Errorf("%d records, reports:\n%s\nwant:\n%s", len(records), strings.Join(reports, "\n"), want)
	}
}

func FuzzRead(f *testing.F) {
	exporttest.Fuzz(f, New, "export.csv", "downtime_id;start\n\"D;1\";2025-01-13", "\xFF\xFEa\x00")
}
