package segment

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"owl/engine"
	"owl/engine/dense/quant"
)

type fataler interface {
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// encode writes entries as a file.
func encode(t fataler, dim int, entries ...Entry) []byte {
	b := NewBuilder(dim)
	for _, e := range entries {
		if err := b.Add(e); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	info, err := b.Write(context.Background(), &out)
	if err != nil {
		t.Fatal(err)
	}
	if int64(out.Len()) != info.Bytes {
		t.Fatalf("%d bytes written, Info says %d", out.Len(), info.Bytes)
	}
	return out.Bytes()
}

func open(t fataler, data []byte) *Segment {
	s, err := parseBytes(data)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Check(context.Background()); err != nil {
		t.Fatal(err)
	}
	return s
}

// parseBytes opens a file in memory.
func parseBytes(data []byte) (*Segment, error) {
	return parse(bytes.NewReader(data), int64(len(data)), "test", func(n int64) ([]byte, error) { return data[:n:n], nil })
}

// entries draws entries with keys from 1 on.
func entries(dim int) *rapid.Generator[[]Entry] {
	return rapid.Custom(func(t *rapid.T) (list []Entry) {
		for range rapid.IntRange(1, 40).Draw(t, "rows") {
			list = append(list, Entry{
				Key:        engine.ChunkKey(rapid.IntRange(1, 60).Draw(t, "key")),
				Collection: engine.Collection(rapid.SampledFrom([]string{"", "bely", "Wiki"}).Draw(t, "collection")),
				System:     rapid.SampledFrom([]string{"", "rf", "vacuum"}).Draw(t, "system"),
				Created:    rapid.SampledFrom([]time.Time{{}, time.Unix(-5, 7), time.Unix(1_700_000_000, 999_999_999)}).Draw(t, "created"),
				Vector:     rapid.SliceOfN(rapid.Float32Range(0.125, 9), dim, dim).Draw(t, "vector"),
			})
		}
		return list
	})
}

// latest is what must remain of entries: the last of each key.
func latest(list []Entry) map[engine.ChunkKey]Entry {
	m := make(map[engine.ChunkKey]Entry)
	for _, e := range list {
		m[e.Key] = e
	}
	return m
}

// compare checks that a segment holds the live rows of want.
func compare(t fataler, in Input, want map[engine.ChunkKey]Entry) {
	if in.Live() != len(want) {
		t.Fatalf("%d live rows, want %d", in.Live(), len(want))
	}
	s := in.Segment
	for key, e := range want {
		row, ok := in.Find(key)
		if !ok || s.Key(row) != key {
			t.Fatalf("chunk %d is in row %d: %v", key, row, ok)
		}
		got, unit := make([]float32, len(e.Vector)), make([]float32, len(e.Vector))
		if err := s.Vector(row, got); err != nil {
			t.Fatal(err)
		}
		if err := Normalise(unit, e.Vector); err != nil || !slices.Equal(got, unit) {
			t.Fatalf("chunk %d: vector %v, want %v, %v", key, got, unit, err)
		}
		if c, y := s.Collections()[s.CollectionOf(row)], s.Systems()[s.SystemOf(row)]; c != string(e.Collection) || y != e.System {
			t.Fatalf("chunk %d: collection %q, system %q", key, c, y)
		}
		seconds, nanos := date(e.Created)
		if s.Dated(row) == e.Created.IsZero() || s.CompareCreated(row, seconds, nanos) != 0 || s.CompareCreated(row, seconds, nanos+1) != -1 {
			t.Fatalf("chunk %d: date", key)
		}
	}
}

func TestASegmentHoldsWhatWasAdded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dim := rapid.IntRange(1, 300).Draw(t, "dim")
		list := entries(dim).Draw(t, "entries")
		s := open(t, encode(t, dim, list...))
		if s.Dim() != dim {
			t.Fatalf("dim %d", s.Dim())
		}
		compare(t, Input{Segment: s}, latest(list))
	})
}

func TestMergeKeepsWhatIsLive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dim := rapid.IntRange(1, 130).Draw(t, "dim")
		want := make(map[engine.ChunkKey]Entry)
		var inputs []Input
		for n := range rapid.IntRange(1, 4).Draw(t, "segments") {
			list := entries(dim).Draw(t, "entries")
			for i := range list {
				list[i].Key += engine.ChunkKey(1000 * (n % 2)) // some overlap
			}
			s := open(t, encode(t, dim, list...))
			var gone []int
			for row := range s.Rows() {
				_, taken := want[s.Key(row)]
				if taken || rapid.IntRange(0, 3).Draw(t, "delete") == 0 {
					gone = append(gone, row)
				} else {
					want[s.Key(row)] = latest(list)[s.Key(row)]
				}
			}
			in := Input{Segment: s, Deletes: (*Deletes)(nil).With(s, gone)}
			again, err := DecodeDeletes(in.Deletes.Encode(s), s)
			if err != nil || again.Count() != len(gone) {
				t.Fatalf("%d deletes, want %d, %v", again.Count(), len(gone), err)
			}
			inputs = append(inputs, in)
		}
		if len(want) == 0 {
			return
		}
		var out bytes.Buffer
		if _, err := Merge(context.Background(), &out, inputs); err != nil {
			t.Fatal(err)
		}
		compare(t, Input{Segment: open(t, out.Bytes())}, want)
	})
}

func TestVectorsWithoutADirectionAreRefused(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, v := range [][]float32{nil, {1}, {1, 2, 3}, {0, 0}, {nan, 1}, {inf, 1}} {
		b := NewBuilder(2)
		if err := b.Add(Entry{Key: 7, Vector: v}); err == nil || !strings.Contains(err.Error(), "7") || b.Len() != 0 {
			t.Errorf("%v: error %v", v, err)
		}
	}
}

func TestASegmentThatIsFullRefuses(t *testing.T) {
	b := NewBuilder(1)
	for key := range engine.ChunkKey(MaxRows) {
		if err := b.Add(Entry{Key: key, Vector: []float32{1}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Add(Entry{Key: MaxRows, Vector: []float32{1}}); err == nil {
		t.Error("one more than fits is taken")
	}
	b.Reset()
	if err := b.Add(Entry{Vector: []float32{-3}}); err != nil || b.Len() != 1 {
		t.Errorf("after Reset: %d, %v", b.Len(), err)
	}
}

func TestDatesSpanTheDatedRows(t *testing.T) {
	at := func(seconds int64) time.Time { return time.Unix(seconds, 5) }
	v := []float32{1}
	s := open(t, encode(t, 1, Entry{Key: 1, Vector: v}, Entry{Key: 2, Created: at(30), Vector: v}, Entry{Key: 3, Created: at(-4), Vector: v}))
	if first, last := s.Dates(); first != -4 || last != 30 {
		t.Errorf("from %d to %d", first, last)
	}
	s = open(t, encode(t, 1, Entry{Key: 1, Vector: v}))
	if first, last := s.Dates(); first <= last {
		t.Errorf("without a date: from %d to %d", first, last)
	}
}

func TestOpenNamesTheDamagedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.vec")
	good := encode(t, 3, Entry{Key: 1, Vector: []float32{1, 2, 3}})
	for name, data := range map[string][]byte{
		"empty": nil, "short": good[:10], "without its end": good[:len(good)-64], "longer": append(slices.Clone(good), make([]byte, 64)...),
	} {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(path); !errors.Is(err, engine.ErrDamaged) || !strings.Contains(err.Error(), "x.vec") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := os.WriteFile(path, good, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if s.Path() != path || s.Info().Rows != 1 || s.Info().Bytes != int64(len(good)) {
		t.Errorf("%q, %+v", s.Path(), s.Info())
	}
	if err := errors.Join(s.Close(), s.Close()); err != nil {
		t.Error(err)
	}
	if _, err := Open(path + "x"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing: %v", err)
	}
}

// TestEveryFlippedBitIsFound flips a bit of each byte: opening, or reading the
// row, or Check says so.
func TestEveryFlippedBitIsFound(t *testing.T) {
	good := encode(t, 130, Entry{Key: 1, Vector: vector(130, 1)}, Entry{Key: 5, Collection: "wiki", Vector: vector(130, 2)})
	for i := range good {
		data := slices.Clone(good)
		data[i] ^= 1 << (i % 8)
		s, err := parseBytes(data)
		if err != nil {
			if !errors.Is(err, engine.ErrDamaged) {
				t.Fatalf("byte %d: %v", i, err)
			}
			continue
		}
		if err := s.Check(t.Context()); !errors.Is(err, engine.ErrDamaged) {
			t.Fatalf("byte %d: Check says %v", i, err)
		}
		_, err1 := s.High(0, 2)
		_, err2 := s.Low(0, 2)
		err3 := s.Vector(0, make([]float32, 130))
		read := errors.Join(err1, err2, err3)
		if sums := s.at[sumSection]; int64(i) < sums.offset && !errors.Is(read, engine.ErrDamaged) {
			t.Fatalf("byte %d: reading says %v", i, read)
		}
	}
}

func vector(dim, seed int) []float32 {
	v := make([]float32, dim)
	for i := range v {
		v[i] = float32(math.Sin(float64(seed*1000 + i)))
	}
	return v
}

func TestMergeAndCheckEndWithTheirContext(t *testing.T) {
	s := open(t, encode(t, 3, Entry{Key: 1, Vector: vector(3, 1)}))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Merge(ctx, new(bytes.Buffer), []Input{{Segment: s}}); !errors.Is(err, context.Canceled) {
		t.Errorf("Merge: %v", err)
	}
	if err := s.Check(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Check: %v", err)
	}
}

func TestRowsLieOnCacheLines(t *testing.T) {
	f := footer{rows: 3, dim: 384, collectionNames: 11, systemNames: 5}
	if at := f.sections(); at[highSection].offset%64 != 0 || quant.RowBytes(384)%64 != 0 {
		t.Errorf("%+v", at[highSection])
	}
}
