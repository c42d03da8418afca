package source

import "testing"

func TestTablesKeepTheirCellsApart(t *testing.T) {
	const head = "<table><tr><th>PV</th><th>Limit</th></tr>"
	const want = "| PV | Limit |\n|---|---|\n"
	cases := []struct{ name, page, want string }{
		{"line breaks", head + "<tr><td>a<br>b</td><td>5 mA</td></tr></table>", want + "| a b | 5 mA |"},
		{"paragraphs", head + "<tr><td><p>a</p><p>b</p></td><td>5 mA</td></tr></table>", want + "| a b | 5 mA |"},
		{"lists", head + "<tr><td><ul>\n<li>a</li>\n<li>b</li>\n</ul></td><td>5 mA</td></tr></table>", want + "| a ; b | 5 mA |"},
		{"preformatted lines", head + "<tr><td><pre>a\nb</pre></td><td>5 mA</td></tr></table>", want + "| a b | 5 mA |"},
		{"headings", head + "<tr><td><h3>a</h3></td><td>5 mA</td></tr></table>", want + "| a | 5 mA |"},
		{"a separator in a cell", head + "<tr><td>a|b</td><td>5 mA</td></tr></table>", want + "| a\\|b | 5 mA |"},
		{"a cell over two rows stands in both", head + "<tr><td rowspan=2>a</td><td>5 mA</td></tr><tr><td>6 mA</td></tr></table>", want + "| a | 5 mA |\n| a | 6 mA |"},
		{"a span that is no number", head + "<tr><td colspan=all>a</td><td>5 mA</td></tr></table>", want + "| a | 5 mA |"},
		{"the first row for a header", "<table><tr><td>PV</td><td>Limit</td></tr><tr><td>a</td><td>5 mA</td></tr></table>", want + "| a | 5 mA |"},
		{"a table that arranges another", "<table><tr><td>text</td><td>" + head + "<tr><td>a</td><td>5 mA</td></tr></table></td></tr></table>", "text\n\n" + want + "| a | 5 mA |"},
		{"a table for presentation", `<table role="presentation"><tr><td>a</td><td>b</td></tr></table>`, "a\n\nb"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) { checkMarkdown(t, c.page, c.want) })
	}
}

func TestLinksAndNumbersKeepTheirMeaning(t *testing.T) {
	cases := []struct{ name, page, want string }{
		{"an address relative to the page", `<a href="next">n</a> <img src="i.png" alt="fig">`, "[n](https://wiki.example/ops/next) ![fig](https://wiki.example/ops/i.png)"},
		{"an address elsewhere", `<a href="https://other.example/x?y=1#z">n</a>`, "[n](https://other.example/x?y=1#z)"},
		{"a place in the page", `<a href="#sec">n</a> <a name="x">m</a>`, "n m"},
		{"a script", `<a href="javascript:alert(1)">n</a>`, "n"},
		{"an image inside the text", `<p>see <img src="data:image/png;base64,AAAA" alt="the plot"></p>`, "see the plot"},
		{"exponents", `<p>10<sup>-9</sup> Torr, 3 m<sup>2</sup>, 1<sup>st</sup>, H<sub>2</sub>O</p>`, "10^-9 Torr, 3 m^2, 1st, H2O"},
		{"a note", `<p>text<sup><a href="#n1">1</a></sup></p>`, "text1"},
		{"headings whose ids sound like furniture", `<h2 id="navigation">Navigation</h2><div id="toc">Contents</div><ul class="wiki-breadcrumbs"><li>Home</li></ul>`, "## Navigation"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) { checkMarkdown(t, c.page, c.want) })
	}
}

func checkMarkdown(t *testing.T, body, want string) {
	t.Helper()
	page, err := ParsePage(`<link rel="canonical" href="https://wiki.example/ops/page"><main>` + body + `</main>`)
	if err != nil || page.Markdown != want {
		t.Errorf("got %q, %v; want %q", page.Markdown, err, want)
	}
}
