package mirror

import (
	"context"
	"fmt"
	"strings"
	"time"

	"owl/engine"
)

// Doc is a chunk as a copy stores it.
type Doc struct {
	Record engine.Record
	Chunk  engine.Chunk
	Vector []float32 // nil where only words are copied
}

// Target is a store that holds a copy.
type Target interface {
	// Prepare makes the store ready to be written, if it is not.
	Prepare(ctx context.Context) error
	// Keys yields the key of every chunk that the copy holds.
	Keys(ctx context.Context, yield func(engine.ChunkKey)) error
	// Put writes chunks; when it returns, they are there for good.
	Put(ctx context.Context, docs []Doc) error
	// Remove drops chunks.
	Remove(ctx context.Context, keys []engine.ChunkKey) error
}

// Source is the knowledge base that is copied.
type Source struct {
	// Each yields every chunk with its record.
	Each func(ctx context.Context, yield func(engine.Record, engine.Chunk) error) error
	// Vectors gives the vectors of chunks, nil for one that has none yet; nil
	// when only words are copied.
	Vectors func(ctx context.Context, keys []engine.ChunkKey) ([][]float32, error)
}

// Pushed is how far a push is.
type Pushed struct {
	Chunks  int `json:"chunks"`  // that the copy should hold
	Written int `json:"written"` // of them, those that it lacked
	Removed int `json:"removed"`
	Without int `json:"without_vector"` // left out until they have one
}

// batchSize is how many chunks are written at a time: what a kill costs at most.
const batchSize = 1000

// Push writes what a copy lacks and removes what is gone. One that is killed goes
// on where it was: what was written stays.
func Push(ctx context.Context, t Target, s Source, progress func(Pushed)) (Pushed, error) {
	p := push{ctx: ctx, target: t, source: s, has: map[engine.ChunkKey]bool{}, tell: progress}
	if err := t.Prepare(ctx); err != nil {
		return p.Pushed, err
	}
	if err := t.Keys(ctx, func(key engine.ChunkKey) { p.has[key] = true }); err != nil {
		return p.Pushed, err
	}
	if err := s.Each(ctx, p.chunk); err != nil {
		return p.Pushed, fmt.Errorf("read the chunks: %w", err)
	}
	if err := p.flush(); err != nil {
		return p.Pushed, err
	}
	return p.Pushed, p.remove()
}

// push is one run of Push.
type push struct {
	Pushed
	ctx    context.Context
	target Target
	source Source
	has    map[engine.ChunkKey]bool // in the copy and not seen in the knowledge base
	batch  []Doc
	tell   func(Pushed)
}

func (p *push) chunk(r engine.Record, c engine.Chunk) error {
	p.Chunks++
	if p.has[c.Key] {
		delete(p.has, c.Key)
		return nil
	}
	p.batch = append(p.batch, Doc{Record: r, Chunk: c})
	if len(p.batch) < batchSize {
		return nil
	}
	return p.flush()
}

// flush writes the chunks of a batch that have all that is copied.
func (p *push) flush() error {
	docs, err := p.withVectors()
	p.batch = p.batch[:0]
	if err != nil || len(docs) == 0 {
		return err
	}
	if err := p.target.Put(p.ctx, docs); err != nil {
		return err
	}
	p.Written += len(docs)
	if p.tell != nil {
		p.tell(p.Pushed)
	}
	return nil
}

func (p *push) withVectors() ([]Doc, error) {
	if p.source.Vectors == nil || len(p.batch) == 0 {
		return p.batch, nil
	}
	keys := make([]engine.ChunkKey, len(p.batch))
	for i, d := range p.batch {
		keys[i] = d.Chunk.Key
	}
	vectors, err := p.source.Vectors(p.ctx, keys)
	if err != nil {
		return nil, fmt.Errorf("read the vectors: %w", err)
	}
	var out []Doc
	for i, v := range vectors {
		if v == nil {
			p.Without++
			p.Chunks--
			continue
		}
		p.batch[i].Vector = v
		out = append(out, p.batch[i])
	}
	return out, nil
}

// remove drops what only the copy holds.
func (p *push) remove() error {
	var keys []engine.ChunkKey
	for key := range p.has {
		keys = append(keys, key)
	}
	for from := 0; from < len(keys); from += batchSize {
		some := keys[from:min(from+batchSize, len(keys))]
		if err := p.target.Remove(p.ctx, some); err != nil {
			return err
		}
		p.Removed += len(some)
	}
	return nil
}

// Micros is a time in microseconds, rounded up: of a bound, as of a date, so that
// they compare as the times do. A 64-bit float holds it whole.
func Micros(t time.Time) int64 {
	n := t.UnixMicro()
	if t.Nanosecond()%1000 != 0 {
		n++
	}
	return n
}

// Facets are the collection and the system of a record as a copy stores them: in
// lower case, as engine.Filter compares them.
func Facets(r engine.Record) (collection, system string) {
	return strings.ToLower(string(r.Collection)), strings.ToLower(string(r.System))
}

// FilterFacets are the collections and systems of a filter in the same form.
func FilterFacets(f engine.Filter) (collections, systems []string) {
	for _, c := range f.Collections {
		collections = append(collections, strings.ToLower(string(c)))
	}
	for _, s := range f.Systems {
		systems = append(systems, strings.ToLower(s))
	}
	return collections, systems
}

// Line is the first 200 bytes of a text in one line, for the message of an error.
func Line(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	return strings.ToValidUTF8(text[:min(len(text), 200)], "")
}
