package nuggets

import (
	"owl/bench/lexical/prose"
)

// Matcher decides in code whether an answer states a nugget.
type Matcher struct{ same map[string]string }

// NewMatcher returns the matcher with its table of synonyms.
func NewMatcher() Matcher { return Matcher{same: synonyms(synonymsFile)} }

// Answer is an answer's text that was read once, to be asked for many nuggets.
type Answer struct {
	matcher    Matcher
	statements []statement
}

type statement struct {
	content
	head  content
	block int
}

// Read reads the Markdown of an answer.
func (m Matcher) Read(markdown string) *Answer {
	a := &Answer{matcher: m}
	heads := map[string]content{}
	for _, s := range prose.Read(markdown) {
		head, seen := heads[s.Head]
		if !seen {
			head = contentOf(s.Head, m.same)
			heads[s.Head] = head
		}
		for _, sentence := range pieces(s) {
			a.statements = append(a.statements, statement{content: contentOf(sentence, m.same), head: head, block: s.Block})
		}
	}
	return a
}

// pieces cuts a list entry into its sentences.
func pieces(s prose.Statement) []string {
	if s.Kind == prose.Item {
		return prose.Sentences(s.Text)
	}
	return []string{s.Text}
}

// Finding is how far an answer states a nugget, and where.
type Finding struct {
	Verdict Verdict
	Start   int // the first statement of the stretch that states most of it; -1 when nothing does
	End     int // exclusive
}

// Find looks for the stretch of an answer that states most of a nugget.
func (a *Answer) Find(nugget string) Finding {
	n := contentOf(nugget, a.matcher.same)
	best, top := Finding{Verdict: None, Start: -1, End: -1}, -1.0
	for start := range a.statements {
		for end := start + 1; end <= len(a.statements) && end-start <= maxStretch; end++ {
			if a.statements[end-1].block != a.statements[start].block {
				break
			}
			l := weigh(n, a.stretch(start, end))
			if l.rank() > top {
				top, best = l.rank(), Finding{Verdict: l.verdict(), Start: start, End: end}
			}
		}
	}
	if best.Verdict == None {
		best.Start, best.End = -1, -1
	}
	return best
}

// maxStretch is the number of statements that may state a nugget together.
const maxStretch = 3
