package text

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"owl/engine"
	"owl/engine/text/segment"
	"owl/engine/text/token"
)

// model is the documented ranking without an index: it keeps all documents as
// lists of tokens and looks at every one for every query.
type model map[engine.ChunkKey]modelDoc

type modelDoc struct {
	Doc
	positions map[string][]int // over all fields, with a gap between them
	frequency map[string]int   // weighted
	length    int              // weighted
}

func newModelDoc(d Doc) modelDoc {
	m := modelDoc{Doc: d, positions: map[string][]int{}, frequency: map[string]int{}}
	start := 0
	for _, field := range []struct {
		text   string
		weight int
	}{{d.Title, 3}, {d.Body, 1}, {d.IDs, 5}} {
		length := 0
		for _, t := range token.Tokens(field.text) {
			m.positions[t.Text] = append(m.positions[t.Text], start+t.Pos)
			m.frequency[t.Text] += field.weight
			length = max(length, t.Pos+1)
		}
		m.length += field.weight * length
		start += length + 1
	}
	return m
}

func (m model) add(d Doc) { m[d.Key] = newModelDoc(d) }

func (m model) df(term string) int {
	n := 0
	for _, d := range m {
		if d.frequency[term] > 0 {
			n++
		}
	}
	return n
}

// holds reports whether the tokens of a phrase stand at the same distances.
func (d modelDoc) holds(phrase string) bool {
	tokens := token.Tokens(phrase)
	if len(tokens) == 0 {
		return false
	}
	return slices.ContainsFunc(d.positions[tokens[0].Text], func(start int) bool {
		return !slices.ContainsFunc(tokens, func(t token.Token) bool {
			return !slices.Contains(d.positions[t.Text], start-tokens[0].Pos+t.Pos)
		})
	})
}

type modelTerm struct {
	text   string
	weight float64
	exact  bool
}

// terms are the terms that a query is ranked by, in order.
func (m model) terms(texts ...string) []modelTerm {
	var terms, stops []modelTerm
	put := func(to *[]modelTerm, text string, weight float64, exact bool) {
		i := slices.IndexFunc(*to, func(t modelTerm) bool { return t.text == text })
		if i < 0 {
			*to = append(*to, modelTerm{text: text})
			i = len(*to) - 1
		}
		(*to)[i].weight += weight
		(*to)[i].exact = (*to)[i].exact || exact
	}
	for _, text := range texts {
		whole := 0
		for _, t := range token.Tokens(text) {
			found := m.df(t.Text) > 0
			name := t.Kind == token.Part && strings.ContainsAny(t.Text, ":_-.")
			switch {
			case t.Kind == token.Part && t.End <= whole:
				if name {
					put(&terms, t.Text, 0.25, false)
				}
			case t.Kind == token.Ident || name && found && strings.ContainsAny(t.Text, ":_.0123456789"):
				if found {
					put(&terms, t.Text, 1, t.Text[0] != '-')
					whole = t.End
				}
			case t.Kind == token.Date || t.Kind == token.Value:
				if found {
					put(&terms, t.Text, 2, false)
					whole = t.End
				}
			case t.Kind == token.Word && token.IsStop(t.Text):
				put(&stops, t.Text, 1, false)
			default:
				put(&terms, t.Text, 1, false)
			}
		}
	}
	if len(terms) == 0 {
		terms = stops
	}
	return slices.DeleteFunc(terms, func(t modelTerm) bool { return m.df(t.text) == 0 })
}

// search ranks every document.
func (m model) search(q engine.Query, k int) []engine.Hit {
	terms := m.terms(append([]string{q.Text}, q.Phrases...)...)
	total := 0
	for _, d := range m {
		total += d.length
	}
	average := float64(total) / float64(len(m))
	most := 0.0
	for _, t := range terms {
		most += t.weight * m.idf(t.text) * 2.2
	}
	var hits []engine.Hit
	for _, d := range m {
		if !m.admits(q, d) {
			continue
		}
		score := float32(0)
		for _, t := range terms {
			tf := math.Min(float64(d.frequency[t.text]), 255)
			if tf == 0 {
				continue
			}
			norm := 1.2 * (1 - 0.75 + 0.75*segment.ClassLength(segment.LengthClass(uint32(d.length)))/average)
			value := float32(float32(t.weight*m.idf(t.text)) * float32(tf*2.2/(tf+norm)))
			if t.exact {
				value = float32(math.Ceil(most)+1) + value
			}
			score += value
		}
		if score > 0 {
			hits = append(hits, engine.Hit{Chunk: d.Key, Score: float64(score)})
		}
	}
	slices.SortFunc(hits, func(a, b engine.Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Chunk, b.Chunk))
	})
	return hits[:min(k, len(hits))]
}

func (m model) idf(term string) float64 {
	n, df := float64(len(m)), float64(m.df(term))
	return math.Log(1 + (n-df+0.5)/(df+0.5))
}

func (m model) admits(q engine.Query, d modelDoc) bool {
	for _, p := range q.Phrases {
		if len(token.Tokens(p)) > 0 && !d.holds(p) {
			return false
		}
	}
	return !slices.ContainsFunc(q.Exclude, d.holds) && q.Filter.Admits(d.Collection, d.System, d.Created)
}
