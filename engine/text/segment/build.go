package segment

import (
	"cmp"
	"io"
	"slices"
)

// Info describes a segment file.
type Info struct {
	Docs   int
	Terms  int
	Length uint64 // weighted, of all documents
	Bytes  int64
	Sum    uint32 // checksum of the header, which holds those of all else
}

// Write writes the documents as a segment file, in the order of their keys. Of
// documents with the same key only the last added is kept.
func (b *Builder) Write(w io.Writer) (Info, error) {
	m := &image{collections: b.names.collections.List(), systems: b.names.systems.List()}
	numbers := b.numberDocs(m)
	o := organizer{b: b, m: m, numbers: numbers, places: make([]place, b.table.len())}
	for i := range b.shards {
		o.count(&b.shards[i])
	}
	o.order(b.sortTerms())
	for i := range b.shards {
		o.distribute(&b.shards[i])
	}
	if !slices.IsSorted(numbers) {
		o.sortPostings()
	}
	return m.write(w)
}

// numberDocs puts the documents to write into the image, by key, and returns
// the new number of each, or gone.
func (b *Builder) numberDocs(m *image) []uint32 {
	order := make([]uint32, len(b.docs))
	numbers := make([]uint32, len(b.docs))
	for i := range order {
		order[i], numbers[i] = uint32(i), gone
	}
	byKey := func(x, y uint32) int { return cmp.Compare(b.docs[x].key, b.docs[y].key) }
	slices.SortStableFunc(order, byKey)
	for i, d := range order {
		if i+1 == len(order) || byKey(d, order[i+1]) != 0 {
			numbers[d] = uint32(len(m.docs))
			m.docs = append(m.docs, b.docs[d])
		}
	}
	return numbers
}

// sortTerms returns the term numbers in the order of a file.
func (b *Builder) sortTerms() []uint32 {
	order := make([]uint32, b.table.len())
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, b.table.compare)
	return order
}

// organizer sorts postings by term: it counts, adds up, and distributes.
type organizer struct {
	b       *Builder
	m       *image
	numbers []uint32 // new document number by old one, or gone
	places  []place  // by term: first how many, then where the next one goes
}

type place struct{ posting, list uint32 }

func (o *organizer) count(s *shard) {
	lists := s.lists
	for i, term := range s.terms {
		size := listEnd(lists)
		lists = lists[size:]
		if o.numbers[s.postings[i].Doc()] != gone {
			o.places[term].posting++
			o.places[term].list += uint32(size)
		}
	}
}

// order lays the terms out in the image.
func (o *organizer) order(terms []uint32) {
	m := o.m
	m.terms = make([]termRecord, 0, len(terms)+1)
	var next place
	for _, term := range terms {
		size := o.places[term]
		if size.posting == 0 {
			continue // only in documents that were superseded
		}
		o.places[term] = next
		m.terms = append(m.terms, termRecord{
			hash: uint32(o.b.table.hash[term] >> 32), text: uint32(len(m.text)), posting: next.posting, list: next.list,
		})
		m.text = append(m.text, o.b.table.term(term)...)
		next.posting += size.posting
		next.list += size.list
	}
	m.terms = append(m.terms, termRecord{text: uint32(len(m.text)), posting: next.posting, list: next.list})
	m.postings, m.lists = make([]Posting, next.posting), make([]byte, next.list)
}

// distribute moves the postings of a shard to their terms.
func (o *organizer) distribute(s *shard) {
	lists := s.lists
	for i, term := range s.terms {
		size := listEnd(lists)
		list := lists[:size]
		lists = lists[size:]
		p := s.postings[i]
		number := o.numbers[p.Doc()]
		if number == gone {
			continue
		}
		at := &o.places[term]
		o.m.postings[at.posting] = Posting(number)<<16 | Posting(p.Code())
		at.posting++
		at.list += uint32(copy(o.m.lists[at.list:], list))
	}
}

// sortPostings sorts the postings of each term, with their lists, when the
// documents did not come in the order of their keys.
func (o *organizer) sortPostings() {
	var entries []entry
	var lists []byte
	for id := range len(o.m.terms) - 1 {
		a, z := o.m.terms[id], o.m.terms[id+1]
		postings := o.m.postings[a.posting:z.posting]
		if slices.IsSorted(postings) {
			continue
		}
		entries, lists = entries[:0], append(lists[:0], o.m.lists[a.list:z.list]...)
		rest := lists
		for _, p := range postings {
			n := listEnd(rest)
			entries = append(entries, entry{p, rest[:n]})
			rest = rest[n:]
		}
		slices.SortFunc(entries, entry.compare)
		to := o.m.lists[a.list:a.list]
		for i, e := range entries {
			postings[i] = e.posting
			to = append(to, e.list...)
		}
	}
}
