package rerank

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"owl/engine"
	"owl/engine/terms"
	"owl/engine/text/token"
)

// plainScan is the reading of a candidate in plain words: each text is cut into
// tokens for itself, and every token is looked up by its text.
func (r *ready) plainScan(c Candidate) scanned {
	var s scanned
	s.title, _ = r.plainIn(string(c.Record.Title) + "\n" + c.Record.FileID + "\n" + string(c.Record.System))
	s.record.add(s.title)
	content := string(c.Record.Content)
	head := content[:min(len(content), maxScanned)]
	var covers []float64
	var pairs uint64
	look := func(text string) (in found) {
		sentences(text, func(sentence string) {
			f, p := r.plainIn(sentence)
			in.add(f)
			pairs |= p
			covers = append(covers, r.cover(f))
		})
		return in
	}
	s.record.add(look(head))
	for _, c := range c.Chunks {
		section, _ := r.plainIn(string(c.Section))
		s.section.add(section)
		text := content[c.Start:c.End]
		var in found
		if c.End > len(head) {
			in = look(text)
			s.record.add(in)
		} else {
			in, _ = r.plainIn(text)
		}
		s.chunk = max(s.chunk, r.cover(in))
		s.cause = s.cause || r.Wants.Cause && causeCue.MatchString(text)
		s.steps = s.steps || r.Wants.Steps && len(stepCue.FindAllStringIndex(text, 2)) == 2
		s.number = s.number || r.Wants.Number && numberCue.MatchString(text)
		s.person = s.person || r.Wants.Person && personCue.MatchString(text)
	}
	s.sentence, s.three = highest(covers), bestThree(covers)
	s.pairs = r.pairShare(pairs)
	return s
}

func (r *ready) plainIn(text string) (f found, pairs uint64) {
	last, pos := -2, 0
	token.Each(text, func(t token.Token) bool {
		i, known := r.at[t.Text]
		switch {
		case !known:
		case i >= 2*maxTerms:
			f.telling |= 1 << (i - 2*maxTerms)
		case i >= maxTerms:
			f.related |= 1 << (i - maxTerms)
		default:
			f.asked |= 1 << i
			if i == last+1 && t.Pos-pos <= pairDistance {
				pairs |= 1 << last
			}
			last, pos = i, t.Pos
		}
		return true
	})
	return f, pairs
}

// texts draws pieces of the kinds of text that records hold.
func texts() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		pieces := rapid.SliceOfN(rapid.SampledFrom([]string{
			"RFB", "rfb", "SR:RF:B:CIRC:FLOW", "sr:rf:b:circ:flow", "circulator", "Circulators", "flow", "flows", "fell", "42 L/min", "2026-10-15", "15 October 2026",
			"ST-B3", "st-b3", "caused by", "because", "1.", "2)", "\n", ". ", "; ", "Wim Castellanos", "7-2204", "strainer", "Übergabe", "漢字", "µm", "x-ray", "PVs", "\x00", "\xff",
			strings.Repeat("long", 12), "5 mW", "5 MW", "1,000", "-3.5", "it's",
		}), 0, 60).Draw(t, "pieces")
		return strings.Join(pieces, rapid.SampledFrom([]string{" ", "\n", ""}).Draw(t, "between"))
	})
}

// What a reader keeps between two looks, and between questions, changes nothing.
func TestAReaderFindsWhatPlainReadingFinds(t *testing.T) {
	reader := NewReader()
	rapid.Check(t, func(rt *rapid.T) {
		q := Question{Text: texts().Draw(rt, "question"), Related: texts().Draw(rt, "related"), Wants: Wants{Cause: true, Steps: rapid.Bool().Draw(rt, "steps"), Number: true, Person: true}}
		var list []Candidate
		for i := range rapid.IntRange(0, 6).Draw(rt, "candidates") {
			list = append(list, drawCandidate(rt, i))
		}
		reader.Forget()
		for range 2 {
			got, err := q.Vectors(context.Background(), reader, list, even)
			if err != nil {
				rt.Fatal(err)
			}
			r := q.ready(even)
			for i, c := range list {
				if want := r.vector(c, r.plainScan(c)); fmt.Sprint(got[i]) != fmt.Sprint(want) {
					rt.Fatalf("candidate %d: got %v, want %v", i, got[i], want)
				}
			}
			for i := range list { // the second look knows telling words, and finds more chunks
				list[i].Chunks = append(list[i].Chunks, drawChunk(rt, list[i].Record.Content))
			}
			for _, form := range token.Tokens(texts().Draw(rt, "telling")) {
				q.Telling = append(q.Telling, terms.Term{Text: form.Text, Weight: 1})
			}
		}
	})
}

func drawCandidate(rt *rapid.T, i int) Candidate {
	body := texts().Draw(rt, "content")
	if rapid.IntRange(0, 4).Draw(rt, "long") == 0 {
		body = strings.Repeat(body+" ", 20)
	}
	c := Candidate{Record: engine.Record{
		DocID: fmt.Sprint(i), FileID: "WRQ_50180", Title: engine.Untrusted(texts().Draw(rt, "title")), Content: engine.Untrusted(body),
		System: "RF", Created: time.Date(2026, 10, 15, 3, 0, 0, 0, time.UTC),
	}}
	for range rapid.IntRange(0, 3).Draw(rt, "chunks") {
		c.Chunks = append(c.Chunks, drawChunk(rt, c.Record.Content))
	}
	return c
}

func drawChunk(rt *rapid.T, body engine.Untrusted) engine.Chunk {
	start := rapid.IntRange(0, len(body)).Draw(rt, "start")
	end := rapid.IntRange(start, len(body)).Draw(rt, "end")
	return engine.Chunk{Start: start, End: end, Section: engine.Untrusted(texts().Draw(rt, "section"))}
}
