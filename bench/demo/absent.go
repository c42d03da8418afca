package demo

import (
	"fmt"
	"slices"
	"strings"

	"owl/bench/suite"
	"owl/engine/text/token"
)

// nearShare is the share of a question's words from which a record that holds
// all its details is near to the question.
const nearShare = 0.75

// Absent checks the questions that are said to have no answer: a record that
// holds all the identifiers, acronyms, numbers and dates of the question and
// most of its other words must be listed under near, and why_not must name it
// and so say why it does not answer.
//
// An answer in quite other words escapes this check. Acronyms and the single
// words that they stand for count as the same word.
func Absent(c *Corpus, acronyms []Acronym, questions []suite.Question) []string {
	same := synonyms(acronyms)
	var bad []string
	for _, q := range questions {
		if q.Answerable {
			continue
		}
		say := complainer(&bad, q)
		for _, id := range nearest(c, same, q.Text) {
			if !slices.Contains(q.Near, id) {
				say("%s comes near and is not listed under near", id)
			}
		}
		for _, id := range q.Near {
			rec, ok := c.Record(id)
			if !ok {
				say("near: no record %s", id)
			} else if !strings.Contains(q.WhyNot, rec.FileID) {
				say("why_not does not name %s, which is near", rec.FileID)
			}
		}
	}
	return bad
}

// nearest returns the ids of the records that come near to a question.
func nearest(c *Corpus, same map[string][]string, question string) []string {
	asked := factsOf(question)
	var near []string
	for i, rec := range c.Records {
		if len(c.stated[i].lacks(asked.details())) == 0 && shareWith(asked.words, c.stated[i], same) >= nearShare {
			near = append(near, rec.DocID)
		}
	}
	return near
}

func shareWith(words []string, in facts, same map[string][]string) float64 {
	found := 0
	for _, w := range words {
		if in.has[w] || slices.ContainsFunc(same[w], func(s string) bool { return in.has[s] }) {
			found++
		}
	}
	return float64(found) / float64(max(1, len(words)))
}

// synonyms maps the token of a word to the tokens of the acronyms for it.
func synonyms(acronyms []Acronym) map[string][]string {
	same := map[string][]string{}
	for _, a := range acronyms {
		for _, name := range append([]string{a.Expansion}, a.Synonyms...) {
			if !strings.ContainsAny(name, " -()") {
				word := token.Stem(strings.ToLower(name))
				same[word] = append(same[word], strings.ToLower(a.Acronym))
			}
		}
	}
	return same
}

// Closest says for a question without an answer which records come closest, for
// a person who writes one.
func Closest(c *Corpus, acronyms []Acronym, q suite.Question, n int) []string {
	same, asked := synonyms(acronyms), factsOf(q.Text)
	type rank struct {
		score float64
		line  string
	}
	var list []rank
	for i, rec := range c.Records {
		details := len(asked.details()) - len(c.stated[i].lacks(asked.details()))
		share := shareWith(asked.words, c.stated[i], same)
		list = append(list, rank{
			float64(details) + share*float64(len(asked.words)),
			fmt.Sprintf("%s: %d of %d details, %.0f %% of %d words", rec.DocID, details, len(asked.details()), 100*share, len(asked.words)),
		})
	}
	slices.SortStableFunc(list, func(a, b rank) int { return int(1000 * (b.score - a.score)) })
	var lines []string
	for _, r := range list[:min(n, len(list))] {
		lines = append(lines, r.line)
	}
	return lines
}
