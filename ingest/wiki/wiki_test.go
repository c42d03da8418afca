package wiki

import (
	"os"
	"strings"
	"testing"

	"owl/engine"
	"owl/ingest/source/export/exporttest"
)

func TestConformance(t *testing.T) {
	exporttest.Conformance(t, New, []string{"wiki/rf/klystron-restart", "wiki/start"}, []string{"rf/menu.html"})
}

func TestPageBecomesOneRecord(t *testing.T) {
	data, err := os.ReadFile("testdata/export/rf/klystron.html")
	if err != nil {
		t.Fatal(err)
	}
	rec := exporttest.One(t, New, "crawl/17.html", string(data))
	for _, want := range []string{
		"# Klystron restart\n\nWait until `RF:KLY3:HEAT_RDBK` reads above 9.5 A.", "Filament", "10 A", "Gun", "70 kV", "\n|-", "manual",
	} {
		if !strings.Contains(string(rec.Content), want) {
			t.Errorf("content lacks %q:\n%s", want, rec.Content)
		}
	}
	for _, furniture := range []string{"Lab wiki", "Home", "Wiki / RF", "Imprint", "color"} {
		if strings.Contains(string(rec.Content), furniture) {
			t.Errorf("content still holds %q:\n%s", furniture, rec.Content)
		}
	}
	if rec.DocID != "wiki/rf/klystron-restart" || rec.FileID != "rf/klystron-restart" || rec.Title != "Klystron restart" || rec.Author != "Ilse Varga" ||
		rec.System != "RF" || rec.URL != "https://wiki.example/rf/klystron-restart" || rec.Format != engine.Markdown ||
		rec.Created.Format("2006-01-02 15:04 -0700") != "2025-02-03 16:20 -0600" {
		t.Errorf("record %+v", rec)
	}
	files := []engine.Attachment{
		{Name: "panel.png", Caption: "Front panel", URL: "https://wiki.example/rf/img/panel.png"},
		{Name: "klystron.pdf", Caption: "manual", URL: "https://wiki.example/files/klystron.pdf"},
	}
	if len(rec.Attachments) != 2 || rec.Attachments[0] != files[0] || rec.Attachments[1] != files[1] {
		t.Errorf("attachments %+v", rec.Attachments)
	}
}

func TestNativeIDIsTheURLPath(t *testing.T) {
	cases := []struct{ name, canonical, id string }{
		{"a path", "https://wiki.example/ops/Start%20up/", "ops/Start%20up"},
		{"a page in the query", "https://wiki.example/index.php?title=Start", "index.php?title=Start"},
		{"a path alone", "/ops/start", "ops/start"},
		{"a site without a path", "https://wiki.example/", "a/b"},
		{"none", "", "a/b"},
		{"one that is no address", "https://wiki example\x01", "a/b"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			rec := exporttest.One(t, New, "a/b.html", `<link rel="canonical" href="`+c.canonical+`"><p>x</p>`)
			if rec.FileID != c.id || rec.DocID != "wiki/"+c.id || string(rec.Title) != c.id {
				t.Errorf("file_id %q, doc_id %q, title %q; want %q", rec.FileID, rec.DocID, rec.Title, c.id)
			}
		})
	}
}

func TestPagesOfRealSitesAreRead(t *testing.T) {
	cases := []struct{ name, text, content string }{
		{"comparisons and entities", "<main><p>p &lt; 5&nbsp;nTorr &amp; I &gt; 2&#160;mA, see &lt;pv&gt;</p></main>", "p < 5 nTorr & I > 2 mA, see &lt;pv>"},
		{"identifiers as they are", "<main><p>SR:BPM_1_X and WRQ_43541 *2*</p></main>", "SR:BPM_1_X and WRQ_43541 *2*"},
		{"Windows line ends and byte order mark", "\uFEFF<main>\r\n<p>a\r\nb</p>\r\n</main>", "a b"},
		{"Latin-1 by declaration", "<meta charset=\"iso-8859-1\"><main><p>5 \xB5m</p></main>", "5 µm"},
		{"Latin-1 without one", "<main><p>5 \xB5m</p></main>", "5 µm"},
		{"tags that do not close", "<main><p>a<p>b<ul><li>c", "a\n\nb\n\n- c"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if rec := exporttest.One(t, New, "p.html", "<title>t</title>"+c.text); string(rec.Content) != c.content {
				t.Errorf("content %q, want %q", rec.Content, c.content)
			}
		})
	}
}

func TestBadPagesNameFileRecordAndField(t *testing.T) {
	cases := []struct{ name, text, want string }{
		{"no text", "<title>t</title><nav>menu</nav>", `p.html: record "wiki/p": field "content": empty`},
		{"a date that is none", `<meta name="last-modified" content="last week"><p>x`, `p.html: record "wiki/p": field "last-modified": "last week" is not a date such as 2006-01-02T15:04:05-06:00`},
		{"binary", "\x89PNG\x00", `p.html: is a binary file, not text`},
		{"an empty file", "", `p.html: record "wiki/p": field "content": empty`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := exporttest.Refused(t, New, "p.html", c.text); got != c.want {
				t.Errorf("reported:\n%s\nwant:\n%s", got, c.want)
			}
		})
	}
}

func TestSamePageInTwoFilesIsRefused(t *testing.T) {
	page := `<link rel="canonical" href="https://wiki.example/x"><p>x</p>`
	records, reports := exporttest.Read(t, New, map[string]string{"a.html": page, "b.html": page})
	want := `b.html: record "wiki/x": field "canonical": this id was already read from a.html`
	if len(records) != 1 || len(reports) != 1 || reports[0] != want {
		t.Errorf("%d records, reports %q, want %q", len(records), reports, want)
	}
}

func FuzzRead(f *testing.F) {
	exporttest.Fuzz(f, New, "export.html", `<link rel=canonical href="a b?&#27;"><img src="x:\u0001"><a href="\n.pdf">&lt;`)
}
