// Package porttest holds in-memory parts for tests of what stands on the ports
// of package engine. They are exact and slow.
package porttest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/text/token"
)

// Memory is a knowledge base of one source in memory: every record is one
// chunk. It implements engine.Lexical, engine.Records and engine.Sources, and
// ranks by how many different words of the query a record holds.
type Memory struct {
	Stored []engine.Record
	Err    error // returned by every call when set
}

// Search implements engine.Lexical.
func (m Memory) Search(ctx context.Context, q engine.Query, k int, _ bool) ([]engine.Hit, error) {
	if err := m.fail(ctx); err != nil {
		return nil, err
	}
	wanted := token.Tokens(q.Text)
	if len(wanted) == 0 {
		return nil, engine.ErrNothingToSearch
	}
	var hits []engine.Hit
	for i, r := range m.Stored {
		if score := overlap(wanted, r); score > 0 && m.passes(q, r) {
			hits = append(hits, engine.Hit{Chunk: engine.ChunkKey(i), Score: score})
		}
	}
	slices.SortStableFunc(hits, func(a, b engine.Hit) int { return int(b.Score - a.Score) })
	return hits[:min(k, len(hits))], nil
}

func overlap(wanted []token.Token, r engine.Record) float64 {
	has := map[string]bool{}
	for _, t := range token.Tokens(string(r.Title) + "\n" + string(r.Content)) {
		has[t.Text] = true
	}
	score := 0.0
	for _, t := range wanted {
		if has[t.Text] {
			has[t.Text] = false
			score++
		}
	}
	return score
}

func (m Memory) passes(q engine.Query, r engine.Record) bool {
	for _, p := range q.Phrases {
		if !strings.Contains(string(r.Content), p) {
			return false
		}
	}
	return q.Filter.Admits(r.Collection, string(r.System), r.Created)
}

// Record implements engine.Records.
func (m Memory) Record(ctx context.Context, id string) (engine.Record, error) {
	if err := m.fail(ctx); err != nil {
		return engine.Record{}, err
	}
	for _, r := range m.Stored {
		if r.DocID == id || r.FileID == id {
			return r, nil
		}
	}
	return engine.Record{}, fmt.Errorf("record %q: %w", id, engine.ErrNotFound)
}

// Chunks implements engine.Records.
func (m Memory) Chunks(ctx context.Context, keys []engine.ChunkKey) ([]engine.Chunk, error) {
	var out []engine.Chunk
	for _, k := range keys {
		r := m.Stored[k]
		out = append(out, engine.Chunk{Key: k, DocID: r.DocID, End: len(r.Content), Text: r.Content})
	}
	return out, m.fail(ctx)
}

// RecordsOf implements engine.Records.
func (m Memory) RecordsOf(ctx context.Context, docIDs []string) ([]engine.Record, error) {
	var out []engine.Record
	for _, id := range docIDs {
		if r, err := m.Record(ctx, id); err == nil {
			out = append(out, r)
		}
	}
	return out, m.fail(ctx)
}

// Linked implements engine.Records.
func (m Memory) Linked(ctx context.Context, ids []string) ([]engine.Chunk, error) {
	var out []engine.Chunk
	for i, r := range m.Stored {
		if slices.Contains(ids, r.DocID) || slices.Contains(ids, r.FileID) || r.ParentID != "" && slices.Contains(ids, r.ParentID) {
			out = append(out, engine.Chunk{Key: engine.ChunkKey(i), DocID: r.DocID, End: len(r.Content)})
		}
	}
	return out, m.fail(ctx)
}

// Places implements engine.Records.
func (m Memory) Places(ctx context.Context, keys []engine.ChunkKey) ([]engine.Chunk, error) {
	out, err := m.Chunks(ctx, keys)
	for i := range out {
		out[i].Text = ""
	}
	return out, err
}

// Sources implements engine.Sources.
func (m Memory) Sources(ctx context.Context) ([]engine.SourceStatus, error) {
	var newest time.Time
	for _, r := range m.Stored {
		if r.Created.After(newest) {
			newest = r.Created
		}
	}
	return []engine.SourceStatus{{Name: "memory", Records: len(m.Stored), Chunks: len(m.Stored), FreshAsOf: newest}}, m.fail(ctx)
}

// Count implements engine.Sources.
func (m Memory) Count(ctx context.Context, f engine.Filter) (map[string]int, error) {
	n := 0
	for _, r := range m.Stored {
		if f.Admits(r.Collection, string(r.System), r.Created) {
			n++
		}
	}
	return map[string]int{"memory": n}, m.fail(ctx)
}

func (m Memory) fail(ctx context.Context) error {
	if m.Err != nil {
		return m.Err
	}
	return ctx.Err()
}

// IDF weighs every token that a record holds alike, and one that none holds
// more.
func (m Memory) IDF(t token.Token) float64 {
	for _, r := range m.Stored {
		if overlap([]token.Token{t}, r) > 0 {
			return 1
		}
	}
	return 1.5
}

// Between lists the newest records that pass the filter in the order of their
// dates, those of one date in the order of their doc_ids.
func (m Memory) Between(ctx context.Context, f engine.Filter, limit int) (records []engine.Record, all int, err error) {
	if err := m.fail(ctx); err != nil {
		return nil, 0, err
	}
	for _, r := range m.Stored {
		if !r.Created.IsZero() && f.Admits(r.Collection, string(r.System), r.Created) {
			records = append(records, r)
		}
	}
	slices.SortFunc(records, func(a, b engine.Record) int {
		return cmp.Or(a.Created.Compare(b.Created), strings.Compare(a.DocID, b.DocID))
	})
	all = len(records)
	return records[max(0, all-limit):], all, nil
}
