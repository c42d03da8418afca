package graph

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
)

// Match is a node that a text names.
type Match struct {
	ID    ID
	Score float64 // 1 for the whole name, less for words of it
}

// nameIndex finds nodes by their names and aliases.
type nameIndex struct {
	whole map[string][]ID // by the folded name
	words map[string][]ID // by each word of it
}

// Prepare makes what the first Find or Entities would make.
func (g *Graph) Prepare() { g.nameIndex() }

func (g *Graph) nameIndex() *nameIndex {
	g.naming.Do(func() {
		x := nameIndex{whole: make(map[string][]ID, len(g.nodes)), words: make(map[string][]ID, len(g.nodes))}
		for i := range g.nodes {
			id := ID(i)
			x.add(id, g.nodes[i].name)
			for _, alias := range g.aliases[id] {
				x.add(id, alias)
			}
		}
		g.names = x
	})
	return &g.names
}

func (x *nameIndex) add(id ID, name string) {
	words := FoldWords(name)
	whole := strings.Join(words, " ")
	if !slices.Contains(x.whole[whole], id) {
		x.whole[whole] = append(x.whole[whole], id)
	}
	for _, w := range words {
		if list := x.words[w]; len(list) == 0 || list[len(list)-1] != id {
			x.words[w] = append(list, id)
		}
	}
}

// FoldWords cuts a name into words of letters and digits in lower case. Dashes
// and underscores inside a word are left out, so "LCW-2" is "LCW2"; colons
// separate, so a part of a PV name is a word.
func FoldWords(name string) []string {
	var words []string
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			words = append(words, word.String())
			word.Reset()
		}
	}
	for _, r := range name {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			word.WriteRune(unicode.ToLower(r))
		case r != '-' && r != '_' && r != '\'':
			flush()
		}
	}
	flush()
	return words
}

// Find returns nodes that a text names, best first: those with the whole name,
// then those that hold its words, the rarer the better. Kinds restricts it;
// none means any.
func (g *Graph) Find(text string, limit int, kinds ...Kind) []Match {
	x := g.nameIndex()
	words := FoldWords(text)
	slices.Sort(words)
	words = slices.Compact(words)
	if len(words) == 0 || limit <= 0 {
		return nil
	}
	scores := map[ID]float64{}
	for _, id := range x.whole[strings.Join(FoldWords(text), " ")] {
		scores[id] = 1
	}
	g.scoreWords(x, words, scores)
	return g.best(scores, limit, kinds)
}

// wordLimit is how many nodes a word may name before it says too little.
const wordLimit = 5000

// scoreWords gives every node with some of the words less than 1: the share of
// the weight of the words that it holds, and a little for a short name.
func (g *Graph) scoreWords(x *nameIndex, words []string, scores map[ID]float64) {
	var total float64
	weights := make([]float64, len(words))
	for i, w := range words {
		weights[i] = math.Log(1 + float64(len(g.nodes))/float64(1+len(x.words[w])))
		total += weights[i]
	}
	held := map[ID]float64{}
	for i, w := range words {
		list := x.words[w]
		if len(list) > wordLimit {
			list = list[:wordLimit]
		}
		for _, id := range list {
			held[id] += weights[i]
		}
	}
	for id, weight := range held {
		if _, whole := scores[id]; !whole {
			scores[id] = 0.9*weight/total + 0.09/float64(1+len(g.nodes[id].name)/8)
		}
	}
}

// best returns the nodes with the highest scores, equal ones by their degree.
func (g *Graph) best(scores map[ID]float64, limit int, kinds []Kind) []Match {
	list := make([]Match, 0, len(scores))
	for id, score := range scores {
		if len(kinds) == 0 || slices.Contains(kinds, g.nodes[id].kind) {
			list = append(list, Match{id, score})
		}
	}
	slices.SortFunc(list, func(a, b Match) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(g.Degree(b.ID), g.Degree(a.ID)), cmp.Compare(a.ID, b.ID))
	})
	return list[:min(limit, len(list))]
}
