package build

import (
	"context"
	"fmt"

	"owl/engine/terms"
)

// Structure is what makes a question easy or hard, whoever answers it.
type Structure struct {
	Records int     `json:"records"` // that are needed
	Hops    int     `json:"hops"`    // from what the question names to the last fact
	Overlap float64 `json:"overlap"` // share of the question's weight that stands in its evidence, 0..1
	Twins   int     `json:"twins"`   // records that nearly say what the evidence says
}

// Difficulty is easy, medium or hard, by points: one for a second record and one
// for a fourth, one for a third hop, one when less than half of what the question
// says stands in its evidence, one when a record nearly is its evidence. None is
// easy, one or two are medium, more is hard.
func (s Structure) Difficulty() string {
	points := 0
	for _, hard := range []bool{s.Records >= 2, s.Records >= 4, s.Hops >= 3, s.Overlap < 0.5, s.Twins > 0} {
		if hard {
			points++
		}
	}
	switch {
	case points == 0:
		return "easy"
	case points <= 2:
		return "medium"
	}
	return "hard"
}

func (b *builder) structure(ctx context.Context, d draft) (Structure, error) {
	ids := d.records()
	s := Structure{Records: len(ids), Hops: d.hops}
	held := terms.Set{}
	for _, id := range ids {
		held.Add(b.words(id))
	}
	s.Overlap = terms.Coverage(terms.Of(d.question, b.Weigh), held, terms.Set{}, 0)
	var err error
	s.Twins, err = b.twins(ctx, ids)
	return s, err
}

// Near-duplicates: of how many records looked at, and how much they share.
const (
	twinHits  = 20
	twinShare = 0.5
)

// twins counts the records that share at least half of all words with a record of
// the evidence, among those that the retrievers find for it.
func (b *builder) twins(ctx context.Context, ids []string) (int, error) {
	own, found := map[string]bool{}, map[string]bool{}
	for _, id := range ids {
		own[id] = true
	}
	for _, id := range ids {
		rec := b.corpus.byID[id].rec
		near, err := b.search(ctx, string(rec.Title)+"\n"+firstBytes(string(rec.Content), 300), twinHits)
		if err != nil {
			return 0, fmt.Errorf("look for twins of %s: %w", id, err)
		}
		for other := range near {
			if !own[other] && jaccard(b.words(id), b.words(other)) >= twinShare {
				found[other] = true
			}
		}
	}
	return len(found), nil
}

// jaccard is the share of what either holds that both hold.
func jaccard(a, b terms.Set) float64 {
	if len(a)+len(b) == 0 {
		return 0
	}
	common := 0
	for w := range a {
		if b[w] {
			common++
		}
	}
	return float64(common) / float64(len(a)+len(b)-common)
}

// words is what a record holds, with its head, in the forms that are searched.
func (b *builder) words(id string) terms.Set {
	if set, ok := b.sets[id]; ok {
		return set
	}
	rec := b.corpus.byID[id].rec
	text := string(rec.Title) + "\n" + string(rec.System) + "\n" + rec.FileID + "\n" + string(rec.Content)
	if !rec.Created.IsZero() {
		text += "\n" + rec.Created.Format("2006-01-02")
	}
	set := terms.SetOf(text)
	b.sets[id] = set
	return set
}

func firstBytes(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && text[n]&0xC0 == 0x80 { // never inside of a character
		n--
	}
	return text[:n]
}
