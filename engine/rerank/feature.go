package rerank

import (
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/terms"
)

// Candidate is a record with what the channels said about it.
type Candidate struct {
	Record     engine.Record
	Chunks     []engine.Chunk // found, best first
	Text       float64        // level in the text channel, 0..1
	TextRank   int            // from 1; 0 when not found
	Dense      float64        // level in the dense channel, 0..1
	DenseRank  int
	Graph      float64 // level in the graph channel, 0..1
	Other      float64 // best level among the paraphrases, 0..1
	Feedback   float64 // level in the text channel with telling words, 0..1
	Alike      float64 // level in the dense channel from the first records, 0..1
	Linked     float64 // 1 / rank of the first record that names this one, 0 without
	Exact      float64 // identifiers held whole, 0..1
	Fused      float64 // level of the fused score, 0..1
	Neighbours float64 // mean level of the candidates most like it, 0..1
}

// features lists what a candidate is judged by, in the order of the vector.
func features() []string {
	return []string{
		"text score", "text rank", "dense score", "dense rank", "graph score", "paraphrase score", "identifier",
		"feedback score", "like the first records", "linked to the first records", "shares words with the first records",
		"fused score", "neighbours",
		"question covered by the record", "question covered by the best chunk", "question covered by the title", "question covered by the section",
		"best sentence", "three best sentences", "related words covered", "identifiers, values and dates held",
		"neighbouring words", "written on the day asked about", "written near the time asked about",
		"tells a cause", "tells steps", "tells a number", "tells a person",
		"of an event, when one is asked about", "a document, when none is asked about", "chat", "downtime row", "superseded", "outcome of a request",
	}
}

// MayCountAgainst reports whether a feature may have a negative weight: those
// that say what kind of record a candidate is. All others measure agreement with
// the question; a negative weight of one of these is an accident of the questions
// that it was learned from, and does harm on the next collection.
func MayCountAgainst(feature string) bool {
	return slices.Contains([]string{"chat", "downtime row", "superseded", "outcome of a request"}, feature)
}

// vector gives the features of a candidate, each about 0..1.
func (r *ready) vector(c Candidate, s scanned) []float64 {
	return []float64{
		c.Text, byRank(c.TextRank), c.Dense, byRank(c.DenseRank), c.Graph, c.Other, c.Exact,
		c.Feedback, c.Alike, c.Linked, r.coverTelling(s.record),
		c.Fused, c.Neighbours,
		r.cover(s.record), s.chunk, r.cover(s.title), r.cover(s.section),
		s.sentence, s.three, r.coverRelated(s.record), r.coverHard(s.record),
		s.pairs, r.onDay(c.Record.Created), r.nearTime(c.Record.Created),
		both(r.Wants.Cause, s.cause), both(r.Wants.Steps, s.steps), both(r.Wants.Number, s.number), both(r.Wants.Person, s.person),
		both(r.event, !document(c.Record.Collection)), both(!r.event, document(c.Record.Collection)),
		is(c.Record.Collection == engine.Chat), is(c.Record.Collection == engine.Downtime),
		is(strings.Contains(strings.ToLower(string(c.Record.Title)), "superseded")), is(outcome(c.Record.ChunkType)),
	}
}

// document reports collections that say how things are, not what happened.
func document(c engine.Collection) bool {
	switch c {
	case engine.Documents, engine.Wiki, engine.Toolkit, engine.Apps, engine.Docs:
		return true
	}
	return false
}

// outcome reports the parts of a work request that say what was done.
func outcome(part string) bool {
	return strings.Contains(part, "performed") || strings.Contains(part, "comment") || strings.Contains(part, "resolution")
}

func is(a bool) float64 { return both(a, true) }

func both(a, b bool) float64 {
	if a && b {
		return 1
	}
	return 0
}

// byRank is 1 for the first and falls slowly.
func byRank(rank int) float64 {
	if rank == 0 {
		return 0
	}
	return 11 / float64(10+rank)
}

// scanned is what one look at a record's text finds.
type scanned struct {
	title, section, record        found
	chunk, sentence, three, pairs float64
	cause, steps, number, person  bool
}

// scan compares a text that was read with the question.
func (r *ready) scan(w *worker, t *content) scanned {
	var s scanned
	s.title, _ = w.in(t.title)
	s.record.add(s.title)
	var covers []float64
	var pairs uint64
	look := func(sentences []piece) (in found) {
		for _, sentence := range sentences {
			f, p := w.in(sentence)
			in.add(f)
			pairs |= p
			covers = append(covers, r.cover(f))
		}
		return in
	}
	s.record.add(look(t.head))
	for _, c := range t.chunks {
		section, _ := w.in(c.section)
		s.section.add(section)
		var in found
		if c.beyond {
			in = look(c.pieces)
			s.record.add(in)
		} else {
			in, _ = w.in(c.pieces[0])
		}
		s.chunk = max(s.chunk, r.cover(in))
		s.kinds(c, r.Wants)
	}
	s.sentence, s.three = highest(covers), bestThree(covers)
	s.pairs = r.pairShare(pairs)
	return s
}

func highest(values []float64) float64 {
	most := 0.0
	for _, v := range values {
		most = max(most, v)
	}
	return most
}

func (r *ready) pairShare(pairs uint64) float64 {
	var all, held float64
	for i := 0; i+1 < len(r.asked); i++ {
		w := min(r.asked[i].Weight, r.asked[i+1].Weight)
		all += w
		if pairs&(1<<i) != 0 {
			held += w
		}
	}
	return share(held, all)
}

// onDay is 1 for a record of a day that the question names, and falls with the
// days between.
func (r *ready) onDay(created time.Time) float64 {
	best := 0.0
	if created.IsZero() {
		return best
	}
	day := time.Date(created.Year(), created.Month(), created.Day(), 0, 0, 0, 0, time.UTC)
	for _, asked := range r.days {
		best = max(best, math.Exp(-math.Abs(day.Sub(asked).Hours())/24))
	}
	return best
}

// nearTime is 1 within the span that the question is about, and falls with the
// distance in lengths of the span, but of a day at least.
func (r *ready) nearTime(created time.Time) float64 {
	if r.Around.IsZero() || created.IsZero() {
		return 0
	}
	length := max(24, r.Around.Until.Sub(r.Around.Since).Hours())
	away := 0.0
	switch {
	case created.Before(r.Around.Since):
		away = r.Around.Since.Sub(created).Hours()
	case !r.Around.Until.IsZero() && !created.Before(r.Around.Until):
		away = created.Sub(r.Around.Until).Hours()
	}
	return math.Exp(-away / length)
}

// Vectors gives the features of every candidate, named by Features. What the
// reader read of them before is not read again. The error is that of the context.
func (q Question) Vectors(ctx context.Context, reader *Reader, candidates []Candidate, weigh terms.Weigher) ([][]float64, error) {
	r := q.ready(weigh)
	out := make([][]float64, len(candidates))
	err := reader.each(ctx, candidates, r.at, func(w *worker, i int, t *content) { out[i] = r.vector(candidates[i], r.scan(w, t)) })
	return out, err
}

// Features names the elements of a vector.
func Features() []string { return features() }
