package rerank

import (
	"regexp"

	"owl/engine"
)

// content is what was read of a candidate's record.
type content struct {
	body   engine.Untrusted // the record's, to see that it is the same
	title  piece
	head   []piece // sentences of its beginning
	known  []*chunk
	chunks []*chunk // of known, those of the candidate
}

// chunk is what was read of a chunk.
type chunk struct {
	start, end int
	beyond     bool             // it does not lie in the head
	pieces     []piece          // its sentences when it is beyond, else all of it
	path       engine.Untrusted // its section
	section    piece
	text       engine.Untrusted
	looked     kind // the kinds that were looked for
	has        kind
}

// maxScanned is how many bytes of a record's beginning are compared beside the
// chunks that were found.
const maxScanned = 8 << 10

// text reads a candidate, as far as it was not read before.
func (w *worker) text(c Candidate) *content {
	r := c.Record
	t := w.read[r.DocID]
	if t == nil || t.body != r.Content {
		head := string(r.Content[:min(len(r.Content), maxScanned)])
		t = &content{body: r.Content, title: w.piece(string(r.Title) + "\n" + r.FileID + "\n" + string(r.System)), head: w.sentences(head)}
		w.read[r.DocID] = t
	}
	t.chunks = t.chunks[:0]
	for _, found := range c.Chunks {
		t.chunks = append(t.chunks, w.chunk(t, found))
	}
	return t
}

func (w *worker) sentences(text string) []piece {
	var out []piece
	sentences(text, func(sentence string) { out = append(out, w.piece(sentence)) })
	return out
}

// chunk reads a chunk, or finds it read.
func (w *worker) chunk(t *content, c engine.Chunk) *chunk {
	for _, k := range t.known {
		if k.start == c.Start && k.end == c.End && k.path == c.Section {
			return k
		}
	}
	text := t.body[c.Start:c.End]
	read := &chunk{start: c.Start, end: c.End, beyond: c.End > min(len(t.body), maxScanned), path: c.Section, section: w.piece(string(c.Section)), text: text}
	if read.beyond {
		read.pieces = w.sentences(string(text))
	} else {
		read.pieces = []piece{w.piece(string(text))}
	}
	t.known = append(t.known, read)
	return read
}

// kind is a set of kinds of things that a text may tell.
type kind uint8

const (
	tellsCause kind = 1 << iota
	tellsSteps
	tellsNumber
	tellsPerson
)

var (
	causeCue  = regexp.MustCompile(`(?i)\b(due to|because|caused by|cause[ds]?|traced to|root cause|reason|since|turned out|found that|found to be|culprit|result of)\b`)
	stepCue   = regexp.MustCompile(`(?m)^\s*(\d+[.)]|[-*]|step \d+)\s+\S`)
	numberCue = regexp.MustCompile(`\d\s?(%|[µmkMG]?[AVWHzgsTm]\b|[°]|l/min|bar|mbar|torr|deg|kHz|MHz|mA|kV|mm|ms)`)
	personCue = regexp.MustCompile(`\b[A-Z][a-z]+ [A-Z][a-z]+\b|\bx?\d-?\d{4}\b`)
)

// tells reports whether a chunk tells a kind of thing.
func (c *chunk) tells(k kind) bool {
	if c.looked&k == 0 {
		c.looked |= k
		if told(string(c.text), k) {
			c.has |= k
		}
	}
	return c.has&k != 0
}

func told(text string, k kind) bool {
	switch k {
	case tellsCause:
		return causeCue.MatchString(text)
	case tellsSteps:
		return len(stepCue.FindAllStringIndex(text, 2)) == 2
	case tellsNumber:
		return numberCue.MatchString(text)
	}
	return personCue.MatchString(text)
}

// kinds looks for what the question wants only.
func (s *scanned) kinds(c *chunk, w Wants) {
	s.cause = s.cause || w.Cause && c.tells(tellsCause)
	s.steps = s.steps || w.Steps && c.tells(tellsSteps)
	s.number = s.number || w.Number && c.tells(tellsNumber)
	s.person = s.person || w.Person && c.tells(tellsPerson)
}
