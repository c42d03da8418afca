package compose

import (
	"fmt"
	"regexp"
	"strings"

	"owl/engine"
)

// Render writes the draft as Markdown, each claim with its citation mark, and
// the citations in the order of their numbers. Claims of one paragraph that
// follow each other share a citation.
func Render(d Draft) (string, []engine.Citation) {
	var r renderer
	if len(d.Unmet) > 0 {
		fmt.Fprintf(&r.out, "*Not in the records shown: %s.*\n\n", escape(strings.Join(quoteAll(d.Unmet), ", ")))
	}
	r.chain(d.Chain)
	r.table(d.Table)
	for _, b := range d.Blocks {
		if len(b.Claims) > 0 {
			r.add(b)
		}
	}
	return strings.TrimSpace(blankLines.ReplaceAllString(r.out.String(), "\n\n")), r.citations
}

type renderer struct {
	out       strings.Builder
	citations []engine.Citation
	quote     func(string) string // makes Markdown of the current record's text
	part      Part
	speaker   string // the line of a record that was written last
}

// add writes a block under the line of its record; a lead has none.
func (r *renderer) add(b Block) {
	if b.Part == Lead {
		r.lead(b)
		return
	}
	if b.Part == More && r.part != More {
		r.out.WriteString("\n\n" + MoreLine + "\n")
		r.speaker = ""
	}
	if r.part = b.Part; recordLine(b.Record) != r.speaker {
		r.speaker = recordLine(b.Record)
		fmt.Fprintf(&r.out, "\n\n%s\n", r.speaker)
	}
	r.block(b)
}

// MoreLine stands before what an answer unfolds.
const MoreLine = "*More from the records*"

// Fold cuts the text of an answer into what is read at once and what unfolds,
// which may be empty.
func Fold(text string) (main, more string) {
	main, more, _ = strings.Cut(text, "\n\n"+MoreLine+"\n\n")
	return main, more
}

// Cited are the citations that a part of an answer's text bears the marks of.
func Cited(text string, all []engine.Citation) []engine.Citation {
	var out []engine.Citation
	for _, c := range all {
		if strings.Contains(text, fmt.Sprintf(" [%d]", c.N)) || strings.Contains(text, fmt.Sprintf("\n[%d]", c.N)) {
			out = append(out, c)
		}
	}
	return out
}

// lead writes the one claim of a block as a sentence.
func (r *renderer) lead(b Block) {
	r.quoteOf(b.Record)
	c := b.Claims[0]
	cite := citationOf(b, c, len(r.citations)+1)
	cite.Quote = b.Record.Content[cite.Start:cite.End]
	r.citations = append(r.citations, cite)
	text := oneLine(c.Text)
	if c.kind == item {
		text = itemText(c.Text)
	}
	fmt.Fprintf(&r.out, "\n\n%s [%d]", r.quote(text), cite.N)
}

func (r *renderer) quoteOf(rec engine.Record) {
	switch rec.Format {
	case engine.Markdown:
		r.quote = escape
	case engine.RST:
		r.quote = func(text string) string { return escape(role.ReplaceAllString(text, "$1`")) }
	default:
		r.quote = literal
	}
}

// role finds what RST calls an interpreted text, such as :ref:`name` or
// :doc:`title <file>`: a reader is shown what it stands for.
var role = regexp.MustCompile("(?::[A-Za-z][\\w+.-]*)+:(`[^`<>]*[^`<>\\s])(?:\\s*<[^`>]*>)?`")

func (r *renderer) block(b Block) {
	if section := sectionLine(b); section != "" {
		fmt.Fprintf(&r.out, "\n*%s*\n", escape(section))
	}
	r.quoteOf(b.Record)
	for i, c := range b.Claims {
		if c.kind == heading { // it claims nothing
			fmt.Fprintf(&r.out, "\n*%s*\n", r.quote(headingText(c.Text)))
			continue
		}
		first := i == 0 || b.Claims[i-1].kind == heading || b.Claims[i-1].paragraph != c.paragraph || b.Claims[i-1].End > c.Start
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
	cite := engine.CitationOf(b.Record, n)
	cite.Section, cite.Start, cite.End = b.Section, c.Start, c.End
	return cite
}

// recordLine says which record speaks: title, date, system, id.
func recordLine(rec engine.Record) string {
	parts := []string{"**" + literal(oneLine(string(rec.Title))) + "**"}
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

// sectionLine is the headings below the record's title. The first heading of a
// document is often its title, or the title without what a connector added.
func sectionLine(b Block) string {
	first, rest, _ := strings.Cut(oneLine(string(b.Section)), " > ")
	if strings.Contains(oneLine(string(b.Record.Title)), first) {
		return rest
	}
	return oneLine(string(b.Section))
}

// claim writes one claim after the ones before it.
func (r *renderer) claim(claims []Claim, i, n int) {
	c := claims[i]
	sameRun := i > 0 && claims[i-1].kind == c.kind && claims[i-1].paragraph == c.paragraph
	lastOfRun := i+1 == len(claims) || claims[i+1].kind != c.kind || claims[i+1].paragraph != c.paragraph
	switch c.kind {
	case item:
		fmt.Fprintf(&r.out, "%s%s [%d]\n", gap(sameRun), itemMark(c.Text)+r.quote(itemText(c.Text)), n)
	case field:
		fmt.Fprintf(&r.out, "%s- %s [%d]\n", gap(sameRun), r.quote(oneLine(c.Text)), n)
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
		fmt.Fprintf(&r.out, " %s [%d]", r.quote(oneLine(c.Text)), n)
		return
	}
	fmt.Fprintf(&r.out, "\n\n%s [%d]", r.quote(oneLine(c.Text)), n)
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

// itemMark is the mark that a list entry gets: its number, or a dash.
func itemMark(text string) string {
	mark, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	if strings.Trim(mark, "0123456789.)") == "" {
		return mark + " "
	}
	return "- "
}

// itemText is a list entry in one line without its mark, unless the mark is a
// letter, which Markdown does not know.
func itemText(text string) string {
	mark, rest, _ := strings.Cut(oneLine(text), " ")
	if strings.Trim(mark, "0123456789.)") == "" || strings.Contains("-*+•#.", mark) {
		return rest
	}
	return oneLine(text)
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

// literal does so for text that is not Markdown: its stars, backticks and first
// character mean nothing.
func literal(text string) string {
	text = strings.NewReplacer("*", `\*`, "`", "\\`").Replace(escape(text))
	if text != "" && strings.Contains("#>+-=|", text[:1]) {
		return `\` + text
	}
	return text
}
