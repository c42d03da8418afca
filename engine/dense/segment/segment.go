package segment

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"

	"owl/engine"
	"owl/engine/dense/quant"
)

// Segment is an open segment file. It is safe for concurrent use until Close.
//
// All but the vectors is mapped into memory. Vectors are read from the file: they
// are four times the size of the codes, few are needed, and what is mapped and
// once read counts as the memory of the process.
type Segment struct {
	path   string
	file   io.ReaderAt
	front  []byte // the mapped file up to the vectors
	footer footer
	at     [sectionCount]span

	keys        []int64
	seconds     []int64
	nanos       []uint32
	collection  []uint16
	system      []uint16
	collections []string
	systems     []string
	coded
	sums        []uint32 // of the blocks
	seen        checked
	first, last int64 // seconds of the earliest and the latest date; first > last without one
}

// Open opens a segment file and checks its footer and what it keeps of each row
// but the codes and vectors, whose blocks are checked when they are first read.
// The error of a file that cannot be used wraps engine.ErrDamaged and names the
// file.
func Open(path string) (*Segment, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open segment: %w", err)
	}
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("open segment: %w", errors.Join(err, f.Close()))
	}
	s, err := parse(f, info.Size(), path, func(n int64) ([]byte, error) {
		return unix.Mmap(int(f.Fd()), 0, int(n), unix.PROT_READ, unix.MAP_SHARED)
	})
	if err != nil {
		return nil, fmt.Errorf("open segment %s: %w", path, errors.Join(err, s.Close()))
	}
	return s, nil
}

// parse reads a segment file; front maps its first n bytes. Also with an error it
// returns a segment, which must be closed.
func parse(r io.ReaderAt, size int64, path string, front func(n int64) ([]byte, error)) (*Segment, error) {
	s := &Segment{path: path, file: r}
	if binary.NativeEndian.Uint16([]byte{1, 0}) != 1 {
		return s, errors.New("vector segments need a little-endian machine")
	}
	if size < footerSize {
		return s, fmt.Errorf("%w: %d bytes", engine.ErrDamaged, size)
	}
	end := make([]byte, footerSize)
	if _, err := r.ReadAt(end, size-footerSize); err != nil {
		return s, err
	}
	f, err := decodeFooter(end, size)
	if err != nil {
		return s, err
	}
	s.footer, s.at = f, f.sections()
	s.sums = make([]uint32, s.at[sumSection].length/4)
	if _, err := r.ReadAt(bytesOf(s.sums), s.at[sumSection].offset); err != nil {
		return s, err
	}
	if checksum(bytesOf(s.sums)) != f.sums {
		return s, fmt.Errorf("%w: the checksums have a wrong checksum", engine.ErrDamaged)
	}
	if s.front, err = front(s.at[vectorSection].offset); err != nil {
		return s, err
	}
	s.seen = newChecked(len(s.sums))
	return s, s.readColumns()
}

func (s *Segment) readColumns() error {
	s.keys, s.seconds, s.nanos = view[int64](s.section(keySection)), view[int64](s.section(secondSection)), view[uint32](s.section(nanoSection))
	s.collection, s.system = view[uint16](s.section(collectionSection)), view[uint16](s.section(systemSection))
	s.steps = view[float32](s.section(stepSection))
	center := view[float32](s.section(centerSection))
	s.center, s.radius = center[:s.footer.dim:s.footer.dim], center[s.footer.dim]
	s.codes = codes{quant.RowBytes(s.footer.dim), s.section(highSection), s.section(lowSection)}
	if err := s.verify(0, s.at[highSection].offset); err != nil {
		return err
	}
	return s.checkColumns()
}

// section returns a section that is mapped.
func (s *Segment) section(i int) []byte { return s.front[s.at[i].offset:][:s.at[i].length] }

func (s *Segment) readAt(b []byte, at int64) error {
	if _, err := s.file.ReadAt(b, at); err != nil {
		return fmt.Errorf("read segment %s: %w", s.path, err)
	}
	return nil
}

// Close closes the file. Nothing that came from the segment may be used after.
func (s *Segment) Close() error {
	front, file := s.front, s.file
	*s = Segment{path: s.path}
	var err error
	if front != nil {
		err = unix.Munmap(front)
	}
	if c, ok := file.(io.Closer); ok {
		err = errors.Join(err, c.Close())
	}
	if err != nil {
		return fmt.Errorf("close segment %s: %w", s.path, err)
	}
	return nil
}

// Path is the file's path.
func (s *Segment) Path() string { return s.path }

// Info describes the file.
func (s *Segment) Info() Info {
	return Info{Rows: s.footer.rows, Bytes: s.footer.size(), Sum: s.footer.sum}
}

// Rows is the number of rows, deleted ones included.
func (s *Segment) Rows() int { return s.footer.rows }

// Dim is the number of elements of a vector.
func (s *Segment) Dim() int { return s.footer.dim }

// Key is the key of a row. Keys rise with the row's number.
func (s *Segment) Key(row int) engine.ChunkKey { return engine.ChunkKey(s.keys[row]) }

// High returns the high half rows of the rows from..to. The error wraps
// engine.ErrDamaged.
func (s *Segment) High(from, to int) ([]byte, error) {
	n := s.codes.bytes
	return s.codes.high[from*n : to*n], s.verifyRows(highSection, from, to, n)
}

// Low returns the low half rows of the rows from..to. The error wraps
// engine.ErrDamaged.
func (s *Segment) Low(from, to int) ([]byte, error) {
	n := s.codes.bytes
	return s.codes.low[from*n : to*n], s.verifyRows(lowSection, from, to, n)
}

// Vector reads the vector of a row, of unit length, into to, which must have as
// many elements. The error of a damaged file wraps engine.ErrDamaged.
func (s *Segment) Vector(row int, to []float32) error {
	if err := s.verifyRows(vectorSection, row, row+1, 4*s.footer.dim); err != nil {
		return err
	}
	return s.vector(row, to)
}

// vector reads a vector that was checked.
func (s *Segment) vector(row int, to []float32) error {
	size := int64(4 * s.footer.dim)
	return s.readAt(bytesOf(to), s.at[vectorSection].offset+int64(row)*size)
}

// Center returns what the codes are around, which must not be written to, and
// what no vector is further away from it.
func (s *Segment) Center() (center []float32, radius float32) { return s.center, s.radius }

// Steps returns the steps of the codes of the rows from..to.
func (s *Segment) Steps(from, to int) []float32 { return s.steps[from:to] }

// Step returns the step of the code of a row.
func (s *Segment) Step(row int) float32 { return s.steps[row] }

func (s *Segment) verifyRows(section, from, to, size int) error {
	at := s.at[section].offset
	return s.verify(at+int64(from)*int64(size), at+int64(to)*int64(size))
}

// CompareCreated compares the date of a row with a Unix time: -1, 0 or 1. A row
// without a date comes before all times.
func (s *Segment) CompareCreated(row int, seconds int64, nanos uint32) int {
	if n := cmp.Compare(s.seconds[row], seconds); n != 0 {
		return n
	}
	return cmp.Compare(s.nanos[row], nanos)
}

// Dated reports whether a row has a date.
func (s *Segment) Dated(row int) bool { return s.seconds[row] != undated }

// Dates returns the Unix times of the earliest and the latest date, without
// their nanoseconds. Without a date the earliest is the greater.
func (s *Segment) Dates() (first, last int64) { return s.first, s.last }

// Collections lists the collections that occur.
func (s *Segment) Collections() []string { return s.collections }

// Systems lists the systems that occur.
func (s *Segment) Systems() []string { return s.systems }

// CollectionOf is the place in Collections of a row's collection.
func (s *Segment) CollectionOf(row int) int { return int(s.collection[row]) }

// SystemOf is the place in Systems of a row's system.
func (s *Segment) SystemOf(row int) int { return int(s.system[row]) }

// damaged names the file and what is wrong with it.
func (s *Segment) damaged(what string) error {
	return fmt.Errorf("segment %s: %w: %s", s.path, engine.ErrDamaged, what)
}
