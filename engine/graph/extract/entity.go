package extract

import (
	"slices"
	"strings"

	"owl/engine/graph"
)

// named is an entity at a place of a text.
type named struct {
	Entity
	graph.Span
	first, last int // words, both included
}

// entities finds what words name: the longest names of the gazetteer, process
// variables, and whatever is shaped like the name of a device. system is what
// the record is filed under; it decides between the meanings of a name.
func (x *Extractor) entities(text string, words []word, system string) []named {
	var list []named
	for i := 0; i < len(words); {
		e, n := x.entityAt(text, words[i:], system)
		if n == 0 {
			i++
			continue
		}
		list = append(list, named{Entity: e, Span: graph.Span{Start: words[i].start, End: words[i+n-1].end}, first: i, last: i + n - 1})
		i += n
	}
	return x.joinAreas(list)
}

// entityAt returns what the first n words name.
func (x *Extractor) entityAt(text string, words []word, system string) (Entity, int) {
	if words[0].mark {
		return Entity{}, 0
	}
	if e, n := x.gaz.longestName(words, system, text); n > 0 {
		return e, n
	}
	w := words[0]
	raw := text[w.start:w.end]
	switch {
	case strings.Count(raw, ":") >= 2 && w.letter && !w.number:
		return Entity{Kind: graph.PV, Key: "pv:" + w.text, Name: raw, Parent: x.gaz.deviceOf(raw)}, 1
	case w.looksLikeDevice(text) && !isReference(raw):
		return Entity{Kind: graph.Component, Key: "component:" + fold(raw), Name: raw}, 1
	}
	return Entity{}, 0
}

// deviceOf is the key of the device that an unlisted channel belongs to, when
// the gazetteer knows it.
func (g *Gazetteer) deviceOf(channel string) string {
	for path := devicePath(channel); path != ""; path = parentPath(path) {
		key := "component:" + strings.ToLower(path)
		if _, ok := g.Entity(key); ok {
			return key
		}
	}
	return ""
}

// longestName looks for the longest name of the gazetteer at the beginning of
// words.
func (g *Gazetteer) longestName(words []word, system, text string) (Entity, int) {
	if g == nil {
		return Entity{}, 0
	}
	first := fold(words[0].text)
	longest := g.longest[first]
	if longest == 0 {
		if head, _, compound := strings.Cut(first, " "); compound {
			longest = g.longest[head]
		}
	}
	for n := min(longest, len(words)); n > 0; n-- {
		name, ok := joinWords(words[:n])
		if !ok {
			continue
		}
		if e, ok := g.meaning(name, system, text[words[0].start:words[n-1].end]); ok {
			return e, n
		}
	}
	return Entity{}, 0
}

func joinWords(words []word) (string, bool) {
	var b strings.Builder
	for i, w := range words {
		if w.mark {
			return "", false
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(fold(w.text))
	}
	return b.String(), true
}

// meaning returns the entity of a name, the one of the record's system when
// there are several. A short name in small letters is taken for a word.
func (g *Gazetteer) meaning(name, system, raw string) (Entity, bool) {
	keys := g.names[name]
	if len(keys) == 0 || len(raw) < 4 && strings.ToLower(raw) == raw && !strings.ContainsAny(raw, "0123456789") {
		return Entity{}, false
	}
	for _, key := range keys {
		if e := g.entities[key]; e.System == system && system != "" && len(keys) > 1 {
			return e, true
		}
	}
	e := g.entities[keys[0]]
	return e, len(keys) == 1 || e.Kind == graph.System
}

// joinAreas joins a device name that many areas have, such as Q3A, with the area
// that stands beside it: "SR14 Q3A", "Q3A of S14".
func (x *Extractor) joinAreas(list []named) []named {
	for i := range list {
		if list[i].Area || list[i].Kind != graph.Component {
			continue
		}
		for _, j := range []int{i - 1, i + 1} {
			if j < 0 || j >= len(list) || !list[j].Area || gap(list[i], list[j]) > 2 {
				continue
			}
			list[i].Entity = x.gaz.inArea(list[i].Entity, list[j].Entity)
			break
		}
	}
	return list
}

// gap is the number of words between two names.
func gap(a, b named) int { return max(a.first, b.first) - min(a.last, b.last) - 1 }

// inArea is a device of an area: the one that the gazetteer knows, or a new one.
func (g *Gazetteer) inArea(device, area Entity) Entity {
	leaf := fold(device.Name)
	if key, ok := g.leaves[leaf][area.Key]; ok {
		return g.entities[key]
	}
	if device.Parent != "" || device.System != "" {
		return device // a device of its own
	}
	return Entity{
		Kind: graph.Component, Key: area.Key + ":" + leaf, Name: area.Name + " " + device.Name, System: area.System, Parent: area.Key,
	}
}

// isReference reports whether a word is the native id of a record: capitals, an
// underscore or dash, and a number of at least three digits.
func isReference(raw string) bool {
	at := strings.LastIndexAny(raw, "_-")
	if at < 2 || len(raw)-at < 4 || raw[0] < 'A' || raw[0] > 'Z' {
		return false
	}
	digits := 0
	for _, c := range []byte(raw[at+1:]) {
		if !isDigit(c) {
			return false
		}
		digits++
	}
	for _, c := range []byte(raw[:at]) {
		capital := c >= 'A' && c <= 'Z'
		if !capital && !isDigit(c) && c != '_' && c != '-' {
			return false
		}
	}
	return digits >= 3 && (strings.Contains(raw, "_") || strings.Count(raw, "-") >= 2)
}

// within returns the entities that lie in a span.
func within(list []named, s graph.Span) []named {
	at, _ := slices.BinarySearchFunc(list, s.Start, func(n named, start int) int { return n.Start - start })
	end := at
	for end < len(list) && list[end].End <= s.End {
		end++
	}
	return list[at:end]
}
