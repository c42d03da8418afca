package ask

import (
	"time"

	"owl/engine/graph"
	"owl/engine/query/when"
)

// around is how far beside a time of day something may be written down: the entry
// of a shift is dated by its beginning.
const around = 12 * time.Hour

// timed reads the times that words name: the span of all of them, what it is
// called, and the words without them.
func (s Source) timed(words string) (w graph.Window, phrase, rest string) {
	found := when.Find(words, s.Calendar).Ranges
	if len(found) == 0 {
		return graph.Window{}, "", words
	}
	w = window(found[0])
	phrase = found[0].Phrase
	for _, r := range found[1:] {
		next := window(r)
		phrase += ", " + r.Phrase
		if next.Since.IsZero() || next.Since.Before(w.Since) {
			w.Since = next.Since
		}
		if next.Until.IsZero() || !w.Until.IsZero() && next.Until.After(w.Until) {
			w.Until = next.Until
		}
	}
	return w, phrase, when.Cut(words, found)
}

func window(r when.Range) graph.Window {
	w := graph.Window{Since: r.From, Until: r.Until}
	if r.Grain != when.Clock {
		return w
	}
	if !w.Since.IsZero() {
		w.Since = w.Since.Add(-around)
	}
	if !w.Until.IsZero() {
		w.Until = w.Until.Add(around)
	}
	return w
}
