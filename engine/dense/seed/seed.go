// Package seed keeps the vectors of known texts in a small file, so that records
// that come with Owl can be searched by meaning without embedding them first.
//
// The file belongs to one model. Its vectors are codes of 8 bits an element with
// one scale a vector, found by a hash of the text: a text that was changed since
// is simply not found, and embedded as any other.
package seed

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"

	"owl/engine"
)

// header is the first line of the file.
type header struct {
	Model engine.ModelID `json:"model"`
	Count int            `json:"count"`
}

// maxCount bounds what a header can make a reader allocate.
const maxCount = 1 << 20

type key [8]byte

func keyOf(text string) key {
	sum := sha256.Sum256([]byte(text))
	return key(sum[:8])
}

// Table holds the vectors of a file.
type Table struct {
	model   engine.ModelID
	vectors map[key][]byte // scale, then one code an element
}

// Write writes the vectors of texts, in their order.
func Write(w io.Writer, model engine.ModelID, texts []string, vectors [][]float32) error {
	line, err := json.Marshal(header{model, len(texts)})
	if err != nil {
		return fmt.Errorf("write vectors: %w", err)
	}
	out := bufio.NewWriter(w)
	out.Write(append(line, '\n'))
	for i, text := range texts {
		if len(vectors[i]) != model.Dim {
			return fmt.Errorf("write vectors: vector %d has %d elements, want %d", i, len(vectors[i]), model.Dim)
		}
		k := keyOf(text)
		out.Write(k[:])
		out.Write(encode(vectors[i]))
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write vectors: %w", err)
	}
	return nil
}

// Read reads a file. The error says what is wrong with it.
func Read(r io.Reader) (*Table, error) {
	in := bufio.NewReader(r)
	line, err := in.ReadSlice('\n')
	if err != nil {
		return nil, fmt.Errorf("read vectors: no header: %w", err)
	}
	var h header
	if err := json.Unmarshal(line, &h); err != nil {
		return nil, fmt.Errorf("read vectors: header: %w", err)
	}
	if h.Model.Dim < 1 || h.Model.Dim > 1<<14 || h.Count < 0 || h.Count > maxCount {
		return nil, fmt.Errorf("read vectors: %w: %d vectors of %d elements", engine.ErrDamaged, h.Count, h.Model.Dim)
	}
	t := &Table{h.Model, map[key][]byte{}}
	for i := range h.Count {
		var k key
		codes := make([]byte, 4+h.Model.Dim)
		if _, err := io.ReadFull(in, k[:]); err != nil {
			return nil, fmt.Errorf("read vectors: vector %d of %d: %w", i+1, h.Count, err)
		}
		if _, err := io.ReadFull(in, codes); err != nil {
			return nil, fmt.Errorf("read vectors: vector %d of %d: %w", i+1, h.Count, err)
		}
		t.vectors[k] = codes
	}
	return t, nil
}

// Len is the number of texts that are known.
func (t *Table) Len() int { return len(t.vectors) }

// Model is who made the vectors.
func (t *Table) Model() engine.ModelID { return t.model }

// encode gives a scale and one code an element: element = scale * code.
func encode(v []float32) []byte {
	most := float32(0)
	for _, x := range v {
		most = max(most, float32(math.Abs(float64(x))))
	}
	scale := max(most/127, math.SmallestNonzeroFloat32)
	out := binary.LittleEndian.AppendUint32(nil, math.Float32bits(scale))
	for _, x := range v {
		out = append(out, byte(int8(math.Round(float64(x/scale)))))
	}
	return out
}

// decode gives the vector of unit length.
func decode(codes []byte) []float32 {
	var squares float64
	for _, c := range codes[4:] {
		squares += float64(int8(c)) * float64(int8(c))
	}
	v := make([]float32, len(codes)-4)
	if squares == 0 {
		return v
	}
	for i, c := range codes[4:] {
		v[i] = float32(float64(int8(c)) / math.Sqrt(squares))
	}
	return v
}

// Embedder takes the vectors of known texts from a table and has the others
// made. A table of another model is not used.
type Embedder struct {
	engine.Embedder
	Table *Table
}

// EmbedPassages implements engine.Embedder.
func (e Embedder) EmbedPassages(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	var rest []string
	var at []int
	same := e.Table != nil && e.Table.model == e.ID()
	for i, text := range texts {
		if same {
			if codes, ok := e.Table.vectors[keyOf(text)]; ok {
				out[i] = decode(codes)
				continue
			}
		}
		rest, at = append(rest, text), append(at, i)
	}
	if len(rest) == 0 {
		return out, nil
	}
	made, err := e.Embedder.EmbedPassages(ctx, rest)
	for i, v := range made {
		out[at[i]] = v
	}
	return out, err
}
