package retrieve

import (
	"cmp"
	"context"
	"math"
	"runtime"
	"slices"
	"unicode"
	"unicode/utf8"

	"owl/engine"
	"owl/engine/parallel"
)

// nearest is how many neighbours a candidate is compared with.
const nearest = 3

// smooth gives each candidate its level, and what its neighbours among the
// candidates reach: a record between good ones is likely good. Where the
// fusion says so, that counts.
func (s *search) smooth(ctx context.Context, list []candidate) error {
	levels(list)
	if s.vector == nil || len(list) < 2 {
		return nil
	}
	keys := make([]engine.ChunkKey, 0, len(list))
	for _, c := range list {
		keys = append(keys, c.Chunks[0].Key)
	}
	vectors, err := s.Dense.Vectors(ctx, keys)
	if err != nil {
		s.lost(err)
		return ctx.Err()
	}
	if err := neighbours(ctx, list, vectors); err != nil {
		return err
	}
	share := s.Settings.For(s.Intent).Smoothing
	if share == 0 {
		return nil
	}
	spread := list[0].Score - list[len(list)-1].Score
	for i := range list {
		list[i].Score += share * spread * list[i].neighbours
	}
	sortByScore(list)
	levels(list)
	return nil
}

func sortByScore(list []candidate) {
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(b.Score, a.Score) })
}

// levels places each score between the worst candidate's and the best one's.
func levels(list []candidate) {
	least, most := math.Inf(1), math.Inf(-1)
	for _, c := range list {
		least, most = min(least, c.Score), max(most, c.Score)
	}
	for i := range list {
		list[i].level = 1
		if most > least {
			list[i].level = (list[i].Score - least) / (most - least)
		}
	}
}

// neighbours sets the mean level of each candidate's nearest, weighted by how
// near they are.
func neighbours(ctx context.Context, list []candidate, vectors [][]float32) error {
	cosines := make([][]float32, len(list)) // of each with those before it
	err := parallel.Each(ctx, runtime.GOMAXPROCS(0), len(list), func(_, i int) error {
		cosines[i] = make([]float32, i)
		for j := range i {
			cosines[i][j] = dot(vectors[i], vectors[j])
		}
		return nil
	})
	if err != nil {
		return err
	}
	near := make([][]neighbour, len(list))
	for i := range list {
		for j, cosine := range cosines[i] {
			if vectors[i] != nil && vectors[j] != nil {
				near[i] = closest(near[i], neighbour{cosine, j})
				near[j] = closest(near[j], neighbour{cosine, i})
			}
		}
	}
	for i, all := range near {
		sum := 0.0
		for _, n := range all {
			sum += float64(n.cosine) * list[n.at].level
		}
		if len(all) > 0 {
			list[i].neighbours = sum / float64(len(all))
		}
	}
	return nil
}

// neighbour is another candidate and how near it is.
type neighbour struct {
	cosine float32
	at     int
}

// closest adds a neighbour to the nearest ones if it is one of them. Of equally
// near ones the first in the list stays.
func closest(all []neighbour, n neighbour) []neighbour {
	at := len(all)
	for at > 0 && (all[at-1].cosine < n.cosine || all[at-1].cosine == n.cosine && all[at-1].at > n.at) {
		at--
	}
	if at == nearest {
		return all
	}
	if len(all) < nearest {
		all = append(all, neighbour{})
	}
	copy(all[at+1:], all[at:])
	all[at] = n
	return all
}

// distinct drops a candidate that says word for word what a better one says: a
// record that was entered twice. Records that differ in a number, a name or a
// date are different records, however alike they read.
func distinct(list []candidate) []candidate {
	seen := map[string]bool{}
	return slices.DeleteFunc(list, func(c candidate) bool {
		mark := fingerprint(c.record)
		if mark == "" || !seen[mark] {
			seen[mark] = true
			return false
		}
		return true
	})
}

// leastCompared is the length below which equal texts are no duplicates: every
// other "Quiet shift." is a record of its own.
const leastCompared = 200

// fingerprint is the letters and digits of a text, without case; empty for a
// short one.
func fingerprint(r engine.Record) string {
	if len(r.Content) < leastCompared {
		return ""
	}
	out := make([]byte, 0, len(r.Content))
	for i, c := range r.Content {
		switch {
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			out = append(out, r.Content[i])
		case c >= 'A' && c <= 'Z':
			out = append(out, r.Content[i]+'a'-'A')
		case c >= utf8.RuneSelf && (unicode.IsLetter(c) || unicode.IsDigit(c)):
			out = utf8.AppendRune(out, unicode.ToLower(c))
		}
	}
	return string(out)
}
