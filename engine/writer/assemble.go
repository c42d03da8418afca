package writer

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"owl/engine"
	"owl/engine/trace"
	"owl/engine/verify"
)

// assembler reads the model's text line by line as it comes, and puts together
// what of it holds.
type assembler struct {
	sources []*source
	all     verify.Source // every record, for what is no claim of one
	onText  func(string)

	held      string // of the text, an unfinished line
	inCode    bool
	code      []string
	tableHead []string // lines of a table of which no row is kept yet
	inTable   bool
	last      lineKind
	out       strings.Builder
	places    []place // of the citations, in the order of their numbers
	draft     Draft
}

func newAssembler(evidence []Evidence, onText func(string)) *assembler {
	if onText == nil {
		onText = func(string) {}
	}
	a := &assembler{onText: onText}
	var all strings.Builder
	for _, e := range evidence {
		a.sources = append(a.sources, newSource(e))
		all.WriteString(string(e.header()) + "\n\n" + string(e.text()) + "\n\n")
	}
	a.all = verify.NewSource(all.String())
	return a
}

// feed takes the next piece of the text.
func (a *assembler) feed(piece string) {
	a.held += piece
	for {
		text, rest, found := strings.Cut(a.held, "\n")
		if !found {
			return
		}
		a.held = rest
		a.line(text)
	}
}

// end takes what is left and returns the draft.
func (a *assembler) end() Draft {
	a.line(a.held)
	a.held = ""
	if a.inCode {
		a.endCode()
	}
	a.draft.Text = strings.TrimSpace(a.out.String())
	for i, p := range a.places {
		a.draft.Citations = append(a.draft.Citations, a.sources[p.at].citation(i+1, p))
	}
	return a.draft
}

func (a *assembler) line(text string) {
	l := readLine(text)
	if l.kind == fence {
		if a.inCode {
			a.endCode()
		}
		a.inCode = !a.inCode && len(a.code) == 0
		a.code = nil
		return
	}
	if a.inCode {
		a.code = append(a.code, strings.TrimRight(text, " \r"))
		return
	}
	if l.kind != row && l.kind != rule {
		a.inTable, a.tableHead = false, nil
	}
	switch l.kind {
	case prose, item, step:
		a.sentences(l)
	case row:
		a.row(l.text)
	case rule:
		if len(a.tableHead) == 1 && strings.Contains(l.text, "-") {
			a.tableHead = append(a.tableHead, l.text)
		}
	}
}

// sentences writes those sentences of a line that hold.
func (a *assembler) sentences(l line) {
	var kept []string
	lead := strings.HasSuffix(l.text, ":")
	for _, c := range claims(l.text) {
		marks, ok := a.judge(c, lead)
		if ok {
			kept = append(kept, escape(c.text)+" "+marks)
		}
	}
	switch {
	case len(kept) > 0:
		a.write(l.kind, l.number, strings.Join(kept, " "))
	case l.kind == step:
		// A procedure without one of its steps is dangerous when nobody sees it.
		a.write(step, l.number, "*(a step of the draft is left out: no record holds it)*")
	}
}

// judge looks a claim up and returns its marks. A line that leads to a list is
// no claim, but it has to hold as well.
func (a *assembler) judge(c claim, lead bool) (string, bool) {
	places, err := support(a.sources, c)
	if lead && err != nil {
		return "", false
	}
	a.draft.Claims++
	if err != nil {
		d := trace.Drop{Claim: engine.Untrusted(c.text), Why: err.Error()}
		if len(c.cites) > 0 && c.cites[0] >= 1 && c.cites[0] <= len(a.sources) {
			d.DocID = a.sources[c.cites[0]-1].Record.DocID
		}
		a.draft.Dropped = append(a.draft.Dropped, d)
		return "", false
	}
	a.draft.Kept++
	return a.marks(places), true
}

// marks returns the citation marks of these places, new ones when they are not
// cited yet.
func (a *assembler) marks(places []place) string {
	var out strings.Builder
	for _, p := range places {
		n := slices.Index(a.places, p)
		if n < 0 {
			a.places = append(a.places, p)
			n = len(a.places) - 1
		}
		fmt.Fprintf(&out, "[%d]", n+1)
	}
	return out.String()
}

// row keeps a row of a table that holds, below the head of its table.
func (a *assembler) row(text string) {
	if !a.inTable && len(a.tableHead) == 0 {
		a.tableHead = []string{text}
		return
	}
	if len(a.tableHead) == 1 && !a.inTable { // no rule below the first row: it was none
		a.tableHead = append(a.tableHead, strings.Repeat("|---", max(1, strings.Count(a.tableHead[0], "|")-1))+"|")
	}
	cells := strings.Split(strings.Trim(text, "| "), "|")
	var words []string
	for _, cell := range cells {
		words = append(words, plainInline(strings.TrimSpace(cell)))
	}
	cut := claims(strings.Join(words, ", "))
	whole := claim{}
	for _, c := range cut {
		whole.text = strings.TrimSpace(whole.text + " " + strings.TrimRight(c.text, ", "))
		whole.cites = append(whole.cites, c.cites...)
	}
	marks, ok := a.judge(whole, false)
	if !ok {
		return
	}
	if !a.inTable {
		a.inTable = true
		a.emit("\n\n" + a.headRow() + "\n" + a.tableHead[1])
	}
	clean := strings.TrimRight(strings.TrimSpace(citeMark.ReplaceAllString(text, "")), "| ")
	a.emit("\n" + escapeRow(clean) + " " + marks + " |")
	a.last = row
}

// headRow is the head of a table, without words when it states something that no
// record holds.
func (a *assembler) headRow() string {
	head := citeMark.ReplaceAllString(a.tableHead[0], "")
	if errors.Is(a.all.Check(head), verify.ErrDetail) {
		return strings.Repeat("| ", max(1, strings.Count(head, "|")-1)) + "|"
	}
	return escapeRow(head)
}

// endCode keeps code whose every line stands in one record as it is.
func (a *assembler) endCode() {
	code := strings.TrimSpace(strings.Join(a.code, "\n"))
	a.code, a.inCode = nil, false
	if code == "" {
		return
	}
	a.draft.Claims++
	for i, s := range a.sources {
		from, to, ok := verbatim(string(s.text()), code)
		if !ok {
			continue
		}
		a.draft.Kept++
		p := place{i, s.Start + from, s.Start + to}
		a.emit("\n\n" + fenced(string(s.Record.Content[p.start:p.end])) + "\n" + a.marks([]place{p}))
		a.last = fence
		return
	}
	a.draft.Dropped = append(a.draft.Dropped, trace.Drop{Claim: engine.Untrusted(code), Why: "no record holds these lines as they are"})
}

// verbatim finds code in a text; white space may differ.
func verbatim(text, code string) (from, to int, ok bool) {
	words := strings.Fields(code)
	for at := 0; ; at = from + 1 {
		i := strings.Index(text[at:], words[0])
		if i < 0 {
			return 0, 0, false
		}
		from = at + i
		to, ok = follow(text, from, words)
		if ok && strings.TrimSpace(text[max(0, from-1):from]) == "" && strings.TrimSpace(text[to:min(len(text), to+1)]) == "" {
			return from, to, true
		}
	}
}

// follow reads words that only white space parts.
func follow(text string, at int, words []string) (end int, ok bool) {
	for i, w := range words {
		rest := strings.TrimLeft(text[at:], " \t\r\n")
		if i > 0 && len(rest) == len(text[at:]) || !strings.HasPrefix(rest, w) {
			return 0, false
		}
		at = len(text) - len(rest) + len(w)
	}
	return at, true
}

func fenced(text string) string {
	mark := "```"
	for strings.Contains(text, mark) {
		mark += "`"
	}
	return mark + "\n" + text + "\n" + mark
}

// write puts a line below the one before, with an empty line between blocks.
func (a *assembler) write(kind lineKind, number, text string) {
	mark := ""
	switch kind {
	case item:
		mark = "- "
	case step:
		mark = number + ". "
	}
	gap := "\n\n"
	if kind == a.last && kind != prose {
		gap = "\n"
	}
	if a.out.Len() == 0 {
		gap = ""
	}
	a.last = kind
	a.emit(gap + mark + text)
}

func (a *assembler) emit(text string) {
	if a.out.Len() == 0 {
		text = strings.TrimLeft(text, "\n")
	}
	a.out.WriteString(text)
	a.onText(text)
}

// escape makes Markdown of a plain text: nothing in it is a mark, a link, an
// image or HTML.
func escape(text string) string {
	text = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, "<", `\<`, "*", `\*`, "`", "\\`").Replace(text)
	if text != "" && strings.Contains("#>+-=|!", text[:1]) {
		return `\` + text
	}
	return text
}

func escapeRow(text string) string {
	return strings.NewReplacer("[", `\[`, "]", `\]`, "<", `\<`, "`", "", "*", "").Replace(text)
}
