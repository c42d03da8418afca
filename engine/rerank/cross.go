package rerank

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"owl/engine"
)

// Cross reranks the first candidates with a cross-encoder.
type Cross struct {
	Encoder  engine.CrossEncoder
	Weight   float64 // of its level, 0..1, beside the linear ranker's score
	Deadline time.Duration
	Batch    int // passages that are read side by side; 0 for four
}

// CrossResult is the new order, and how far the cross-encoder came.
type CrossResult struct {
	Scored []Scored
	Note   string
}

// Sizes of the cross-encoder's work.
const (
	crossTop    = 50
	crossBatch  = 4   // passages at a time, when it is not said
	windowBytes = 600 // about 128 tokens of English text
)

// Rank adds the cross-encoder's level to the scores of the first candidates, in
// their order. It stops when no candidate that is left could come into the
// first ten, and at the deadline; what it did not read keeps its place behind
// what it read only by its score.
func (c Cross) Rank(ctx context.Context, question string, candidates []Candidate, scored []Scored) (CrossResult, error) {
	within, cancel := context.WithTimeout(ctx, c.Deadline)
	defer cancel()
	top := scored[:min(len(scored), crossTop)]
	passages := make([]string, len(top))
	for i, s := range top {
		passages[i] = bestWindow(question, candidates[s.At])
	}
	logits, err := c.read(within, question, passages, top)
	if len(logits) == 0 {
		if err == nil {
			err = errors.New("nothing to read")
		}
		return CrossResult{}, fmt.Errorf("read question and passages: %w", err)
	}
	out := slices.Clone(scored)
	for i := range out {
		level := middling
		if i < len(logits) {
			level = levelOf(logits[i])
		}
		out[i].Score += c.Weight * level
		if e := out[i].Explain; e != nil {
			more := *e
			more.Label, more.Value = "linear ranker and cross-encoder: sum of", out[i].Score
			more.Parts = append(slices.Clone(e.Parts), engine.Explanation{Label: fmt.Sprintf("cross-encoder level %.3f, weight %.3g", level, c.Weight), Value: c.Weight * level})
			out[i].Explain = &more
		}
	}
	sortScored(out)
	note := fmt.Sprintf("over the first %d", len(logits))
	if err != nil {
		note += fmt.Sprintf(", its %s were over", c.Deadline)
	}
	return CrossResult{out, note}, nil
}

// Levels gives the level of each candidate, 0..1, without a deadline: what the
// weight of a cross-encoder is learned from.
func (c Cross) Levels(ctx context.Context, question string, candidates []Candidate) ([]float64, error) {
	passages := make([]string, len(candidates))
	for i, cand := range candidates {
		passages[i] = bestWindow(question, cand)
	}
	logits, err := c.Encoder.Score(ctx, question, passages)
	if err != nil {
		return nil, fmt.Errorf("read question and passages: %w", err)
	}
	out := make([]float64, len(logits))
	for i, l := range logits {
		out[i] = levelOf(l)
	}
	return out, nil
}

// levelOf brings a logit, which runs from about -11 to 11, to 0..1.
func levelOf(logit float32) float64 { return 1 / (1 + math.Exp(-float64(logit)/4)) }

// middling is the level of a passage that was not read: that of a poor one.
const middling = 0.1

// read scores passages in the order of the candidates, batch by batch, until
// the deadline or until the rest cannot reach the first ten.
func (c Cross) read(ctx context.Context, question string, passages []string, top []Scored) ([]float32, error) {
	var logits []float32
	size := cmp.Or(c.Batch, crossBatch)
	for from := 0; from < len(passages); from += size {
		if from >= 2*firstTen && c.settled(logits, top, from) {
			break
		}
		batch, err := c.Encoder.Score(ctx, question, passages[from:min(from+size, len(passages))])
		if err != nil {
			return logits, err
		}
		logits = append(logits, batch...)
	}
	return logits, nil
}

const firstTen = 10

// settled reports that even the best level would not bring the next candidate
// among the first ten.
func (c Cross) settled(logits []float32, top []Scored, next int) bool {
	reached := make([]float64, len(logits))
	for i, l := range logits {
		reached[i] = top[i].Score + c.Weight*levelOf(l)
	}
	slices.Sort(reached)
	return top[next].Score+c.Weight < reached[len(reached)-firstTen]
}

// bestWindow is the stretch of a candidate's chunks that holds most words of
// the question, under the record's title.
func bestWindow(question string, c Candidate) string {
	title := string(c.Record.Title)
	if len(c.Chunks) == 0 {
		return title
	}
	wanted := map[string]bool{}
	for w := range strings.FieldsSeq(strings.ToLower(question)) {
		if w = strings.Trim(w, ",.;:!?()\"'"); len(w) > 3 {
			wanted[w] = true
		}
	}
	best, most := "", -1
	for _, chunk := range c.Chunks[:min(len(c.Chunks), 2)] {
		for _, w := range windows(string(chunk.Text)) {
			n := 0
			for word := range strings.FieldsSeq(strings.ToLower(w)) {
				if wanted[strings.Trim(word, ",.;:!?()\"'")] {
					n++
				}
			}
			if n > most {
				best, most = w, n
			}
		}
	}
	return title + ". " + best
}

// windows cuts a text into stretches of whole sentences that overlap by half.
func windows(text string) []string {
	if len(text) <= windowBytes {
		return []string{text}
	}
	ends := []int{0}
	sentences(text, func(s string) { ends = append(ends, ends[len(ends)-1]+len(s)) })
	var out []string
	for i, begin := range ends[:len(ends)-1] {
		if i > 0 && begin < len(out)*windowBytes/2 {
			continue
		}
		end := i + 1
		for end+1 < len(ends) && ends[end+1]-begin <= windowBytes {
			end++
		}
		out = append(out, text[begin:min(ends[end], begin+2*windowBytes)])
	}
	return out
}
