// Package intent tells what kind of question was asked, from how it is worded.
// Channel weights and the way an answer is put together depend on it.
//
// Each cue is a pattern with a weight for one intent. The intent with the
// highest sum is taken; the cues that spoke for it are its reasons.
package intent

import (
	"cmp"
	"slices"
	"strings"
)

// Intent is a kind of question.
type Intent string

// The intents.
const (
	Factual         Intent = "factual"         // who, where, which
	Value           Intent = "value"           // a number, a limit, a setting
	Temporal        Intent = "temporal"        // when, how long, what happened in a span
	Troubleshooting Intent = "troubleshooting" // something is wrong: why, what to check
	MultiHop        Intent = "multi_hop"       // causes and consequences over several records
	Comparative     Intent = "comparative"     // two cases side by side
	Code            Intent = "code"            // commands, options, scripts
	General         Intent = "general"         // procedures and everything else
)

// All lists the intents.
func All() []Intent {
	return []Intent{Factual, Value, Temporal, Troubleshooting, MultiHop, Comparative, Code, General}
}

// Reason is a piece of the question that speaks for an intent.
type Reason struct {
	Words string // as typed
	For   Intent
	Why   string
}

// Signals are what other steps of query understanding have found.
type Signals struct {
	Times int  // how many times the question names
	Flags bool // it names a command flag, a file or code
	Parts int  // how many things it asks for
}

// Read is how a question was taken.
type Read struct {
	Intent  Intent
	Reasons []Reason // for the chosen intent, the strongest first
	Second  Intent   // the next best, empty when nothing spoke for another
}

// maxRead is how many bytes of a question are looked at.
const maxRead = 1000

// Classify tells the intent of a question.
func Classify(text string, s Signals) Read {
	text = strings.ToValidUTF8(text[:min(len(text), maxRead)], "")
	low := strings.Map(small, text)
	scores := map[Intent]float64{}
	var all []spoken
	for _, c := range cues {
		at := c.pattern.FindStringIndex(low)
		if at == nil {
			continue
		}
		scores[c.intent] += c.weight
		all = append(all, spoken{Reason{strings.TrimSpace(text[at[0]:at[1]]), c.intent, c.why}, c.weight})
	}
	for _, h := range hints(s) {
		scores[h.For] += h.weight
		all = append(all, h)
	}
	best := slices.SortedStableFunc(slices.Values(All()), func(a, b Intent) int { return cmp.Compare(scores[b], scores[a]) })
	out := Read{Intent: best[0]}
	if scores[best[0]] <= 0 {
		return Read{Intent: fallback(text)}
	}
	if scores[best[1]] > 0 {
		out.Second = best[1]
	}
	slices.SortStableFunc(all, func(a, b spoken) int { return cmp.Compare(b.weight, a.weight) })
	for _, f := range all {
		if f.For == out.Intent && f.weight > 0 {
			out.Reasons = append(out.Reasons, f.Reason)
		}
	}
	return out
}

// small makes small letters of ASCII capitals, which keeps the places of a text.
func small(r rune) rune {
	if r >= 'A' && r <= 'Z' {
		return r + 'a' - 'A'
	}
	return r
}

// spoken is a reason with its weight.
type spoken struct {
	Reason
	weight float64
}

func hints(s Signals) []spoken {
	var all []spoken
	if s.Times > 1 {
		all = append(all, spoken{Reason{"", Comparative, "it names several times"}, 0.6})
	}
	if s.Flags {
		all = append(all, spoken{Reason{"", Code, "it names a flag, a file or code"}, 1})
	}
	if s.Parts > 2 {
		all = append(all, spoken{Reason{"", MultiHop, "it asks for several things"}, 0.5})
	}
	return all
}

// fallback is the intent of a question without a cue: words alone are a search.
func fallback(text string) Intent {
	if strings.Contains(text, "?") {
		return Factual
	}
	return General
}
