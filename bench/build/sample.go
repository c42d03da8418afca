package build

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"

	"owl/bench/suite"
	"owl/engine/graph"
)

// fact is a statement of a record: a nugget to be.
type fact struct {
	label suite.Label
	role  suite.Role
	text  string
	docID string
	graph.Span
	above string // names of columns, which stand over the place
}

// sample is what a question can be made of: facts that belong together.
type sample struct {
	template   string // which words ask for them
	kind       string // query type
	collection string
	slots      map[string]string // what the words leave open
	day        string            // that it is about, "2006-01-02"; empty when it is about none
	facts      []fact
	hops       int // steps from what the question names to the last fact
}

// key tells samples apart, in every build over the same records.
func (s sample) key() string {
	sum := sha256.New()
	fmt.Fprintf(sum, "%s %s\n", s.template, s.kind)
	for _, f := range s.facts {
		fmt.Fprintf(sum, "%q %d %d\n", f.docID, f.Start, f.End)
	}
	return hex.EncodeToString(sum.Sum(nil))[:16]
}

// records lists the records of the facts, each once, in their order.
func (s sample) records() []string { return recordsOf(s.facts) }

func recordsOf(facts []fact) []string {
	var ids []string
	seen := map[string]bool{}
	for _, f := range facts {
		if !seen[f.docID] {
			seen[f.docID] = true
			ids = append(ids, f.docID)
		}
	}
	return ids
}

// The number of nuggets that a question may have.
const (
	minNuggets = 3
	maxNuggets = 10
	minVital   = 2
)

// enough says why facts do not make a question; empty when they do.
func enough(facts []fact) string {
	vital := 0
	for _, f := range facts {
		if f.label == suite.Vital {
			vital++
		}
	}
	switch {
	case len(facts) < minNuggets:
		return fmt.Sprintf("fewer than %d nuggets", minNuggets)
	case vital < minVital:
		return fmt.Sprintf("fewer than %d vital nuggets", minVital)
	}
	return ""
}

// from makes a fact of a place in a record.
func (p *page) from(s graph.Span, text string, label suite.Label, role suite.Role) fact {
	return fact{label: label, role: role, text: unmarked(text), docID: p.rec.DocID, Span: s}
}

// said is the fact that a field states: its value alone when its role says what
// it is, else with the field's name.
func (p *page) said(name string, label suite.Label, role suite.Role) (fact, bool) {
	f, ok := p.field(name)
	if !ok {
		return fact{}, false
	}
	text := plain(p.of(f.value))
	if role == suite.NoRole {
		text = strings.ToLower(name) + " " + text
	}
	return p.from(f.line, text, label, role), true
}

// ask names a field and what the fact that it states is worth.
type ask struct {
	field string
	label suite.Label
	role  suite.Role
}

// all takes the facts of fields; ok is false when a vital one is not there.
func (p *page) all(asks ...ask) (facts []fact, ok bool) {
	for _, a := range asks {
		f, found := p.said(a.field, a.label, a.role)
		if !found && a.label == suite.Vital {
			return nil, false
		}
		if found {
			facts = append(facts, f)
		}
	}
	return facts, true
}

var (
	markBefore = regexp.MustCompile(`[*` + "`" + `]+([\pL\d/])`)
	markBehind = regexp.MustCompile(`([\pL\d:;,.?!%)])[*` + "`" + `]+`)
)

// unmarked is a statement without the marks of Markdown.
func unmarked(text string) string {
	return strings.TrimSpace(markBehind.ReplaceAllString(markBefore.ReplaceAllString(text, "$1"), "$1"))
}

// words counts the words of a text.
func words(text string) int { return len(strings.Fields(text)) }
