package tokenizer

import (
	"cmp"
	"container/heap"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// bpe joins the characters of a word pair by pair, in the order in which the
// pairs were learnt (Sennrich, Haddow and Birch 2016).
type bpe struct {
	ids            map[string]int64
	merges         map[[2]int64]merge
	unknown        int64 // noToken when the file has none
	bytes          []int64
	prefix, suffix string
	fuse, whole    bool // runs of unknown characters are one; a known word needs no merges
}

// merge is what a pair becomes, and how early.
type merge struct {
	rank int
	id   int64
}

func newBPE(m modelSpec, v vocabulary, added []addedToken) (model, error) {
	b := &bpe{ids: v.without(added, m.UnkToken), unknown: noToken, suffix: m.Suffix, fuse: m.FuseUnk, whole: m.IgnoreMerges}
	if m.Prefix != nil {
		b.prefix = *m.Prefix
	}
	if m.UnkToken != "" {
		id, ok := v.ids[m.UnkToken]
		if !ok {
			return nil, fmt.Errorf("model: no unknown token %q in the vocabulary", m.UnkToken)
		}
		b.unknown = id
	}
	if m.ByteFallback {
		b.bytes = byteTokens(v.ids)
	}
	pairs, err := parseMerges(m.Merges)
	if err != nil {
		return nil, err
	}
	b.merges = make(map[[2]int64]merge, len(pairs))
	for rank, p := range pairs {
		left, right, both := p[0], p[1], p[0]+strings.TrimPrefix(p[1], b.prefix)
		for _, token := range []string{left, right, both} {
			if _, ok := v.ids[token]; !ok {
				return nil, fmt.Errorf("model: merge %d needs %q, which is not in the vocabulary", rank+1, token)
			}
		}
		b.merges[[2]int64{v.ids[left], v.ids[right]}] = merge{rank, v.ids[both]}
	}
	return b, nil
}

// parseMerges reads both forms: ["a b"] of old files and [["a", "b"]].
func parseMerges(raw json.RawMessage) ([][2]string, error) {
	var pairs [][2]string
	if json.Unmarshal(raw, &pairs) == nil {
		return pairs, nil
	}
	var lines []string
	if err := json.Unmarshal(raw, &lines); err != nil {
		return nil, fmt.Errorf("model merges: %w", err)
	}
	pairs = nil
	for i, line := range lines {
		left, right, ok := strings.Cut(line, " ")
		if !ok {
			return nil, fmt.Errorf("model: merge %d is no pair", i+1)
		}
		pairs = append(pairs, [2]string{left, right})
	}
	return pairs, nil
}

func (b *bpe) encode(dst []int64, word string) []int64 {
	if id, ok := b.ids[word]; ok && b.whole {
		return append(dst, id)
	}
	return b.join(dst, b.characters(word))
}

// characters are the ids that the merges start from.
func (b *bpe) characters(word string) []int64 {
	ids := make([]int64, 0, len(word))
	pending := false // an unknown token that the next unknown character may join
	for at := 0; at < len(word); {
		_, n := utf8.DecodeRuneInString(word[at:])
		token := word[at : at+n]
		if at > 0 {
			token = b.prefix + token
		}
		if at+n == len(word) {
			token += b.suffix
		}
		at += n
		if id, ok := b.ids[token]; ok {
			ids, pending = append(ids, id), false
			continue
		}
		if b.bytes != nil {
			for i := range len(token) {
				ids = append(ids, b.bytes[token[i]])
			}
			continue
		}
		if b.unknown != noToken && (!pending || !b.fuse) {
			ids = append(ids, b.unknown)
		}
		pending = true
	}
	return ids
}

// symbol is a link of the list of what a word consists of. A merge takes its
// right symbol out of the list.
type symbol struct {
	id         int64
	prev, next int // -1 at the ends
	gone       bool
}

// candidate is a pair that could be merged. It is stale when its symbols have
// changed since.
type candidate struct {
	merge
	at int // of the left symbol
}

type candidates []candidate

func (c candidates) Len() int      { return len(c) }
func (c candidates) Swap(i, j int) { c[i], c[j] = c[j], c[i] }
func (c candidates) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(c[i].rank, c[j].rank), cmp.Compare(c[i].at, c[j].at)) < 0
}
func (c *candidates) Push(x any) { *c = append(*c, x.(candidate)) }
func (c *candidates) Pop() any {
	last := (*c)[len(*c)-1]
	*c = (*c)[:len(*c)-1]
	return last
}

// join merges the earliest learnt pair until none is left.
func (b *bpe) join(dst, ids []int64) []int64 {
	list := make([]symbol, len(ids))
	for i, id := range ids {
		list[i] = symbol{id: id, prev: i - 1, next: i + 1}
	}
	if len(list) > 0 {
		list[len(list)-1].next = -1
	}
	queue := &candidates{}
	for i := range list {
		b.offer(queue, list, i)
	}
	for queue.Len() > 0 {
		c := heap.Pop(queue).(candidate)
		if m, ok := b.pair(list, c.at); !ok || m.id != c.id {
			continue // stale
		}
		left := &list[c.at]
		right := &list[left.next]
		right.gone = true
		left.id, left.next = c.id, right.next
		if left.next >= 0 {
			list[left.next].prev = c.at
		}
		b.offer(queue, list, left.prev)
		b.offer(queue, list, c.at)
	}
	for i := 0; i >= 0 && i < len(list); i = list[i].next {
		dst = append(dst, list[i].id)
	}
	return dst
}

// pair is the merge of a symbol with its right neighbour.
func (b *bpe) pair(list []symbol, at int) (merge, bool) {
	if at < 0 || list[at].gone || list[at].next < 0 {
		return merge{}, false
	}
	m, ok := b.merges[[2]int64{list[at].id, list[list[at].next].id}]
	return m, ok
}

func (b *bpe) offer(queue *candidates, list []symbol, at int) {
	if m, ok := b.pair(list, at); ok {
		heap.Push(queue, candidate{m, at})
	}
}
