package segment

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"slices"

	"golang.org/x/sys/unix"

	"owl/engine"
	"owl/engine/disk"
)

// Segment is an open segment file. It is safe for concurrent use until Close.
type Segment struct {
	path   string
	data   []byte // the mapped file
	header header

	keys        []int64
	seconds     []int64
	nanos       []uint32
	lengths     []Lengths
	collection  []uint16
	system      []uint16
	collections []string
	systems     []string
	buckets     []uint32
	terms       []termRecord
	text        []byte
	postings    []Posting
	lists       []byte
	sums        []uint32 // of the blocks
	seen        checked
}

// Open maps a segment file into memory and checks its header and what it keeps
// of each document. The rest is checked where it is first read, or by Check. The error of a file that cannot be used wraps
// engine.ErrDamaged and names the file.
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
	if info.Size() < headerSize || info.Size() > math.MaxInt {
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
		return nil, fmt.Errorf("text segments need a little-endian machine")
	}
	h, err := decodeHeader(data, int64(len(data)))
	if err != nil {
		return nil, err
	}
	s := &Segment{path: path, data: data, header: h}
	s.keys, s.seconds, s.nanos = view[int64](s.section(keySection)), view[int64](s.section(secondSection)), view[uint32](s.section(nanoSection))
	s.lengths = view[Lengths](s.section(lengthSection))
	s.collection, s.system = view[uint16](s.section(collectionSection)), view[uint16](s.section(systemSection))
	s.buckets, s.terms = view[uint32](s.section(bucketSection)), view[termRecord](s.section(termSection))
	s.text, s.postings, s.lists = s.section(textSection), view[Posting](s.section(postingSection)), s.section(listSection)
	s.sums = view[uint32](s.section(sumSection))
	s.seen = newChecked(len(s.sums))
	if err := s.verifyDocs(); err != nil {
		return nil, err
	}
	var ok1, ok2 bool
	s.collections, ok1 = disk.DecodeNames(s.section(collectionNameSection))
	s.systems, ok2 = disk.DecodeNames(s.section(systemNameSection))
	if !ok1 || !ok2 {
		return nil, fmt.Errorf("%w: names are malformed", engine.ErrDamaged)
	}
	return s, nil
}

func (s *Segment) section(i int) []byte {
	at := s.header.sections[i]
	return s.data[at.offset : at.offset+at.length]
}

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
	return Info{Docs: int(s.header.docs), Terms: int(s.header.terms), Length: s.header.length, Bytes: int64(len(s.data)), Sum: s.header.sum}
}

// Docs is the number of documents, deleted ones included.
func (s *Segment) Docs() int { return int(s.header.docs) }

// Key is the key of a document. Keys rise with the document's number.
func (s *Segment) Key(doc int) engine.ChunkKey { return engine.ChunkKey(s.keys[doc]) }

// Find returns the document with a key.
func (s *Segment) Find(key engine.ChunkKey) (doc int, ok bool) {
	return slices.BinarySearch(s.keys, int64(key))
}

// Lengths are the field lengths of a document.
func (s *Segment) Lengths(doc int) Lengths { return s.lengths[doc] }

// CompareCreated compares the date of a document with a Unix time: -1, 0 or 1.
// A document without a date comes before all times.
func (s *Segment) CompareCreated(doc int, seconds int64, nanos uint32) int {
	if n := cmp.Compare(s.seconds[doc], seconds); n != 0 {
		return n
	}
	return cmp.Compare(s.nanos[doc], nanos)
}

// Dated reports whether a document has a date.
func (s *Segment) Dated(doc int) bool { return s.seconds[doc] != undated }

// Collections lists the collections that occur.
func (s *Segment) Collections() []string { return s.collections }

// Systems lists the systems that occur.
func (s *Segment) Systems() []string { return s.systems }

// CollectionOf is the place in Collections of a document's collection.
func (s *Segment) CollectionOf(doc int) int { return int(s.collection[doc]) }

// SystemOf is the place in Systems of a document's system.
func (s *Segment) SystemOf(doc int) int { return int(s.system[doc]) }

// damaged names the file and what is wrong with it.
func (s *Segment) damaged(what string) error {
	return fmt.Errorf("segment %s: %w: %s", s.path, engine.ErrDamaged, what)
}
