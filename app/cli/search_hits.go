package cli

import (
	"slices"
	"strconv"
	"strings"

	"owl/engine"
)

// hit is one line of the contract's JSON.
type hit struct {
	Rank       int                 `json:"rank"`
	DocID      string              `json:"doc_id"`
	RecordID   string              `json:"record_id"`
	Collection engine.Collection   `json:"collection"`
	Title      engine.Untrusted    `json:"title"`
	Date       string              `json:"date"`
	Score      float64             `json:"score"`
	Snippet    engine.Untrusted    `json:"snippet"`
	Explain    *engine.Explanation `json:"explain"`
}

// searchResult is the contract's JSON of a search.
type searchResult struct {
	Hits    []hit       `json:"hits"`
	Explain *searchTree `json:"explain,omitempty"`
}

// printHits prints what was found, and the tree of an explained search.
func (s *session) printHits(found []engine.Passage, q engine.Query, tree *searchTree) error {
	hits := make([]hit, 0, len(found))
	for i, p := range found {
		hits = append(hits, hit{
			Rank: i + 1, DocID: p.Record.DocID, RecordID: p.Record.FileID, Collection: p.Record.Collection, Title: p.Record.Title,
			Date: engine.RFC3339(p.Record.Created), Score: p.Score, Snippet: snippet(p, q), Explain: p.Explain,
		})
	}
	if s.flags.json {
		return s.out.json(searchResult{hits, tree})
	}
	if tree != nil {
		s.printTree(*tree)
	}
	for _, h := range hits {
		s.out.printf("%3d  %7.3f  %s\n", h.Rank, h.Score, joined(s.out.strong(h.DocID), h.Title, day(h.Date)))
		s.out.text(h.Snippet, "     ")
		if h.Explain != nil {
			s.printExplanation(*h.Explain, "     ")
		}
	}
	return nil
}

func (s *session) printExplanation(e engine.Explanation, indent string) {
	s.out.printf("%s%s\n", indent, s.out.faint(joined(strconv.FormatFloat(e.Value, 'g', 5, 64), e.Label)))
	for _, part := range e.Parts {
		s.printExplanation(part, indent+"  ")
	}
}

// snippetBytes is about how long a snippet is.
const snippetBytes = 280

// snippet is the part of the best chunk around the first word of the query, on
// one line.
func snippet(p engine.Passage, q engine.Query) engine.Untrusted {
	if len(p.Chunks) == 0 {
		return ""
	}
	text := strings.Join(strings.Fields(string(p.Chunks[0].Text)), " ")
	start := 0
	lower := strings.ToLower(text)
	for word := range strings.FieldsSeq(strings.ToLower(strings.Join(append(slices.Clone(q.Phrases), q.Text), " "))) {
		if i := strings.Index(lower, word); len(word) > 3 && i >= 0 && len(lower) == len(text) {
			start = max(0, i-snippetBytes/4)
			break
		}
	}
	return engine.Untrusted(window(text, start))
}

// window cuts a snippet at blanks, so that no character is broken.
func window(text string, start int) string {
	end := min(len(text), start+snippetBytes)
	head, tail := "", ""
	if start > 0 {
		if i := strings.IndexByte(text[start:end], ' '); i >= 0 {
			start, head = start+i+1, "… "
		} else {
			start = 0
		}
	}
	if end < len(text) {
		if i := strings.LastIndexByte(text[start:end], ' '); i > 0 {
			end, tail = start+i, " …"
		} else {
			end = len(text)
		}
	}
	return head + text[start:end] + tail
}
