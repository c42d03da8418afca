package channels

import (
	"strconv"
	"strings"
	"unicode"
)

// kind says what an item of a question is.
type kind int

const (
	isWord   kind = iota // a word or phrase, maybe with numbers
	isPlace              // "second", "first six", "last"
	isAnd                // a comma, "and"
	isExcept             // "but not"
	isWhere              // "downstream of"
	isName               // a PV name or glob
)

// item is a part of a question.
type item struct {
	kind    kind
	text    string   // as typed
	word    string   // what stands for it
	stems   []string // of a phrase
	numbers []string // of a word: sector 3 to 5; of a place: the nth, none when it counts
	count   int      // of a place: how many
	back    bool     // of a place: from the end; of isWhere: upstream
}

// question is what was understood before any channel was looked at.
type question struct {
	items    []item
	allKinds bool // set-points and read-backs alike were asked for
	both     bool // a set-point and its read-back were
	reading  bool // what is measured was
	signals  bool // what is measured and set was, but not states
}

// tokenise cuts a question into words and commas. Names keep their signs.
func tokenise(text string) []string {
	var out []string
	for field := range strings.FieldsSeq(text) {
		trimmed := strings.TrimLeft(field, "\"'([{<")
		if strings.HasPrefix(field, "{") {
			trimmed = field
		}
		body := strings.TrimRight(trimmed, "\"')]>.,;!")
		tail := trimmed[len(body):]
		if !nameLike(body) {
			body = strings.TrimRight(body, "?:")
		}
		for k, part := range splitCommas(body) {
			if k > 0 {
				out = append(out, ",")
			}
			if part != "" {
				out = append(out, part)
			}
		}
		if strings.ContainsAny(tail, ",;") {
			out = append(out, ",")
		}
	}
	return out
}

// splitCommas cuts at the commas outside of braces.
func splitCommas(s string) []string {
	depth := 0
	return strings.FieldsFunc(s, func(r rune) bool {
		switch r {
		case '{':
			depth++
		case '}':
			depth--
		}
		return r == ',' && depth == 0
	})
}

// nameLike tells a word that can only be a PV name or a glob.
func nameLike(s string) bool {
	inner := strings.TrimRight(s, ":?")
	return strings.Contains(inner, ":") || strings.ContainsAny(s, "*{}") || strings.Contains(inner, "?") && strings.ContainsFunc(inner, unicode.IsDigit)
}

// lexer turns tokens into items.
type lexer struct {
	x       *index
	tokens  []string // as typed
	lower   []string
	stems   []string
	i       int
	between bool
	numbers []string // that wait for their noun
	out     question
	seenAll bool
}

func (x *index) lex(text string) question {
	l := lexer{x: x, tokens: tokenise(text)}
	for _, t := range l.tokens {
		l.lower = append(l.lower, strings.ToLower(t))
		l.stems = append(l.stems, stem(strings.ToLower(t)))
	}
	for l.i < len(l.tokens) {
		l.next()
	}
	return l.out
}

func (l *lexer) at(k int) string {
	if l.i+k < len(l.lower) {
		return l.lower[l.i+k]
	}
	return ""
}

func (l *lexer) emit(it item, tokens int) {
	l.out.items = append(l.out.items, it)
	l.i += tokens
}

// last is the word before, when nothing stands between.
func (l *lexer) last() *item {
	if n := len(l.out.items); n > 0 && l.out.items[n-1].kind == isWord {
		return &l.out.items[n-1]
	}
	return nil
}

func (l *lexer) next() {
	w := l.at(0)
	switch {
	case w == ",":
		l.emit(item{kind: isAnd, text: ","}, 1)
	case nameLike(l.tokens[l.i]):
		l.emit(item{kind: isName, text: l.tokens[l.i]}, 1)
	case l.connector(w), l.place(w), l.number(), l.label(w), l.phrase():
	case l.x.words.stop[w] && len(l.x.acronym[w]) == 0 || w == "-" || w == "–":
		l.stop(w)
	default:
		l.word(l.tokens[l.i], []string{l.stems[l.i]}, l.x.words.word(w), 1)
	}
}

// stop passes over a word that says nothing, but for all kinds of channels.
func (l *lexer) stop(w string) {
	switch w {
	case "all", "every", "everything", "each", "entire", "whole", "complete":
		l.seenAll = true
		l.out.allKinds = l.out.allKinds || w == "everything"
	case "signal", "signals":
		l.out.signals = l.out.signals || l.seenAll
		l.out.both = l.out.both || l.seenAll
	case "channel", "channels", "pv", "pvs", "parameter", "parameters", "values":
		l.out.allKinds = l.out.allKinds || l.seenAll
	case "reading", "readings", "readout", "readouts":
		l.out.reading = true
	}
	l.i++
}

// connector takes what joins or relates parts: the longest of up to three words.
func (l *lexer) connector(w string) bool {
	for n := 3; n > 0; n-- {
		text := w
		for k := 1; k < n; k++ {
			text += " " + l.at(k)
		}
		if k := joins(text); k != isWord {
			l.emit(item{kind: k, text: w, back: w == "upstream" || w == "before"}, n)
			return true
		}
	}
	switch w {
	case "between":
		l.between = true
	case "both":
		l.out.both = l.out.both || !strings.HasPrefix(l.at(1), "plane")
	default:
		return false
	}
	l.i++
	return true
}

// joins says what a connecting text does; isWord when it is none.
func joins(text string) kind {
	switch text {
	case "and", "or", "&", "plus", "alongside", "versus", "vs", "along with", "together with", "and also", "as well as":
		return isAnd
	case "except", "excluding", "without", "not", "excepting", "but not", "and not", "other than", "except for", "apart from", "not in", "not on":
		return isExcept
	case "after", "beyond", "past", "before", "downstream of", "downstream from", "upstream of", "upstream from":
		return isWhere
	}
	return isWord
}

// place takes "second", "first six", "last", "last three".
func (l *lexer) place(w string) bool {
	if w == "last" || w == "final" || w == "first" {
		if n, ok := numberOf(l.at(1)); ok {
			l.emit(item{kind: isPlace, text: w, count: n, back: w != "first"}, 2)
			return true
		}
	}
	if w == "last" || w == "final" {
		l.emit(item{kind: isPlace, text: w, count: 1, back: true}, 1)
		return true
	}
	n, ok := ordinalOf(w)
	if ok {
		l.emit(item{kind: isPlace, text: w, numbers: []string{strconv.Itoa(n)}}, 1)
	}
	return ok
}

// number takes a list of numbers, which belongs to the noun before it, else to
// the one behind.
func (l *lexer) number() bool {
	list, taken := numberList(l.lower[l.i:], l.between)
	if taken == 0 {
		return false
	}
	l.i += taken
	l.between = false
	if last := l.last(); last != nil && len(last.numbers) == 0 {
		last.numbers = list
	} else {
		l.numbers = list
	}
	return true
}

// label takes a letter that tells devices apart: station B, stations A and B.
func (l *lexer) label(w string) bool {
	last := l.last()
	if last == nil {
		return false
	}
	is := func(k int) bool {
		t := l.at(k)
		if len(t) != 1 || t < "a" || t > "z" {
			return false
		}
		typed := l.tokens[l.i+k]
		return l.x.hasPair(last.word, t) || t != "a" && t != "x" && t != "y" || typed == "A" && k > 0 && len(last.numbers) > 0 || typed == "A" && !l.x.known("a")
	}
	if !is(0) {
		return false
	}
	last.numbers = append(last.numbers, w)
	l.i++
	for (l.at(0) == "and" || l.at(0) == "or" || l.at(0) == ",") && is(1) {
		last.numbers = append(last.numbers, l.at(1))
		l.i += 2
	}
	return true
}

// phrase takes the longest phrase that words.txt or the site's lexicon has.
func (l *lexer) phrase() bool {
	as, n := l.x.words.phrase(l.stems[l.i:])
	for k := min(l.x.longest, len(l.stems)-l.i); k > max(n, 1); k-- {
		if _, ok := l.x.phrases[strings.Join(l.stems[l.i:l.i+k], " ")]; ok {
			l.word(strings.Join(l.tokens[l.i:l.i+k], " "), l.stems[l.i:l.i+k], "", k)
			return true
		}
	}
	// Two words may be written as one with a hyphen.
	if n < 2 && l.i+1 < len(l.lower) && l.x.known(l.lower[l.i]+"-"+l.lower[l.i+1]) {
		as, n = l.lower[l.i]+"-"+l.lower[l.i+1], 2
	}
	if n < 2 {
		return false
	}
	l.word(strings.Join(l.tokens[l.i:l.i+n], " "), l.stems[l.i:l.i+n], as, n)
	return true
}

// word takes a word. One that no channel has is cut where letters meet digits or
// at its hyphens, when its parts are known.
func (l *lexer) word(text string, stems []string, as string, tokens int) {
	it := item{kind: isWord, text: text, word: as, stems: append([]string(nil), stems...), numbers: l.numbers}
	if it.word == "" {
		it.word = strings.Join(stems, " ")
	}
	l.numbers = nil
	if tokens == 1 && !l.x.known(as) && len(l.x.acronym[strings.ToLower(text)]) == 0 {
		if parts := runs(strings.ReplaceAll(text, "-", "")); len(parts) == 2 && isDigits(parts[1]) && len(parts[1]) <= maxLabel {
			it.word, it.stems, it.numbers = l.x.words.word(strings.ToLower(parts[0])), []string{stem(strings.ToLower(parts[0]))}, []string{plainNumber(parts[1])}
		} else if parts := strings.FieldsFunc(text, func(r rune) bool { return r == '-' || r == '/' || r == '_' }); len(parts) > 1 {
			for _, p := range parts {
				lower := strings.ToLower(p)
				if !l.x.words.stop[lower] {
					l.out.items = append(l.out.items, item{kind: isWord, text: p, word: l.x.words.word(lower), stems: []string{stem(lower)}})
				}
			}
			l.i += tokens
			return
		}
	}
	l.emit(it, tokens)
}
