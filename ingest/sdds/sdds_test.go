package sdds

import (
	"testing"

	"owl/engine"
	"owl/ingest/source/export/exporttest"
)

func TestConformance(t *testing.T) {
	exporttest.Conformance(t, New, []string{"sdds/beamscan", "sdds/tablefit"}, []string{"empty.txt"})
}

const manual = "NAME\n       beamscan - scan a PV\n       and tabulate\n\nOPTIONS\n       -points=N   5 &amp; more\n\nDATE: 2024-11-05\n"

func TestManualPageBecomesOneRecord(t *testing.T) {
	rec := exporttest.One(t, New, "man1/beamscan.1.txt", "\n"+manual)
	if string(rec.Content)+"\n" != manual {
		t.Errorf("content %q", rec.Content)
	}
	if rec.DocID != "sdds/beamscan.1" || rec.FileID != "beamscan.1" || rec.Title != "beamscan - scan a PV and tabulate" ||
		rec.Format != engine.Plain || rec.Collection != engine.Toolkit || rec.Created.Format("2006-01-02 -0700") != "2024-11-05 -0600" {
		t.Errorf("record %+v", rec)
	}
}

func TestTitleIsTheNameLine(t *testing.T) {
	cases := []struct{ name, text, title string }{
		{"not indented", "X(1)\nNAME\nx - does y\nSYNOPSIS\nx", "x - does y"},
		{"after a blank line", "NAME\n\n  x - does y\n\nSYNOPSIS", "x - does y"},
		{"with a colon", "NAME:\n  x - does y\n", "x - does y"},
		{"an empty section", "NAME\nSYNOPSIS\n  x", "f"},
		{"no section", "x does y", "f"},
		{"printed bold and underlined", "N\bNA\bAM\bME\bE\n  _\bx - does y\n", "x - does y"},
		{"printed in terminal colours", "\x1b[1mNAME\x1b[0m\n  \x1b[4;31mx\x1b[m - does y\n", "x - does y"},
		{"Windows line ends", "NAME\r\n  x - does y\r\n\r\nSYNOPSIS\r\n", "x - does y"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			rec := exporttest.One(t, New, "f.txt", c.text)
			if string(rec.Title) != c.title || !rec.Created.IsZero() {
				t.Errorf("title %q, created %v; want %q and no date", rec.Title, rec.Created, c.title)
			}
		})
	}
}

func TestBadPagesNameFileRecordAndField(t *testing.T) {
	cases := []struct{ name, text, want string }{
		{"empty", "\n\n", `f.txt: record "sdds/f": field "content": empty`},
		{"a date that is none", "NAME\n x\n\nDATE: soon\n", `f.txt: record "sdds/f": field "DATE": "soon" is not a date such as 2006-01-02T15:04:05-06:00`},
		{"binary", "x\x00y", `f.txt: is a binary file, not text`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := exporttest.Refused(t, New, "f.txt", c.text); got != c.want {
				t.Errorf("reported:\n%s\nwant:\n%s", got, c.want)
			}
		})
	}
}

func TestSamePageInTwoFoldersIsRefused(t *testing.T) {
	records, reports := exporttest.Read(t, New, map[string]string{"a/f.txt": manual, "b/f.txt": manual})
	want := `b/f.txt: record "sdds/f": field "file name": this id was already read from a/f.txt`
	if len(records) != 1 || len(reports) != 1 || reports[0] != want {
		t.Errorf("%d records, reports %q, want %q", len(records), reports, want)
	}
}

func FuzzRead(f *testing.F) { exporttest.Fuzz(f, New, "export.txt", manual, "\b\x08é\x08NAME") }
