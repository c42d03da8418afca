package text

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"owl/engine"
	"owl/engine/text/segment"
	"owl/engine/text/token"
)

const (
	maxQueryText  = 128 << 10 // bytes of a query's text that are read
	maxQueryTerms = 64

	valueWeight = 2.0  // of values and dates
	baseWeight  = 0.25 // of the record of a field and the name of a file found whole
)

// queryTerm is a term that chunks are ranked by.
type queryTerm struct {
	text   string
	weight float64 // how often it is asked for, times what its kind counts
	exact  bool    // an identifier: it gets a bonus
	df     int
	idf    float64
	factor float32        // weight * idf, that a chunk's saturation is multiplied by
	bonus  float32        // what each chunk gets on top, 0 unless exact
	found  []segment.Term // by segment
}

// plan is a query as it is carried out.
type plan struct {
	terms   []*queryTerm
	phrases []phrase
	exclude []phrase
}

// planner turns a query into a plan for one snapshot.
type planner struct {
	snap  *snapshot
	memo  *token.Tokenizer
	known map[string]*queryTerm // with and without chunks
	terms []*queryTerm          // chosen, in order
	stops []*queryTerm          // each time one was met
	err   error
}

// plan plans a query. A query without a token gives ErrNothingToSearch.
func (s *snapshot) plan(q engine.Query, memo *token.Tokenizer) (plan, error) {
	p := planner{snap: s, memo: memo, known: make(map[string]*queryTerm)}
	var made plan
	tokens := p.tokens(q.Text)
	empty := len(tokens) == 0
	p.choose(tokens)
	for _, text := range q.Phrases {
		if tokens := p.tokens(text); len(tokens) > 0 {
			empty = false
			p.choose(tokens)
			made.phrases = append(made.phrases, p.phrase(tokens))
		}
	}
	for _, text := range q.Exclude {
		if tokens := p.tokens(text); len(tokens) > 0 {
			made.exclude = append(made.exclude, p.phrase(tokens))
		}
	}
	for _, also := range q.Also {
		p.also(p.tokens(also.Text), also.Weight)
	}
	if p.err != nil {
		return plan{}, p.err
	}
	if empty {
		return plan{}, engine.ErrNothingToSearch
	}
	if len(p.terms) == 0 {
		for _, t := range p.stops {
			p.add(t, 1)
		}
	}
	made.terms = p.best()
	return made, nil
}

// tokens returns the tokens of a text, or of its beginning when it is very long.
func (p *planner) tokens(text string) []token.Token {
	if len(text) > maxQueryText {
		text = text[:maxQueryText]
		for len(text) > 0 && !utf8.ValidString(text[len(text)-1:]) && len(text) > maxQueryText-utf8.UTFMax {
			text = text[:len(text)-1]
		}
	}
	var tokens []token.Token
	p.memo.Each(text, func(t token.Token) bool {
		tokens = append(tokens, t)
		return true
	})
	return tokens
}

// lookup returns what is known of a term, whether or not it occurs.
func (p *planner) lookup(text string) *queryTerm {
	if t, ok := p.known[text]; ok {
		return t
	}
	t := &queryTerm{text: text, found: make([]segment.Term, len(p.snap.segments))}
	p.known[text] = t
	hash := segment.Hash(text)
	for i, h := range p.snap.segments {
		found, err := h.Segment.Lookup(text, hash)
		if err != nil {
			p.err = err
			return t
		}
		t.found[i] = found
		t.df += len(found.Postings) - h.Deletes.Holding(found)
	}
	t.idf = idf(p.snap.live, t.df)
	return t
}

// choose adds the tokens that chunks are ranked by.
func (p *planner) choose(tokens []token.Token) {
	whole := 0 // up to here a whole was found, so parts do not count
	for _, t := range tokens {
		term := p.lookup(t.Text)
		inside := t.Kind == token.Part && t.End <= whole
		base := t.Kind == token.Part && strings.ContainsAny(t.Text, ":_-.")
		switch {
		case inside && base:
			p.add(term, baseWeight)
		case inside, term.df == 0 && t.Kind == token.Ident:
		case t.Kind == token.Ident, t.Kind == token.Part && base && term.df > 0 && isName(t.Text):
			term.exact = term.exact || !strings.HasPrefix(t.Text, "-")
			whole = t.End
			p.add(term, 1)
		case t.Kind == token.Date || t.Kind == token.Value:
			if term.df > 0 {
				whole = t.End
				p.add(term, valueWeight)
			}
		case t.Kind == token.Word && token.IsStop(t.Text):
			p.stops = append(p.stops, term)
		default:
			p.add(term, 1)
		}
	}
}

// isName reports whether a part with joiners names a record or a file, and is
// not the stem of a compound.
func isName(part string) bool { return strings.ContainsAny(part, ":_.0123456789") }

// also adds words that are not the query's own: a word of it gains nothing, and
// none is an identifier that must be held.
func (p *planner) also(tokens []token.Token, weight float64) {
	for _, t := range tokens {
		term := p.lookup(t.Text)
		if term.weight == 0 && term.df > 0 && t.Kind != token.Part && !token.IsStop(t.Text) {
			p.add(term, weight)
		}
	}
}

// add adds to what a term weighs.
func (p *planner) add(t *queryTerm, weight float64) {
	if t.weight == 0 {
		p.terms = append(p.terms, t)
	}
	t.weight += weight
}

// best returns the terms that occur, the most telling if there are too many,
// with the bonus of identifiers.
func (p *planner) best() []*queryTerm {
	terms := slices.DeleteFunc(p.terms, func(t *queryTerm) bool { return t.df == 0 })
	if len(terms) > maxQueryTerms {
		slices.SortStableFunc(terms, func(a, b *queryTerm) int {
			if a.exact != b.exact {
				if a.exact {
					return -1
				}
				return 1
			}
			return cmp.Compare(b.idf, a.idf)
		})
		terms = terms[:maxQueryTerms]
	}
	most := 0.0
	for _, t := range terms {
		t.factor = float32(t.weight * t.idf)
		most += t.weight * t.idf * (K1 + 1)
	}
	for _, t := range terms {
		if t.exact {
			t.bonus = float32(math.Ceil(most) + 1)
		}
	}
	return terms
}

// exact is what the identifiers that a candidate holds whole added to its score.
func (p plan) exact(c candidate) float64 {
	sum := 0.0
	for _, t := range p.terms {
		if t.bonus == 0 {
			continue
		}
		if _, holds := t.found[c.seg].Place(int(c.doc)); holds {
			sum += float64(t.bonus)
		}
	}
	return sum
}
