package meilisearch

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	meili "github.com/meilisearch/meilisearch-go"

	"owl/engine"
	"owl/engine/mirror"
)

var _ engine.Lexical = (*Client)(nil)

// Search implements engine.Lexical by the ranking of the server. It knows nothing
// of whole identifiers: Exact of a hit is 0.
func (c *Client) Search(ctx context.Context, q engine.Query, k int, _ bool) ([]engine.Hit, error) {
	if q.Empty() {
		return nil, engine.ErrNothingToSearch
	}
	if k <= 0 {
		return nil, nil
	}
	request := &meili.SearchRequest{
		Limit: int64(k), AttributesToRetrieve: []string{"id"}, ShowRankingScore: true, MatchingStrategy: meili.Frequency,
	}
	if f := filter(q.Filter); f != "" {
		request.Filter = f
	}
	found, err := c.index.Search(ctx, written(q), request)
	if err != nil {
		return nil, c.explain(err)
	}
	hits := make([]engine.Hit, 0, len(found.Hits))
	for _, h := range found.Hits {
		hit, ok := hitOf(h)
		if !ok {
			return nil, fmt.Errorf("meilisearch at %s gives a hit that is none of its documents", c.host)
		}
		hits = append(hits, hit)
	}
	slices.SortStableFunc(hits, func(a, b engine.Hit) int { // equal scores in key order
		if a.Score != b.Score {
			return 0
		}
		return int(a.Chunk - b.Chunk)
	})
	return hits[:min(k, len(hits))], nil
}

// hitOf reads the key and the score of a hit.
func hitOf(h meili.Hit) (engine.Hit, bool) {
	var key int64
	var score float64
	if json.Unmarshal(h["id"], &key) != nil || json.Unmarshal(h["_rankingScore"], &score) != nil {
		return engine.Hit{}, false
	}
	return engine.Hit{Chunk: engine.ChunkKey(key), Score: score}, key > 0 && !math.IsNaN(score) && !math.IsInf(score, 0)
}

// written is a query in the server's words: quotes and minus signs that were typed
// mean nothing there.
func written(q engine.Query) string {
	words := []string{plain(q.Text)}
	for _, p := range q.Phrases {
		words = append(words, `"`+plain(p)+`"`)
	}
	for _, t := range q.Also {
		words = append(words, plain(t.Text))
	}
	for _, x := range q.Exclude {
		words = append(words, `-"`+plain(x)+`"`)
	}
	return strings.Join(words, " ")
}

// plain takes away what has a meaning in a query: quotes, and a minus before a word.
func plain(text string) string {
	var out []string
	for word := range strings.FieldsSeq(strings.ReplaceAll(text, `"`, " ")) {
		if word = strings.TrimLeft(word, "-"); word != "" {
			out = append(out, word)
		}
	}
	return strings.Join(out, " ")
}

// filter writes a filter as an expression of the server.
func filter(f engine.Filter) string {
	var all []string
	one := func(field string, values []string) {
		if len(values) == 0 {
			return
		}
		var quoted []string
		for _, v := range values {
			quoted = append(quoted, strconv.Quote(v))
		}
		all = append(all, field+" IN ["+strings.Join(quoted, ", ")+"]")
	}
	collections, systems := mirror.FilterFacets(f)
	one("collection", collections)
	one("system", systems)
	if !f.Since.IsZero() {
		all = append(all, fmt.Sprintf("created >= %d", mirror.Micros(f.Since)))
	}
	if !f.Until.IsZero() {
		all = append(all, fmt.Sprintf("created < %d", mirror.Micros(f.Until)))
	}
	return strings.Join(all, " AND ")
}
