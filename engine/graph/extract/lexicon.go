package extract

import (
	_ "embed"
	"strings"
)

//go:embed lexicon.txt
var lexiconText string

//go:embed cues.txt
var cuesText string

// class is a set of what a word can be.
type class uint32

// The classes of words. Their members are in lexicon.txt.
const (
	part     class = 1 << iota // a thing that can break
	defect                     // says of a thing that it is broken
	mended                     // a form of a verb that says that something was put right
	altered                    // ... that something was made different
	minor                      // ... that something was done besides
	negation                   // not, no, never
	guess                      // probably, maybe
	plan                       // should, please, will
	hypo                       // if, whether
	being                      // is, was
	article                    // the, a, its
	good                       // ok, fine, quiet
	trouble                    // trip, dump, fault: what a record is about
	pronoun                    // it, they
	verb                       // has, goes, shows: the clause says something
	asking                     // who, why, does: begins a question
	hard                       // trouble wherever it stands
	attempt                    // tried
	heading                    // leads to what follows a colon
	deed                       // a noun of an action
	fine                       // well again
	command                    // begins an order
	damage                     // a defect of a thing whatever it is called
	alone                      // a repair that needs no object
	paper                      // a part that is no hardware
)

// grammar is the words and the cues of the grammar.
type grammar struct {
	classes map[string]class
	same    map[string]string  // spelling to the word that it stands for
	cues    map[string][]keyed // by a word that they need
	anyCues []keyed            // that need no word
}

// newGrammar reads the embedded tables. They are part of the program: a line
// that cannot be read is an error of the program.
func newGrammar() (*grammar, error) {
	l := &grammar{classes: map[string]class{}, same: map[string]string{}, cues: map[string][]keyed{}}
	l.readClasses(lexiconText)
	return l, l.readCues(cuesText)
}

func classNames() map[string]class {
	return map[string]class{
		"part": part, "defect": defect, "mended": mended, "negation": negation, "guess": guess, "plan": plan, "hypo": hypo,
		"being": being, "article": article, "good": good, "trouble": trouble, "pronoun": pronoun, "verb": verb,
		"altered": altered, "minor": minor, "asking": asking, "hard": hard, "attempt": attempt, "heading": heading, "deed": deed, "fine": fine, "command": command, "damage": damage, "alone": alone, "paper": paper,
	}
}

func (l *grammar) readClasses(text string) {
	names := classNames()
	section := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			section = strings.Trim(line, "[]")
		case section == "same":
			if from, to, ok := strings.Cut(line, " = "); ok {
				for spelling := range strings.FieldsSeq(from) {
					l.same[spelling] = to
				}
			}
		default:
			for w := range strings.FieldsSeq(line) {
				l.classes[w] |= names[section]
			}
		}
	}
}
