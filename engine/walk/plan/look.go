package plan

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"owl/engine"
	"owl/engine/graph"
	"owl/engine/prose"
)

// look is what was seen with a fault.
type look struct {
	text  engine.Untrusted
	at    place
	score float64
}

// measured finds a value with its unit.
var measured = regexp.MustCompile(`\d\s?(%|[µumkMG]?[AVWJTs]\b|[kMG]?Hz\b|°|C\b|K\b|[lL]/min|m?bar\b|[Tt]orr\b|deg\b|mm\b|m/s|counts|Sv)`)

// seen lists the sentences of a fault's records that say best what was seen then.
func (m *maker) seen(c graph.Chain) []look {
	about := words{}
	for _, cause := range slices.Concat(c.Causes, c.Suspects) {
		for w := range wordsOf(string(cause.Node.Name)) {
			about[w] = true
		}
	}
	var out []look
	for _, id := range (fault{chain: c}).documents() {
		r, ok := m.records[id]
		if !ok {
			continue
		}
		for _, at := range prose.Sentences(string(r.Content)) {
			if score := m.telling(c, id, r, at, about); score > 0 {
				out = append(out, look{r.Content[at.Start:at.End], place{docID: id, at: at, date: r.Created}, score})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b look) int { return cmp.Compare(b.score, a.score) })
	return out[:min(len(out), maxLooks)]
}

// The least and the most bytes of a sentence that is a check.
const (
	leastLook = 24
	mostLook  = 240
)

// telling says how well a sentence serves as a check, 0 when it does not.
func (m *maker) telling(c graph.Chain, id string, r engine.Record, at graph.Span, about words) float64 {
	if n := at.End - at.Start; n < leastLook || n > mostLook || m.told(c.Resolutions, id, at) || m.told(c.Failed, id, at) {
		return 0
	}
	text := string(r.Content[at.Start:at.End])
	w := wordsOf(text)
	related := float64(min(2, w.shared(about))) + 0.5*float64(min(2, w.shared(m.symptom)))
	if m.told(c.Symptoms, id, at) {
		related++
	}
	if related == 0 || strings.HasPrefix(text, "Not ") {
		return 0
	}
	score := related
	if len(m.Graph.Entities(text, 1, graph.PV)) > 0 {
		score += 2
	}
	if measured.MatchString(text) {
		score += 2
	}
	if at.Len() > longLook {
		score--
	}
	if score < leastScore {
		return 0
	}
	return score
}

const (
	longLook   = 140 // bytes, from which a sentence is hard to hold against what one sees
	leastScore = 2.5
)

// told reports whether a claim is quoted from within a place.
func (m *maker) told(claims []graph.Claim, docID string, at graph.Span) bool {
	return slices.ContainsFunc(claims, func(c graph.Claim) bool {
		e := c.Edge.Evidence
		return e.DocID == docID && e.Start < at.End && e.End > at.Start
	})
}
