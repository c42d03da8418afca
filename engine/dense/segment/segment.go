package segment

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"

	"golang.org/x/sys/unix"

	"owl/engine"
	"owl/engine/dense/quant"
)

// Segment is an open segment file. It is safe for concurrent use until Close.
type Segment struct {
	path   string
	data   []byte // the mapped file
	footer footer
	at     [sectionCount]span

	keys        []int64
	seconds     []int64
	nanos       []uint32
	collection  []uint16
	system      []uint16
	steps       []float32
	collections []string
	systems     []string
	codes       codes
	sums        []uint32 // of the blocks
	seen        checked
	first, last int64 // seconds of the earliest and the latest date; first > last without one
}

// Open maps a segment file into memory and checks its footer and what it keeps
// of each row but the codes and vectors, whose blocks are checked when they are
// first read. The error of a file that cannot be used wraps engine.ErrDamaged and
// names the file.
func Open(path string) (*Segment, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open segment: %w", err)
	}
	defer f.Close() // the mapping outlives it
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("open segment: %w", err)
	}
	if info.Size() < footerSize || info.Size() > math.MaxInt {
		return nil, fmt.Errorf("open segment %s: %w: %d bytes", path, engine.ErrDamaged, info.Size())
	}
	data, err := unix.Mmap(int(f.Fd()), 0, int(info.Size()), unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("map segment %s: %w", path, err)
	}
	s, err := parse(data, path)
	if err != nil {
		_ = unix.Munmap(data) // the file is refused anyway
		return nil, fmt.Errorf("open segment %s: %w", path, err)
	}
	return s, nil
}

// parse reads a segment file in memory, which must be aligned to 8 bytes.
func parse(data []byte, path string) (*Segment, error) {
	if binary.NativeEndian.Uint16([]byte{1, 0}) != 1 {
		return nil, errors.New("vector segments need a little-endian machine")
	}
	f, err := decodeFooter(data)
	if err != nil {
		return nil, err
	}
	s := &Segment{path: path, data: data, footer: f, at: f.sections()}
	s.sums = view[uint32](s.section(sumSection))
	if checksum(s.section(sumSection)) != f.sums {
		return nil, fmt.Errorf("%w: the checksums have a wrong checksum", engine.ErrDamaged)
	}
	s.seen = newChecked(len(s.sums))
	s.keys, s.seconds, s.nanos = view[int64](s.section(keySection)), view[int64](s.section(secondSection)), view[uint32](s.section(nanoSection))
	s.collection, s.system = view[uint16](s.section(collectionSection)), view[uint16](s.section(systemSection))
	s.steps = view[float32](s.section(stepSection))
	s.codes = codes{f.dim, s.section(highSection), s.section(lowSection), view[float32](s.section(vectorSection))}
	if err := s.verify(0, s.at[highSection].offset); err != nil {
		return nil, err
	}
	return s, s.checkColumns()
}

func (s *Segment) section(i int) []byte { return s.data[s.at[i].offset:][:s.at[i].length] }

// Close unmaps the file. Nothing that came from the segment may be used after.
func (s *Segment) Close() error {
	data := s.data
	*s = Segment{path: s.path}
	if data == nil {
		return nil
	}
	if err := unix.Munmap(data); err != nil {
		return fmt.Errorf("unmap segment %s: %w", s.path, err)
	}
	return nil
}

// Path is the file's path.
func (s *Segment) Path() string { return s.path }

// Info describes the file.
func (s *Segment) Info() Info {
	return Info{Rows: s.footer.rows, Bytes: int64(len(s.data)), Sum: s.footer.sum}
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
	n := quant.RowBytes(s.footer.dim)
	return s.codes.high[from*n : to*n], s.verifyRows(highSection, from, to, n)
}

// Low returns the low half rows of the rows from..to. The error wraps
// engine.ErrDamaged.
func (s *Segment) Low(from, to int) ([]byte, error) {
	n := quant.RowBytes(s.footer.dim)
	return s.codes.low[from*n : to*n], s.verifyRows(lowSection, from, to, n)
}

// Steps returns the steps of the codes of the rows from..to.
func (s *Segment) Steps(from, to int) []float32 { return s.steps[from:to] }

// Step returns the step of the code of a row.
func (s *Segment) Step(row int) float32 { return s.steps[row] }

// Vector returns the vector of a row, which must not be written to. The error
// wraps engine.ErrDamaged.
func (s *Segment) Vector(row int) ([]float32, error) {
	dim := s.footer.dim
	return s.codes.vectors[row*dim : (row+1)*dim], s.verifyRows(vectorSection, row, row+1, 4*dim)
}

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
