package channels

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// near is a name and how far it is from another one.
type near struct {
	name string
	far  int // changes
	step int // of those letters and digits that are others: BPM8 is nearer to BPM9 than BPM1 is
}

func nearer(a, b near) int { return cmp.Or(a.far-b.far, a.step-b.step) }

// stepOf sums how far the bytes of two names are apart; the most there is for
// names of different lengths, whose bytes do not stand in a line.
func stepOf(a, b string) int {
	if len(a) != len(b) {
		return math.MaxInt
	}
	sum := 0
	for i := range len(a) {
		sum += max(int(a[i])-int(b[i]), int(b[i])-int(a[i]))
	}
	return sum
}

// nearest lists the k names that are closest to one that does not exist, the
// closest first. Names that have nothing of it are none.
func nearest(name string, names func(yield func(string) bool), k int) []string {
	var best []near
	limit := max(2, len(name)/2)
	want := strings.ToUpper(name)
	var rows [3][]int
	names(func(have string) bool {
		if diff := len(have) - len(want); diff > limit || -diff > limit {
			return true
		}
		far := distance(want, strings.ToUpper(have), limit, &rows)
		if far > limit {
			return true
		}
		best = append(best, near{have, far, stepOf(want, strings.ToUpper(have))})
		if len(best) > 4*k || len(best) == k {
			slices.SortStableFunc(best, nearer)
			best = best[:min(len(best), k)]
			if len(best) == k {
				limit = best[k-1].far
			}
		}
		return true
	})
	slices.SortStableFunc(best, nearer)
	out := []string{}
	for _, n := range best[:min(len(best), k)] {
		out = append(out, n.name)
	}
	return out
}

// distance is the number of changed, missing, extra and swapped bytes between two
// texts (optimal string alignment), or more than limit when it is more than that.
func distance(a, b string, limit int, rows *[3][]int) int {
	for i := range rows {
		if cap(rows[i]) < len(b)+1 {
			rows[i] = make([]int, len(b)+1)
		}
		rows[i] = rows[i][:len(b)+1]
	}
	before, last, now := rows[2], rows[0], rows[1]
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		now[0] = i + 1
		least := now[0]
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			now[j+1] = min(last[j]+cost, last[j+1]+1, now[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				now[j+1] = min(now[j+1], before[j-1]+1)
			}
			least = min(least, now[j+1])
		}
		if least > limit {
			return limit + 1
		}
		before, last, now = last, now, before
	}
	return last[len(b)]
}

// spelled gives the known word that a wrongly spelled one is likely to be; empty
// when none is close.
func (x *index) spelled(word string) string {
	allowed := 1
	if len(word) >= 8 {
		allowed = 2
	}
	if len(word) < 4 || strings.ContainsAny(word, "0123456789 ") {
		return ""
	}
	best, least := "", allowed+1
	var rows [3][]int
	for have, list := range x.strong {
		if len(have) < 4 || len(have) > len(word)+2 || len(word) > len(have)+2 {
			continue
		}
		far := distance(word, have, allowed, &rows)
		if far < least || far == least && far <= allowed && (len(list) > len(x.strong[best]) || len(list) == len(x.strong[best]) && have < best) {
			best, least = have, far
		}
	}
	return best
}
