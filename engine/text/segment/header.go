package segment

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"unsafe"

	"owl/engine"
)

// The sections of a file, in order.
const (
	keySection = iota
	secondSection
	nanoSection
	lengthSection
	collectionSection
	systemSection
	collectionNameSection
	systemNameSection
	bucketSection
	termSection
	textSection
	postingSection
	listSection
	sumSection
	sectionCount
)

const (
	magic      = "OWLSEG\r\n"
	version    = 2
	headerSize = 384
	alignment  = 64
)

// header is the start of a file.
type header struct {
	docs, terms, bucketBits uint32
	length                  uint64 // sum of the weighted lengths of all documents
	sections                [sectionCount]section
	sum                     uint32 // of all before it
}

type section struct {
	offset, length uint64
	sum            uint32 // with its padding
}

func (h *header) encode() []byte {
	b := make([]byte, headerSize)
	copy(b, magic)
	le := binary.LittleEndian
	le.PutUint32(b[8:], version)
	le.PutUint32(b[12:], h.docs)
	le.PutUint32(b[16:], h.terms)
	le.PutUint32(b[20:], h.bucketBits)
	le.PutUint64(b[24:], h.length)
	for i, s := range h.sections {
		at := b[32+24*i:]
		le.PutUint64(at, s.offset)
		le.PutUint64(at[8:], s.length)
		le.PutUint32(at[16:], s.sum)
	}
	h.sum = checksum(b[:headerSize-4])
	le.PutUint32(b[headerSize-4:], h.sum)
	return b
}

// decodeHeader reads a header and checks that its sections fill a file of the
// given size.
func decodeHeader(b []byte, size int64) (h header, err error) {
	le := binary.LittleEndian
	if len(b) < headerSize || string(b[:8]) != magic {
		return h, fmt.Errorf("%w: not a text segment", engine.ErrDamaged)
	}
	h.sum = le.Uint32(b[headerSize-4:])
	if h.sum != checksum(b[:headerSize-4]) {
		return h, fmt.Errorf("%w: header has a wrong checksum", engine.ErrDamaged)
	}
	if v := le.Uint32(b[8:]); v != version {
		return h, fmt.Errorf("%w: format version %d, want %d", engine.ErrDamaged, v, version)
	}
	h.docs, h.terms, h.bucketBits, h.length = le.Uint32(b[12:]), le.Uint32(b[16:]), le.Uint32(b[20:]), le.Uint64(b[24:])
	next := uint64(headerSize)
	for i := range h.sections {
		at := b[32+24*i:]
		s := section{offset: le.Uint64(at), length: le.Uint64(at[8:]), sum: le.Uint32(at[16:])}
		if s.offset != next || s.length > uint64(size) {
			return h, fmt.Errorf("%w: section %d lies wrong", engine.ErrDamaged, i)
		}
		next = s.offset + (s.length+alignment-1)/alignment*alignment
		h.sections[i] = s
	}
	if next != uint64(size) {
		return h, fmt.Errorf("%w: %d bytes, want %d", engine.ErrDamaged, size, next)
	}
	return h, h.checkSizes()
}

// checkSizes checks that the fixed-size sections have the size that the counts
// ask for.
func (h *header) checkSizes() error {
	docs, terms := uint64(h.docs), uint64(h.terms)
	if docs == 0 || docs > MaxDocs || h.bucketBits > 32 {
		return fmt.Errorf("%w: %d documents, %d bucket bits", engine.ErrDamaged, docs, h.bucketBits)
	}
	for i, want := range map[int]uint64{
		keySection: 8 * docs, secondSection: 8 * docs, nanoSection: 4 * docs, lengthSection: 4 * uint64(Fields) * docs,
		collectionSection: 2 * docs, systemSection: 2 * docs,
		bucketSection: 4 * (1<<h.bucketBits + 1), termSection: 16 * (terms + 1),
	} {
		if got := h.sections[i].length; got != want {
			return fmt.Errorf("%w: section %d has %d bytes, want %d", engine.ErrDamaged, i, got, want)
		}
	}
	sums := h.sections[sumSection]
	if blocks := (sums.offset - headerSize + blockSize - 1) / blockSize; sums.length != 4*blocks {
		return fmt.Errorf("%w: checksums of %d blocks take %d bytes", engine.ErrDamaged, blocks, sums.length)
	}
	if h.sections[postingSection].length%4 != 0 {
		return fmt.Errorf("%w: postings are cut off", engine.ErrDamaged)
	}
	return nil
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
