package session

import (
	"context"
	"strings"

	"owl/engine"
)

// Found is a turn that holds the words of a search.
type Found struct {
	Session Info   `json:"session"`
	Turn    string `json:"turn"`
	// Line is the line of question or answer that holds most of the words.
	Line engine.Untrusted `json:"line"`
}

// Search returns the turns whose question or answer holds every word, without
// case, those of the latest conversation first; at most limit of them.
func (s *Store) Search(ctx context.Context, words string, limit int) ([]Found, error) {
	wanted := strings.Fields(strings.ToLower(words))
	if len(wanted) == 0 {
		return nil, engine.ErrNothingToSearch
	}
	all, err := s.List(ctx)
	if err != nil {
		return nil, err
	}
	var out []Found
	for _, info := range all {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c, err := s.read(info.ID)
		if err != nil {
			continue // deleted meanwhile
		}
		for _, t := range c.Turns {
			if text, ok := t.holds(wanted); ok && len(out) < limit {
				out = append(out, Found{info, t.ID, text})
			}
		}
	}
	return out, nil
}

func (t Turn) holds(wanted []string) (best engine.Untrusted, ok bool) {
	text := string(t.Question + "\n" + t.Read + "\n" + t.Text)
	if hits(text, wanted) < len(wanted) {
		return "", false
	}
	most := 0
	for l := range strings.Lines(text) {
		if n := hits(l, wanted); n > most {
			best, most = shortened(engine.Untrusted(l)), n
		}
	}
	return best, true
}

func hits(text string, wanted []string) int {
	low, n := strings.ToLower(text), 0
	for _, w := range wanted {
		if strings.Contains(low, w) {
			n++
		}
	}
	return n
}
