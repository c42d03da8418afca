package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"owl/engine"
	"owl/engine/guard"
)

// Markdown writes the tables, for a text that a person goes on with.
func (r *Report) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", inline(r.Title))
	for _, run := range r.Runs {
		fmt.Fprintf(&b, "- %s\n", inline(run.line()))
	}
	for _, t := range r.Tables {
		fmt.Fprintf(&b, "\n## %s\n\n%s", inline(t.Name), t.Markdown())
	}
	for _, note := range r.Notes {
		fmt.Fprintf(&b, "\n%s\n", inline(note))
	}
	return b.String()
}

// Markdown writes one table without its name.
func (t Table) Markdown() string {
	var b strings.Builder
	b.WriteString(markdownRow("", t.Columns))
	b.WriteString("|---|" + strings.Repeat("---:|", len(t.Columns)) + "\n")
	for _, row := range t.Rows {
		b.WriteString(markdownRow(row.name(), row.cells()))
	}
	if t.Note != "" {
		b.WriteString("\n" + inline(t.Note) + "\n")
	}
	return b.String()
}

func markdownRow(name string, cells []string) string {
	out := "| " + inline(name) + " |"
	for _, c := range cells {
		out += " " + inline(c) + " |"
	}
	return out + "\n"
}

// inline keeps text from a benchmark from becoming markup, or a cell's end.
func inline(s string) string {
	s = guard.Line(engine.Untrusted(s))
	return strings.NewReplacer("|", `\|`, "<", "&lt;", "&", "&amp;", "`", "\\`", "](", `]\(`).Replace(s)
}

// models lists the models that took part, with the start of their hashes.
func (r Run) models() []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(r.Models)) {
		hash := r.Models[name]
		out = append(out, name+" "+hash[:min(16, len(hash))])
	}
	return out
}
