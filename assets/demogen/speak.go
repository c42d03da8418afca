package demogen

import (
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"unicode"
)

// lexicon is what people make of words: short forms and usual misspellings.
type lexicon struct {
	short []shortForm
	wrong map[string][]string
	names map[string]bool // words that keep their capital
}

type shortForm struct {
	long  *regexp.Regexp
	forms []string
}

// readLexicon reads data/short.txt and data/typos.txt.
func readLexicon(people []person) (lexicon, error) {
	lex := lexicon{wrong: map[string][]string{}, names: map[string]bool{}}
	for _, p := range people {
		for _, word := range strings.Fields(p.name) {
			lex.names[word] = true
		}
	}
	for _, word := range strings.Fields("Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September October November December I") {
		lex.names[word] = true
	}
	err := eachPair("data/short.txt", func(word string, forms []string) error {
		long, err := regexp.Compile(`(?i)\b` + regexp.QuoteMeta(word) + `\b`)
		lex.short = append(lex.short, shortForm{long, forms})
		return err
	})
	if err != nil {
		return lexicon{}, err
	}
	return lex, eachPair("data/typos.txt", func(word string, forms []string) error {
		lex.wrong[word] = forms
		return nil
	})
}

// eachPair reads a table of "word = form | form" lines.
func eachPair(name string, take func(word string, forms []string) error) error {
	text, err := fs.ReadFile(data, name)
	if err != nil {
		return fmt.Errorf("read words: %w", err)
	}
	for number, line := range strings.Split(string(text), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		word, forms, found := strings.Cut(line, " = ")
		if !found {
			return fmt.Errorf("%s, line %d: %q", name, number+1, line)
		}
		if err := take(word, strings.Split(forms, " | ")); err != nil {
			return fmt.Errorf("%s, line %d: %w", name, number+1, err)
		}
	}
	return nil
}

// speak turns a text into the words of a person. Tables are left alone.
func (p *person) speak(text string, d dice, lex *lexicon) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "|") {
			continue
		}
		for _, form := range lex.short {
			if p.abbr == 0 {
				break
			}
			line = form.long.ReplaceAllStringFunc(line, func(found string) string {
				if !d.chance(p.abbr) {
					return found
				}
				return one(d, form.forms)
			})
		}
		lines[i] = p.carelessly(line, d, lex)
	}
	text = strings.Join(lines, "\n")
	if !p.stop {
		text = strings.TrimSuffix(text, ".")
	}
	return text
}

// carelessly drops articles and capitals and makes typing errors.
func (p *person) carelessly(line string, d dice, lex *lexicon) string {
	words := strings.Split(line, " ")
	kept := words[:0]
	begins := true // of a sentence
	for _, word := range words {
		switch {
		case (word == "the" || word == "The" || word == "a" || word == "an") && d.chance(p.drop): // "A" is a station
			continue
		case begins && d.chance(p.low):
			word = lex.lower(word)
		}
		begins = strings.HasSuffix(word, ".") || strings.HasSuffix(word, "?") || strings.HasSuffix(word, "!")
		if d.chance(p.typo) {
			word = lex.misspell(word, d)
		}
		kept = append(kept, word)
	}
	return strings.Join(kept, " ")
}

// lower takes the capital from a plain word.
func (l *lexicon) lower(word string) string {
	bare := strings.TrimRight(word, ".,:;!?")
	if l.names[bare] || bare == "" || strings.ContainsFunc(bare[1:], func(r rune) bool { return !unicode.IsLower(r) }) {
		return word
	}
	return strings.ToLower(word[:1]) + word[1:]
}

// misspell makes a typing error in a plain word of five letters or more.
func (l *lexicon) misspell(word string, d dice) string {
	bare := strings.TrimRight(word, ".,:;!?")
	if len(bare) < 5 || strings.ContainsFunc(bare, func(r rune) bool { return r < 'a' || r > 'z' }) {
		return word
	}
	if forms := l.wrong[bare]; len(forms) > 0 {
		return one(d, forms) + word[len(bare):]
	}
	at := d.between(1, len(bare)-2)
	letters := []byte(bare)
	switch d.IntN(3) {
	case 0:
		letters[at], letters[at+1] = letters[at+1], letters[at]
	case 1:
		letters = append(letters[:at], letters[at+1:]...)
	default:
		letters = append(letters[:at+1], letters[at:]...)
	}
	return string(letters) + word[len(bare):]
}
