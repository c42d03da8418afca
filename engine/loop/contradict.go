package loop

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/graph"
	"owl/engine/text/token"
)

// addReplaced names later and earlier revisions of what is shown, and repairs in
// it that did not hold.
func (r *run) addReplaced(ctx context.Context, b *beside, shown []string) {
	if r.Graph == nil || r.Off.Graph {
		return
	}
	g, err := r.Graph(ctx)
	if err != nil {
		return // which the graph channel has said
	}
	for _, id := range shown {
		node, ok := g.OfRecord(id)
		if !ok {
			continue
		}
		for e := range g.In(node) {
			if e.Relation == graph.Supersedes {
				r.revision(ctx, b, "replaced by a later revision", g, e.From)
			}
		}
		for e := range g.Out(node) {
			if e.Relation == graph.Supersedes {
				r.revision(ctx, b, "an earlier revision, which no longer holds", g, e.To)
			}
		}
		r.addUndone(ctx, b, g, node, shown)
	}
}

// revision names another revision by its title, unless it is cited already.
func (r *run) revision(ctx context.Context, b *beside, what string, g *graph.Graph, node graph.ID) {
	for _, id := range g.Records(node) {
		rec, err := r.Retriever.Records.Record(ctx, id)
		if err != nil || slices.ContainsFunc(b.answer.Citations, func(c engine.Citation) bool { return c.DocID == rec.DocID }) {
			continue
		}
		if mark := b.cite(rec, 0, firstLine(string(rec.Content))); mark != "" {
			b.add(fmt.Sprintf("*%s:*\n%s %s", what, titled(rec), mark))
		}
	}
}

// firstLine is the length of the first line of a text.
func firstLine(text string) int {
	if i := strings.IndexByte(text, '\n'); i > 0 {
		return i
	}
	return len(text)
}

// addUndone names repairs in the shown records after which the fault came back.
func (r *run) addUndone(ctx context.Context, b *beside, g *graph.Graph, node graph.ID, shown []string) {
	chains, err := g.Chains(ctx, node, 1)
	if err != nil {
		return
	}
	for _, c := range chains {
		for _, done := range c.Resolutions {
			e := done.Edge.Evidence
			if !returned(done) || e.Confidence < surely || !slices.Contains(shown, e.DocID) || len(strings.Fields(string(done.Node.Name))) < 3 {
				continue
			}
			if rec, err := r.Retriever.Records.Record(ctx, e.DocID); err == nil {
				b.say("this did not hold, it came back on "+done.CameBack.Format(time.DateOnly), rec, e.Start, e.End)
			}
		}
	}
}

// another is how long after a repair a report must be to be of another occurrence:
// the reports of one go on for a day.
const another = 24 * time.Hour

// returned reports that the fault came back after a repair.
func returned(done graph.Claim) bool {
	return done.CameBack.After(done.Edge.Evidence.Date.Add(another))
}

// statement is a sentence that says what a value is to be.
type statement struct {
	rec        engine.Record
	start, end int
	words      map[string]bool // what it is about
	names      []string        // identifiers and acronyms, which must be the same
	unit       string
	value      string // as written
	normal     string // in the tokeniser's normal form
}

// rule finds statements that hold until somebody changes them. What was measured
// at two times may differ, a limit may not.
var rule = regexp.MustCompile(`(?i)\b(limits?|set-?points?|thresholds?|nominal(?:ly)?|interlock|trips? (?:at|below|above)|alarms? (?:at|below|above|is)|maximum|minimum|max\.?|min\.?|rated|default|must|shall|is set to|allowed|permitted)\b`)

// atRecords is how many records are compared with those that are shown.
const atRecords = 8

// addContradicted names records that give another value for what the answer
// states.
func (r *run) addContradicted(b *beside) {
	var said, other []statement
	for _, c := range b.answer.Citations {
		if rec, ok := recordOf(r.found, c.DocID); ok {
			said = append(said, statements(rec, c.Start, c.End)...)
		}
	}
	for _, p := range r.found[:min(len(r.found), atRecords)] {
		other = append(other, statements(p.Record, 0, len(p.Record.Content))...)
	}
	const most = 3
	for _, s := range said {
		for _, o := range other {
			if len(b.lines) < most && s.contradicts(o) {
				b.say(disagrees(s, o), o.rec, o.start, o.end)
				break
			}
		}
	}
}

func recordOf(found []engine.Passage, id string) (engine.Record, bool) {
	at := slices.IndexFunc(found, func(p engine.Passage) bool { return p.Record.DocID == id })
	if at < 0 {
		return engine.Record{}, false
	}
	return found[at].Record, true
}

// disagrees introduces the statement that differs, with which of them is later.
func disagrees(s, o statement) string {
	what := "another value, " + o.value + " and not " + s.value + ", in " + titled(o.rec)
	switch {
	case s.rec.Created.IsZero() || o.rec.Created.IsZero():
		return what
	case o.rec.Created.After(s.rec.Created):
		return what + ", which is later"
	}
	return what + ", which is earlier"
}

var sentenceEnd = regexp.MustCompile(`[.!?](?:\s+|$)|\n`)

// statements are the sentences of a stretch of a record that give one value as a
// rule.
func statements(rec engine.Record, from, to int) []statement {
	var out []statement
	if from < 0 || to > len(rec.Content) || from > to {
		return nil
	}
	text := string(rec.Content[from:to])
	start := 0
	for _, at := range append(sentenceEnd.FindAllStringIndex(text, -1), []int{len(text), len(text)}) {
		if s, ok := read(rec, from+start, from+at[0]); ok {
			out = append(out, s)
		}
		start = at[1]
	}
	return out
}

func read(rec engine.Record, start, end int) (statement, bool) {
	s := statement{rec: rec, start: start, end: end, words: map[string]bool{}}
	if start >= end || end-start > 400 {
		return s, false
	}
	text := string(rec.Content[start:end])
	if !rule.MatchString(text) {
		return s, false
	}
	values := 0
	for _, t := range token.Stated(text) {
		written := text[t.Start:t.End]
		switch t.Kind {
		case token.Value:
			values++
			s.value, s.normal, s.unit = written, t.Text, strings.TrimLeft(t.Text, "-+.,0123456789e ")
		case token.Ident:
			s.names = append(s.names, t.Text)
		case token.Word:
			s.word(t, written)
		}
	}
	return s, values == 1 && len(s.words) >= 3
}

func (s *statement) word(t token.Token, written string) {
	switch {
	case len(written) > 1 && strings.ToUpper(written) == written:
		s.names = append(s.names, written)
	case !token.IsStop(strings.ToLower(written)):
		s.words[t.Text] = true
	}
}

// contradicts reports that two records say the same with another value: they name
// the same things, and share most of their words.
func (s statement) contradicts(o statement) bool {
	if s.rec.DocID == o.rec.DocID || s.unit != o.unit || s.unit == "" || s.normal == o.normal || !slices.Equal(s.names, o.names) {
		return false
	}
	shared := 0
	for w := range s.words {
		if o.words[w] {
			shared++
		}
	}
	return shared >= 3 && 4*shared >= 3*max(len(s.words), len(o.words))
}
