package demo

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"owl/bench/suite"
	"owl/engine"
)

// maxQuote is the length of a quote in characters: longer ones prove nothing.
const maxQuote = 200

// Types are the kinds of question.
func Types() []string {
	return []string{"factual", "temporal", "multi_hop", "procedural", "causal", "comparative", "troubleshooting", "parametric"}
}

// Form checks what the demo asks of its questions beyond their shape, which
// package suite has checked.
func Form(questions []suite.Question) []string {
	var bad []string
	for _, q := range questions {
		say := complainer(&bad, q)
		for _, f := range fields(q) {
			if !slices.Contains(f.known, f.value) {
				say("%s is %q", f.name, f.value)
			}
		}
		switch {
		case q.Answerable:
			formWith(q, say)
		case strings.TrimSpace(q.WhyNot) == "":
			say("is unanswerable and does not say why (why_not)")
		}
	}
	return bad
}

// complainer returns a function that adds a complaint about a question.
func complainer(bad *[]string, q suite.Question) func(format string, args ...any) {
	return func(format string, args ...any) {
		*bad = append(*bad, q.ID+": "+fmt.Sprintf(format, args...))
	}
}

type field struct {
	name, value string
	known       []string
}

func fields(q suite.Question) []field {
	var collections []string
	for _, c := range engine.KnownCollections() {
		collections = append(collections, string(c))
	}
	return []field{
		{"query_type", q.Type, Types()},
		{"source_collection", q.Collection, collections},
		{"difficulty", q.Difficulty, []string{"easy", "medium", "hard"}},
		{"split", q.Split, []string{"dev", "test"}},
	}
}

func formWith(q suite.Question, say func(string, ...any)) {
	if len(q.Nuggets) < 3 || len(q.Nuggets) > 10 {
		say("has %d nuggets, want 3 to 10", len(q.Nuggets))
	}
	if q.WhyNot != "" || len(q.Near) > 0 {
		say("is answerable and has why_not or near")
	}
	if vital := q.VitalNuggets(); vital < 2 {
		say("has %d vital nuggets, want 2 or more", vital)
	}
	if !slices.ContainsFunc(q.Evidence, func(e suite.Evidence) bool { return e.Grade == suite.Primary }) {
		say("has no primary evidence")
	}
	for _, n := range q.Nuggets {
		if n := utf8.RuneCountInString(n.Quote); n < 2 || n > maxQuote {
			say("a quote has %d characters", n)
		}
		if !slices.ContainsFunc(q.Evidence, func(e suite.Evidence) bool { return e.DocID == n.DocID }) {
			say("%s of a nugget is not among the evidence", n.DocID)
		}
	}
}
