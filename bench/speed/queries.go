package main

import (
	"bufio"
	"os"
	"strings"
	"time"

	"owl/engine"
)

const queryCount = 300

// writeQueries writes questions of two to seven words, without stop words so
// that no program has to search for them; every third names an identifier, every
// tenth a value or a date.
func writeQueries(w *bufio.Writer) {
	g := newGenerator(seed + 1)
	for n := range queryCount {
		var words []string
		for range 2 + g.rand.IntN(5) {
			words = append(words, g.word())
		}
		if n%3 == 0 {
			words = append(words, g.identifier())
		}
		if n%20 == 5 {
			words = append(words, g.value())
		}
		if n%20 == 15 {
			words = append(words, g.date())
		}
		w.WriteString(strings.Join(words, " ") + "\n")
	}
}

// readQueries returns the queries, without a filter and with one that lets two
// of eight collections and about half of the time through.
func readQueries(c corpus) (open, filtered []engine.Query, err error) {
	data, err := os.ReadFile(c.queries)
	if err != nil {
		return nil, nil, err
	}
	f := engine.Filter{
		Collections: []engine.Collection{engine.WorkOrder, engine.Wiki},
		Since:       time.Date(2019, 7, 1, 0, 0, 0, 0, time.UTC),
	}
	for line := range strings.Lines(string(data)) {
		q := engine.Query{Text: strings.TrimSpace(line)}
		open = append(open, q)
		q.Filter = f
		filtered = append(filtered, q)
	}
	return open, filtered, nil
}
