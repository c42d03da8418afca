package segment

import (
	"fmt"
	"sync/atomic"
)

// Opening a segment does not read it: that would take longer than a search. The
// last section holds a checksum for each block of the file before it, and a
// block is checked when something in it is read for the first time. Damage is
// so found by the search that meets it, and never gives a wrong result.

// blockSize is the size of a block in bytes; blocks are counted from the end of
// the header.
const blockSize = 64 << 10

// blockSums returns the checksum of each block of the sections, which are
// padded and follow each other.
func blockSums(sections [][]byte) []uint32 {
	var sums []uint32
	sum, room := uint32(0), blockSize
	for _, b := range sections {
		for len(b) > 0 {
			n := min(room, len(b))
			sum, room, b = extend(sum, b[:n]), room-n, b[n:]
			if room == 0 {
				sums = append(sums, sum)
				sum, room = 0, blockSize
			}
		}
	}
	if room < blockSize {
		sums = append(sums, sum)
	}
	return sums
}

// checked keeps which blocks were checked, a bit each.
type checked []atomic.Uint64

func newChecked(blocks int) checked { return make(checked, (blocks+63)/64) }

func (c checked) has(block int) bool { return c[block/64].Load()&(1<<(block%64)) != 0 }

func (c checked) set(block int) { c[block/64].Or(1 << (block % 64)) }

// verify checks the blocks that hold bytes from to end of a section, those that
// were not checked before.
func (s *Segment) verify(section int, from, end uint64) error {
	if from >= end {
		return nil
	}
	base := s.header.sections[section].offset - headerSize
	for block := int((base + from) / blockSize); block <= int((base+end-1)/blockSize); block++ {
		if s.seen.has(block) {
			continue
		}
		at := headerSize + block*blockSize
		to := min(at+blockSize, int(s.header.sections[sumSection].offset))
		if checksum(s.data[at:to]) != s.sums[block] {
			return s.damaged(fmt.Sprintf("block %d has a wrong checksum", block))
		}
		s.seen.set(block)
	}
	return nil
}

// verifyDocs checks what is kept of each document, which searches read without
// looking back.
func (s *Segment) verifyDocs() error {
	last := s.header.sections[systemNameSection]
	return s.verify(keySection, 0, last.offset+last.length-s.header.sections[keySection].offset)
}
