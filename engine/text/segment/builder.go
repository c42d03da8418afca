package segment

import (
	"fmt"
	"time"

	"owl/engine"
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
	docs    []builtDoc
	names   struct{ collections, systems nameTable }

	// One entry for each term of each document, in the order of the documents.
	terms []uint32
	codes []uint16
	lists []byte // their positions

	cur current
}

// builtDoc is a finished document and where its entries begin.
type builtDoc struct {
	columns
	entry, list int
}

// current is the document that is being added.
type current struct {
	doc    columns
	field  Field
	start  uint32   // document position of the field's first token
	mark   []uint32 // by term: its place in found, if found there names it
	found  []foundTerm
	tokens []foundToken
}

// foundTerm is a term of the current document.
type foundTerm struct {
	term        uint32
	frequency   uint32 // weighted
	first, last uint32 // its tokens, by number
}

// foundToken is an occurrence; next is the number of the term's next one.
type foundToken struct{ pos, next uint32 }

// Len is the number of documents added.
func (b *Builder) Len() int { return len(b.docs) }

// Size is about how much memory the documents take, in bytes.
func (b *Builder) Size() int {
	return 6*len(b.terms) + len(b.lists) + len(b.table.text) + 20*b.table.len() + 64*len(b.docs)
}

// Begin starts a document.
func (b *Builder) Begin(m Meta) error {
	if len(b.docs) == MaxDocs {
		return fmt.Errorf("add chunk %d: segment is full", m.Key)
	}
	doc := columns{key: int64(m.Key), seconds: m.Created.Unix(), nanos: uint32(m.Created.Nanosecond())}
	if m.Created.IsZero() {
		doc.seconds, doc.nanos = 0, undated
	}
	doc.collection, doc.system = b.names.collections.id(string(m.Collection)), b.names.systems.id(m.System)
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
	if int(id) >= len(c.mark) {
		c.mark = append(c.mark, 0)
	}
	if n := uint32(pos) + 1; n > c.doc.lengths[c.field] {
		c.doc.lengths[c.field] = n
	}
	token := uint32(len(c.tokens))
	c.tokens = append(c.tokens, foundToken{pos: c.start + uint32(pos), next: token})
	at := c.mark[id]
	if int(at) >= len(c.found) || c.found[at].term != id {
		c.mark[id] = uint32(len(c.found))
		c.found = append(c.found, foundTerm{term: id, frequency: c.field.Weight(), first: token, last: token})
		return
	}
	f := &c.found[at]
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
	b.docs = append(b.docs, builtDoc{columns: c.doc, entry: len(b.terms), list: len(b.lists)})
	length := c.doc.lengths.Weighted()
	for _, f := range c.found {
		b.terms = append(b.terms, f.term)
		b.codes = append(b.codes, code(f.frequency, length))
		b.lists = appendList(b.lists, c.tokens, f.first)
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
	b.names.collections.reset()
	b.names.systems.reset()
	b.docs, b.terms, b.codes, b.lists = b.docs[:0], b.terms[:0], b.codes[:0], b.lists[:0]
	b.cur.mark = b.cur.mark[:0]
}
