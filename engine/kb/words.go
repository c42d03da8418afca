package kb

import (
	"context"
	"fmt"

	"owl/engine/query/spell"
	"owl/engine/store"
)

// Words collects the words of all records with how many chunks hold each. It
// reads every record: some seconds for 100,000 chunks.
func (b *Base) Words(ctx context.Context) (*spell.Words, error) {
	var c spell.Counter
	err := b.store.EachChunk(ctx, 0, func(p store.Passage) error {
		c.Add(string(p.Record.Title) + "\n" + string(p.Chunk.Text))
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("collect the words of the records: %w", err)
	}
	return c.Words(), nil
}

// Systems lists the systems that records name, by name.
func (b *Base) Systems(ctx context.Context) ([]string, error) { return b.store.Systems(ctx) }
