package text

import (
	"math"
	"unsafe"

	"owl/engine/text/segment"
)

// scores are the scores of the documents of one segment. None is negative.
type scores [segment.MaxDocs]float32

// add adds the scores of one term. The conversions keep the compiler from fusing
// multiplication and addition, which would round differently on other machines.
func (s *scores) add(postings []segment.Posting, sat *saturation, factor, bonus float32) {
	if bonus > 0 {
		for _, p := range postings {
			s[p.Doc()] += bonus + float32(factor*sat[p.Code()])
		}
		return
	}
	for len(postings) >= 4 { // four at a time: the processor overlaps their loads
		a, b, c, d := postings[0], postings[1], postings[2], postings[3]
		va, vb := float32(factor*sat[a.Code()]), float32(factor*sat[b.Code()])
		vc, vd := float32(factor*sat[c.Code()]), float32(factor*sat[d.Code()])
		s[a.Doc()] += va
		s[b.Doc()] += vb
		s[c.Doc()] += vc
		s[d.Doc()] += vd
		postings = postings[4:]
	}
	for _, p := range postings {
		s[p.Doc()] += float32(factor * sat[p.Code()])
	}
}

// next returns the first document from doc on that scores at least least, and
// more than nothing; docs when there is none.
//
// It looks at sixteen scores at a time. Floats that are not negative compare as
// their bits do, so x >= least holds when x - least + 1<<31 has its high bit set,
// which works for two scores in one word.
func (s *scores) next(doc, docs int, least float32) int {
	bits := uint64(max(math.Float32bits(least), 1))
	const high = 1<<63 | 1<<31
	shift := high - (bits<<32 | bits)
	words := (*[segment.MaxDocs / 2]uint64)(unsafe.Pointer(s))
	for doc < docs {
		if doc%16 == 0 {
			w := words[doc/2 : doc/2+8 : doc/2+8]
			found := (w[0] + shift) | (w[1] + shift) | (w[2] + shift) | (w[3] + shift)
			found |= (w[4] + shift) | (w[5] + shift) | (w[6] + shift) | (w[7] + shift)
			if found&high == 0 {
				doc += 16
				continue
			}
		}
		if uint64(math.Float32bits(s[doc])) >= bits {
			return doc
		}
		doc++
	}
	return docs
}
