package build

import (
	"regexp"
	"strings"

	"owl/engine"
	"owl/engine/graph"
)

// page is a record that was cut along its markup. All spans are bytes of its
// content.
type page struct {
	rec    engine.Record
	fields []field
	tables []table
	lists  []list
	prose  []graph.Span // lines of running text, without who said them
}

// field is a line "Name: value".
type field struct {
	name        string
	line, value graph.Span
}

// table is a Markdown table with its heading.
type table struct {
	heading string
	columns []string
	rows    []row
}

type row struct {
	line  graph.Span
	cells []string
}

// list is a numbered list with its heading.
type list struct {
	heading string
	items   []graph.Span
}

var (
	fieldLine = regexp.MustCompile(`^([A-Z][a-z]+(?: [a-z]+){0,2}): +(\S.*)$`)
	itemLine  = regexp.MustCompile(`^ {0,3}(\d{1,2})[.)] +(\S.*)$`)
	saidLine  = regexp.MustCompile(`^\p{Lu}[^,:\n]{2,40}, \d{4}-\d{2}-\d{2} \d{2}:\d{2}: `)
	ruleLine  = regexp.MustCompile(`^[\s|:=\-_*+]*$`)
)

// pageReader reads a record line by line.
type pageReader struct {
	page
	heading string
	number  int  // of the last item of the list that goes on
	inTable bool // the line before was a row
}

func readPage(rec engine.Record) *page {
	r := &pageReader{page: page{rec: rec}}
	text := string(rec.Content)
	for start := 0; start < len(text); {
		end := len(text)
		if n := strings.IndexByte(text[start:], '\n'); n >= 0 {
			end = start + n
		}
		r.line(text[start:end], graph.Span{Start: start, End: end})
		start = end + 1
	}
	return &r.page
}

func (r *pageReader) line(line string, at graph.Span) {
	trimmed := strings.TrimSpace(line)
	isRow := strings.HasPrefix(trimmed, "|")
	switch {
	case isRow:
		r.row(trimmed, at)
	case ruleLine.MatchString(line):
	case strings.HasPrefix(line, "#"):
		r.heading, r.number = strings.Trim(line, "# \t"), 0
	default:
		r.text(line, at)
	}
	r.inTable = isRow
}

func (r *pageReader) text(line string, at graph.Span) {
	if m := itemLine.FindStringSubmatchIndex(line); m != nil {
		r.item(line[m[2]:m[3]], graph.Span{Start: at.Start + m[4], End: at.Start + len(strings.TrimRight(line, " \t\r"))})
		return
	}
	if m := fieldLine.FindStringSubmatchIndex(line); m != nil {
		end := at.Start + len(strings.TrimRight(line, " \t\r"))
		r.fields = append(r.fields, field{line[m[2]:m[3]], graph.Span{Start: at.Start, End: end}, graph.Span{Start: at.Start + m[4], End: end}})
		return
	}
	if r.number > 0 && strings.HasPrefix(line, " ") { // an item that goes on
		items := r.lists[len(r.lists)-1].items
		items[len(items)-1].End = at.Start + len(strings.TrimRight(line, " \t\r"))
		return
	}
	r.number = 0
	start := at.Start + len(saidLine.FindString(line))
	r.prose = append(r.prose, trimmed(string(r.rec.Content), graph.Span{Start: start, End: at.End}))
}

// item adds an entry of a list; another number than the next one begins a new
// list.
func (r *pageReader) item(digits string, at graph.Span) {
	n := 0
	for _, d := range digits {
		n = 10*n + int(d-'0')
	}
	if n != r.number+1 || r.number == 0 {
		r.lists = append(r.lists, list{heading: r.heading})
	}
	last := &r.lists[len(r.lists)-1]
	last.items = append(last.items, at)
	r.number = n
}

func (r *pageReader) row(line string, at graph.Span) {
	if ruleLine.MatchString(line) {
		return
	}
	cells := strings.Split(strings.Trim(line, "|"), "|")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	if !r.inTable {
		r.tables = append(r.tables, table{heading: r.heading, columns: cells})
		return
	}
	last := &r.tables[len(r.tables)-1]
	if len(cells) == len(last.columns) {
		last.rows = append(last.rows, row{trimmed(string(r.rec.Content), at), cells})
	}
}

// trimmed moves the ends of a span over spaces and the marks of lists.
func trimmed(text string, s graph.Span) graph.Span {
	for s.Start < s.End && strings.IndexByte(" \t\r->", text[s.Start]) >= 0 {
		s.Start++
	}
	for s.End > s.Start && strings.IndexByte(" \t\r", text[s.End-1]) >= 0 {
		s.End--
	}
	return s
}

func (p *page) of(s graph.Span) string { return string(p.rec.Content[s.Start:s.End]) }

// field finds a field by its name.
func (p *page) field(name string) (field, bool) {
	for _, f := range p.fields {
		if f.name == name && f.value.Len() > 1 {
			return f, true
		}
	}
	return field{}, false
}

// value is what a field says; empty when there is none.
func (p *page) value(name string) string {
	f, _ := p.field(name)
	return p.of(f.value)
}

// sentences cuts the running text at full stops, question marks and ends of
// lines.
func (p *page) sentences() []graph.Span {
	var out []graph.Span
	text := string(p.rec.Content)
	for _, line := range p.prose {
		start := line.Start
		for at := line.Start; at < line.End; at++ {
			if ends(text[line.Start:line.End], at-line.Start) {
				out = append(out, trimmed(text, graph.Span{Start: start, End: at + 1}))
				start = at + 1
			}
		}
		if start < line.End {
			out = append(out, trimmed(text, graph.Span{Start: start, End: line.End}))
		}
	}
	return out
}

// ends tells whether a sentence ends with the byte at a place: a full stop
// behind an initial or a number does not end one.
func ends(line string, at int) bool {
	if strings.IndexByte(".!?", line[at]) < 0 || at+1 < len(line) && line[at+1] != ' ' {
		return false
	}
	word := line[strings.LastIndexByte(line[:at], ' ')+1 : at]
	return line[at] != '.' || len(word) > 2
}
