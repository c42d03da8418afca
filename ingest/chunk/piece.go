package chunk

import (
	"unicode/utf8"

	"owl/engine"
)

// cutter cuts a span into consecutive parts that cover it.
type cutter func(text string, s span) []span

// pieces cuts a section into consecutive parts of at most Fresh characters,
// each as large a part of the structure as fits. A section that fits into one
// chunk is not cut at all.
func pieces(text string, section span, format engine.Format) []span {
	if section.fits(text, Max) {
		return []span{section}
	}
	var list []span
	for _, group := range groups(blocks(text, section, format)) {
		whole := span{group[0].start, group[len(group)-1].end}
		if whole.fits(text, Fresh) {
			list = append(list, whole)
			continue
		}
		for _, b := range group {
			if b.lines {
				list = refine(list, text, b.span, cutLines, cutWords)
			} else {
				list = refine(list, text, b.span, cutItems, cutSentences, cutLines, cutWords)
			}
		}
	}
	return list
}

// refine appends s, or its parts if it does not fit, cut by the first cutter;
// parts that do not fit are cut by the next one.
func refine(list []span, text string, s span, cutters ...cutter) []span {
	if s.fits(text, Fresh) {
		return append(list, s)
	}
	if len(cutters) == 0 {
		return append(list, cutCharacters(text, s)...)
	}
	for _, part := range cutters[0](text, s) {
		list = refine(list, text, part, cutters[1:]...)
	}
	return list
}

func cutItems(text string, s span) []span {
	return cutAt(text, s, func(at int, next start) bool { return next.line && isItem(text[at:s.end]) })
}

func cutSentences(text string, s span) []span {
	return cutAt(text, s, func(_ int, next start) bool { return next.sentence })
}

func cutLines(text string, s span) []span {
	return cutAt(text, s, func(_ int, next start) bool { return next.line })
}

// cutAt cuts a span wherever a word begins that cut accepts. White space stays
// with the part before it, so a part of a list or of code begins with its
// first word.
func cutAt(text string, s span, cut func(at int, next start) bool) []span {
	var parts []span
	for at, next := range starts(text, s.start, s.end) {
		if at > s.start && cut(at, next) {
			parts = append(parts, span{s.start, at})
			s.start = at
		}
	}
	return append(parts, s)
}

// cutWords fills each part with as many words as fit.
func cutWords(text string, s span) []span {
	var parts []span
	last := s.start
	for at := range starts(text, s.start, s.end) {
		if last > s.start && !(span{s.start, at}).fits(text, Fresh) {
			parts = append(parts, span{s.start, last})
			s.start = last
		}
		last = at
	}
	if last > s.start && !s.fits(text, Fresh) {
		parts = append(parts, span{s.start, last})
		s.start = last
	}
	return append(parts, s)
}

// cutCharacters cuts what has no white space to cut at.
func cutCharacters(text string, s span) []span {
	var parts []span
	count, from := 0, s.start
	for at := s.start; at < s.end; count++ {
		if count == Fresh {
			parts = append(parts, span{from, at})
			count, from = 0, at
		}
		_, size := utf8.DecodeRuneInString(text[at:s.end])
		at += size
	}
	return append(parts, span{from, s.end})
}
