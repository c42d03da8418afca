package build

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"owl/bench/nuggets"
	"owl/bench/suite"
	"owl/engine/terms"
	"owl/engine/text/token"
	"owl/engine/verify"
)

// Limits of the search for other records that speak of a fact.
const (
	witnesses = 20                 // records that are looked at for a fact
	subject   = 0.6                // share of the question's weight that a record about the same thing holds
	sameTime  = 3 * 24 * time.Hour // between a day and a later record about it
	weighty   = 3                  // words and values of a fact that a record cannot share by chance
	longest   = 20000              // bytes of a record that are read for a fact
)

// rebuild looks for every fact again. What no retriever finds is no gold; what
// another record states makes that record evidence; what one contradicts drops
// the question.
func (b *builder) rebuild(ctx context.Context, d draft) (out draft, supporting []string, dropped string, err error) {
	out, own := d, d.records()
	out.facts = nil
	for _, f := range d.facts {
		found, err := b.search(ctx, d.question+" "+f.text, witnesses)
		if err != nil {
			return d, nil, "", fmt.Errorf("look for a fact again: %w", err)
		}
		if !found[f.docID] {
			continue
		}
		out.facts = append(out.facts, f)
		for _, id := range sortedKeys(found) {
			if slices.Contains(own, id) || slices.Contains(supporting, id) {
				continue
			}
			switch b.testify(d, f, b.corpus.byID[id]) {
			case states:
				supporting = append(supporting, id)
			case denies:
				return d, nil, "another record contradicts it", nil
			}
		}
	}
	if why := enough(out.facts); why != "" {
		return d, nil, why + " were found again", nil
	}
	if out.gold == "" || len(out.facts) < len(d.facts) {
		out.gold = answer(out.facts)
	}
	return out, stillOther(supporting, out.records()), "", nil
}

// stillOther leaves out what is primary evidence by now.
func stillOther(ids, primary []string) []string {
	return slices.DeleteFunc(ids, func(id string) bool { return slices.Contains(primary, id) })
}

// search is what any of the retrievers finds.
func (b *builder) search(ctx context.Context, text string, k int) (map[string]bool, error) {
	found := map[string]bool{}
	for _, s := range b.Searchers {
		ids, err := s.Search(ctx, text, k)
		if err != nil {
			return nil, fmt.Errorf("search by %s: %w", s.Name(), err)
		}
		for _, id := range ids {
			if b.corpus.byID[id] != nil {
				found[id] = true
			}
		}
	}
	return found, nil
}

// testimony is what a record says about a fact.
type testimony int

const (
	silent testimony = iota
	states
	denies
)

// testify reads a record for a fact. A revision that has been replaced, and
// another revision of the same document, do not count.
func (b *builder) testify(d draft, f fact, p *page) testimony {
	source := b.corpus.byID[f.docID].rec
	if b.corpus.superseded[p.rec.DocID] || p.rec.FileID == source.FileID && p.rec.FileID != "" || !b.about(d, p) {
		return silent
	}
	if slices.ContainsFunc(p.statements(), func(s string) bool { return conflicts(f.text, s) }) {
		return denies
	}
	if f.label == suite.Vital && stated(f.text).size() >= weighty && b.read(p).Find(f.text).Verdict == nuggets.Support {
		return states
	}
	return silent
}

// about tells whether a record is about what a question asks: of its day, or
// with most of its words.
func (b *builder) about(d draft, p *page) bool {
	if d.day == "" {
		return terms.Coverage(terms.Of(d.question, b.Weigh), b.words(p.rec.DocID), nil, 0) >= subject
	}
	day, err := time.ParseInLocation(time.DateOnly, d.day, p.rec.Created.Location())
	since := p.rec.Created.Sub(day)
	near := err == nil && since >= 0 && since <= sameTime
	return near || b.words(p.rec.DocID)["d:"+d.day]
}

// read is a record as the matcher reads it.
func (b *builder) read(p *page) *nuggets.Answer {
	if a, ok := b.answers[p.rec.DocID]; ok {
		return a
	}
	a := b.matcher.Read(firstBytes(string(p.rec.Content), longest))
	b.answers[p.rec.DocID] = a
	return a
}

// statements are the sentences of a record and the rows of its tables, each with
// the names of its columns.
func (p *page) statements() []string {
	var out []string
	for _, s := range p.sentences() {
		out = append(out, p.of(s))
	}
	for _, t := range p.tables {
		for _, r := range t.rows {
			out = append(out, strings.Join(t.columns, " ")+" "+p.of(r.line))
		}
	}
	return out
}

// conflicts tells whether a sentence contradicts a fact: it denies it, or says
// nearly the same words with another value of the same unit.
func conflicts(text, sentence string) bool {
	a, b := stated(text), stated(sentence)
	if len(a.words) < 2 || share(a.words, b.words) < 0.8 {
		return false
	}
	if errors.Is(verify.NewSource(sentence).Check(text), verify.ErrNegation) {
		return true
	}
	for unit, values := range a.values {
		other := b.values[unit]
		if len(other) > 0 && !slices.ContainsFunc(values, func(v string) bool { return slices.Contains(other, v) }) {
			return true
		}
	}
	return false
}

// statement is the words of a sentence, and its values by their unit.
type statement struct {
	words  map[string]bool
	values map[string][]string
}

// size counts words and values.
func (s statement) size() int {
	n := len(s.words)
	for _, v := range s.values {
		n += len(v)
	}
	return n
}

var valueParts = regexp.MustCompile(`^([+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?)(\pL.*|%)$`)

func stated(text string) statement {
	s := statement{words: map[string]bool{}, values: map[string][]string{}}
	for _, t := range token.Stated(text) {
		written := strings.ToLower(text[t.Start:t.End])
		switch m := valueParts.FindStringSubmatch(t.Text); {
		case t.Kind == token.Value && m != nil:
			s.values[m[2]] = append(s.values[m[2]], m[1])
		case (t.Kind == token.Word || t.Kind == token.Ident) && !token.IsStop(written):
			s.words[t.Text] = true
		}
	}
	return s
}

// share is the part of a that stands in b.
func share(a, b map[string]bool) float64 {
	found := 0
	for w := range a {
		if b[w] {
			found++
		}
	}
	return float64(found) / float64(max(1, len(a)))
}
