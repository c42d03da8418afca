package retrieve

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"owl/engine"
	"owl/engine/fuse"
	"owl/engine/rerank"
	"owl/engine/terms"
	"owl/engine/text/token"
)

// The channels of the second look, which start from what came first. Records of
// one event share names that the question does not know: the station, the part,
// the request.
const (
	Feedback = "feedback" // the text channel, with the telling words of the first records
	Alike    = "alike"    // the dense channel, from the question and the first records
	Linked   = "linked"   // records that the first ones name, and parts of the same request
)

// Sizes of the second look.
const (
	anchors       = 5 // records that it starts from
	anchorBytes   = 3000
	tellingTerms  = 24
	linkedAtMost  = 60 // ids that are looked up
	tellingWeight = 0.35
)

// secondLook reports whether any of its channels is wanted.
func (s *search) secondLook() bool {
	return !s.NoRerank && (s.looksAgain(Feedback) || s.looksAgain(Alike) || s.looksAgain(Linked))
}

// looksAgain reports whether a channel of the second look is asked for and has
// a weight.
func (s *search) looksAgain(name string) bool {
	return s.asks(name) && s.Settings.For(s.Intent).Weights[name] > 0
}

// related looks once more, from the candidates that rank first. Dense similarity
// is left out when the dense channel did not answer.
func (s *search) related(ctx context.Context, list []candidate) ([]fuse.Ranking, error) {
	first, err := s.anchors(ctx, list)
	if err != nil {
		return nil, err
	}
	s.telling = s.tellingOf(first)
	looks := []channel{}
	for _, c := range []struct {
		name string
		find func(context.Context, []candidate) ([]engine.Hit, error)
	}{{Feedback, s.feedback}, {Alike, s.alike}, {Linked, s.linked}} {
		if s.looksAgain(c.name) {
			looks = append(looks, channel{c.name, func(ctx context.Context) ([]engine.Hit, error) { return c.find(ctx, first) }})
		}
	}
	return s.lookAgain(ctx, looks)
}

// lookAgain asks the channels of the second look side by side.
func (s *search) lookAgain(ctx context.Context, looks []channel) ([]fuse.Ranking, error) {
	said := make([]heard, len(looks))
	var all sync.WaitGroup
	for i, c := range looks {
		all.Go(func() { said[i] = c.ask(ctx) })
	}
	all.Wait()
	s.news()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	weights := s.Settings.For(s.Intent).Weights
	var out []fuse.Ranking
	for _, h := range said {
		s.tell(h)
		if h.err == nil && len(h.hits) > 0 {
			out = append(out, fuse.Ranking{Channel: h.channel, Weight: weights[h.channel], Hits: h.hits})
		}
	}
	return out, nil
}

// anchors are the candidates that the ranker puts first.
func (s *search) anchors(ctx context.Context, list []candidate) ([]candidate, error) {
	if s.Settings.Ranker.Weights == nil {
		return list[:min(len(list), anchors)], nil
	}
	scored, err := s.Settings.Ranker.Rank(ctx, s.question(), s.reader, s.items(list), s.Weigh, false)
	if err != nil {
		return nil, err
	}
	var out []candidate
	for _, at := range scored[:min(len(scored), anchors)] {
		out = append(out, list[at.At])
	}
	return out, nil
}

// tellingOf lists the words and names that say most of the anchors and that the
// question does not hold, each weighted by how rare it is and how high its
// records rank.
func (s *search) tellingOf(first []candidate) []terms.Term {
	asked := terms.SetOf(s.Query.Text)
	weight, rarity := map[string]float64{}, map[string]float64{}
	for rank, c := range first {
		seen := map[string]bool{}
		s.reader.Tokens(anchorText(c), func(t token.Token) bool {
			word := t.Kind == token.Word && !token.IsStop(t.Text) && len(t.Text) > 2
			if (word || t.Kind == token.Ident) && !asked[t.Text] && !seen[t.Text] {
				seen[t.Text] = true
				rare, known := rarity[t.Text]
				if !known {
					rare = s.Weigh(t)
					rarity[t.Text] = rare
				}
				weight[t.Text] += rare / float64(1+rank)
			}
			return true
		})
	}
	return heaviest(weight, tellingTerms)
}

// heaviest gives the texts that weigh most, heaviest first.
func heaviest(weight map[string]float64, most int) []terms.Term {
	out := make([]terms.Term, 0, len(weight))
	for text, w := range weight {
		out = append(out, terms.Term{Text: text, Shown: text, Weight: w})
	}
	slices.SortFunc(out, func(a, b terms.Term) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.Text, b.Text))
	})
	return out[:min(len(out), most)]
}

func anchorText(c candidate) string {
	text := string(c.record.Title) + "\n" + c.record.FileID + "\n" + c.record.ParentID
	for _, chunk := range c.Chunks[:min(len(c.Chunks), 2)] {
		text += "\n" + string(chunk.Text)
	}
	return text[:min(len(text), anchorBytes)]
}

// feedback asks the text channel with the telling words too (after RM3, Abdul-
// Jaleel et al., TREC 2004).
func (s *search) feedback(ctx context.Context, _ []candidate) ([]engine.Hit, error) {
	q := s.Query
	q.Also = slices.Clone(q.Also)
	for _, t := range s.telling { // the heaviest comes first
		q.Also = append(q.Also, engine.Term{Text: t.Text, Weight: tellingWeight * t.Weight / s.telling[0].Weight})
	}
	return s.Text.Search(ctx, q, channelHits, false)
}

// alike asks the dense channel with the question's vector moved to the anchors.
func (s *search) alike(ctx context.Context, first []candidate) ([]engine.Hit, error) {
	if s.vector == nil {
		return nil, nil
	}
	var hits []engine.Hit
	for _, c := range first[:min(len(first), feedbackFirst)] {
		hits = append(hits, engine.Hit{Chunk: c.Chunks[0].Key})
	}
	moved, err := s.moved(ctx, s.vector, hits, 1)
	if err != nil {
		return nil, err
	}
	return s.Dense.Search(ctx, moved, s.Query.Filter, channelHits)
}

// linked finds the records that the anchors name, and the other parts of theirs.
func (s *search) linked(ctx context.Context, first []candidate) ([]engine.Hit, error) {
	var out []engine.Hit
	seen := map[engine.ChunkKey]bool{}
	left := linkedAtMost
	for rank, c := range first {
		ids := s.idsOf(c)
		ids = ids[:min(len(ids), left)]
		left -= len(ids)
		places, err := s.Records.Linked(ctx, ids)
		if err != nil {
			return nil, fmt.Errorf("look up what the first records name: %w", err)
		}
		for _, p := range places {
			if p.DocID != c.DocID && !seen[p.Key] {
				seen[p.Key] = true
				out = append(out, engine.Hit{Chunk: p.Key, Score: 1 / float64(1+rank)})
			}
		}
	}
	return s.admitted(ctx, out)
}

// idsOf lists what may be ids in a record: its own, and every name in its text.
func (s *search) idsOf(c candidate) []string {
	ids := []string{c.record.ParentID, c.record.FileID}
	text := anchorText(c)
	s.reader.Tokens(text, func(t token.Token) bool {
		if id := text[t.Start:t.End]; t.Kind == token.Ident && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
		return true
	})
	return slices.DeleteFunc(ids, func(id string) bool { return id == "" })
}

// admitted drops what the question's filter does not let through.
func (s *search) admitted(ctx context.Context, hits []engine.Hit) ([]engine.Hit, error) {
	if s.Query.Filter.IsZero() || len(hits) == 0 {
		return hits, nil
	}
	places, err := s.Records.Places(ctx, engine.KeysOf(hits))
	if err != nil {
		return nil, err
	}
	docs := map[engine.ChunkKey]string{}
	var ids []string
	for _, p := range places {
		docs[p.Key] = p.DocID
		ids = append(ids, p.DocID)
	}
	records, err := s.Records.RecordsOf(ctx, ids)
	if err != nil {
		return nil, err
	}
	pass := map[string]bool{}
	for _, r := range records {
		pass[r.DocID] = s.Query.Filter.Admits(r.Collection, string(r.System), r.Created)
	}
	return slices.DeleteFunc(hits, func(h engine.Hit) bool { return !pass[docs[h.Chunk]] }), nil
}

// question is what the ranker compares candidates with.
func (s *search) question() rerank.Question {
	return rerank.Question{Text: s.Query.Text, Related: s.Related, Telling: s.telling, Intent: s.Intent, Wants: s.Wants, Around: s.Around}
}
