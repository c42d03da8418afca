package segment

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"slices"

	"owl/engine"
	"owl/engine/disk"
)

// Input is a segment to merge, without its deleted documents.
type Input struct {
	Segment *Segment
	Deletes *Deletes
}

// Live is the number of documents that are not deleted.
func (in Input) Live() int { return in.Segment.Docs() - in.Deletes.Count() }

// Find returns the live document with a key.
func (in Input) Find(key engine.ChunkKey) (doc int, ok bool) {
	doc, ok = in.Segment.Find(key)
	return doc, ok && !in.Deletes.Has(doc)
}

// Merge writes the live documents of the inputs as one segment file. Together
// they must be at least one and at most MaxDocs, of different keys. The error
// wraps engine.ErrDamaged when an input is found damaged.
func Merge(ctx context.Context, w io.Writer, inputs []Input) (Info, error) {
	var m merger
	for _, in := range inputs {
		if err := in.Segment.Check(); err != nil { // damage must not get a valid checksum
			return Info{}, err
		}
		m.cursors = append(m.cursors, &cursor{Input: in, numbers: make([]uint32, in.Segment.Docs())})
	}
	m.mergeDocs()
	if err := m.mergeTerms(ctx); err != nil {
		return Info{}, err
	}
	return m.write(w)
}

type merger struct {
	image
	cursors []*cursor
	entries []entry
}

// gone is the new number of a deleted document.
const gone = 1<<32 - 1

// cursor walks over the terms of an input.
type cursor struct {
	Input
	numbers []uint32 // new number by old number, or gone
	id      uint32
	hash    uint64
	text    []byte
}

// entry is one posting of the term at hand and its position list.
type entry struct {
	posting Posting
	list    []byte
}

func (e entry) compare(o entry) int { return cmp.Compare(e.posting, o.posting) }

// mergeDocs numbers the live documents by their keys.
func (m *merger) mergeDocs() {
	type origin struct {
		cursor *cursor
		doc    int
	}
	var docs []origin
	for _, c := range m.cursors {
		for doc := range c.Segment.Docs() {
			c.numbers[doc] = gone
			if !c.Deletes.Has(doc) {
				docs = append(docs, origin{c, doc})
			}
		}
	}
	slices.SortFunc(docs, func(a, b origin) int {
		return cmp.Compare(a.cursor.Segment.keys[a.doc], b.cursor.Segment.keys[b.doc])
	})
	var collections, systems disk.Names
	for n, o := range docs {
		o.cursor.numbers[o.doc] = uint32(n)
		s := o.cursor.Segment
		m.docs = append(m.docs, columns{
			key: s.keys[o.doc], seconds: s.seconds[o.doc], nanos: s.nanos[o.doc], lengths: s.lengths[o.doc],
			collection: collections.ID(s.collections[s.collection[o.doc]]), system: systems.ID(s.systems[s.system[o.doc]]),
		})
	}
	m.collections, m.systems = collections.List(), systems.List()
}

// mergeTerms takes the terms of all inputs in order.
func (m *merger) mergeTerms(ctx context.Context) error {
	live := m.cursors[:0:0]
	for _, c := range m.cursors {
		if c.Segment.header.terms > 0 {
			if err := c.load(); err != nil {
				return err
			}
			live = append(live, c)
		}
	}
	for n := 0; len(live) > 0; n++ {
		if n%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		first := slices.MinFunc(live, (*cursor).compare)
		hash, text := first.hash, first.text
		m.entries = m.entries[:0]
		for i := 0; i < len(live); i++ {
			c := live[i]
			if c.hash != hash || !bytes.Equal(c.text, text) {
				continue
			}
			more, err := m.take(c)
			if err != nil {
				return err
			}
			if !more {
				live = slices.Delete(live, i, i+1)
				i--
			}
		}
		m.put(hash, text)
	}
	m.terms = append(m.terms, termRecord{text: uint32(len(m.text)), posting: uint32(len(m.postings)), list: uint32(len(m.lists))})
	return nil
}

// load reads the term that the cursor stands at.
func (c *cursor) load() (err error) {
	c.text, err = c.Segment.termText(c.id)
	c.hash = Hash(string(c.text))
	return err
}

func (c *cursor) compare(o *cursor) int {
	if n := cmp.Compare(c.hash, o.hash); n != 0 {
		return n
	}
	return bytes.Compare(c.text, o.text)
}

// take collects the live postings of the cursor's term and moves it on.
func (m *merger) take(c *cursor) (more bool, err error) {
	t, err := c.Segment.term(c.id)
	if err != nil {
		return false, err
	}
	lists := t.lists
	for _, p := range t.Postings {
		n := listEnd(lists)
		if n == 0 || int(p.Doc()) >= len(c.numbers) {
			return false, c.Segment.damaged("postings and positions do not fit")
		}
		if number := c.numbers[p.Doc()]; number != gone {
			m.entries = append(m.entries, entry{Posting(number)<<16 | Posting(p.Code()), lists[:n]})
		}
		lists = lists[n:]
	}
	c.id++
	if c.id == c.Segment.header.terms {
		return false, nil
	}
	return true, c.load()
}

// put appends the term that was collected, unless no live document holds it.
func (m *merger) put(hash uint64, text []byte) {
	if len(m.entries) == 0 {
		return
	}
	if !slices.IsSortedFunc(m.entries, entry.compare) {
		slices.SortFunc(m.entries, entry.compare)
	}
	m.terms = append(m.terms, termRecord{
		hash: uint32(hash >> 32), text: uint32(len(m.text)), posting: uint32(len(m.postings)), list: uint32(len(m.lists)),
	})
	m.text = append(m.text, text...)
	for _, e := range m.entries {
		m.postings = append(m.postings, e.posting)
		m.lists = append(m.lists, e.list...)
	}
}
