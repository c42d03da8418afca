package compose

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"owl/engine"
)

// Render writes the draft as Markdown, each claim with its citation mark, and
// the citations in the order of their numbers. Claims of one paragraph that
// follow each other share a citation.
func Render(d Draft) (string, []engine.Citation) {
	var r renderer
	if len(d.Unmet) > 0 {
		fmt.Fprintf(&r.out, "*Not in the records shown: %s.*", escape(strings.Join(quoteAll(d.Unmet), ", ")))
	}
	speaker := ""
	for _, b := range d.Blocks {
		if len(b.Claims) == 0 {
			continue
		}
		if b.Record.DocID != speaker {
			fmt.Fprintf(&r.out, "\n\n%s\n", recordLine(b.Record))
			speaker = b.Record.DocID
		}
		r.block(b)
	}
	return strings.TrimSpace(blankLines.ReplaceAllString(r.out.String(), "\n\n")), r.citations
}

type renderer struct {
	out       strings.Builder
	citations []engine.Citation
}

func (r *renderer) block(b Block) {
	if section := sectionLine(b); section != "" {
		fmt.Fprintf(&r.out, "\n*%s*\n", escape(section))
	}
	for i, c := range b.Claims {
		first := i == 0 || b.Claims[i-1].paragraph != c.paragraph || b.Claims[i-1].End > c.Start
		if first {
			r.citations = append(r.citations, citationOf(b, c, len(r.citations)+1))
		}
		cite := &r.citations[len(r.citations)-1]
		cite.End = c.End
		cite.Quote = b.Record.Content[cite.Start:cite.End]
		r.claim(b.Claims, i, cite.N)
	}
}

func citationOf(b Block, c Claim, n int) engine.Citation {
	date := ""
	if !b.Record.Created.IsZero() {
		date = b.Record.Created.Format(time.RFC3339)
	}
	return engine.Citation{
		N: n, DocID: b.Record.DocID, RecordID: b.Record.FileID, Collection: b.Record.Collection, Title: b.Record.Title,
		Section: b.Section, URL: b.Record.URL, Date: date, Start: c.Start, End: c.End,
	}
}

// recordLine says which record speaks: title, date, system, id.
func recordLine(rec engine.Record) string {
	parts := []string{"**" + escape(oneLine(string(rec.Title))) + "**"}
	if !rec.Created.IsZero() {
		parts = append(parts, rec.Created.Format("2006-01-02 15:04"))
	}
	for _, s := range []string{string(rec.System), rec.FileID} {
		if s != "" {
			parts = append(parts, escape(oneLine(s)))
		}
	}
	return strings.Join(parts, " · ")
}

// headingText is a heading without its Markdown or RST marks.
func headingText(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	return strings.Trim(oneLine(first), "#=-~^* ")
}

// sectionLine is the headings below the record's title.
func sectionLine(b Block) string {
	section := strings.TrimPrefix(oneLine(string(b.Section)), oneLine(string(b.Record.Title)))
	return strings.TrimPrefix(section, " > ")
}

// claim writes one claim after the ones before it.
func (r *renderer) claim(claims []Claim, i, n int) {
	c := claims[i]
	sameRun := i > 0 && claims[i-1].kind == c.kind && claims[i-1].paragraph == c.paragraph
	lastOfRun := i+1 == len(claims) || claims[i+1].kind != c.kind || claims[i+1].paragraph != c.paragraph
	switch c.kind {
	case heading:
		fmt.Fprintf(&r.out, "\n*%s* [%d]\n", escape(headingText(c.Text)), n)
	case item:
		fmt.Fprintf(&r.out, "%s%s [%d]\n", gap(sameRun), escape(itemText(c.Text)), n)
	case field:
		fmt.Fprintf(&r.out, "%s- %s [%d]\n", gap(sameRun), escape(oneLine(c.Text)), n)
	case row:
		r.tableRow(claims, i, sameRun)
		if lastOfRun {
			fmt.Fprintf(&r.out, "\n[%d]\n", n)
		}
	case block:
		fmt.Fprintf(&r.out, "\n%s\n[%d]\n", fenced(c.Text), n)
	default:
		r.sentence(c, sameRun, n)
	}
}

func gap(sameRun bool) string {
	if sameRun {
		return ""
	}
	return "\n"
}

func (r *renderer) sentence(c Claim, sameRun bool, n int) {
	if sameRun {
		fmt.Fprintf(&r.out, " %s [%d]", escape(oneLine(c.Text)), n)
		return
	}
	fmt.Fprintf(&r.out, "\n\n%s [%d]", escape(oneLine(c.Text)), n)
}

// tableRow keeps Markdown tables as they are; a table without its head gets the
// rule that Markdown wants after its first row.
func (r *renderer) tableRow(claims []Claim, i int, sameRun bool) {
	text := oneLine(claims[i].Text)
	if !sameRun {
		r.out.WriteString("\n\n")
	}
	r.out.WriteString(text + "\n")
	nextIsRule := i+1 < len(claims) && strings.HasPrefix(strings.TrimLeft(claims[i+1].Text, "| :"), "--")
	if !sameRun && !nextIsRule && strings.HasPrefix(text, "|") {
		r.out.WriteString(strings.Repeat("|---", max(1, strings.Count(text, "|")-1)) + "|\n")
	}
}

// itemText keeps the mark and number of a list entry and joins its lines.
func itemText(text string) string {
	text = oneLine(text)
	for _, bullet := range []string{"* ", "+ ", "• ", "#. "} {
		if rest, found := strings.CutPrefix(text, bullet); found {
			return "- " + rest
		}
	}
	return text
}

// fenced shows code as it is, in a fence that the code cannot close.
func fenced(text string) string {
	if strings.HasPrefix(strings.TrimSpace(text), "```") && strings.HasSuffix(strings.TrimSpace(text), "```") {
		return text
	}
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "\n" + text + "\n" + fence
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// blankLines finds more than one empty line in a row. Code keeps single ones.
var blankLines = regexp.MustCompile(`\n{3,}`)

// looksLikeMark finds what a reader would take for a citation mark of ours.
var looksLikeMark = regexp.MustCompile(`\[(\d+)\]`)

// escape keeps a record's own "[3]" from reading as a citation.
func escape(text string) string { return looksLikeMark.ReplaceAllString(text, `\[$1\]`) }
