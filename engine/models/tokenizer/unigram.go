package tokenizer

import (
	"errors"
	"math"
	"unicode/utf8"
)

// unknownPenalty is what an unknown character costs below the least likely
// piece (kUnkPenalty of SentencePiece).
const unknownPenalty = 10

// unigram finds the most likely way to cut a word into pieces (Kudo 2018) with
// the search of Viterbi.
type unigram struct {
	ids          map[string]int64
	scores       []float64
	unknown      int64
	unknownScore float64
	longest      int // piece in bytes
	bytes        []int64
}

func newUnigram(m modelSpec, v vocabulary, added []addedToken) (model, error) {
	if m.UnkID == nil || *m.UnkID < 0 || int(*m.UnkID) >= len(v.scores) {
		return nil, errors.New("model: no unknown token in the vocabulary")
	}
	u := &unigram{ids: v.without(added, ""), scores: v.scores, unknown: *m.UnkID, unknownScore: math.Inf(1)}
	for _, score := range v.scores {
		u.unknownScore = min(u.unknownScore, score)
	}
	u.unknownScore -= unknownPenalty
	for token := range u.ids {
		u.longest = max(u.longest, len(token))
	}
	if m.ByteFallback {
		u.bytes = byteTokens(v.ids)
	}
	return u, nil
}

// step is the best way to a place in a word: its last piece and its score.
type step struct {
	from  int // noStep where no way was found yet
	id    int64
	score float64
}

const noStep = -1

func (u *unigram) encode(dst []int64, word string) []int64 {
	best := u.search(word)
	var path []step // backwards
	for to := len(word); to > 0; {
		s := best[to]
		if n := len(path); n > 0 && s.id == u.unknown && path[n-1].id == u.unknown {
			path[n-1].from = s.from // a run of unknown characters is one token
		} else {
			path = append(path, s)
		}
		to = s.from
	}
	for i := len(path) - 1; i >= 0; i-- {
		end := len(word)
		if i > 0 {
			end = path[i-1].from
		}
		dst = u.write(dst, path[i].id, word[path[i].from:end])
	}
	return dst
}

func (u *unigram) write(dst []int64, id int64, text string) []int64 {
	if id != u.unknown || u.bytes == nil {
		return append(dst, id)
	}
	for i := range len(text) {
		dst = append(dst, u.bytes[text[i]])
	}
	return dst
}

func (u *unigram) search(word string) []step {
	best := make([]step, len(word)+1)
	for i := 1; i < len(best); i++ {
		best[i].from = noStep
	}
	for at := 0; at < len(word); {
		_, char := utf8.DecodeRuneInString(word[at:])
		single := false
		for n := char; n <= min(u.longest, len(word)-at); n++ {
			if id, ok := u.ids[word[at:at+n]]; ok {
				best[at+n].offer(at, id, best[at].score+u.scores[id])
				single = single || n == char
			}
		}
		if !single {
			best[at+char].offer(at, u.unknown, best[at].score+u.unknownScore)
		}
		at += char
	}
	return best
}

func (s *step) offer(from int, id int64, score float64) {
	if s.from == noStep || score > s.score {
		*s = step{from: from, id: id, score: score}
	}
}
