package extract

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// reading is what a clause says about the fault of its record.
type reading uint8

const (
	caused    reading = iota + 1 // a cause
	suspected                    // a suspected cause
	cleared                      // a cause that was ruled out
	done                         // an action that ended it
	tried                        // an action without a known result
	failed                       // an action that did not help
	useless                      // says that the action before did not help
	helped                       // says that the action before helped
	relapse                      // says that the fault came back after the action before
	list                         // begins a list of suspected causes
	nothing                      // stops other cues from reading the words
)

func readingNames() map[string]reading {
	return map[string]reading{
		"cause": caused, "suspect": suspected, "cleared": cleared, "done": done, "tried": tried,
		"failed": failed, "useless": useless, "helped": helped, "relapse": relapse, "list": list, "nothing": nothing,
	}
}

// cue is a pattern of words with what it says. Words before the mark "[" lead
// to the target, which goes to the end of the clause; words after "]" follow the
// target, which began with the clause. Without a mark the target is the clause.
type cue struct {
	reading    reading
	confidence float64
	name       string
	elements   []element
	open       int // index of the element that begins the target, -1 when none
	close      int // index of the element that follows it, -1 when none
}

// element matches one word, or with gap up to so many words.
type element struct {
	words    []string
	class    class
	optional bool
	gap      int
	start    bool // the beginning of a clause
	end      bool // the end of a clause
	device   bool
	number   bool
}

// readCues reads lines such as "cause 0.9 due to [". The elements of a pattern:
//
//	word     a|b      one of the words
//	<part>            a word of the class; <device> a name shaped like a device
//	word?             may be missing
//	..                up to three words
//	^  $              the beginning and end of the clause
//	[  ]              the target begins, ended here
func (l *grammar) readCues(text string) error {
	n := 0
	for line := range strings.Lines(text) {
		n++
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0][0] == '#' {
			continue
		}
		c, err := newCue(fields)
		if err != nil {
			return fmt.Errorf("cues.txt:%d: %w", n, err)
		}
		l.addCue(c)
	}
	return nil
}

func newCue(fields []string) (cue, error) {
	c := cue{open: -1, close: -1}
	var known bool
	if c.reading, known = readingNames()[fields[0]]; !known || len(fields) < 3 {
		return cue{}, fmt.Errorf("%q: unknown reading or no pattern", fields)
	}
	var err error
	if c.confidence, err = strconv.ParseFloat(fields[1], 64); err != nil {
		return cue{}, fmt.Errorf("confidence: %w", err)
	}
	for _, f := range fields[2:] {
		switch f {
		case "[":
			c.open = len(c.elements)
		case "]":
			c.close = len(c.elements)
		default:
			e, err := newElement(f)
			if err != nil {
				return cue{}, err
			}
			c.elements = append(c.elements, e)
		}
	}
	c.name = "cue:" + strings.Join(strings.FieldsFunc(strings.Join(fields[2:], " "), func(r rune) bool { return strings.ContainsRune("[]^$?", r) }), "")
	return c, nil
}

func newElement(f string) (element, error) {
	switch f {
	case "..":
		return element{gap: 3, optional: true}, nil
	case "^":
		return element{start: true}, nil
	case "$":
		return element{end: true}, nil
	}
	var e element
	f, e.optional = strings.CutSuffix(f, "?")
	for option := range strings.SplitSeq(f, "|") {
		name, isClass := strings.CutPrefix(option, "<")
		switch {
		case !isClass:
			e.words = append(e.words, option)
		case name == "device>":
			e.device = true
		case name == "number>":
			e.number = true
		default:
			set, ok := classNames()[strings.TrimSuffix(name, ">")]
			if !ok {
				return element{}, fmt.Errorf("class %q is not known", option)
			}
			e.class |= set
		}
	}
	return e, nil
}

// addCue files a cue under the words of the first element that is words only and
// must be there.
func (l *grammar) addCue(c cue) {
	for i, e := range c.elements {
		if e.start || e.end || e.class != 0 || e.device || e.number || e.optional || e.gap > 0 {
			continue
		}
		for _, w := range e.words {
			l.cues[w] = append(l.cues[w], keyed{cue: c, leads: leads(c.elements[:i])})
		}
		return
	}
	l.anyCues = append(l.anyCues, keyed{cue: c})
}

// keyed is a cue that is looked for when a word of it is met. It can begin so
// many words before that one.
type keyed struct {
	cue
	leads int
}

// leads is the most words that elements take.
func leads(list []element) int {
	n := 0
	for _, e := range list {
		switch {
		case e.start || e.end:
		case e.gap > 0:
			n += e.gap
		default:
			n++
		}
	}
	return n
}

// matcher looks for cues in one clause.
type matcher struct {
	text  string
	words []word // of the clause
}

// match tries a cue at a word and returns the words before and after which the
// target lies, and the words that the cue itself takes.
func (m matcher) match(c *cue, at int) (target, whole [2]int, ok bool) {
	open, closed := -1, -1
	end, ok := m.elements(c, 0, at, func(i, w int) {
		if i == c.open {
			open = w
		}
		if i == c.close {
			closed = w
		}
	})
	if !ok {
		return target, whole, false
	}
	target = [2]int{0, len(m.words)}
	switch {
	case c.open == len(c.elements):
		target[0] = end
	case c.open >= 0:
		target[0] = open
	}
	switch {
	case c.close == len(c.elements):
		target[1] = end
	case c.close >= 0:
		target[1] = closed
	}
	return target, [2]int{at, end}, target[0] < target[1]
}

// elements matches the rest of a pattern from word w on, and returns where it
// ended. note is called with each element of the match.
func (m matcher) elements(c *cue, i, w int, note func(element, word int)) (int, bool) {
	for ; i < len(c.elements); i++ {
		e := &c.elements[i]
		note(i, w)
		switch {
		case e.start:
			if w != 0 {
				return 0, false
			}
		case e.end:
			if w != len(m.words) {
				return 0, false
			}
		case e.gap > 0:
			return m.gap(c, i, w, note)
		case w < len(m.words) && e.takes(m.words[w], m.text):
			if e.optional {
				if end, ok := m.elements(c, i+1, w+1, note); ok {
					return end, true
				}
				continue
			}
			w++
		case !e.optional:
			return 0, false
		}
	}
	return w, true
}

func (m matcher) gap(c *cue, i, w int, note func(element, word int)) (int, bool) {
	for skip := 0; skip <= c.elements[i].gap && w+skip <= len(m.words); skip++ {
		if end, ok := m.elements(c, i+1, w+skip, note); ok {
			return end, true
		}
	}
	return 0, false
}

func (e *element) takes(w word, text string) bool {
	return w.class&e.class != 0 || e.device && w.looksLikeDevice(text) || e.number && w.number || slices.Contains(e.words, w.text)
}
