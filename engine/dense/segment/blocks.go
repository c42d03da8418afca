package segment

import (
	"context"
	"fmt"
	"io"
	"sync/atomic"
)

// Opening a segment does not read it: that would take longer than a search. The
// section of checksums has one for each block of the file before it, and a block
// is checked when something in it is read for the first time. Damage is so found
// by the search that meets it, and never gives a wrong result.

// blockSize is a page, the least that is read from a disk: a search reads single
// rows here and there.
const blockSize = 4 << 10

// summer writes sections and keeps the checksum of each block.
type summer struct {
	w    io.Writer
	sums []uint32
	sum  uint32 // of the block at hand
	fill int    // its bytes so far
	at   int64
}

func (s *summer) Write(b []byte) (int, error) {
	for rest := b; len(rest) > 0; {
		n := min(blockSize-s.fill, len(rest))
		s.sum, s.fill, rest = extend(s.sum, rest[:n]), s.fill+n, rest[n:]
		if s.fill == blockSize {
			s.finish()
		}
	}
	s.at += int64(len(b))
	return s.w.Write(b)
}

// finish ends the block at hand.
func (s *summer) finish() {
	if s.fill > 0 {
		s.sums = append(s.sums, s.sum)
		s.sum, s.fill = 0, 0
	}
}

// pad fills up to a multiple of the alignment.
func (s *summer) pad() error {
	_, err := s.Write(make([]byte, -s.at&(alignment-1)))
	return err
}

// checked keeps which blocks were checked, a bit each.
type checked []atomic.Uint64

func newChecked(blocks int) checked { return make(checked, (blocks+63)/64) }

func (c checked) has(block int) bool { return c[block/64].Load()&(1<<(block%64)) != 0 }

func (c checked) set(block int) { c[block/64].Or(1 << (block % 64)) }

// verify checks the blocks that hold the bytes of the file from..end, those that
// were not checked before.
func (s *Segment) verify(from, end int64) error {
	if from >= end {
		return nil
	}
	for block := int(from / blockSize); block <= int((end-1)/blockSize); block++ {
		if s.seen.has(block) {
			continue
		}
		if err := s.verifyBlock(block); err != nil {
			return err
		}
		s.seen.set(block)
	}
	return nil
}

func (s *Segment) verifyBlock(block int) error {
	from := int64(block) * blockSize
	end := min(from+blockSize, s.at[sumSection].offset)
	b, err := s.bytes(from, end)
	if err != nil {
		return err
	}
	if checksum(b) != s.sums[block] {
		return s.damaged(fmt.Sprintf("block %d has a wrong checksum", block))
	}
	return nil
}

// bytes returns the bytes from..end of the file, of which some may not be mapped.
func (s *Segment) bytes(from, end int64) ([]byte, error) {
	if end <= int64(len(s.front)) {
		return s.front[from:end], nil
	}
	b := make([]byte, end-from)
	return b, s.readAt(b, from)
}

// checkSums checks every block.
func (s *Segment) checkSums(ctx context.Context) error {
	const stride = 64
	for first := 0; first < len(s.sums); first += stride {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		from := int64(first) * blockSize
		b, err := s.bytes(from, min(from+stride*blockSize, s.at[sumSection].offset))
		if err != nil {
			return err
		}
		for block := first; len(b) > 0; block++ {
			n := min(blockSize, len(b))
			if checksum(b[:n]) != s.sums[block] {
				return s.damaged(fmt.Sprintf("block %d has a wrong checksum", block))
			}
			b = b[n:]
		}
	}
	return nil
}
