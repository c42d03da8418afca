package judge

import (
	"encoding/json"
	"errors"
	"regexp"
	"strings"

	"owl/bench/nuggets"
)

// errRubbish is a reply that holds no verdict.
var errRubbish = errors.New("the reply holds no verdict")

// envelope is the reply of a chat endpoint. Content comes as a string or as a
// list of parts.
type envelope struct {
	Choices []struct {
		Message struct {
			Content json.RawMessage `json:"content"`
		} `json:"message"`
	} `json:"choices"`
}

type part struct {
	Text string `json:"text"`
}

// replyText takes the text out of an envelope.
func replyText(body []byte) (string, error) {
	var e envelope
	if err := json.Unmarshal(body, &e); err != nil || len(e.Choices) == 0 {
		return "", errRubbish
	}
	content := e.Choices[0].Message.Content
	var text string
	if json.Unmarshal(content, &text) == nil && text != "" {
		return text, nil
	}
	var parts []part
	if json.Unmarshal(content, &parts) == nil && len(parts) > 0 {
		for _, p := range parts {
			text += p.Text
		}
		return text, nil
	}
	return "", errRubbish
}

var (
	thought = regexp.MustCompile(`(?s)<think>.*?</think>`)
	inJSON  = regexp.MustCompile(`\{[^{}]*"verdict"\s*:\s*"([A-Za-z]+)"[^{}]*\}`)
)

// verdictOf reads the verdict of a reply: the one JSON object that gives one, or
// a reply that is the bare word. Two different verdicts are none.
func verdictOf(text string) (nuggets.Verdict, error) {
	text = strings.TrimSpace(thought.ReplaceAllString(text, ""))
	word := strings.Trim(text, " \t\r\n\"'`*.")
	if all := inJSON.FindAllStringSubmatch(text, -1); len(all) > 0 {
		word = all[0][1]
		for _, m := range all {
			if !strings.EqualFold(m[1], word) {
				return nuggets.Unjudged, errRubbish
			}
		}
	}
	v, err := nuggets.ParseVerdict(strings.ToLower(word))
	if err != nil {
		return nuggets.Unjudged, errRubbish
	}
	return v, nil
}
