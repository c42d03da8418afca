package segment

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"owl/engine"
)

// sample is a document as the tests build it: terms by field, one a position.
type sample struct {
	Meta
	fields [Fields]string
}

func addSample(b *Builder, s sample) error {
	if err := b.Begin(s.Meta); err != nil {
		return err
	}
	for f, text := range s.fields {
		b.Field(Field(f))
		for pos, term := range strings.Fields(text) {
			b.Token(term, 0, pos)
		}
	}
	b.End()
	return nil
}

// encode builds a segment file.
func encode(t testing.TB, samples ...sample) []byte {
	t.Helper()
	var b Builder
	for _, s := range samples {
		if err := addSample(&b, s); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	info, err := b.Write(&out)
	if err != nil {
		t.Fatal(err)
	}
	if int64(out.Len()) != info.Bytes {
		t.Fatalf("%d bytes, said %d", out.Len(), info.Bytes)
	}
	return out.Bytes()
}

// open writes a file and opens it.
func open(t testing.TB, data []byte) *Segment {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.seg")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// dump writes what a segment holds of its live documents, in a form that does
// not depend on how they are numbered.
func dump(t testing.TB, in Input) []string {
	t.Helper()
	s := in.Segment
	if err := errors.Join(s.Check(), in.Deletes.Check(s)); err != nil {
		t.Fatal(err)
	}
	var out []string
	for doc := range s.Docs() {
		if !in.Deletes.Has(doc) {
			out = append(out, fmt.Sprint("doc ", s.Key(doc), s.Collections()[s.CollectionOf(doc)], s.Systems()[s.SystemOf(doc)],
				s.Dated(doc), s.seconds[doc], s.nanos[doc], s.Lengths(doc)))
		}
	}
	for id := range s.header.terms {
		text, err := s.termText(id)
		if err != nil {
			t.Fatal(err)
		}
		term, err := s.Lookup(string(text), Hash(string(text)))
		if err != nil {
			t.Fatal(err)
		}
		lists := term.Lists()
		for i, p := range term.Postings {
			if list := lists.Read(nil, i); !in.Deletes.Has(int(p.Doc())) {
				out = append(out, fmt.Sprint(string(text), s.Key(int(p.Doc())), p.Code(), list))
			}
		}
	}
	slices.Sort(out)
	return out
}

func drawSample(t *rapid.T, key int) sample {
	s := sample{Meta: Meta{
		Key:        engine.ChunkKey(key),
		Collection: rapid.SampledFrom([]engine.Collection{"a", "b", ""}).Draw(t, "collection"),
		System:     rapid.SampledFrom([]string{"x", "Y"}).Draw(t, "system"),
	}}
	if rapid.Bool().Draw(t, "dated") {
		s.Created = time.Unix(rapid.Int64Range(-1e10, 1e10).Draw(t, "seconds"), rapid.Int64Range(0, 1e9-1).Draw(t, "nanos"))
	}
	for f := range s.fields {
		s.fields[f] = strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "真空", "long-term:name", "é"}), 0, 40).Draw(t, "terms"), " ")
	}
	return s
}

// TestMergeEqualsBuild: merging segments without their deleted documents gives
// what building the rest at once gives.
func TestMergeEqualsBuild(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var inputs []Input
		var rest []sample
		keys := rapid.SliceOfNDistinct(rapid.IntRange(-5, 500), 1, 30, rapid.ID[int]).Draw(rt, "keys")
		for len(keys) > 0 {
			n := rapid.IntRange(1, len(keys)).Draw(rt, "docs")
			var samples []sample
			for _, key := range keys[:n] {
				samples = append(samples, drawSample(rt, key))
			}
			keys = keys[n:]
			s := open(t, encode(t, samples...))
			in, live := dropSome(rt, t, s, samples)
			inputs, rest = append(inputs, in), append(rest, live...)
		}
		if len(rest) == 0 {
			return
		}
		var out bytes.Buffer
		info, err := Merge(context.Background(), &out, inputs)
		if err != nil {
			rt.Fatal(err)
		}
		merged, built := open(t, out.Bytes()), open(t, encode(t, rest...))
		if !reflect.DeepEqual(dump(t, Input{Segment: merged}), dump(t, Input{Segment: built})) {
			rt.Fatal("merged and built differ")
		}
		if info.Docs != len(rest) || info.Length != built.Info().Length || info.Sum != merged.Info().Sum {
			rt.Fatalf("info %+v, want %+v", info, built.Info())
		}
	})
}

// dropSome deletes some documents, in two steps.
func dropSome(rt *rapid.T, t testing.TB, s *Segment, samples []sample) (in Input, live []sample) {
	var deletes *Deletes
	dropped := map[engine.ChunkKey]bool{}
	for range 2 {
		var docs []int
		for doc := range s.Docs() {
			if rapid.IntRange(0, 4).Draw(rt, "drop") == 0 {
				docs = append(docs, doc)
				dropped[s.Key(doc)] = true
			}
		}
		if len(docs) > 0 {
			var err error
			if deletes, err = s.Delete(deletes, docs); err != nil {
				rt.Fatal(err)
			}
			if deletes, err = DecodeDeletes(deletes.Encode(s), s); err != nil {
				rt.Fatal(err)
			}
		}
	}
	for _, x := range samples {
		if !dropped[x.Key] {
			live = append(live, x)
		}
	}
	in = Input{s, deletes}
	if in.Live() != len(live) || deletes.Count() != len(dropped) {
		rt.Fatalf("%d live, want %d", in.Live(), len(live))
	}
	checkHolding(rt, t, in, live)
	return in, live
}

// checkHolding checks the corrections of the statistics.
func checkHolding(rt *rapid.T, t testing.TB, in Input, live []sample) {
	for _, term := range []string{"a", "b", "c", "真空", "missing"} {
		want := 0
		for _, x := range live {
			if slices.Contains(strings.Fields(strings.Join(x.fields[:], " ")), term) {
				want++
			}
		}
		found, err := in.Segment.Lookup(term, Hash(term))
		if err != nil {
			t.Fatal(err)
		}
		if got := len(found.Postings) - in.Deletes.Holding(found); got != want {
			rt.Fatalf("%q is in %d live documents, want %d", term, got, want)
		}
	}
}

func TestBuilderKeepsTheLastOfAKey(t *testing.T) {
	s := open(t, encode(t,
		sample{Meta{Key: 2}, [Fields]string{"", "old only", ""}}, sample{Meta{Key: 1}, [Fields]string{"", "x", ""}},
		sample{Meta{Key: 2}, [Fields]string{"", "new", ""}}))
	if s.Docs() != 2 || s.Key(0) != 1 || s.Key(1) != 2 {
		t.Fatalf("%d documents", s.Docs())
	}
	if found, err := s.Lookup("only", Hash("only")); err != nil || found.Postings != nil {
		t.Errorf("the superseded text is found: %v, %v", found, err)
	}
	if doc, ok := s.Find(2); doc != 1 || !ok {
		t.Error("key 2 is not found")
	}
	if _, ok := s.Find(3); ok {
		t.Error("key 3 is found")
	}
}

func TestBuilderCanBeUsedAgain(t *testing.T) {
	var b Builder
	first := sample{Meta{Key: 1, Collection: "a"}, [Fields]string{"t", "x y x", "z"}}
	var files [2]bytes.Buffer
	for i := range files {
		if err := addSample(&b, first); err != nil {
			t.Fatal(err)
		}
		if b.Len() != 1 || b.Size() == 0 {
			t.Errorf("%d documents, size %d", b.Len(), b.Size())
		}
		if _, err := b.Write(&files[i]); err != nil {
			t.Fatal(err)
		}
		b.Reset()
	}
	if !bytes.Equal(files[0].Bytes(), files[1].Bytes()) {
		t.Error("the second file differs from the first")
	}
}

func TestSymbolsStandForTheirTerm(t *testing.T) {
	var b Builder
	for key := range engine.ChunkKey(3) {
		if err := b.Begin(Meta{Key: key}); err != nil {
			t.Fatal(err)
		}
		b.Field(Body)
		b.Token("beam", 7, 0)
		b.Token("dump", 0, 1)
		b.Token("beam", 0, 2)
		b.Token("beam", 9, 3) // two symbols may mean the same
		b.End()
	}
	var out bytes.Buffer
	if _, err := b.Write(&out); err != nil {
		t.Fatal(err)
	}
	found, err := open(t, out.Bytes()).Lookup("beam", Hash("beam"))
	if err != nil || len(found.Postings) != 3 || found.Postings[2].Code()>>8 != 3 {
		t.Errorf("%+v, %v", found, err)
	}
	lists := found.Lists()
	if list := lists.Read(nil, 2); !slices.Equal(list, []uint32{1, 3, 4}) {
		t.Errorf("positions %v", list)
	}
}

func TestFrequencyIsWeightedAndCapped(t *testing.T) {
	s := open(t, encode(t, sample{Meta{Key: 1}, [Fields]string{"a a", "a", "a"}}, sample{Meta{Key: 2}, [Fields]string{"", strings.Repeat("a ", 400), ""}}))
	found, err := s.Lookup("a", Hash("a"))
	if err != nil {
		t.Fatal(err)
	}
	if got := found.Postings[0].Code() >> 8; got != 2*3+1+5 {
		t.Errorf("frequency %d", got)
	}
	if got := found.Postings[1].Code() >> 8; got != MaxFrequency {
		t.Errorf("frequency %d", got)
	}
	if _, ok := found.Place(0); !ok {
		t.Error("no posting of document 0")
	}
	if _, ok := found.Place(2); ok {
		t.Error("a posting of a document that is not there")
	}
}

func TestAFullSegmentRefuses(t *testing.T) {
	var b Builder
	for key := range engine.ChunkKey(MaxDocs) {
		if err := addSample(&b, sample{Meta: Meta{Key: key}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Begin(Meta{Key: MaxDocs}); err == nil {
		t.Error("document 65,537 is taken")
	}
	if _, err := b.Write(io.Discard); err != nil {
		t.Error(err)
	}
	if _, err := new(Builder).Write(io.Discard); err == nil {
		t.Error("an empty segment is written")
	}
}

func TestLengthClasses(t *testing.T) {
	last := -1
	for n := uint32(0); n < 600_000; n++ {
		class := LengthClass(n)
		if int(class) < last || int(class) > last+1 {
			t.Fatalf("length %d has class %d after %d", n, class, last)
		}
		last = int(class)
		if length := ClassLength(class); n < 507_904 && math.Abs(length-float64(n)) > float64(n)/31 {
			t.Fatalf("length %d counts as %v", n, length)
		}
	}
	if LengthClass(math.MaxUint32) != 255 || LengthClass(507_904) != 255 || LengthClass(507_903) != 254 {
		t.Error("the last class is not the longest")
	}
}

func TestFieldsOfPositions(t *testing.T) {
	l := Lengths{2, 3, 1}
	want := []Field{Title, Title, Title, Body, Body, Body, Body, IDs}
	for pos, f := range want {
		if got := l.FieldAt(uint32(pos)); got != f {
			t.Errorf("position %d is in field %d, want %d", pos, got, f)
		}
	}
	if l.Weighted() != 2*3+3+5 {
		t.Errorf("weighted length %d", l.Weighted())
	}
}

func TestMergeRefusesDamageAndCancellation(t *testing.T) {
	data := encode(t, sample{Meta{Key: 1}, [Fields]string{"", "beam dump", ""}})
	good := Input{Segment: open(t, data)}
	broken := slices.Clone(data)
	broken[len(broken)-1] ^= 1
	bad := Input{Segment: open(t, broken)}
	if _, err := Merge(context.Background(), io.Discard, []Input{bad}); !errors.Is(err, engine.ErrDamaged) {
		t.Errorf("error %v", err)
	}
	if _, err := bad.Segment.Delete(nil, []int{0}); !errors.Is(err, engine.ErrDamaged) {
		t.Errorf("error %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Merge(ctx, io.Discard, []Input{good}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestDeletesOfAnotherSegmentAreRefused(t *testing.T) {
	a := open(t, encode(t, sample{Meta{Key: 1}, [Fields]string{"", "beam", ""}}, sample{Meta: Meta{Key: 2}}))
	b := open(t, encode(t, sample{Meta{Key: 1}, [Fields]string{"", "dump", ""}}, sample{Meta: Meta{Key: 2}}))
	d, err := a.Delete(nil, []int{1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := DecodeDeletes(d.Encode(a), b); !errors.Is(err, engine.ErrDamaged) {
		t.Errorf("error %v", err)
	}
}

func TestTermTableFindsWhatItHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var table termTable
		for range 2 {
			ids := map[string]uint32{}
			for _, term := range rapid.SliceOfN(rapid.StringN(0, 4, 6), 0, 300).Draw(t, "terms") {
				id := table.id(term)
				if known, ok := ids[term]; ok && known != id || string(table.term(id)) != term {
					t.Fatalf("%q has number %d", term, id)
				}
				ids[term] = id
			}
			if table.len() != len(ids) {
				t.Fatalf("%d terms, want %d", table.len(), len(ids))
			}
			for a := range uint32(table.len()) {
				if c := table.compare(a, 0); c != -table.compare(0, a) || (c == 0) != (a == 0) {
					t.Fatal("the order is not one")
				}
			}
			table.reset()
		}
	})
}

func TestHashIsFixed(t *testing.T) {
	for term, want := range map[string]uint64{"": 0xefd01f60ba992926, "beam": 0x9e440f5f260c0657, "真空": 0x686a8581885d728f} {
		if got := Hash(term); got != want {
			t.Errorf("Hash(%q) is %#x, want %#x", term, got, want)
		}
	}
}
