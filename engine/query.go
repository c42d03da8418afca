package engine

import (
	"slices"
	"strings"
	"time"
)

// Query is what is asked of the channels. Text is free text: no character in
// it has a meaning. Everything that had one was moved to the other fields.
type Query struct {
	Raw     Untrusted // as typed
	Text    string    // what is ranked by
	Phrases []string  // each must occur word for word
	Also    []Term    // words that count beside those of the text
	Exclude []string  // none may occur
	Filter  Filter
}

// Term is a text that counts beside the words of a query: what an acronym
// stands for, or another word for the same.
type Term struct {
	Text   string
	Weight float64 // of each of its words, beside 1 for those of the query
}

// Empty reports whether there is nothing to rank by.
func (q Query) Empty() bool { return strings.TrimSpace(q.Text) == "" && len(q.Phrases) == 0 }

// Filter restricts which records may be ranked at all. The zero value lets all
// through.
type Filter struct {
	Collections []Collection // any of these, compared without case
	Systems     []string     // any of these, compared without case
	Since       time.Time    // records created at or after; zero is open
	Until       time.Time    // records created before; zero is open
}

// IsZero reports whether the filter lets every record through.
func (f Filter) IsZero() bool {
	return len(f.Collections) == 0 && len(f.Systems) == 0 && f.Since.IsZero() && f.Until.IsZero()
}

// Admits reports whether a record with these properties passes. A record
// without a date never passes a date filter.
func (f Filter) Admits(c Collection, system string, created time.Time) bool {
	if len(f.Collections) > 0 && !slices.ContainsFunc(f.Collections, func(x Collection) bool { return strings.EqualFold(string(x), string(c)) }) {
		return false
	}
	if len(f.Systems) > 0 && !slices.ContainsFunc(f.Systems, func(x string) bool { return strings.EqualFold(x, system) }) {
		return false
	}
	if f.Since.IsZero() && f.Until.IsZero() {
		return true
	}
	if created.IsZero() || !f.Since.IsZero() && created.Before(f.Since) {
		return false
	}
	return f.Until.IsZero() || created.Before(f.Until)
}
