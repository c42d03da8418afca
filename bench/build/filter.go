package build

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"owl/bench/nuggets"
	"owl/bench/suite"
	"owl/engine"
	"owl/engine/terms"
	"owl/engine/text/token"
	"owl/engine/verify"
)

// Limits of the filters.
const (
	depth        = 50   // ranks within which evidence must be found
	alikeWords   = 0.7  // share of words of two questions that ask the same
	alikeMeaning = 0.95 // cosine of two questions that ask the same about the same things
	perRecord    = 2    // questions that may stand on one record
)

// ranks asks every retriever the question, and gives the rank of each record of
// the evidence. A record that none has found is the reason to drop the question.
func (b *builder) ranks(ctx context.Context, d draft) (ranks map[string]map[string]int, dropped string, err error) {
	ranks = map[string]map[string]int{}
	ids := d.records()
	for _, s := range b.Searchers {
		found, err := s.Search(ctx, d.question, depth)
		if err != nil {
			return nil, "", fmt.Errorf("search by %s: %w", s.Name(), err)
		}
		for _, id := range ids {
			if at := slices.Index(found, id); at >= 0 {
				if ranks[id] == nil {
					ranks[id] = map[string]int{}
				}
				ranks[id][s.Name()] = at + 1
			}
		}
	}
	if len(ranks) < len(ids) {
		return ranks, fmt.Sprintf("evidence not among the first %d", depth), nil
	}
	return ranks, "", nil
}

// asked is a question that was kept or given, to be compared with.
type asked struct {
	kind    string
	words   terms.Set
	hard    terms.Set // identifiers, values and dates
	vector  []float32 // nil without an embedder
	records []string
}

func (b *builder) ask(ctx context.Context, question, kind string, records []string) (asked, error) {
	a := asked{kind: kind, words: terms.Set{}, hard: terms.Set{}, records: records}
	for _, t := range terms.Of(question, func(token.Token) float64 { return 1 }) {
		a.words[t.Text] = true
		if t.Hard {
			a.hard[t.Text] = true
		}
	}
	if b.Embedder == nil {
		return a, nil
	}
	var err error
	if a.vector, err = b.Embedder.EmbedQuery(ctx, question); err != nil {
		return a, fmt.Errorf("embed a question: %w", err)
	}
	return a, nil
}

// repeats says why a question need not be asked beside those that were.
func (b *builder) repeats(a asked) string {
	stands := map[string]int{}
	for _, old := range b.asked {
		if alike(a, old) {
			return "asked already"
		}
		if a.kind == old.kind && slices.Equal(a.records, old.records) && len(a.records) > 0 {
			return "same type over the same records"
		}
		for _, id := range old.records {
			stands[id]++
		}
	}
	for _, id := range a.records {
		if stands[id] >= perRecord {
			return fmt.Sprintf("%d questions stand on a record of it", perRecord)
		}
	}
	return ""
}

// alike compares two questions. Where identifiers, values or dates differ they
// ask different things, however alike they are worded.
func alike(a, b asked) bool {
	if !maps.Equal(a.hard, b.hard) {
		return false
	}
	return jaccard(a.words, b.words) >= alikeWords || cosine(a.vector, b.vector) >= alikeMeaning
}

func cosine(a, b []float32) float64 {
	sum := 0.0
	for i := range min(len(a), len(b)) {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

// unanswerable says why the records do not answer a question, or why it needs no
// answer.
func (b *builder) unanswerable(d draft) string {
	stated := b.matcher.Read(d.question)
	for _, f := range d.facts {
		p := b.corpus.byID[f.docID]
		if _, err := verify.Quote(p.rec, f.Start, f.End); err != nil {
			return "quote does not stand in its record"
		}
		if verify.NewSource(headOf(p.rec)+f.above+p.of(f.Span)).Check(f.text) != nil {
			return "nugget does not stand on its quote"
		}
		if f.label == suite.Vital && stated.Find(f.text).Verdict == nuggets.Support {
			return "gives its answer away"
		}
	}
	return ""
}

// headOf is what stands over a record, as a sentence of its own.
func headOf(rec engine.Record) string {
	return string(rec.Title) + "\n" + string(rec.System) + "\n" + rec.Created.Format("2006-01-02") + "\n\n"
}
