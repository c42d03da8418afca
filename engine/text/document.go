package text

import (
	"time"

	"owl/engine"
	"owl/engine/text/segment"
	"owl/engine/text/token"
)

// Doc is one chunk as it is indexed.
type Doc struct {
	Key        engine.ChunkKey
	Title      string // counts three times
	Body       string
	IDs        string // identifiers of the record, by which a person would name it; counts five times
	Collection engine.Collection
	System     string
	Created    time.Time // zero when unknown
}

// addDoc adds the tokens of a document to a segment.
func addDoc(b *segment.Builder, memo *token.Tokenizer, d Doc) error {
	err := b.Begin(segment.Meta{Key: d.Key, Collection: d.Collection, System: d.System, Created: d.Created})
	if err != nil {
		return err
	}
	each := func(t token.Token) bool {
		b.Token(t.Text, memo.Symbol(), t.Pos)
		return true
	}
	b.Field(segment.Title)
	memo.Each(d.Title, each)
	b.Field(segment.Body)
	memo.Each(d.Body, each)
	b.Field(segment.IDs)
	memo.Each(d.IDs, each)
	b.End()
	return nil
}
