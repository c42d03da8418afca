package review

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"owl/bench/build"
	"owl/engine"
	"owl/engine/wholefile"
)

// ErrNoneAccepted says that there is nothing to export.
var ErrNoneAccepted = errors.New("no question was accepted yet")

// Export writes the accepted questions as a benchmark file, each with how it was
// reviewed. It returns how many.
func (r *Review) Export(name string) (int, error) {
	var list []json.RawMessage
	for _, item := range r.Items {
		if item.Verdict != Accepted && item.Verdict != Edited {
			continue
		}
		raw, err := set(item.now(), "reviewed", string(item.Verdict))
		if err != nil {
			return 0, fmt.Errorf("export question %s: %w", item.Question.ID, err)
		}
		list = append(list, raw)
	}
	if len(list) == 0 {
		return 0, ErrNoneAccepted
	}
	doc, err := json.MarshalIndent(list, "", " ")
	if err != nil {
		return 0, fmt.Errorf("export: %w", err)
	}
	return len(list), write(name, append(doc, '\n'))
}

// write replaces a file as a whole.
func write(name string, data []byte) error {
	if err := wholefile.Replace(name, data, 0o644); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}

// Place is where the quote of a nugget stands in its record: where the nugget
// says, else at its first occurrence.
func Place(rec engine.Record, n build.Nugget) (start int, ok bool) {
	text := string(rec.Content)
	if n.Start >= 0 && n.End <= len(text) && n.Start < n.End && text[n.Start:n.End] == n.Quote {
		return n.Start, true
	}
	start = strings.Index(text, n.Quote)
	return start, start >= 0 && n.Quote != ""
}
