package nuggets

import (
	"regexp"
	"slices"
	"strings"

	"owl/engine/text/token"
)

// stretch is some statements of one record that follow each other.
type stretch struct {
	statements []statement
	around     []content // what stands over them and before them in the same record
}

// stretch returns the statements start to end with what is around them: a text
// names its subject and its day once.
func (a *Answer) stretch(start, end int) stretch {
	s := stretch{statements: a.statements[start:end], around: []content{a.statements[start].head}}
	for i := start - 1; i >= 0 && a.statements[i].block == a.statements[start].block; i-- {
		s.around = append(s.around, a.statements[i].content)
	}
	return s
}

func (s stretch) head() content { return s.around[0] }

// any tells whether a check holds for one of the statements.
func (s stretch) any(check func(content) bool) bool {
	return slices.ContainsFunc(s.statements, func(st statement) bool { return check(st.content) })
}

// holdsFigure looks for a figure in the stretch; a day may stand around it.
func (s stretch) holdsFigure(f figure) bool {
	states := func(c content) bool { return slices.ContainsFunc(c.figures, f.states) }
	dated := f.kind == day || f.kind == month || f.kind == year
	return s.any(states) || dated && slices.ContainsFunc(s.around, states)
}

// rivalFigure reports a figure that says something else.
func (s stretch) rivalFigure(f figure) bool {
	return s.any(func(c content) bool { return slices.ContainsFunc(c.figures, f.rivals) })
}

// holds looks for a word or name; a word may be cut short in the text to four
// letters or more.
func (s stretch) holds(word string) bool {
	return s.any(func(c content) bool { return cutShort(c.has, word) })
}

// cutShort looks for a word in a set that may hold it cut short.
func cutShort(set map[string]bool, word string) bool {
	shortest := len(word)
	if !strings.ContainsAny(word, "0123456789") {
		shortest = min(len(word), 4)
	}
	for n := len(word); n >= shortest; n-- {
		if set[word[:n]] {
			return true
		}
	}
	return false
}

func (s stretch) nameAround(name string) bool {
	return slices.ContainsFunc(s.around, func(c content) bool { return c.has[name] })
}

// rivalName reports a device of the same kind: cav6 for cav3, rfa for rfb.
func (s stretch) rivalName(name string) bool {
	return s.any(func(c content) bool {
		return slices.ContainsFunc(c.names, func(other string) bool { return other != name && kindOf(other) == kindOf(name) })
	})
}

var countOf = regexp.MustCompile(`\d+`)

// kindOf is a name without what tells devices of one kind apart: its numbers, or
// its last letter.
func kindOf(name string) string {
	bare := countOf.ReplaceAllString(name, "#")
	if bare == name && len(name) >= 3 {
		return name[:len(name)-1]
	}
	return bare
}

// rivalPerson reports that a stretch names other persons and not this one.
func (s stretch) rivalPerson(name string) bool {
	stem := token.Stem(name)
	return !s.any(func(c content) bool { return c.has[stem] }) && s.any(func(c content) bool { return len(c.persons) > 0 })
}

// denies reports that every mention of a word is under a negation.
func (s stretch) denies(word string) bool {
	return s.any(func(c content) bool { return cutShort(c.denied, word) }) && !s.any(func(c content) bool { return cutShort(c.plain, word) })
}

// deniesMore reports that a stretch denies something that the nugget does not
// speak of: it may deny the same in other words.
func (s stretch) deniesMore(n content) bool {
	return s.any(func(c content) bool {
		for w := range c.denied {
			if !n.denied[w] && (!n.plain[w] || c.plain[w]) {
				return true
			}
		}
		return false
	})
}
