package chunk

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"owl/engine"
)

// The sizes of a chunk, in characters. A chunk has at most Fresh characters
// of its own and repeats at most Overlap of the one before, so it never has
// more than Max.
const (
	Fresh   = 1000
	Overlap = 200
	Max     = Fresh + Overlap
)

// Version rises when the same record would be split in another way. It is part
// of what a runner compares, so that records are split anew.
const Version = 1

// Split returns the chunks of a record in order. Together they cover its
// content but for white space; their Key is not set. A record without text has
// no chunks.
func Split(rec engine.Record) []engine.Chunk {
	text := string(rec.Content)
	var chunks []engine.Chunk
	for _, sec := range sections(text, rec.Format) {
		for _, r := range pack(text, pieces(text, sec.span, rec.Format)) {
			chunks = append(chunks, engine.Chunk{
				DocID: rec.DocID, Index: len(chunks), Start: r.start, End: r.end,
				Section: engine.Untrusted(sec.path), Text: rec.Content[r.start:r.end],
			})
		}
	}
	return chunks
}

// span is a byte range of the content.
type span struct{ start, end int }

func (s span) of(text string) string { return text[s.start:s.end] }

// fits reports whether a span has at most max characters. Bytes are counted
// first: there are at least as many of them, and at most utf8.UTFMax times.
func (s span) fits(text string, limit int) bool {
	size := s.end - s.start
	return size <= limit || size <= utf8.UTFMax*limit && utf8.RuneCountInString(s.of(text)) <= limit
}

// pack joins consecutive pieces of one section into chunks.
func pack(text string, list []span) []span {
	var chunks []span
	var fresh span // what the current chunk has of its own
	overlap := 0   // where the current chunk begins, before fresh.start
	flush := func() {
		if s := trim(text, span{overlap, fresh.end}); s.start < s.end {
			chunks = append(chunks, s)
		}
	}
	for _, p := range list {
		switch grown := (span{fresh.start, p.end}); {
		case strings.TrimSpace(p.of(text)) == "":
			if fresh != (span{}) {
				fresh.end = p.end
			}
		case fresh == span{}:
			fresh, overlap = p, p.start
		case grown.fits(text, Fresh):
			fresh = grown
		case fresh.fits(text, Overlap):
			// So short a beginning, often a heading or "as follows:", belongs to
			// what comes next; it takes the place of the overlap.
			fresh, overlap = grown, grown.start
		default:
			flush()
			overlap = overlapStart(text, fresh)
			fresh = p
		}
	}
	flush()
	return chunks
}

// overlapStart returns where the chunk after prev begins: at the first line or
// sentence that starts in the last Overlap characters of prev, else at the
// first word.
func overlapStart(text string, prev span) int {
	from := backwards(text, prev, Overlap)
	if from == prev.start {
		return from
	}
	word := -1
	for at, next := range starts(text, from, prev.end) {
		if next.line || next.sentence {
			return at
		}
		if word < 0 {
			word = at
		}
	}
	if word >= 0 {
		return word
	}
	return from // one word longer than the overlap
}

// backwards returns the offset n characters before the end of s, or its start.
func backwards(text string, s span, n int) int {
	at := s.end
	for ; n > 0 && at > s.start; n-- {
		_, size := utf8.DecodeLastRuneInString(text[s.start:at])
		at -= size
	}
	return at
}

// trim cuts empty lines off the start and white space off the end. The
// indentation of the first line stays: it means something in code and lists.
func trim(text string, s span) span {
	for s.end > s.start {
		r, size := utf8.DecodeLastRuneInString(s.of(text))
		if !unicode.IsSpace(r) {
			break
		}
		s.end -= size
	}
	for at := s.start; at < s.end; {
		r, size := utf8.DecodeRuneInString(text[at:])
		if !unicode.IsSpace(r) {
			break
		}
		at += size
		if r == '\n' {
			s.start = at
		}
	}
	return s
}

// FirstHeading returns the first heading of a text, or "".
func FirstHeading(text string, format engine.Format) string {
	if heads := headings(text, format); len(heads) > 0 {
		return heads[0].title
	}
	return ""
}
