package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"strings"

	"owl/engine"
	"owl/engine/guard"
)

//go:embed page.html
var page string

//go:embed style.css
var style string

// HTML is one page that shows everything and loads nothing. All text is escaped
// by the template, and the page passes guard as a whole, so that it does no harm
// on a terminal either.
func (r *Report) HTML() (string, error) {
	t, err := template.New("page").Funcs(template.FuncMap{
		"class": class,
		"score": func(s Score) string { return s.Unit.number(s.Value) },
	}).Parse(page)
	if err != nil {
		return "", fmt.Errorf("read the page's template: %w", err)
	}
	plots := make([]plot, 0, len(r.Figures))
	for _, f := range r.Figures {
		plots = append(plots, f.lay())
	}
	data := struct {
		*Report
		Style template.CSS
		Plots []plot
		Lines [][]htmlRow
	}{r, template.CSS(style), plots, r.htmlRows()} //nolint:gosec // the style is a file of this package
	var b strings.Builder
	if err := t.Execute(&b, data); err != nil {
		return "", fmt.Errorf("write the page: %w", err)
	}
	return guard.Text(engine.Untrusted(b.String())), nil
}

// htmlRow is a row with its cells as they are shown.
type htmlRow struct {
	Name  string
	Cells []htmlCell
}

type htmlCell struct{ Main, Interval, N string }

func (r *Report) htmlRows() [][]htmlRow {
	var out [][]htmlRow
	for _, t := range r.Tables {
		var rows []htmlRow
		for _, row := range t.Rows {
			_, same := row.n()
			line := htmlRow{Name: row.name()}
			for _, c := range row.Cells {
				cell := htmlCell{Main: c.main(), Interval: c.interval()}
				if c.N > 0 && !same {
					cell.N = fmt.Sprintf("n=%d", c.N)
				}
				line.Cells = append(line.Cells, cell)
			}
			rows = append(rows, line)
		}
		out = append(out, rows)
	}
	return out
}

// class makes a word a name of the page's style.
func class(word string) string {
	return "v-" + strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '-'
	}, word)
}
