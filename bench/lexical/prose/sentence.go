package prose

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// mark is a citation mark: [1] or [1, 2]; a record's own brackets are escaped.
var mark = regexp.MustCompile(`(^|\s|[^\\\w])\[(\d{1,4}(?:\s*,\s*\d{1,4})*)\]`)

// escaped is a bracket that a composer took the meaning from.
var escaped = regexp.MustCompile(`\\([\[\]])`)

// link is a Markdown link.
var link = regexp.MustCompile(`\[([^\]]+)\]\([^)\s]*\)`)

// marksOf returns the numbers of the citation marks in a text, in order.
func marksOf(text string) []int {
	var numbers []int
	for _, m := range mark.FindAllStringSubmatch(spread(text), -1) {
		for _, n := range strings.Split(m[2], ",") {
			if v, err := strconv.Atoi(strings.TrimSpace(n)); err == nil {
				numbers = append(numbers, v)
			}
		}
	}
	return numbers
}

// spread parts marks that touch, so that each is found.
func spread(text string) string { return strings.ReplaceAll(text, "][", "] [") }

// Plain returns a text without citation marks, emphasis, code quotes and links.
func Plain(text string) string {
	text = mark.ReplaceAllStringFunc(spread(text), func(m string) string { return strings.TrimSpace(m[:strings.IndexByte(m, '[')]) })
	text = link.ReplaceAllString(text, "$1")
	text = escaped.ReplaceAllString(text, "$1")
	text = strings.NewReplacer("**", "", "`", "").Replace(text)
	return strings.Join(strings.Fields(text), " ")
}

// Sentences cuts a paragraph after each sentence and the marks behind it.
func Sentences(text string) []string {
	var out []string
	for text != "" {
		n := sentenceEnd(text)
		out = append(out, strings.TrimSpace(text[:n]))
		text = text[n:]
	}
	return out
}

var marksNext = regexp.MustCompile(`^(?:\s*\[\d{1,4}(?:\s*,\s*\d{1,4})*\])*`)

// sentenceEnd returns the length of the first sentence of a text.
func sentenceEnd(text string) int {
	for i := 0; i < len(text); i++ {
		if strings.IndexByte(".?!", text[i]) < 0 {
			continue
		}
		end := i + 1
		for end < len(text) && strings.IndexByte(`"')*`, text[end]) >= 0 {
			end++
		}
		end += len(marksNext.FindString(text[end:]))
		if endsHere(text, i, end) {
			return end
		}
	}
	return len(text)
}

// endsHere decides whether the mark at i, with what follows it up to end, ends a
// sentence: white space must come, then what can begin one.
func endsHere(text string, i, end int) bool {
	rest := strings.TrimLeft(text[end:], " \t")
	if rest == "" {
		return true
	}
	if len(rest) == len(text[end:]) {
		return false
	}
	next, _ := utf8.DecodeRuneInString(rest)
	cited := strings.Contains(text[i:end], "[")
	return cited || !unicode.IsLower(next) && (text[i] != '.' || !isAbbreviation(text[:i]))
}

// isAbbreviation reports that the full stop after a text does not end a
// sentence.
func isAbbreviation(text string) bool {
	last := strings.ToLower(text[strings.LastIndexAny(text, " (")+1:])
	switch last {
	case "e.g", "i.e", "vs", "no", "nos", "fig", "figs", "eq", "approx", "ca", "cf", "dr", "mr", "mrs", "ms", "st", "ref", "incl", "ext", "max", "min":
		return true
	}
	return len(last) == 1 && unicode.IsLetter(rune(last[0])) // an initial
}
