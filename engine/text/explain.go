package text

import (
	"fmt"

	"owl/engine"
	"owl/engine/text/segment"
)

// explain says how the score of a candidate came about. The error wraps
// engine.ErrDamaged.
func (s *snapshot) explain(p plan, c candidate) (*engine.Explanation, error) {
	sum := engine.Explanation{Label: "text score: sum of", Value: float64(c.score)}
	for _, t := range p.terms {
		found := t.found[c.seg]
		place, ok := found.Place(int(c.doc))
		if !ok {
			continue
		}
		if t.exact {
			sum.Parts = append(sum.Parts, engine.Explanation{
				Label: fmt.Sprintf("identifier %s occurs whole: more than all else can add up to", t.text), Value: float64(t.bonus),
			})
		}
		part, err := s.explainTerm(t, found, place, c)
		if err != nil {
			return nil, err
		}
		sum.Parts = append(sum.Parts, part)
	}
	return &sum, nil
}

// explainTerm explains what one term adds.
func (s *snapshot) explainTerm(t *queryTerm, found segment.Term, place int, c candidate) (engine.Explanation, error) {
	seg := s.segments[c.seg].Segment
	lists := found.Lists()
	positions := lists.Read(nil, place)
	if positions == nil {
		return engine.Explanation{}, damaged(seg, "positions are cut off")
	}
	code := found.Postings[place].Code()
	lengths := seg.Lengths(int(c.doc))
	sat := s.saturation()[code]
	frequency := engine.Explanation{Label: "frequency, weighted: sum of", Value: float64(code >> 8)}
	for f, count := range countByField(lengths, positions) {
		if count > 0 {
			weight := segment.Field(f).Weight()
			frequency.Parts = append(frequency.Parts, engine.Explanation{
				Label: fmt.Sprintf("%s: %d times, each %d", fieldNames[f], count, weight), Value: float64(count * weight),
			})
		}
	}
	return engine.Explanation{
		Label: fmt.Sprintf("term %s: product of", t.text), Value: float64(t.factor * sat),
		Parts: []engine.Explanation{
			{Label: "weight in the query", Value: t.weight},
			{Label: fmt.Sprintf("idf: in %d of %d chunks", t.df, s.live), Value: t.idf},
			{Label: fmt.Sprintf("saturation: tf * %g / (tf + norm)", K1+1), Value: float64(sat), Parts: []engine.Explanation{
				frequency,
				{Label: fmt.Sprintf("norm: length %d, average %.1f", lengths.Weighted(), s.average), Value: lengthNorm(uint8(code), s.average)},
			}},
		},
	}, nil
}

// fieldNames are indexed by segment.Field.
var fieldNames = [segment.Fields]string{"title", "body", "ids"}

// countByField counts positions by the field they lie in.
func countByField(lengths segment.Lengths, positions []uint32) (counts [segment.Fields]uint32) {
	for _, pos := range positions {
		counts[lengths.FieldAt(pos)]++
	}
	return counts
}
