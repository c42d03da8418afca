package kb

import "owl/engine/text/token"

// IDF is the inverse document frequency of a token in the text index that the
// last search used; it is asked for a hundred tokens an answer, so it looks for
// nothing newer. It is 1 for every token while the index cannot be opened, which
// Search reports.
func (b *Base) IDF(t token.Token) float64 {
	index, err := b.text.opened()
	if err != nil {
		return 1
	}
	return index.IDF(t)
}
