package segment

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"unsafe"

	"owl/engine"
	"owl/engine/dense/quant"
)

// MaxRows is how many rows a segment can hold, MaxDim how many elements a
// vector.
const (
	MaxRows = 1 << 16
	MaxDim  = 1 << 14
)

// The sections of a file, in order.
const (
	keySection = iota
	secondSection
	nanoSection
	collectionSection
	systemSection
	stepSection
	centerSection
	collectionNameSection
	systemNameSection
	highSection
	lowSection
	vectorSection
	sumSection
	sectionCount
)

const (
	magic      = "OWLVEC\r\n"
	version    = 1
	footerSize = 64
	alignment  = 64
)

// footer is the end of a file. All places follow from it.
type footer struct {
	rows, dim       int
	collectionNames int    // bytes of the section
	systemNames     int    // bytes of the section
	sums            uint32 // checksum of the section of checksums
	sum             uint32 // of the footer before it, and so of all
}

// span is where a section lies, without its padding.
type span struct{ offset, length int64 }

func (s span) end() int64 { return s.offset + (s.length+alignment-1)/alignment*alignment }

// sections says where the sections lie.
func (f *footer) sections() (at [sectionCount]span) {
	rows, codes := int64(f.rows), int64(f.rows)*int64(quant.RowBytes(f.dim))
	lengths := [sumSection]int64{
		keySection: 8 * rows, secondSection: 8 * rows, nanoSection: 4 * rows,
		collectionSection: 2 * rows, systemSection: 2 * rows, stepSection: 4 * rows, centerSection: 4 * int64(f.dim+1),
		collectionNameSection: int64(f.collectionNames), systemNameSection: int64(f.systemNames),
		highSection: codes, lowSection: codes, vectorSection: 4 * rows * int64(f.dim),
	}
	next := int64(0)
	for i, length := range lengths {
		at[i] = span{next, length}
		next = at[i].end()
	}
	at[sumSection] = span{next, 4 * ((next + blockSize - 1) / blockSize)}
	return at
}

// size is that of the whole file.
func (f *footer) size() int64 {
	at := f.sections()
	return at[sumSection].end() + footerSize
}

func (f *footer) encode() []byte {
	b := make([]byte, footerSize)
	copy(b, magic)
	le := binary.LittleEndian
	for i, v := range []uint32{version, uint32(f.rows), uint32(f.dim), uint32(f.collectionNames), uint32(f.systemNames), f.sums} {
		le.PutUint32(b[8+4*i:], v)
	}
	f.sum = checksum(b[:footerSize-4])
	le.PutUint32(b[footerSize-4:], f.sum)
	return b
}

// decodeFooter reads the footer of a file of the given size and checks that the
// size is what follows from it.
func decodeFooter(b []byte, size int64) (f footer, err error) {
	le := binary.LittleEndian
	f.sum = le.Uint32(b[footerSize-4:])
	if string(b[:8]) != magic || f.sum != checksum(b[:footerSize-4]) {
		return f, fmt.Errorf("%w: it does not end as a segment does", engine.ErrDamaged)
	}
	if v := le.Uint32(b[8:]); v != version {
		return f, fmt.Errorf("%w: format version %d, want %d", engine.ErrDamaged, v, version)
	}
	f.rows, f.dim = int(le.Uint32(b[12:])), int(le.Uint32(b[16:]))
	f.collectionNames, f.systemNames, f.sums = int(le.Uint32(b[20:])), int(le.Uint32(b[24:])), le.Uint32(b[28:])
	if f.rows < 1 || f.rows > MaxRows || f.dim < 1 || f.dim > MaxDim {
		return f, fmt.Errorf("%w: %d rows of %d elements", engine.ErrDamaged, f.rows, f.dim)
	}
	if want := f.size(); want != size {
		return f, fmt.Errorf("%w: %d bytes, want %d", engine.ErrDamaged, size, want)
	}
	return f, nil
}

// checksum is CRC-32C (Castagnoli).
func checksum(b []byte) uint32 { return extend(0, b) }

// extend is the checksum of what sum is of, followed by b.
func extend(sum uint32, b []byte) uint32 {
	return crc32.Update(sum, crc32.MakeTable(crc32.Castagnoli), b)
}

// bytesOf returns the memory of s. Files are little endian; Open refuses other
// machines.
func bytesOf[T any](s []T) []byte {
	if len(s) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&s[0])), len(s)*int(unsafe.Sizeof(s[0])))
}

// view is the inverse of bytesOf. The memory must be aligned.
func view[T any](b []byte) []T {
	var zero T
	n := len(b) / int(unsafe.Sizeof(zero))
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&b[0])), n)
}
