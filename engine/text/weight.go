package text

import (
	"owl/engine/text/segment"
	"owl/engine/text/token"
)

// IDF is the inverse document frequency of a token, as ranking uses it: how
// much it says about a chunk to hold it. A token that no chunk holds gets the
// highest value. It is 1 for every token of an index that cannot be read, which
// Search then reports.
func (x *Index) IDF(t token.Token) float64 {
	s, err := x.acquire()
	if err != nil {
		return 1
	}
	defer func() { _ = s.leave() }() // nothing to do about it here; Close reports it
	df, hash := 0, segment.Hash(t.Text)
	for _, h := range s.segments {
		found, err := h.Segment.Lookup(t.Text, hash)
		if err != nil {
			return 1
		}
		df += len(found.Postings) - h.Deletes.Holding(found)
	}
	return idf(s.live, df)
}
