package compose

import (
	"fmt"
	"strings"

	"owl/engine"
)

// Nearest is a record that was found but does not answer.
type Nearest struct {
	ID    string
	Title engine.Untrusted
	Date  string
}

// Abstention writes what is said instead of an answer: that there is not
// enough, what was searched, what is missing, what came nearest and what would
// help.
func Abstention(searched []engine.Coverage, filters []string, missing []string, nearest []Nearest) string {
	var out strings.Builder
	out.WriteString("**Not enough evidence to answer.**\n\n")
	fmt.Fprintf(&out, "Searched: %s.\n", searchedLine(searched))
	if len(filters) > 0 {
		fmt.Fprintf(&out, "Restricted to: %s.\n", strings.Join(filters, "; "))
	}
	if len(missing) > 0 {
		fmt.Fprintf(&out, "Not found together with the rest: %s.\n", escape(strings.Join(quoteAll(missing), ", ")))
	}
	if len(nearest) > 0 {
		out.WriteString("\nNearest records:\n\n")
		for _, n := range nearest {
			fmt.Fprintf(&out, "- %s\n", escape(strings.Join(nonEmpty(n.ID, oneLine(string(n.Title)), n.Date), " · ")))
		}
	}
	fmt.Fprintf(&out, "\nWhat would help: %s.\n", advice(searched, filters, missing))
	return out.String()
}

func searchedLine(searched []engine.Coverage) string {
	var parts []string
	for _, c := range searched {
		switch {
		case c.State != engine.Searched:
			parts = append(parts, fmt.Sprintf("%s (%s)", c.Source, c.State))
		case c.FreshAsOf == "":
			parts = append(parts, fmt.Sprintf("%s (%d records)", c.Source, c.Searched))
		default:
			parts = append(parts, fmt.Sprintf("%s (%d records, newest %.10s)", c.Source, c.Searched, c.FreshAsOf))
		}
	}
	if len(parts) == 0 {
		return "nothing, no source has been ingested"
	}
	return strings.Join(parts, ", ")
}

func advice(searched []engine.Coverage, filters, missing []string) string {
	switch {
	case len(searched) == 0:
		return "ingest records first (`owl ingest PATH`)"
	case len(filters) > 0:
		return "widen the dates or drop a filter"
	case len(missing) > 0:
		return "other words for what was not found, the exact PV, device or record id, or the source that would hold it"
	}
	return "the exact PV, device or record id, or a date"
}

func quoteAll(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = "“" + w + "”"
	}
	return out
}

func nonEmpty(parts ...string) []string {
	var out []string
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return out
}
