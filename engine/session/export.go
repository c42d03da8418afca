package session

import (
	"fmt"
	"strings"

	"owl/engine"
	"owl/engine/guard"
)

// Markdown writes a conversation as a document: each question as a heading, the
// answer, and its citations with their quotes.
func (c Session) Markdown() string {
	var out strings.Builder
	fmt.Fprintf(&out, "# %s\n\nSession %s, %s, %d questions.\n", guard.Line(c.Name), c.ID, c.Began.Format("2006-01-02 15:04 -07:00"), len(c.Turns))
	for _, t := range c.Turns {
		fmt.Fprintf(&out, "\n## %s\n\n*%s*\n", guard.Line(t.Question), t.At.Format("2006-01-02 15:04 -07:00"))
		if t.Read != "" {
			fmt.Fprintf(&out, "\nRead as: %s\n", guard.Line(t.Read))
		}
		fmt.Fprintf(&out, "\n%s\n", t.said())
		if t.Answer != nil {
			writeCitations(&out, t.Answer.Citations)
		}
		writeRating(&out, t.Rating)
	}
	return out.String()
}

func (t Turn) said() string {
	switch {
	case t.Ended == "":
		return "*No answer: it was cut off.*"
	case t.Text == "":
		return "*No answer: " + string(t.Ended) + ".*"
	}
	return strings.TrimSpace(guard.Text(t.Text))
}

func writeCitations(out *strings.Builder, citations []engine.Citation) {
	if len(citations) > 0 {
		out.WriteString("\nCitations\n\n")
	}
	for _, c := range citations {
		parts := []string{c.DocID, guard.Line(c.Title), c.Date, c.URL}
		line := strings.Join(strings.FieldsFunc(strings.Join(parts, "\x00"), func(r rune) bool { return r == 0 }), " · ")
		fmt.Fprintf(out, "- \\[%d\\] %s\n", c.N, guard.Line(engine.Untrusted(line)))
		for l := range strings.Lines(strings.TrimSpace(guard.Text(c.Quote))) {
			fmt.Fprintf(out, "  > %s\n", strings.TrimRight(l, "\n"))
		}
	}
}

func writeRating(out *strings.Builder, r *Rating) {
	if r == nil {
		return
	}
	word := "not helpful"
	if r.Good {
		word = "helpful"
	}
	fmt.Fprintf(out, "\nRated %s: %s\n", word, guard.Line(r.Reason))
}
