package source

import (
	"strings"
	"testing"

	"owl/engine"
)

const wikiPage = `<!doctype html><html><head><title>Kicker timing</title>
<link rel="canonical" href="https://wiki.example/ops/kicker-timing">
<meta name="Author" content=" R. Vane "><meta name="system" content="Booster">
<style>p{}</style></head><body><nav><a href="/">Home</a></nav><header>Site name</header>
<main><header><h1>Kicker timing<a class="headerlink" href="#x">¶</a></h1></header>
<div class="breadcrumb">Wiki / Ops</div><p>Set <code>B:KICK_DELAY</code> to 12 ns.</p>
<script>alert(1)</script><!-- hidden -->
<table><tr><th>PV</th><th>Value</th></tr><tr><td>B:KICK_A</td><td>3 kV</td></tr></table>
<img src="img/scope.png" alt="Scope trace"><a href="/files/cal.xlsx">Calibration sheet</a>
<p>WRQ_43541 and *this* stay as they are.</p></main><footer>Imprint</footer></body></html>`

func TestParsePageKeepsTheTextAndDropsTheSite(t *testing.T) {
	page, err := ParsePage(wikiPage)
	if err != nil {
		t.Fatal(err)
	}
	if page.Title != "Kicker timing" || page.Canonical != "https://wiki.example/ops/kicker-timing" {
		t.Errorf("title %q, canonical %q", page.Title, page.Canonical)
	}
	if page.Meta["author"] != "R. Vane" || page.Meta["system"] != "Booster" {
		t.Errorf("meta %v", page.Meta)
	}
	for _, want := range []string{"# Kicker timing\n", "`B:KICK_DELAY`", "| PV | Value |\n|---|---|\n| B:KICK_A | 3 kV |", "WRQ_43541 and *this*"} {
		if !strings.Contains(page.Markdown, want) {
			t.Errorf("body lacks %q:\n%s", want, page.Markdown)
		}
	}
	for _, furniture := range []string{"Home", "Site name", "Imprint", "alert", "hidden", "Wiki / Ops", "¶"} {
		if strings.Contains(page.Markdown, furniture) {
			t.Errorf("body still holds %q:\n%s", furniture, page.Markdown)
		}
	}
	want := []engine.Attachment{
		{Name: "scope.png", Caption: "Scope trace", URL: "https://wiki.example/ops/img/scope.png"},
		{Name: "cal.xlsx", Caption: "Calibration sheet", URL: "https://wiki.example/files/cal.xlsx"},
	}
	if len(page.Files) != 2 || page.Files[0] != want[0] || page.Files[1] != want[1] {
		t.Errorf("files %+v, want %+v", page.Files, want)
	}
}

func TestParsePageChoosesTheBody(t *testing.T) {
	cases := []struct{ name, page, want string }{
		{"main first", `<article>a</article><main>m</main>`, "m"},
		{"a single article", `<p>x</p><article>a</article>`, "a"},
		{"several articles are a listing", `<article>a</article><article>b</article>`, "a\n\nb"},
		{"content by id", `<div>x</div><div id="content">c</div>`, "c"},
		{"else the body, without navigation", `<header>h</header><p>b</p><div role="navigation">n</div>`, "b"},
		{"a fragment without tags", `just text`, "just text"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			page, err := ParsePage(c.page)
			if err != nil || page.Markdown != c.want {
				t.Errorf("got %q, %v; want %q", page.Markdown, err, c.want)
			}
		})
	}
}

func TestParsePageBoundsATableThatAsksForTooMuch(t *testing.T) {
	page, err := ParsePage(`<table><tr><td rowspan="999999999" colspan="999999999999999999999">x</td></tr></table>`)
	if err != nil || len(page.Markdown) > 20_000 || !strings.Contains(page.Markdown, "x") {
		t.Errorf("%d bytes, %v", len(page.Markdown), err)
	}
}

func FuzzParsePage(f *testing.F) {
	f.Add(wikiPage)
	f.Add("<table><tr><td rowspan=99999999>x<ul><li><pre>\x00")
	f.Fuzz(func(t *testing.T, doc string) {
		_, _ = ParsePage(doc)
	})
}
