package verify

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

func sentenceFacts(text string) []facts {
	var out []facts
	for _, s := range sentences(text) {
		out = append(out, factsOf(s))
	}
	return out
}

// sentences cuts a text after each mark that white space follows and then no
// small letter, and where a line begins with neither letter nor digit, as an
// empty line and an entry of a list do. Lines may be broken anywhere else.
func sentences(text string) []string {
	var out []string
	start := 0
	for i := range text {
		if i > start && begins(text[:i], text[i:]) {
			out = append(out, text[start:i])
			start = i
		}
	}
	return append(out, text[start:])
}

// begins reports that a sentence begins between the two.
func begins(before, after string) bool {
	if before[len(before)-1] == '\n' {
		first, _ := utf8.DecodeRuneInString(strings.TrimLeft(after, " \t"))
		if !unicode.IsLetter(first) && !unicode.IsDigit(first) {
			return true
		}
	}
	next, _ := utf8.DecodeRuneInString(after)
	ended := strings.TrimRight(before, " \t\r\n")
	return len(ended) < len(before) && ended != "" && strings.IndexByte(".?!", ended[len(ended)-1]) >= 0 &&
		!unicode.IsLower(next) && !unicode.IsSpace(next)
}
