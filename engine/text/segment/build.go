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
	docs := b.kept()
	m := image{collections: b.names.collections.names, systems: b.names.systems.names}
	for _, d := range docs {
		m.docs = append(m.docs, b.docs[d].columns)
	}
	order := b.sortTerms()
	b.layOut(&m, docs, order)
	return m.write(w)
}

// kept returns the numbers of the documents to write, in the order of keys.
func (b *Builder) kept() []int {
	docs := make([]int, len(b.docs))
	for i := range docs {
		docs[i] = i
	}
	slices.SortStableFunc(docs, func(x, y int) int { return cmp.Compare(b.docs[x].key, b.docs[y].key) })
	kept := docs[:0]
	for i, d := range docs {
		if i+1 == len(docs) || b.docs[docs[i+1]].key != b.docs[d].key {
			kept = append(kept, d)
		}
	}
	return kept
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

// place is where the next posting and list of a term go.
type place struct{ posting, list uint32 }

// layOut sorts the entries by term: it counts, adds up, and distributes.
func (b *Builder) layOut(m *image, docs []int, order []uint32) {
	places := make([]place, b.table.len())
	b.each(docs, func(_ int, term uint32, _ uint16, list []byte) {
		places[term].posting++
		places[term].list += uint32(len(list))
	})
	m.terms = make([]termRecord, 0, len(order)+1)
	var next place
	for _, term := range order {
		size := places[term]
		if size.posting == 0 {
			continue // only in documents that were superseded
		}
		places[term] = next
		m.terms = append(m.terms, termRecord{
			hash: uint32(b.table.hash[term] >> 32), text: uint32(len(m.text)), posting: next.posting, list: next.list,
		})
		m.text = append(m.text, b.table.term(term)...)
		next.posting += size.posting
		next.list += size.list
	}
	m.terms = append(m.terms, termRecord{text: uint32(len(m.text)), posting: next.posting, list: next.list})
	m.postings, m.lists = make([]Posting, next.posting), make([]byte, next.list)
	b.each(docs, func(doc int, term uint32, code uint16, list []byte) {
		p := &places[term]
		m.postings[p.posting] = Posting(doc)<<16 | Posting(code)
		p.posting++
		p.list += uint32(copy(m.lists[p.list:], list))
	})
}

// each calls f for the entries of the documents, which it numbers anew.
func (b *Builder) each(docs []int, f func(doc int, term uint32, code uint16, list []byte)) {
	for n, d := range docs {
		entry, list, end := b.docs[d].entry, b.docs[d].list, len(b.terms)
		if d+1 < len(b.docs) {
			end = b.docs[d+1].entry
		}
		for ; entry < end; entry++ {
			size := listEnd(b.lists[list:])
			f(n, b.terms[entry], b.codes[entry], b.lists[list:list+size])
			list += size
		}
	}
}
