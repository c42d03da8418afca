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

// sentences cuts a text after each mark that white space and a capital follow,
// and where a line begins with neither letter nor digit, as an empty line and
// an entry of a list do. Lines may be broken anywhere else.
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
	next, _ := utf8.DecodeRuneInString(after)
	if before[len(before)-1] == '\n' && !unicode.IsLetter(next) && !unicode.IsDigit(next) {
		return true
	}
	ended := strings.TrimRight(before, " \t\r\n")
	return unicode.IsUpper(next) && len(ended) < len(before) && ended != "" && strings.ContainsRune(".?!", rune(ended[len(ended)-1]))
}
