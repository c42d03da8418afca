// Package count answers how many records of a kind there are, in a time and with
// some words: by looking at all of them, which no ranking does.
//
//	read.go   what is to be counted, out of a question
//	count.go  the counting
package count

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"owl/engine"
	"owl/engine/text/token"
)

// Source is what is counted in.
type Source struct {
	Lister  engine.Lister
	Text    engine.Lexical
	Records engine.Records
}

// Question is what is counted.
type Question struct {
	Kind   Kind
	Words  []string // as typed; a record must hold each
	Filter engine.Filter
}

// Result is what was counted.
type Result struct {
	Question
	N       int
	AtLeast bool            // there may be more: not all were looked at
	Records []engine.Record // one a thing that counts, the newest first
}

// most is how many records are looked at.
const most = 2000

// Count counts. What counts once may be several records: the parts of a request.
func (s Source) Count(ctx context.Context, q Question) (Result, error) {
	list, cut, err := s.candidates(ctx, q)
	if err != nil {
		return Result{}, fmt.Errorf("count records: %w", err)
	}
	slices.SortStableFunc(list, func(a, b engine.Record) int { return b.Created.Compare(a.Created) })
	r := Result{Question: q, AtLeast: cut}
	held := newHolder(q.Words)
	holds, first := map[string]uint64{}, map[string]engine.Record{}
	var order []string
	for _, rec := range list {
		thing := q.Kind.thing(rec)
		if _, seen := first[thing]; !seen {
			first[thing] = rec
			order = append(order, thing)
		}
		holds[thing] |= held.in(string(rec.Title) + "\n" + string(rec.System) + "\n" + string(rec.Content))
	}
	for _, thing := range order {
		if holds[thing] == held.all {
			r.Records = append(r.Records, first[thing])
		}
	}
	r.N = len(r.Records)
	return r, nil
}

// candidates are the records that may count, and whether there are more.
func (s Source) candidates(ctx context.Context, q Question) ([]engine.Record, bool, error) {
	f := q.Filter
	if q.Kind.Collection != "" {
		f.Collections = []engine.Collection{q.Kind.Collection}
	}
	list, all, err := s.Lister.Between(ctx, f, most)
	if err != nil || all <= most || len(q.Words) == 0 {
		return list, all > most, err
	}
	hits, err := s.Text.Search(ctx, engine.Query{Text: strings.Join(q.Words, " "), Filter: f}, most, false)
	if err != nil {
		return nil, false, err
	}
	places, err := s.Records.Places(ctx, engine.KeysOf(hits))
	if err != nil {
		return nil, false, err
	}
	list, err = s.Records.RecordsOf(ctx, engine.DocIDsOf(places))
	return list, len(hits) == most, err
}

// holder finds words in texts by their normal forms.
type holder struct {
	at     map[string]uint64
	all    uint64
	tokens *token.Tokenizer
}

func newHolder(words []string) holder {
	h := holder{at: map[string]uint64{}, tokens: token.NewTokenizer()}
	for i, w := range words {
		bit := uint64(1) << i
		h.all |= bit
		for _, t := range token.Stated(w) {
			if t.Kind != token.Part { // a piece of a name is another thing
				h.at[t.Text] |= bit
			}
		}
	}
	return h
}

func (h holder) in(text string) (set uint64) {
	h.tokens.Each(text, func(t token.Token) bool {
		set |= h.at[t.Text]
		return set != h.all
	})
	return set
}
