package text

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"sync"
	"sync/atomic"

	"owl/engine"
	"owl/engine/text/segment"
)

// K1 says how soon more occurrences of a term stop to matter, B how much long
// chunks are held back: the usual values of the BM25 literature.
const (
	K1 = 1.2
	B  = 0.75
)

// saturation is tf * (K1+1) / (tf + K1 * (1-B+B*length/average)) by the code of a
// posting.
type saturation [1 << 16]float32

// snapshot is one generation with its statistics.
type snapshot struct {
	manifest   manifest
	segments   []*handle
	live       int     // chunks
	docs       int     // of the largest segment
	average    float64 // weighted length of a chunk
	saturation func() *saturation
	users      atomic.Int64 // searches, and the Index while it is current
}

// handle is an open segment, shared between snapshots.
type handle struct {
	segment.Input
	users atomic.Int64 // snapshots
}

// load opens the published generation of a folder. With an old snapshot, which
// the caller holds, it returns nil when there is no other, and shares the
// segments that stay.
func load(dir string, old *snapshot) (*snapshot, error) {
	const attempts = 10
	for try := 1; ; try++ {
		m, err := readManifest(dir)
		if err != nil {
			return nil, err
		}
		if old != nil && m.same(old.manifest) {
			return nil, nil
		}
		s, err := loadManifest(dir, m, old)
		if err == nil || !errors.Is(err, fs.ErrNotExist) || try == attempts {
			return s, err
		}
		// A file that was replaced between reading the manifest and opening it.
		if again, err2 := readManifest(dir); err2 == nil && again.same(m) {
			return s, err
		}
	}
}

func loadManifest(dir string, m manifest, old *snapshot) (*snapshot, error) {
	s := &snapshot{manifest: m}
	s.users.Add(1)
	length := uint64(0)
	for _, e := range m.Segments {
		h := old.share(e)
		if h == nil {
			in, err := e.open(dir)
			if err != nil {
				return nil, errors.Join(err, s.leave())
			}
			h = &handle{Input: in}
		}
		h.users.Add(1)
		s.segments = append(s.segments, h)
		s.live += h.Live()
		s.docs = max(s.docs, h.Segment.Docs())
		length += h.Segment.Info().Length - h.Deletes.Length()
	}
	if s.live > 0 {
		s.average = float64(length) / float64(s.live)
	}
	s.saturation = sync.OnceValue(func() *saturation { return newSaturation(s.average) })
	return s, nil
}

// share returns the open segment of an entry, nil when s has none like it.
func (s *snapshot) share(e entry) *handle {
	if s == nil {
		return nil
	}
	for i, o := range s.manifest.Segments {
		if o == e {
			return s.segments[i]
		}
	}
	return nil
}

func (s *snapshot) key(c candidate) engine.ChunkKey {
	return s.segments[c.seg].Segment.Key(int(c.doc))
}

// leave takes one user away and closes what nobody uses any more.
func (s *snapshot) leave() error {
	if s.users.Add(-1) > 0 {
		return nil
	}
	var errs []error
	for _, h := range s.segments {
		if h.users.Add(-1) == 0 {
			errs = append(errs, h.Segment.Close())
		}
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("close text index: %w", err)
	}
	return nil
}

func newSaturation(average float64) *saturation {
	t := new(saturation)
	for class := range 256 {
		norm := lengthNorm(uint8(class), average)
		for tf := 1; tf <= segment.MaxFrequency; tf++ {
			t[tf<<8|class] = float32(float64(tf) * (K1 + 1) / (float64(tf) + norm))
		}
	}
	return t
}

// lengthNorm is what is added to tf for chunks of a length class.
func lengthNorm(class uint8, average float64) float64 {
	if average == 0 {
		return K1
	}
	return K1 * (1 - B + B*segment.ClassLength(class)/average)
}

// idf is the inverse document frequency of a term in df of n chunks.
func idf(n, df int) float64 {
	return math.Log(1 + (float64(n)-float64(df)+0.5)/(float64(df)+0.5))
}
