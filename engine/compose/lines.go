package compose

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// isRule reports a line that only draws: an underline, a table rule, a front
// matter mark.
func isRule(text string) bool {
	if len(text) < 3 {
		return false
	}
	return strings.Trim(text, text[:1]) == "" && strings.ContainsAny(text[:1], "=-~^\"'`*+#:.")
}

// isDirective reports RST directives, their options, targets and comments, and
// MyST marks.
func isDirective(text string) bool {
	return strings.HasPrefix(text, ".. ") || strings.HasPrefix(text, ":::") || strings.HasPrefix(text, "<!--") ||
		strings.HasPrefix(text, ":") && strings.Contains(text[1:], ":") && !strings.Contains(text, " `")
}

func isLiteralDirective(text string) bool {
	for _, name := range []string{"code-block", "code", "literalinclude", "parsed-literal", "sourcecode"} {
		if strings.HasPrefix(text, ".. "+name+"::") {
			return true
		}
	}
	return false
}

// startsItem reports a line that opens a list entry: "- x", "* x", "3. x",
// "3) x", "#. x", "a) x", "• x".
func startsItem(text string) bool {
	mark, rest, found := strings.Cut(text, " ")
	if !found || rest == "" {
		return false
	}
	switch mark {
	case "-", "*", "+", "•", "#.":
		return true
	}
	number := strings.TrimRight(mark, ".)")
	if len(mark)-len(number) != 1 || number == "" || len(number) > 3 {
		return false
	}
	return strings.Trim(number, "0123456789") == "" || len(number) == 1 && mark[1] == ')'
}

// startsField reports a labelled line such as "Run: 2025-1": one to four words
// that begin with a capital, a colon, a value.
func startsField(text string) bool {
	label, value, found := strings.Cut(text, ": ")
	if !found || value == "" || len(label) > 32 || strings.Count(label, " ") > 3 || strings.ContainsAny(label, ".,;`*[(/0123456789") {
		return false
	}
	first, _ := utf8.DecodeRuneInString(label)
	return unicode.IsUpper(first)
}

// sentenceEnd returns the length of the first sentence of text, with the white
// space after it.
func sentenceEnd(text string) int {
	for i := 0; i < len(text); i++ {
		if c := text[i]; c != '.' && c != '?' && c != '!' {
			continue
		}
		if end, ok := endsSentence(text, i); ok {
			return end
		}
	}
	return len(text)
}

// endsSentence decides on the mark at text[i]: closing quotes and brackets may
// follow, then white space, then what can begin a sentence.
func endsSentence(text string, i int) (end int, ok bool) {
	j := i + 1
	for j < len(text) && strings.IndexByte(`"')]*`+"`", text[j]) >= 0 {
		j++
	}
	k := j
	for k < len(text) && strings.IndexByte(" \t\r\n", text[k]) >= 0 {
		k++
	}
	if k == j || k == len(text) {
		return len(text), k == len(text)
	}
	next, _ := utf8.DecodeRuneInString(text[k:])
	if unicode.IsLower(next) || text[i] == '.' && isAbbreviation(text[:i]) {
		return 0, false
	}
	return k, true
}

// isAbbreviation reports that the full stop after text does not end a sentence.
func isAbbreviation(text string) bool {
	last := strings.ToLower(text[strings.LastIndexAny(text, " \t\n(")+1:])
	switch last {
	case "e.g", "i.e", "vs", "no", "nos", "fig", "figs", "eq", "approx", "ca", "cf", "dr", "mr", "mrs", "ms", "st", "sec", "ref", "resp", "etc", "incl", "ext", "max", "min", "temp":
		return true
	case "warning", "caution", "danger", "note", "attention": // a label of what follows
		return true
	}
	return len(last) == 1 && unicode.IsLetter(rune(last[0])) // an initial
}
