// Package prose reads the Markdown of an answer as statements: sentences, list
// entries, table rows and code, each with its citation marks and under the line
// that says which record speaks.
//
// It reads what Owl's composers write, and plain text.
package prose

import (
	"regexp"
	"slices"
	"strings"
)

// Kind says what a statement is.
type Kind int

// The kinds of statements.
const (
	Sentence Kind = iota
	Item          // an entry of a list
	Row           // a row of a table, without the row of column heads
	Code          // a block of code
)

// Statement is the smallest piece of an answer that claims something.
type Statement struct {
	Kind  Kind
	Text  string // without citation marks and markup
	Marks []int  // the citations that it is marked with
	Head  string // what stands over it: record line, section, column heads
	Block int    // statements with one number stand under one record line
}

// Read returns the statements of an answer, in order. Record lines, headings,
// rules and column heads are no statements; they are in the Head of what
// follows.
func Read(markdown string) []Statement {
	var r reader
	for line := range strings.Lines(markdown) {
		r.line(strings.TrimSpace(line))
	}
	r.flush()
	return r.out
}

// Text returns an answer without citation marks and markup, statement by
// statement, with the lines that stand over them.
func Text(markdown string) string {
	var out []string
	head := ""
	for _, s := range Read(markdown) {
		if s.Head != head && s.Head != "" {
			out = append(out, s.Head)
		}
		head = s.Head
		out = append(out, s.Text)
	}
	return strings.Join(out, "\n")
}

type reader struct {
	out []Statement

	record  string // the line of the record that speaks
	section string
	columns string // of the open table
	block   int

	kind    Kind
	open    []string // lines of the statement, or paragraph, that is being read
	fence   string   // that ends the open code
	rows    int      // of the open table, with its column heads
	pending int      // first statement that a mark on a line of its own belongs to
}

func (r *reader) line(text string) {
	switch {
	case r.fence != "":
		r.code(text)
	case text == "":
		r.flush()
	case strings.HasPrefix(text, "```") || strings.HasPrefix(text, "~~~"):
		r.start(Code)
		r.fence = text[:3]
	case isRecordLine(text):
		r.flush()
		r.record, r.section, r.columns = Plain(text), "", ""
		r.block++
	case isHeading(text):
		r.flush()
		r.section, r.columns = strings.Trim(Plain(text), "#* "), ""
	case strings.HasPrefix(text, "|"):
		r.row(text)
	case onlyMarks.MatchString(text):
		r.flush()
		r.markBack(marksOf(text))
	case listMark.MatchString(text):
		r.start(Item)
		r.open = append(r.open, listMark.ReplaceAllString(text, ""))
	default:
		r.prose(text)
	}
}

// start ends what is open and begins a statement of another kind.
func (r *reader) start(kind Kind) {
	r.flush()
	r.kind, r.columns = kind, ""
	r.pending = len(r.out)
}

func (r *reader) code(text string) {
	if strings.HasPrefix(text, r.fence) {
		r.fence = ""
		r.flush()
		return
	}
	r.open = append(r.open, text)
}

// prose adds a line to the open paragraph or list entry.
func (r *reader) prose(text string) {
	if r.kind != Item && r.kind != Sentence || len(r.open) == 0 {
		r.start(Sentence)
	}
	r.open = append(r.open, text)
}

// row takes a line of a table: the first one is the column heads.
func (r *reader) row(text string) {
	if r.rows == 0 {
		r.start(Row)
	}
	r.rows++
	cells := cellsOf(text)
	switch {
	case strings.Trim(strings.Join(cells, ""), "-: ") == "":
	case r.rows == 1:
		r.columns = Plain(strings.Join(cells, " | "))
	default:
		r.cells(cells)
	}
}

// cells adds a row as one statement. Where cells bear marks of their own each is
// one: it claims what its own citations say.
func (r *reader) cells(cells []string) {
	marked := slices.DeleteFunc(slices.Clone(cells), func(c string) bool { return len(marksOf(c)) == 0 })
	if len(marked) < 2 {
		marked = []string{strings.Join(cells, " | ")}
	}
	for _, c := range marked {
		r.add(Row, c)
	}
}

func cellsOf(row string) []string {
	cells := strings.Split(strings.Trim(row, "|"), "|")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	return cells
}

// flush ends the open statement, paragraph or table.
func (r *reader) flush() {
	text := strings.Join(r.open, " ")
	switch r.kind {
	case Code:
		r.add(Code, text)
	case Item:
		r.add(Item, text)
	default:
		for _, s := range Sentences(text) {
			r.add(Sentence, s)
		}
	}
	r.kind, r.open, r.rows = Sentence, nil, 0
}

func (r *reader) add(kind Kind, text string) {
	marks := marksOf(text)
	if kind != Code {
		text = Plain(text)
	}
	if strings.TrimSpace(text) == "" {
		return
	}
	var head []string
	for _, h := range []string{r.record, r.section, r.columns} {
		if h != "" {
			head = append(head, h)
		}
	}
	r.out = append(r.out, Statement{Kind: kind, Text: text, Marks: marks, Head: strings.Join(head, "\n"), Block: r.block})
}

// markBack gives marks on a line of their own to the table or code above.
func (r *reader) markBack(marks []int) {
	for i := r.pending; i < len(r.out); i++ {
		r.out[i].Marks = append(r.out[i].Marks, marks...)
	}
}

var (
	listMark  = regexp.MustCompile(`^(?:[-*+•]|\d{1,3}[.)])\s+`)
	onlyMarks = regexp.MustCompile(`^(?:\[\d+(?:\s*,\s*\d+)*\]\s*)+$`)
	recordish = regexp.MustCompile(`^\*\*.+\*\*(?: · .*)?$`)
)

// isRecordLine reports a line such as "**Night shift** · 2024-10-08 · BELY_7".
func isRecordLine(text string) bool { return recordish.MatchString(text) }

// isHeading reports a Markdown heading and a line that is all in italics.
func isHeading(text string) bool {
	if strings.HasPrefix(text, "#") {
		return strings.HasPrefix(strings.TrimLeft(text, "#"), " ")
	}
	bare := strings.TrimSpace(mark.ReplaceAllString(text, "$1"))
	return len(bare) > 2 && bare[0] == '*' && bare[1] != '*' && bare[1] != ' ' && strings.HasSuffix(bare, "*") && strings.Count(bare, "*") == 2
}
