// Package fuse turns what the channels found into one list of records. Each
// record counts in a channel with the best of its chunks there.
package fuse

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"owl/engine"
)

// Method is a way to make one score of several rankings.
type Method string

// The methods.
const (
	// Reciprocal is weighted reciprocal rank fusion (Cormack, Clarke and
	// Büttcher, SIGIR 2009): the sum over the channels of weight / (60 + rank).
	Reciprocal Method = "reciprocal rank"
	// Normalised is the weighted sum of the channels' scores, each made
	// comparable within the query: minus the mean of what the channel found,
	// divided by the standard deviation. What a channel did not find counts a
	// little less than its worst.
	Normalised Method = "normalised scores"
)

// rankConstant is k of reciprocal rank fusion.
const rankConstant = 60

// Ranking is what one channel found, best first.
type Ranking struct {
	Channel string
	Weight  float64
	Hits    []engine.Hit
}

// Candidate is a record that some channel found.
type Candidate struct {
	DocID    string
	Chunks   []engine.Chunk // found, without text, best first
	Scores   []float64      // of the Chunks, 0..1: 1 is the best one of every channel
	Channels []Standing     // one for each ranking, in their order
	Score    float64
}

// Standing is a record's place in one channel.
type Standing struct {
	Rank  int     // from 1; 0 when the channel did not find it
	Raw   float64 // the channel's own score, without Exact
	Exact float64 // what identifiers added, 0..1 of the most that one got
	Level float64 // Raw within what the channel found: 0 the worst, 1 the best
	Part  float64 // of the fused score
	Hit   engine.Hit
}

// Fuse ranks the records of all rankings. Places tells whose chunk a hit is; a
// hit that it does not know, because the chunk was deleted meanwhile, is left
// out. Equal scores rank by doc_id.
func Fuse(method Method, rankings []Ranking, places []engine.Chunk) []Candidate {
	f := fusion{at: map[string]int{}, places: make(map[engine.ChunkKey]engine.Chunk, len(places)), width: len(rankings)}
	for _, c := range places {
		f.places[c.Key] = c
	}
	for _, r := range rankings {
		f.weights += r.Weight
	}
	f.weights = max(f.weights, 1e-9)
	for i, r := range rankings {
		f.gather(i, r)
	}
	for i, r := range rankings {
		f.weigh(method, i, r.Weight)
	}
	for i := range f.found {
		f.found[i].finish(f.scores[i])
	}
	slices.SortFunc(f.found, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.DocID, b.DocID))
	})
	return f.found
}

type fusion struct {
	places  map[engine.ChunkKey]engine.Chunk
	at      map[string]int // doc_id to place in found
	found   []Candidate
	scores  []map[engine.ChunkKey]float64 // of chunks, by record
	width   int
	weights float64 // of all rankings
}

// gather notes each record's best place in a channel, and what each chunk is
// worth there.
func (f *fusion) gather(channel int, r Ranking) {
	rank, b := 0, boundsOf(r.Hits)
	for _, h := range r.Hits {
		c, known := f.places[h.Chunk]
		if !known {
			continue
		}
		i := f.record(c.DocID)
		f.chunk(i, c, r.Weight*b.ratio(h.Score-h.Exact)/f.weights)
		s := &f.found[i].Channels[channel]
		if s.Rank > 0 {
			continue
		}
		rank++
		*s = Standing{Rank: rank, Raw: h.Score - h.Exact, Level: b.level(h.Score - h.Exact), Hit: h}
		if b.exact > 0 {
			s.Exact = h.Exact / b.exact
		}
	}
}

// bounds are the limits of a channel's scores.
type bounds struct{ least, most, exact float64 }

func boundsOf(hits []engine.Hit) bounds {
	b := bounds{least: math.Inf(1), most: math.Inf(-1)}
	for _, h := range hits {
		b.least, b.most, b.exact = min(b.least, h.Score-h.Exact), max(b.most, h.Score-h.Exact), max(b.exact, h.Exact)
	}
	return b
}

// ratio is a score as a share of the best one.
func (b bounds) ratio(score float64) float64 {
	if b.most <= 0 {
		return 1
	}
	return max(0, score/b.most)
}

// level places a score between the worst, 0, and the best, 1, that was found.
func (b bounds) level(score float64) float64 {
	if b.most <= b.least {
		return 1
	}
	return (score - b.least) / (b.most - b.least)
}

func (f *fusion) record(id string) int {
	i, known := f.at[id]
	if !known {
		i = len(f.found)
		f.at[id] = i
		f.found = append(f.found, Candidate{DocID: id, Channels: make([]Standing, f.width)})
		f.scores = append(f.scores, map[engine.ChunkKey]float64{})
	}
	return i
}

// chunk adds a chunk to a record, once, and what it is worth in a channel.
func (f *fusion) chunk(i int, c engine.Chunk, worth float64) {
	if _, known := f.scores[i][c.Key]; !known {
		f.found[i].Chunks = append(f.found[i].Chunks, c)
	}
	f.scores[i][c.Key] += worth
}

// notFound is how many deviations below the worst that a channel found a record
// counts that it did not find.
const notFound = 0.5

// exactShare is what holding the query's identifiers counts beside normalised
// scores: someone who types a name wants the records that have it.
const exactShare = 6

// weigh gives every record its part of the fused score for a channel.
func (f *fusion) weigh(method Method, channel int, weight float64) {
	mean, deviation, least := f.spread(channel)
	for i := range f.found {
		s := &f.found[i].Channels[channel]
		if method == Reciprocal {
			if s.Rank > 0 {
				s.Part = weight / float64(rankConstant+s.Rank)
			}
		} else {
			level := (s.Raw - mean) / deviation
			if s.Rank == 0 {
				level = (least-mean)/deviation - notFound
			}
			s.Part = weight * (level + exactShare*s.Exact)
		}
		f.found[i].Score += s.Part
	}
}

// spread describes the scores of a channel; the deviation is 1 when all are
// alike.
func (f *fusion) spread(channel int) (mean, deviation, least float64) {
	n, sum, squares := 0.0, 0.0, 0.0
	least = math.Inf(1)
	for _, c := range f.found {
		if s := c.Channels[channel]; s.Rank > 0 {
			n, sum, squares = n+1, sum+s.Raw, squares+s.Raw*s.Raw
			least = min(least, s.Raw)
		}
	}
	if n == 0 {
		return 0, 1, 0
	}
	mean = sum / n
	if deviation = math.Sqrt(max(0, squares/n-mean*mean)); deviation < 1e-9 {
		deviation = 1
	}
	return mean, deviation, least
}

// finish sorts a record's chunks and gives them shares of 1.
func (c *Candidate) finish(scores map[engine.ChunkKey]float64) {
	slices.SortStableFunc(c.Chunks, func(a, b engine.Chunk) int {
		return cmp.Or(cmp.Compare(scores[b.Key], scores[a.Key]), cmp.Compare(a.Index, b.Index))
	})
	c.Scores = make([]float64, len(c.Chunks))
	for i, chunk := range c.Chunks {
		c.Scores[i] = scores[chunk.Key]
	}
}

// Explain says how the fused score of a candidate came about.
func (c Candidate) Explain(method Method, rankings []Ranking) engine.Explanation {
	sum := engine.Explanation{Label: fmt.Sprintf("fused by %s: sum of", method), Value: c.Score}
	for i, r := range rankings {
		s := c.Channels[i]
		label := fmt.Sprintf("%s: not found", r.Channel)
		if s.Rank > 0 {
			label = fmt.Sprintf("%s: rank %d, score %.4g, weight %g", r.Channel, s.Rank, s.Raw+s.Hit.Exact, r.Weight)
		}
		part := engine.Explanation{Label: label, Value: s.Part}
		if s.Hit.Explain != nil {
			part.Parts = []engine.Explanation{*s.Hit.Explain}
		}
		sum.Parts = append(sum.Parts, part)
	}
	return sum
}
