package demo

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"owl/engine"
)

// maxQuote is the length of a quote in characters: longer ones prove nothing.
const maxQuote = 200

// Types are the kinds of question.
func Types() []string {
	return []string{"factual", "temporal", "multi_hop", "procedural", "causal", "comparative", "troubleshooting", "parametric"}
}

// Form checks that ids are unique and that every field holds one of its known
// values.
func Form(questions []Question) []string {
	var bad []string
	seen := map[string]bool{}
	for _, q := range questions {
		say := complainer(&bad, q)
		if seen[q.ID] {
			say("the id is used twice")
		}
		seen[q.ID] = true
		for _, f := range fields(q) {
			if !slices.Contains(f.known, f.value) {
				say("%s is %q", f.name, f.value)
			}
		}
		if strings.TrimSpace(q.Text) == "" || strings.TrimSpace(q.Gold) == "" {
			say("question or gold_answer is empty")
		}
		if q.Unanswerable() {
			formWithout(q, say)
		} else {
			formWith(q, say)
		}
	}
	return bad
}

// complainer returns a function that adds a complaint about a question.
func complainer(bad *[]string, q Question) func(format string, args ...any) {
	return func(format string, args ...any) {
		*bad = append(*bad, q.ID+": "+fmt.Sprintf(format, args...))
	}
}

type field struct {
	name, value string
	known       []string
}

func fields(q Question) []field {
	answerable := "missing"
	if q.Answerable != nil {
		answerable = fmt.Sprint(*q.Answerable)
	}
	var collections []string
	for _, c := range engine.KnownCollections() {
		collections = append(collections, string(c))
	}
	return []field{
		{"query_type", q.Type, Types()},
		{"source_collection", string(q.Collection), collections},
		{"difficulty", q.Difficulty, []string{"easy", "medium", "hard"}},
		{"split", q.Split, []string{"dev", "test"}},
		{"answerable", answerable, []string{"true", "false"}},
	}
}

func formWithout(q Question, say func(string, ...any)) {
	if len(q.Nuggets)+len(q.Evidence) > 0 {
		say("is unanswerable and has nuggets or evidence")
	}
	if strings.TrimSpace(q.WhyNot) == "" {
		say("is unanswerable and does not say why (why_not)")
	}
}

func formWith(q Question, say func(string, ...any)) {
	if len(q.Nuggets) < 3 || len(q.Nuggets) > 10 {
		say("has %d nuggets, want 3 to 10", len(q.Nuggets))
	}
	if q.WhyNot != "" || len(q.Near) > 0 {
		say("is answerable and has why_not or near")
	}
	vital := 0
	for _, n := range q.Nuggets {
		if n.Label == "vital" {
			vital++
		}
		if !slices.Contains([]string{"vital", "okay"}, n.Label) || !slices.Contains([]string{"cause", "effect", "resolution", "none"}, n.Role) {
			say("nugget %q: label %q, chain_role %q", n.Text, n.Label, n.Role)
		}
		if n := utf8.RuneCountInString(n.Quote); n < 2 || n > maxQuote {
			say("a quote has %d characters", n)
		}
	}
	if vital < 2 {
		say("has %d vital nuggets, want 2 or more", vital)
	}
	formEvidence(q, say)
}

func formEvidence(q Question, say func(string, ...any)) {
	given := map[string]bool{}
	primary := false
	for _, e := range q.Evidence {
		if given[e.DocID] {
			say("evidence %s is given twice", e.DocID)
		}
		given[e.DocID] = true
		primary = primary || e.Grade == "primary"
		if e.Grade != "primary" && e.Grade != "supporting" {
			say("evidence %s: grade %q", e.DocID, e.Grade)
		}
	}
	if !primary {
		say("has no primary evidence")
	}
	for _, n := range q.Nuggets {
		if !given[n.DocID] {
			say("%s of a nugget is not among the evidence", n.DocID)
		}
	}
}
