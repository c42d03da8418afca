// Package follow reads a question that leans on the ones before it, such as "and
// on the 12th?", "what about the booster?", "who fixed it?", "why?" or "what does
// [2] say about the flow?", and puts it so that it can be asked alone. It uses no
// model; a question that stands by itself is left as it is.
//
//	follow.go  which kind of follow-up it is
//	swap.go    another time or thing in the question before
//	topic.go   a question that has lost its subject
package follow

import (
	"regexp"
	"strconv"
	"strings"

	"owl/engine/query"
	"owl/engine/query/facet"
	"owl/engine/query/when"
)

// Turn is a question that was asked before, as Read put it, and the native ids of
// the records that its answer cites, in the order of their marks.
type Turn struct {
	Question string
	Topic    string // what it is about when it only says "it"; empty for the question's own words
	Cited    []string
}

// Reading is a question that can be asked alone.
type Reading struct {
	Text  string
	Topic string // for the next Turn
	Why   string // how it was read, in words; empty when nothing was added
}

// Read reads a question after others, the last of which is the latest.
func Read(before []Turn, question string, c query.Context) Reading {
	text := strings.Join(strings.Fields(question), " ")
	if len(before) == 0 || text == "" || len(text) > maxFollowUp {
		return Reading{Text: question}
	}
	last := before[len(before)-1]
	if out, ok := cited(before, text); ok {
		return out
	}
	rest, leads := withoutLead(text)
	times := when.Find(rest, calendar(c)).Ranges
	bare := facet.Content(when.Cut(rest, times))
	read := Reading{Text: question}
	switch {
	case dayOnly.MatchString(rest):
		read = otherDay(before, rest, c)
	case len(times) > 0 && bare == "" && !asksOn(rest):
		read = otherTime(last, times[0].Phrase, c)
	case bare == "" && len(times) == 0:
		read = aboutTopic(last, rest)
	case leads && !asks.MatchString(rest):
		read = otherThing(last, rest, c)
	case anaphor(rest):
		read = aboutTopic(last, rest)
	}
	if read.Why == "" {
		return Reading{Text: question}
	}
	return read
}

// maxFollowUp is the length in bytes beyond which a question says what it means.
const maxFollowUp = 200

func calendar(c query.Context) when.Calendar {
	return when.Calendar{Now: c.Now, DayFirst: c.DayFirst, Runs: c.Runs, Shutdowns: c.Shutdowns, Shifts: c.Shifts}
}

var (
	lead    = regexp.MustCompile(`(?i)^(?:(?:and|but|or|also|so|ok|okay|then|now)\b[, ]*)*(?:(?:what|how) about\b|(?:the )?same (?:question )?(?:for|with|on|in)\b|(?:and|but|or|also|so|then|now)\b)[, ]*`)
	asks    = regexp.MustCompile(`(?i)^(?:(?:at|by|for|from|in|on|since|to|until|with|of)\s+)?(?:what|who|whom|whose|when|where|which|why|how|did|does|do|is|are|was|were|has|have|had|can|could|should|may|must|list|show|find|give|tell|compare|explain|summari[sz]e)\b`)
	dayOnly = regexp.MustCompile(`(?i)^(?:(?:on|at|for|in) )?the (\d{1,2})(?:st|nd|rd|th)[ ?.!]*$`)
	mark    = regexp.MustCompile(`\[(\d{1,2})\]|(?i:\b(?:citation|source|record|number) (\d{1,2})\b)`)
)

// withoutLead takes off the words that tie a question to the one before.
func withoutLead(text string) (rest string, found bool) {
	at := lead.FindString(text)
	if rest = strings.TrimSpace(text[len(at):]); rest == "" {
		return text, false
	}
	return rest, at != ""
}

// asksOn reports that words around a time ask something of their own, such as
// "what happened yesterday?", which is a question by itself.
func asksOn(text string) bool {
	return asks.MatchString(text) && len(strings.Fields(text)) > 2
}

// cited puts the ids of records in place of marks of the last answer that has
// any.
func cited(before []Turn, text string) (Reading, bool) {
	var did []string
	last := before[len(before)-1]
	for i := len(before) - 1; i >= 0 && len(last.Cited) == 0; i-- {
		last = before[i]
	}
	out := mark.ReplaceAllStringFunc(text, func(m string) string {
		digits := strings.Trim(m, "[]")
		n, err := strconv.Atoi(digits[strings.LastIndexByte(digits, ' ')+1:])
		if err != nil || n < 1 || n > len(last.Cited) {
			return m
		}
		did = append(did, m+" is "+last.Cited[n-1])
		return last.Cited[n-1]
	})
	if len(did) == 0 {
		return Reading{}, false
	}
	return Reading{Text: out, Why: strings.Join(did, ", ") + ", cited in the last answer"}, true
}
