package writer

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"owl/engine"
	"owl/engine/guard"
)

// lineKind is what a line of Markdown is.
type lineKind int

const (
	blank lineKind = iota
	prose
	item    // of a list
	step    // of a numbered list
	row     // of a table
	rule    // of a table, or a line that only draws
	heading // says nothing that could be checked
	fence   // begins or ends code
)

// line is one line of the model's text.
type line struct {
	kind   lineKind
	number string // of a step, as written
	text   string // without the marks of Markdown
}

var (
	stepMark = regexp.MustCompile(`^(\d{1,3})[.)]\s+`)
	ruleLine = regexp.MustCompile(`^[\s|:=_*-]{3,}$`)
)

func readLine(text string) line {
	text = strings.TrimSpace(guard.Text(engine.Untrusted(text)))
	switch {
	case text == "":
		return line{}
	case strings.HasPrefix(text, "```") || strings.HasPrefix(text, "~~~"):
		return line{kind: fence}
	case ruleLine.MatchString(text):
		return line{kind: rule, text: text}
	case strings.HasPrefix(text, "#"):
		return line{kind: heading}
	case strings.HasPrefix(text, "|"):
		return line{kind: row, text: text}
	}
	text = strings.TrimSpace(strings.TrimLeft(text, ">"))
	if m := stepMark.FindStringSubmatch(text); m != nil {
		return line{kind: step, number: m[1], text: plainInline(text[len(m[0]):])}
	}
	for _, mark := range []string{"- ", "* ", "+ ", "• "} {
		if rest, ok := strings.CutPrefix(text, mark); ok {
			return line{kind: item, text: plainInline(rest)}
		}
	}
	return line{kind: prose, text: plainInline(text)}
}

// emphasis and code as they are written around words; a star or an underscore
// within a name is part of it.
var (
	strong = regexp.MustCompile(`\*\*([^*]+)\*\*|\b__([^_]+)__\b`)
	slight = regexp.MustCompile(`(^|[\s("])\*([^*\s][^*]*)\*`)
	inCode = regexp.MustCompile("`([^`]*)`")
)

// plainInline takes out the marks of emphasis and code.
func plainInline(text string) string {
	text = inCode.ReplaceAllString(strong.ReplaceAllString(text, "$1$2"), "$1")
	return strings.TrimSpace(slight.ReplaceAllString(text, "$1$2"))
}

// claim is a sentence with the numbers of the records that it cites.
type claim struct {
	text  string
	cites []int // as the model numbered them, in their order
}

// citeMark is how models write marks: [1], [1, 2], [1-3], [record 2], (record 2), 【1】.
var citeMark = regexp.MustCompile(`(?i)\s*(?:\[|【|\((?:records?|sources?)\s)\s*(?:records?|sources?|rec\.?|#)?\s*#?(\d{1,3}(?:\s*(?:[,;&–-]|and)\s*(?:records?\s*)?#?\d{1,3})*)(?:†[^\]】]*)?\s*(?:\]|】|\))`)

// claims cuts a text into sentences. A mark belongs to the text before it. A
// sentence without marks shares those of the next one that has some, else those
// of the one before.
func claims(text string) []claim {
	type placed struct {
		at    int
		cites []int
	}
	var marks []placed
	var plain strings.Builder
	last := 0
	for _, m := range citeMark.FindAllStringSubmatchIndex(text, -1) {
		plain.WriteString(text[last:m[0]])
		marks = append(marks, placed{plain.Len(), numbers(text[m[2]:m[3]])})
		last = m[1]
	}
	plain.WriteString(text[last:])
	var out []claim
	clean, at := plain.String(), 0
	for at < len(clean) {
		end := at + sentenceEnd(clean[at:])
		for len(marks) > 0 && marks[0].at > at && marks[0].at < end && strings.TrimSpace(clean[marks[0].at:end]) != "" && ends(clean[:marks[0].at]) {
			end = marks[0].at // a mark after a full stop ends the sentence, whatever follows
		}
		c := claim{text: strings.Join(strings.Fields(clean[at:end]), " ")}
		for len(marks) > 0 && marks[0].at <= end {
			c.cites = append(c.cites, marks[0].cites...)
			marks = marks[1:]
		}
		if strings.IndexFunc(c.text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) >= 0 {
			out = append(out, c)
		} else if len(out) > 0 {
			out[len(out)-1].cites = append(out[len(out)-1].cites, c.cites...)
		}
		at = end
	}
	return shared(out)
}

func shared(list []claim) []claim {
	for i := len(list) - 2; i >= 0; i-- {
		if len(list[i].cites) == 0 {
			list[i].cites = list[i+1].cites
		}
	}
	for i := 1; i < len(list); i++ {
		if len(list[i].cites) == 0 {
			list[i].cites = list[i-1].cites
		}
	}
	return list
}

// numbers reads "1, 3-5".
func numbers(text string) []int {
	var out []int
	span := false
	for _, f := range strings.FieldsFunc(strings.NewReplacer("-", " - ", "–", " - ").Replace(text), func(r rune) bool {
		return r != '-' && !unicode.IsDigit(r)
	}) {
		n, err := strconv.Atoi(f)
		switch {
		case err != nil:
			span = true
			continue
		case span && len(out) > 0 && n-out[len(out)-1] < 20:
			for k := out[len(out)-1] + 1; k < n; k++ {
				out = append(out, k)
			}
		}
		span = false
		out = append(out, n)
	}
	return out
}

// sentenceEnd is the length of the first sentence with the white space after it.
func sentenceEnd(text string) int {
	for i := 0; i < len(text); i++ {
		if !strings.ContainsRune(".?!", rune(text[i])) {
			continue
		}
		j := i + 1
		for j < len(text) && strings.IndexByte(`"')]`, text[j]) >= 0 {
			j++
		}
		k := j
		for k < len(text) && text[k] == ' ' {
			k++
		}
		if k == len(text) {
			return k
		}
		next, _ := utf8.DecodeRuneInString(text[k:])
		if k > j && !unicode.IsLower(next) && (text[i] != '.' || !shortened(text[:i])) {
			return k
		}
	}
	return len(text)
}

// ends reports that a sentence is complete.
func ends(text string) bool {
	text = strings.TrimRight(text, ` "')]`)
	return text != "" && strings.ContainsRune(".?!", rune(text[len(text)-1]))
}

// shortened reports that the full stop after text belongs to a short form.
func shortened(text string) bool {
	last := strings.ToLower(text[strings.LastIndexAny(text, " (")+1:])
	switch last {
	case "e.g", "i.e", "vs", "no", "nos", "fig", "eq", "approx", "ca", "cf", "dr", "mr", "mrs", "ms", "st", "sec", "ref", "resp", "etc", "max", "min":
		return true
	}
	return len(last) == 1 && unicode.IsLetter(rune(last[0])) // an initial
}
