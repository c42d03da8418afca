package mirror_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"owl/engine"
	"owl/engine/mirror"
)

// target is a copy in memory.
type target struct {
	docs   map[engine.ChunkKey]mirror.Doc
	puts   int
	breaks int // the put that fails, from 1
}

func (t *target) Prepare(context.Context) error { return nil }

func (t *target) Keys(_ context.Context, yield func(engine.ChunkKey)) error {
	for key := range t.docs {
		yield(key)
	}
	return nil
}

var errDown = errors.New("copy at host cannot be reached")

func (t *target) Put(_ context.Context, docs []mirror.Doc) error {
	if t.puts++; t.puts == t.breaks {
		return errDown
	}
	for _, d := range docs {
		t.docs[d.Chunk.Key] = d
	}
	return nil
}

func (t *target) Remove(_ context.Context, keys []engine.ChunkKey) error {
	for _, key := range keys {
		delete(t.docs, key)
	}
	return nil
}

// source is a knowledge base of chunks with these keys, of which every seventh has
// no vector yet.
func source(keys ...engine.ChunkKey) mirror.Source {
	return mirror.Source{
		Each: func(_ context.Context, yield func(engine.Record, engine.Chunk) error) error {
			for _, key := range keys {
				if err := yield(engine.Record{DocID: "x"}, engine.Chunk{Key: key}); err != nil {
					return err
				}
			}
			return nil
		},
		Vectors: func(_ context.Context, keys []engine.ChunkKey) ([][]float32, error) {
			out := make([][]float32, len(keys))
			for i, key := range keys {
				if key%7 != 0 {
					out[i] = []float32{float32(key)}
				}
			}
			return out, nil
		},
	}
}

func keysTo(n int) (keys []engine.ChunkKey) {
	for key := range n {
		keys = append(keys, engine.ChunkKey(key+1))
	}
	return keys
}

func TestAPushWritesWhatIsMissingAndRemovesWhatIsGone(t *testing.T) {
	copied := &target{docs: map[engine.ChunkKey]mirror.Doc{2: {}, 99999: {}}}
	p, err := mirror.Push(t.Context(), copied, source(keysTo(2500)...), nil)
	if err != nil || p != (mirror.Pushed{Chunks: 2500 - 357, Written: 2500 - 357 - 1, Removed: 1, Without: 357}) {
		t.Fatalf("%+v, %v", p, err)
	}
	if len(copied.docs) != 2500-357 || copied.docs[99999].Chunk.Key != 0 {
		t.Errorf("the copy holds %d", len(copied.docs))
	}
	if p, err = mirror.Push(t.Context(), copied, source(keysTo(2500)...), nil); err != nil || p.Written+p.Removed != 0 {
		t.Errorf("again: %+v, %v", p, err)
	}
}

func TestAPushThatWasCutOffGoesOn(t *testing.T) {
	copied := &target{docs: map[engine.ChunkKey]mirror.Doc{}, breaks: 2}
	words := source(keysTo(2500)...)
	words.Vectors = nil
	p, err := mirror.Push(t.Context(), copied, words, nil)
	if !errors.Is(err, errDown) || p.Written != 1000 || len(copied.docs) != 1000 {
		t.Fatalf("%+v, %v", p, err)
	}
	told := 0
	p, err = mirror.Push(t.Context(), copied, words, func(mirror.Pushed) { told++ })
	if err != nil || p.Written != 1500 || told != 2 {
		t.Errorf("%+v, told %d, %v", p, told, err)
	}
}

// channel gives one hit, whose key says who answered.
type channel struct {
	key  engine.ChunkKey
	fail func() error
}

func (c channel) Search(ctx context.Context, _ engine.Query, _ int, _ bool) ([]engine.Hit, error) {
	if c.fail != nil {
		if err := c.fail(); err != nil {
			return nil, err
		}
	}
	return []engine.Hit{{Chunk: c.key}}, ctx.Err()
}

const (
	remote   = engine.ChunkKey(1)
	embedded = engine.ChunkKey(2)
)

func TestTheOwnIndexAnswersWhenTheCopyCannot(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	held, failing, asked := 10, error(nil), 0
	c := &mirror.Copy{
		Name: "copy at host", Push: "owl store push", Now: func() time.Time { return now },
		Held: func(context.Context) (int, error) { return held, nil }, Own: func(context.Context) (int, error) { return 10, nil },
	}
	text := mirror.Text{Copy: c, Remote: channel{remote, func() error { asked++; return failing }}, Embedded: channel{key: embedded}}
	answers := func(want engine.ChunkKey, why string) {
		t.Helper()
		hits, err := text.Search(t.Context(), engine.Query{Text: "beam"}, 5, false)
		if err != nil || len(hits) != 1 || hits[0].Chunk != want {
			t.Fatalf("hits %+v, %v; want %d", hits, err, want)
		}
		if got := fmt.Sprint(c.Why()); !strings.Contains(got, why) {
			t.Errorf("why %q, want %q", got, why)
		}
	}
	answers(remote, "<nil>")
	if hits, _ := text.Search(t.Context(), engine.Query{Text: "beam"}, 5, true); hits[0].Chunk != embedded {
		t.Error("an explained search is answered by the copy")
	}
	failing = errDown
	answers(embedded, "cannot be reached")
	if c.News() == nil || c.News() != nil {
		t.Error("that it fails is told not at all or twice")
	}
	before := asked
	answers(embedded, "cannot be reached")
	if asked != before {
		t.Error("a copy that failed is asked again at once")
	}
	failing, now = nil, now.Add(time.Minute)
	answers(remote, "<nil>")
	held, now = 9, now.Add(time.Minute)
	answers(embedded, "copy at host holds 9 chunks, the knowledge base 10: owl store push brings it up to date")
	failing, held, now = engine.ErrNothingToSearch, 10, now.Add(time.Minute)
	if _, err := text.Search(t.Context(), engine.Query{}, 5, false); !errors.Is(err, engine.ErrNothingToSearch) {
		t.Errorf("got %v", err)
	}
}

func TestTheCallersEndIsNotTheCopysFault(t *testing.T) {
	c := &mirror.Copy{Held: func(context.Context) (int, error) { return 1, nil }, Own: func(context.Context) (int, error) { return 1, nil }}
	ctx, cancel := context.WithCancel(t.Context())
	text := mirror.Text{Copy: c, Remote: channel{remote, func() error { cancel(); return context.Canceled }}, Embedded: channel{key: embedded}}
	if _, err := text.Search(ctx, engine.Query{Text: "beam"}, 5, false); !errors.Is(err, context.Canceled) || c.Why() != nil {
		t.Errorf("got %v, why %v", err, c.Why())
	}
}
