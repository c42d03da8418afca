package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"owl/engine"
)

const (
	dim = 384
	// vectorVersion names the cached files; it rises when the generator changes.
	vectorVersion = 1
	topics        = 3000
)

// vectorFiles are the generated vectors, 32-bit floats one after the other.
type vectorFiles struct{ chunks, queries string }

// prepareVectors generates the vectors unless an earlier run left them.
func prepareVectors(dir string) (vectorFiles, error) {
	v := vectorFiles{
		chunks:  filepath.Join(dir, fmt.Sprintf("vectors-%d.f32", vectorVersion)),
		queries: filepath.Join(dir, fmt.Sprintf("query-vectors-%d.f32", vectorVersion)),
	}
	for path, n := range map[string]int{v.chunks: chunks, v.queries: queryCount} {
		if _, err := os.Stat(path); err == nil {
			continue
		}
		err := create(path, func(w *bufio.Writer) { writeVectors(w, newCloud(uint64(n)), n) })
		if err != nil {
			return v, err
		}
	}
	return v, nil
}

// cloud makes vectors as embedders make them: all lean to one side, so that two
// of different topics have a cosine of 0.6, one element is several times as large
// as the others, and those of one topic are closer.
type cloud struct {
	rand   *rand.Rand // of the vectors, not of the topics
	mean   []float64
	topics [][]float64
}

func newCloud(vectorSeed uint64) *cloud {
	shared := rand.New(rand.NewPCG(seed, 2))
	c := &cloud{rand: rand.New(rand.NewPCG(seed, vectorSeed)), mean: normals(shared, 1.15)}
	c.mean[dim/3] = 9
	for range topics {
		c.topics = append(c.topics, normals(shared, 0.7))
	}
	return c
}

func normals(r *rand.Rand, deviation float64) []float64 {
	v := make([]float64, dim)
	for i := range v {
		v[i] = r.NormFloat64() * deviation
	}
	return v
}

// next makes a vector of unit length.
func (c *cloud) next() []float32 {
	v, topic, sum := normals(c.rand, 0.7), c.topics[c.rand.IntN(topics)], 0.0
	for i := range v {
		v[i] += c.mean[i] + topic[i]
		sum += v[i] * v[i]
	}
	unit := make([]float32, dim)
	for i := range v {
		unit[i] = float32(v[i] / math.Sqrt(sum))
	}
	return unit
}

func writeVectors(w *bufio.Writer, c *cloud, n int) {
	var b []byte
	for range n {
		b = b[:0]
		for _, x := range c.next() {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
		}
		w.Write(b)
	}
}

// eachVector reads the vectors of a file in order. The slice is used again.
func eachVector(path string, do func(i int, v []float32) error) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	r, v := bufio.NewReaderSize(f, 1<<20), make([]float32, dim)
	for i := 0; ; i++ {
		if err := binary.Read(r, binary.LittleEndian, v); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("read %s: %w", path, err)
		}
		if err := do(i, v); err != nil {
			return err
		}
	}
}

func readVectors(path string) (list [][]float32, err error) {
	err = eachVector(path, func(_ int, v []float32) error {
		list = append(list, slices.Clone(v))
		return nil
	})
	return list, err
}

// dayOf is when the chunk of vector i was created: one an hour.
func dayOf(i int) time.Time {
	return time.Date(2014, 1, 1, i, 0, 0, 0, time.UTC)
}

// strict lets one chunk of a hundred through.
func strict() engine.Filter { return engine.Filter{Since: dayOf(chunks - chunks/100)} }
