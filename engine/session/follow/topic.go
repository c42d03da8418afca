package follow

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"owl/engine/query/facet"
)

// aboutTopic puts what the question before was about in front.
func aboutTopic(last Turn, rest string) Reading {
	topic := cmp.Or(last.Topic, topicOf(last.Question))
	if topic == "" {
		return Reading{Text: rest}
	}
	text := topic + ": " + rest
	return Reading{Text: text, Topic: topic, Why: fmt.Sprintf("read as %q, after the question before; ask in full for another", text)}
}

// maxTopic is how many words of a question are its topic.
const maxTopic = 14

func topicOf(question string) string {
	words := strings.Fields(facet.Content(question))
	return strings.Join(words[:min(len(words), maxTopic)], " ")
}

var (
	pronoun = regexp.MustCompile(`(?i)\b(?:it|its|they|them|their|he|she|him|his|her)\b`)
	// pointing finds "that", "this" and their like where they stand for something,
	// not before what they point at or in "the pump that tripped".
	pointing = regexp.MustCompile(`(?i)\b(?:(?:that|this|those|these)(?:[?.!,]|$| (?:is|was|are|were|happen\w*|mean\w*|again|then|one|ones|time|day)\b)|(?:that|this|the) (?:fault|trip|dump|problem|issue|event|incident|alarm|fix|repair|value|one|same|outage)\b[ ?.!]*$|there[?.!]*$|then[?.!]*$)`)
)

// ownWords is how many words of its own before a pronoun tell that it means one
// of these.
const ownWords = 2

// anaphor reports a word that stands for something of an earlier question.
func anaphor(text string) bool {
	for _, form := range []*regexp.Regexp{pronoun, pointing} {
		if at := form.FindStringIndex(text); at != nil && len(strings.Fields(facet.Content(text[:at[0]]))) < ownWords {
			return true
		}
	}
	return false
}
