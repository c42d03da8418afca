package engine

import "context"

// Lexical is the text channel: it ranks chunks by the words of a query.
// Implementations are safe for concurrent use.
type Lexical interface {
	// Search returns at most k hits, best first, equal scores in key order. A
	// query with nothing to rank by gives ErrNothingToSearch.
	Search(ctx context.Context, q Query, k int, explain bool) ([]Hit, error)
}

// Records reads stored records. Implementations are safe for concurrent use.
type Records interface {
	// Record returns the record with this doc_id, or the only one with this
	// native id. The error is ErrNotFound or ErrAmbiguous with the candidates.
	Record(ctx context.Context, id string) (Record, error)
	// RecordsOf returns the records with these doc_ids in their order, without
	// their attachments. One that is gone is left out.
	RecordsOf(ctx context.Context, docIDs []string) ([]Record, error)
	// Linked returns the place of the first chunk of each record that one of the
	// ids names: by its doc_id, its native id or the one that parts share.
	Linked(ctx context.Context, ids []string) ([]Chunk, error)
	// Chunks returns the chunks in the order of the keys, with their text. A key
	// that is gone is left out.
	Chunks(ctx context.Context, keys []ChunkKey) ([]Chunk, error)
	// Places is Chunks without the text, which is much faster: the text is the
	// record's Content from Start to End.
	Places(ctx context.Context, keys []ChunkKey) ([]Chunk, error)
}

// Fetch reads the records with these doc_ids that are not among the known ones, and
// adds them. One that is gone is left out.
func Fetch(ctx context.Context, from Records, known map[string]Record, docIDs []string) error {
	var missing []string
	asked := map[string]bool{}
	for _, id := range docIDs {
		if _, have := known[id]; !have && !asked[id] {
			asked[id] = true
			missing = append(missing, id)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	list, err := from.RecordsOf(ctx, missing)
	for _, r := range list {
		known[r.DocID] = r
	}
	return err
}

// Lister lists records. Implementations are safe for concurrent use.
type Lister interface {
	// Between returns the newest records that pass the filter, at most limit, in
	// the order of their dates, without their attachments, and how many pass it.
	// Those without a date are left out.
	Between(ctx context.Context, f Filter, limit int) (records []Record, all int, err error)
}

// Sources reports what was ingested.
type Sources interface {
	// Sources lists every source by name.
	Sources(ctx context.Context) ([]SourceStatus, error)
	// Count returns for each source how many records pass the filter.
	Count(ctx context.Context, f Filter) (map[string]int, error)
}
