package loop

import (
	"fmt"
	"strings"

	"owl/engine"
	"owl/engine/compose"
)

// What an answer must reach. Both bounds come from development questions, where
// answerable ones reach them; they tell a question of another subject apart, not
// a near miss.
const (
	// enough is the least share of the question's weight that one shown stretch
	// covers, with its record's header.
	enough = 0.1
	// foreign is the share of the question's weight above which too many of its
	// words occur in no record at all.
	foreign = 0.6
)

func insufficient(d compose.Draft, citations []engine.Citation) string {
	switch {
	case len(citations) == 0:
		return "nothing was found that could be cited"
	case d.Unknown > foreign:
		return fmt.Sprintf("%.0f %% of the question are words that occur in no record", 100*d.Unknown)
	case len(d.Apart) > 0:
		return fmt.Sprintf("no place holds %s together with the rest of the question", strings.Join(d.Apart, ", "))
	case d.Relevance < enough:
		return fmt.Sprintf("the best record covers %.0f %% of the question, %.0f %% are needed", 100*d.Relevance, 100*enough)
	}
	return ""
}

// missing is what to look for elsewhere.
func missing(d compose.Draft) []string {
	if len(d.Apart) > 0 {
		return d.Apart
	}
	return d.Missing
}
