package segment

import (
	"fmt"
	"io"
	"math/bits"

	"owl/engine/disk"
)

// termRecord is a term as stored: its text, postings and position lists begin
// at these places and end where the next record's begin.
type termRecord struct {
	hash    uint32 // high half of Hash
	text    uint32
	posting uint32
	list    uint32
}

// image is a segment in memory, ready to be written.
type image struct {
	docs                 []columns
	collections, systems []string
	terms                []termRecord // in order of Hash, then text; one more at the end
	text                 []byte
	postings             []Posting
	lists                []byte
}

// maxBytes bounds text and position lists, whose places are 32-bit numbers.
const maxBytes = 1 << 31

// write writes the file. It returns the number of bytes and the checksum of the
// header, which covers the checksums of all else.
func (m *image) write(w io.Writer) (Info, error) {
	if len(m.docs) == 0 || len(m.docs) > MaxDocs || len(m.text) > maxBytes || len(m.lists) > maxBytes {
		return Info{}, fmt.Errorf("write segment: %d documents, %d bytes of terms, %d of positions do not fit", len(m.docs), len(m.text), len(m.lists))
	}
	h := header{docs: uint32(len(m.docs)), terms: uint32(len(m.terms) - 1)}
	h.bucketBits = uint32(bits.Len32(h.terms))
	for _, d := range m.docs {
		h.length += uint64(d.lengths.Weighted())
	}
	data := m.sections(h)
	var padded [sectionCount][]byte
	for i, b := range data[:sumSection] {
		padded[i] = pad(b)
	}
	data[sumSection] = bytesOf(blockSums(padded[:sumSection]))
	padded[sumSection] = pad(data[sumSection])
	offset := uint64(headerSize)
	for i, b := range padded {
		h.sections[i] = section{offset: offset, length: uint64(len(data[i])), sum: checksum(b)}
		offset += uint64(len(b))
	}
	head := h.encode()
	if _, err := w.Write(head); err != nil {
		return Info{}, fmt.Errorf("write segment: %w", err)
	}
	for _, b := range padded {
		if _, err := w.Write(b); err != nil {
			return Info{}, fmt.Errorf("write segment: %w", err)
		}
	}
	return Info{Docs: len(m.docs), Terms: int(h.terms), Length: h.length, Bytes: int64(offset), Sum: h.sum}, nil
}

// sections returns the bytes of each section but the last.
func (m *image) sections(h header) (data [sectionCount][]byte) {
	n := len(m.docs)
	keys, seconds, nanos := make([]int64, n), make([]int64, n), make([]uint32, n)
	lengths, collections, systems := make([]Lengths, n), make([]uint16, n), make([]uint16, n)
	for i, d := range m.docs {
		keys[i], seconds[i], nanos[i] = d.key, d.seconds, d.nanos
		lengths[i], collections[i], systems[i] = d.lengths, d.collection, d.system
	}
	data[keySection], data[secondSection], data[nanoSection] = bytesOf(keys), bytesOf(seconds), bytesOf(nanos)
	data[lengthSection], data[collectionSection], data[systemSection] = bytesOf(lengths), bytesOf(collections), bytesOf(systems)
	data[collectionNameSection], data[systemNameSection] = disk.EncodeNames(m.collections), disk.EncodeNames(m.systems)
	data[bucketSection], data[termSection] = bytesOf(m.buckets(h.bucketBits)), bytesOf(m.terms)
	data[textSection], data[postingSection], data[listSection] = m.text, bytesOf(m.postings), m.lists
	return data
}

// buckets says for each value of the first bits of a hash where its terms
// begin; the last entry is the number of terms.
func (m *image) buckets(bits uint32) []uint32 {
	b := make([]uint32, 1<<bits+1)
	for i, t := range m.terms[:len(m.terms)-1] {
		b[bucketOf(t.hash, bits)+1] = uint32(i + 1)
	}
	for i := 1; i < len(b); i++ {
		b[i] = max(b[i], b[i-1])
	}
	return b
}

// bucketOf returns the first bits of a hash whose high half is given.
func bucketOf(hash, bits uint32) uint32 { return uint32(uint64(hash) << bits >> 32) }

// pad fills b up to a multiple of the alignment.
func pad(b []byte) []byte {
	if r := len(b) % alignment; r != 0 {
		return append(b[:len(b):len(b)], make([]byte, alignment-r)...)
	}
	return b
}
