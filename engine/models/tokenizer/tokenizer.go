package tokenizer

import (
	"math"
	"strings"
)

// Tokenizer encodes texts for one model. It is safe for concurrent use.
type Tokenizer struct {
	raw, normalized matcher // added tokens, by the text that they are looked for in
	normalize       normalizer
	split           splitter
	model           model
	single, pair    template
	cutLeft         bool // what does not fit is cut from the start of a text
	size            int
	limit           int
	pad             int64
}

// Encoding is a text as a model reads it. The slices have the same length.
type Encoding struct {
	IDs   []int64
	Types []int64 // 0 for the first text, 1 for the second where the model tells them apart
}

// model turns one word into ids, which it appends to dst.
type model interface {
	encode(dst []int64, word string) []int64
}

// piece is a part of a text: a word to encode or a token that was found whole.
type piece struct {
	text  string
	id    int64 // of an added token; noToken for text
	start bool  // of the whole text
}

const noToken = -1

// Size is the lowest number above every id.
func (t *Tokenizer) Size() int { return t.size }

// Limit is the number of tokens that the file truncates to, 0 when it says none.
func (t *Tokenizer) Limit() int { return t.limit }

// Pad is the id that fills the rows of a batch.
func (t *Tokenizer) Pad() int64 { return t.pad }

// Encode encodes one text to at most limit tokens with the special ones; no
// limit is 0.
func (t *Tokenizer) Encode(text string, limit int) Encoding {
	limit = orUnlimited(limit)
	ids := t.ids(text)
	return t.single.fill(t.cut(ids, limit-t.single.added()), nil).cut(limit)
}

// EncodePair encodes a question and a passage together to at most limit tokens
// with the special ones; no limit is 0. What does not fit is cut from the
// passage; the question is cut only where it would leave the passage less than
// a quarter of the room.
func (t *Tokenizer) EncodePair(question, passage string, limit int) Encoding {
	limit = orUnlimited(limit)
	a, b := t.ids(question), t.ids(passage)
	room := max(limit-t.pair.added(), 0)
	b = t.cut(b, max(room-len(a), room/4))
	a = t.cut(a, room-len(b))
	return t.pair.fill(a, b).cut(limit)
}

func orUnlimited(limit int) int {
	if limit <= 0 {
		return math.MaxInt
	}
	return limit
}

func (t *Tokenizer) cut(ids []int64, room int) []int64 {
	room = max(room, 0)
	switch {
	case len(ids) <= room:
		return ids
	case t.cutLeft:
		return ids[len(ids)-room:]
	default:
		return ids[:room]
	}
}

// cut keeps a limit that is smaller than the special tokens alone.
func (e Encoding) cut(limit int) Encoding {
	n := min(len(e.IDs), limit)
	return Encoding{IDs: e.IDs[:n], Types: e.Types[:n]}
}

// ids encodes a text without special tokens.
func (t *Tokenizer) ids(text string) []int64 {
	text = strings.ToValidUTF8(text, "\uFFFD")
	pieces := t.raw.split([]piece{{text: text, id: noToken, start: true}})
	for i, p := range pieces {
		if p.id == noToken {
			pieces[i].text = t.normalize(p.text)
		}
	}
	pieces = t.split(t.normalized.split(pieces))
	out := make([]int64, 0, len(text)/3+4)
	for _, p := range pieces {
		if p.id != noToken {
			out = append(out, p.id)
		} else if p.text != "" {
			out = t.model.encode(out, p.text)
		}
	}
	return out
}
