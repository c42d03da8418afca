package query

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"owl/engine"
	"owl/engine/query/facet"
	"owl/engine/query/intent"
	"owl/engine/query/names"
	"owl/engine/trace"
)

// maxRead is how many bytes of a question are understood. What follows is
// searched as words.
const maxRead = 2000

// Understand reads a question without any model: its operators, identifiers,
// times, acronyms, synonyms and typing errors, what kind of question it is, what
// it asks for and how else it could be put. No input is an error.
func Understand(raw engine.Untrusted, c Context) Understanding {
	p := parser{now: c.Now, query: engine.Query{Raw: raw}}
	p.read(raw)
	b := builder{context: c, out: Understanding{Query: p.query, Steps: p.steps, multiQuery: !c.Off.MultiQuery}}
	b.text, b.rest = head(p.query.Text)
	if b.rest != "" {
		b.say("length", "only the first %d bytes were understood; the rest is searched as words", len(b.text))
	}
	b.step("identifiers", "", b.identifiers)
	b.step("time", offWhen(c.Off.Temporal, "off"), b.times)
	b.step("typos", offWhen(c.Off.Typos, "off", c.Vocabulary == nil, "off: the index has no list of words"), b.typos)
	b.rewrite()
	b.step("parts", "", b.facets)
	b.step("intent", "", b.intent)
	b.step("filter", offWhen(c.Off.Temporal, "off"), b.filter)
	noList := "off: there is no list of acronyms"
	b.step("acronyms", offWhen(c.Off.Acronyms, "off", c.Lexicon.Empty(), noList), b.acronyms)
	b.step("synonyms", offWhen(c.Off.Synonyms, "off", c.Lexicon.Empty(), noList), b.synonyms)
	b.out.Reranker = b.spelt()
	b.step("multi-query", offWhen(c.Off.MultiQuery, "off"), b.paraphrases)
	return b.out
}

// builder is an Understanding in the making.
type builder struct {
	context Context
	out     Understanding
	text    string // of the question, as far as it is understood
	rest    string // what follows
	edits   []edit // to text
	spelled []spelling
	met     []meeting
	counts  map[string]int // of the stems of text
	senses  map[int]sensed // by where the term begins
}

// head cuts a text where it is understood no longer.
func head(text string) (first, rest string) {
	if len(text) <= maxRead {
		return text, ""
	}
	at := maxRead
	for at > 0 && !utf8.RuneStart(text[at]) {
		at--
	}
	if space := strings.LastIndexByte(text[:at], ' '); space > maxRead/2 {
		at = space // not within a word
	}
	return text[:at], text[at:]
}

// offWhen returns the word behind the first condition that is true.
func offWhen(off bool, why string, more ...any) string {
	if off {
		return why
	}
	for i := 0; i+1 < len(more); i += 2 {
		if more[i].(bool) {
			return more[i+1].(string)
		}
	}
	return ""
}

func (b *builder) say(name, format string, args ...any) {
	b.out.Steps = append(b.out.Steps, trace.Step{Name: name, Did: fmt.Sprintf(format, args...)})
}

// step runs one step, or says why it is off. A fault in a step leaves its result
// out and is said; the question is answered all the same.
func (b *builder) step(name, off string, do func() string) {
	if off != "" {
		b.say(name, "%s", off)
		return
	}
	defer func() {
		if p := recover(); p != nil {
			b.say(name, "failed: %v; its result is left out", p)
		}
	}()
	did := do()
	if did == "" {
		did = "nothing to do"
	}
	b.say(name, "%s", did)
}

func (b *builder) identifiers() string {
	b.out.Identifiers = names.Find(b.text)
	var found []string
	for _, n := range b.out.Identifiers {
		found = append(found, fmt.Sprintf("%s (%s)", n.Text, n.Kind))
	}
	return listed("searched as typed: ", found)
}

func (b *builder) facets() string {
	b.out.Facets = facet.Split(b.text)
	var said []string
	for _, f := range b.out.Facets {
		for _, k := range f.Wants {
			if !slices.Contains(b.out.Wants, k) {
				b.out.Wants = append(b.out.Wants, k)
			}
		}
		said = append(said, fmt.Sprintf("%q %v", f.Text, f.Wants))
	}
	if len(b.out.Facets) < 2 && len(b.out.Wants) == 0 {
		return ""
	}
	return listed("asks for ", said)
}

func (b *builder) intent() string {
	code := slices.ContainsFunc(b.out.Identifiers, func(n names.Name) bool {
		return n.Kind == names.Flag || n.Kind == names.Code
	})
	read := intent.Classify(b.text, intent.Signals{Times: len(b.out.Dates), Flags: code, Parts: len(b.out.Facets)})
	b.out.Intent, b.out.Reasons = read.Intent, read.Reasons
	var why []string
	for _, r := range read.Reasons {
		if r.Words != "" {
			why = append(why, fmt.Sprintf("%s (%q)", r.Why, r.Words))
		} else {
			why = append(why, r.Why)
		}
	}
	if len(why) == 0 {
		why = []string{"no wording says more"}
	}
	return listed(string(read.Intent)+": ", why)
}

// maxListed is how many items a step names.
const maxListed = 12

// listed writes items behind a word, empty without items.
func listed(before string, items []string) string {
	if len(items) == 0 {
		return ""
	}
	more := ""
	if len(items) > maxListed {
		more = fmt.Sprintf(" and %d more", len(items)-maxListed)
		items = items[:maxListed]
	}
	return before + strings.Join(items, "; ") + more
}
