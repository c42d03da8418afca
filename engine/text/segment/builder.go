package segment

import (
	"fmt"
	"time"

	"owl/engine"
	"owl/engine/disk"
)

// Meta is what a segment keeps of a document beside its terms.
type Meta struct {
	Key        engine.ChunkKey
	Collection engine.Collection
	System     string
	Created    time.Time
}

// Builder collects documents for one segment. Begin a document, add its tokens
// field by field, End it.
type Builder struct {
	table   termTable
	symbols []uint32 // term number + 1 by symbol; 0 is not known yet
	docs    []columns
	names   struct{ collections, systems disk.Names }
	shards  [shardCount]shard
	bytes   int // of all shards

	cur current
}

// shard holds the postings of the terms whose hash begins with the shard's
// number, in the order of the documents. A shard is small enough to be sorted by
// term within the processor's cache.
type shard struct {
	terms    []uint32
	postings []Posting
	lists    []byte // their positions
}

const (
	shardBits  = 6
	shardCount = 1 << shardBits
)

// current is the document that is being added.
type current struct {
	doc    columns
	field  Field
	start  uint32 // document position of the field's first token
	marks  []mark // by term
	found  []foundTerm
	tokens []foundToken
}

// mark says where in found a term is, if found names it there.
type mark struct {
	place uint32
	shard uint8
}

// foundTerm is a term of the current document.
type foundTerm struct {
	term        uint32
	frequency   uint32 // weighted
	first, last uint32 // its tokens, by number
	shard       uint8
}

// foundToken is an occurrence; next is the number of the term's next one.
type foundToken struct{ pos, next uint32 }

// Len is the number of documents added.
func (b *Builder) Len() int { return len(b.docs) }

// Size is about how much memory the documents take, in bytes.
func (b *Builder) Size() int {
	return b.bytes + len(b.table.text) + 36*b.table.len() + 64*len(b.docs)
}

// Begin starts a document.
func (b *Builder) Begin(m Meta) error {
	if len(b.docs) == MaxDocs {
		return fmt.Errorf("add chunk %d: segment is full", m.Key)
	}
	doc := columns{key: int64(m.Key), seconds: m.Created.Unix(), nanos: uint32(m.Created.Nanosecond())}
	if m.Created.IsZero() {
		doc.seconds, doc.nanos = undated, 0
	}
	doc.collection, doc.system = b.names.collections.ID(string(m.Collection)), b.names.systems.ID(m.System)
	c := &b.cur
	c.doc, c.field, c.start = doc, Title, 0
	c.found, c.tokens = c.found[:0], c.tokens[:0]
	return nil
}

// Field makes f the field of the tokens that follow. Fields come in order.
func (b *Builder) Field(f Field) {
	b.cur.field, b.cur.start = f, b.cur.doc.lengths.Start(f)
}

// Token adds an occurrence of a term at a position in the field. Positions do
// not fall. A symbol above 0 stands for the same term until Reset, and spares
// looking it up.
func (b *Builder) Token(term string, symbol, pos int) {
	c := &b.cur
	id := b.number(term, symbol)
	if int(id) >= len(c.marks) {
		c.marks = append(c.marks, mark{shard: uint8(b.table.hash[id] >> (64 - shardBits))})
	}
	if n := uint32(pos) + 1; n > c.doc.lengths[c.field] {
		c.doc.lengths[c.field] = n
	}
	token := uint32(len(c.tokens))
	c.tokens = append(c.tokens, foundToken{pos: c.start + uint32(pos), next: token})
	m := &c.marks[id]
	if int(m.place) >= len(c.found) || c.found[m.place].term != id {
		m.place = uint32(len(c.found))
		c.found = append(c.found, foundTerm{term: id, frequency: c.field.Weight(), first: token, last: token, shard: m.shard})
		return
	}
	f := &c.found[m.place]
	f.frequency += c.field.Weight()
	c.tokens[f.last].next = token
	f.last = token
}

// number returns the number of a term.
func (b *Builder) number(term string, symbol int) uint32 {
	if symbol <= 0 {
		return b.table.id(term)
	}
	for symbol >= len(b.symbols) {
		b.symbols = append(b.symbols, 0)
	}
	if n := b.symbols[symbol]; n > 0 {
		return n - 1
	}
	id := b.table.id(term)
	b.symbols[symbol] = id + 1
	return id
}

// End finishes the document.
func (b *Builder) End() {
	c := &b.cur
	doc, length := Posting(len(b.docs))<<16, c.doc.lengths.Weighted()
	b.docs = append(b.docs, c.doc)
	for i := range c.found {
		f := &c.found[i]
		s := &b.shards[f.shard]
		before := len(s.lists)
		s.terms = append(s.terms, f.term)
		s.postings = append(s.postings, doc|Posting(code(f.frequency, length)))
		s.lists = appendList(s.lists, c.tokens, f.first)
		b.bytes += 8 + len(s.lists) - before
	}
}

func appendList(b []byte, tokens []foundToken, i uint32) []byte {
	before := uint32(0)
	for {
		t := tokens[i]
		v := (t.pos - before) << 1
		if t.next == i {
			return appendVarint(b, v)
		}
		b = appendVarint(b, v|1)
		before, i = t.pos, t.next
	}
}

// Reset empties the builder and keeps its memory.
func (b *Builder) Reset() {
	b.table.reset()
	b.symbols = b.symbols[:0]
	b.names.collections, b.names.systems = disk.Names{}, disk.Names{}
	b.docs, b.bytes = b.docs[:0], 0
	for i := range b.shards {
		s := &b.shards[i]
		s.terms, s.postings, s.lists = s.terms[:0], s.postings[:0], s.lists[:0]
	}
	b.cur.marks = b.cur.marks[:0]
}
