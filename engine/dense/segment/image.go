package segment

import (
	"context"
	"fmt"
	"io"

	"owl/engine/disk"
)

// Info describes a segment file.
type Info struct {
	Rows  int
	Bytes int64
	Sum   uint32 // checksum of the footer, which holds those of all else
}

// image is a segment that is about to be written.
type image struct {
	dim                  int
	rows                 []columns // by key
	places               []place   // of their vectors
	collections, systems []string
	coded
}

// place is a row of a source.
type place struct {
	source source
	row    int
}

// source is where vectors come from.
type source interface {
	vector(row int, to []float32) error
}

// write writes the file.
func (m *image) write(ctx context.Context, w io.Writer) (Info, error) {
	if len(m.rows) == 0 || len(m.rows) > MaxRows {
		return Info{}, fmt.Errorf("write segment: %d rows do not fit", len(m.rows))
	}
	out := &summer{w: w}
	f := footer{rows: len(m.rows), dim: m.dim}
	err := m.encode(ctx)
	if err == nil {
		err = m.writeFront(out, &f)
	}
	if err == nil {
		err = m.each(ctx, func(v []float32) error {
			_, err := out.Write(bytesOf(v))
			return err
		})
	}
	if err == nil {
		err = writeEnd(out, &f)
	}
	if err != nil {
		return Info{}, fmt.Errorf("write segment: %w", err)
	}
	return Info{Rows: f.rows, Bytes: f.size(), Sum: f.sum}, nil
}

// each goes through the vectors in order. The slice is used again.
func (m *image) each(ctx context.Context, do func(v []float32) error) error {
	v := make([]float32, m.dim)
	for i, p := range m.places {
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if err := p.source.vector(p.row, v); err != nil {
			return err
		}
		if err := do(v); err != nil {
			return err
		}
	}
	return nil
}

// writeFront writes all before the vectors.
func (m *image) writeFront(out *summer, f *footer) error {
	n := len(m.rows)
	keys, seconds, nanos := make([]int64, n), make([]int64, n), make([]uint32, n)
	collections, systems := make([]uint16, n), make([]uint16, n)
	for i, r := range m.rows {
		keys[i], seconds[i], nanos[i] = r.key, r.seconds, r.nanos
		collections[i], systems[i] = r.collection, r.system
	}
	collectionNames, systemNames := disk.EncodeNames(m.collections), disk.EncodeNames(m.systems)
	f.collectionNames, f.systemNames = len(collectionNames), len(systemNames)
	for _, b := range [][]byte{
		bytesOf(keys), bytesOf(seconds), bytesOf(nanos), bytesOf(collections), bytesOf(systems),
		bytesOf(m.steps), bytesOf(append(m.center, m.radius)), collectionNames, systemNames, m.codes.high, m.codes.low,
	} {
		if _, err := out.Write(b); err != nil {
			return err
		}
		if err := out.pad(); err != nil {
			return err
		}
	}
	return nil
}

// writeEnd pads the vectors and writes the checksums and the footer.
func writeEnd(out *summer, f *footer) error {
	if err := out.pad(); err != nil {
		return err
	}
	out.finish()
	sums := bytesOf(out.sums)
	f.sums = checksum(sums)
	end := summer{w: out.w}
	if _, err := end.Write(sums); err != nil {
		return err
	}
	if err := end.pad(); err != nil {
		return err
	}
	_, err := out.w.Write(f.encode())
	return err
}
