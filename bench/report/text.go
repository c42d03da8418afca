package report

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Text writes the tables for a terminal. Names of question types come from the
// benchmark's file, so a terminal must get it through package guard.
func (r *Report) Text() string {
	var b strings.Builder
	for _, run := range r.Runs {
		fmt.Fprintf(&b, "%s\n", run.line())
	}
	for _, t := range r.Tables {
		b.WriteString("\n" + t.Text())
	}
	for _, note := range r.Notes {
		fmt.Fprintf(&b, "\n%s\n", note)
	}
	return b.String()
}

// line says what a run is a run of.
func (r Run) line() string {
	models := "none"
	if len(r.Models) > 0 {
		models = strings.Join(r.models(), ", ")
	}
	return fmt.Sprintf("%s: %d of %d questions, configuration %s, index %s, models %s, owl %s", r.Variant.Name, r.Measured, r.Questions, r.ConfigHash, r.IndexHash, models, r.Version)
}

// Text writes one table: a line of means, and below it their intervals.
func (t Table) Text() string {
	lines := [][]string{append([]string{""}, t.Columns...)}
	for _, row := range t.Rows {
		lines = append(lines, row.lines()...)
	}
	return t.Name + "\n" + aligned(lines) + noted(t.Note)
}

func noted(note string) string {
	if note == "" {
		return ""
	}
	return note + "\n"
}

// lines gives the row as means, intervals and, when they differ, numbers of
// questions.
func (r Row) lines() [][]string {
	means, intervals, counts := []string{r.name()}, []string{""}, []string{""}
	_, same := r.n()
	for _, c := range r.Cells {
		count := ""
		if c.N > 0 && !same {
			count = fmt.Sprintf("n=%d", c.N)
		}
		means, intervals, counts = append(means, c.main()), append(intervals, c.interval()), append(counts, count)
	}
	out := [][]string{means}
	for _, extra := range [][]string{intervals, counts} {
		if strings.Join(extra, "") != "" {
			out = append(out, extra)
		}
	}
	return out
}

// aligned writes columns, the first one flush left and the others flush right.
func aligned(lines [][]string) string {
	var width []int
	for _, line := range lines {
		for i, cell := range line {
			if i == len(width) {
				width = append(width, 0)
			}
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for _, line := range lines {
		var row strings.Builder
		for i, cell := range line {
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell))
			if i == 0 {
				row.WriteString(cell + pad)
			} else {
				row.WriteString("  " + pad + cell)
			}
		}
		b.WriteString(strings.TrimRight(row.String(), " ") + "\n")
	}
	return b.String()
}
