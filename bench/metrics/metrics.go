// Package metrics scores rankings against graded judgments.
//
// Ranks are by the order of the list that is given; there are no ties left in
// it. The definitions are those of trec_eval, so that the figures compare with
// published ones.
package metrics

import "math"

// Grades holds for one query the relevance grade of each judged document: 2
// primary, 1 supporting, 0 or absent not relevant.
type Grades map[string]int

// MRR is the reciprocal rank of the first relevant document among the first k,
// 0 when there is none.
func MRR(ranked []string, grades Grades, k int) float64 {
	for i, doc := range ranked[:min(k, len(ranked))] {
		if grades[doc] > 0 {
			return 1 / float64(i+1)
		}
	}
	return 0
}

// Success is 1 when a relevant document is among the first k, else 0.
func Success(ranked []string, grades Grades, k int) float64 {
	if MRR(ranked, grades, k) > 0 {
		return 1
	}
	return 0
}

// Recall is the share of the relevant documents that are among the first k, 0
// when none is relevant.
func Recall(ranked []string, grades Grades, k int) float64 {
	relevant := 0
	for _, grade := range grades {
		if grade > 0 {
			relevant++
		}
	}
	if relevant == 0 {
		return 0
	}
	found := 0
	for _, doc := range ranked[:min(k, len(ranked))] {
		if grades[doc] > 0 {
			found++
		}
	}
	return float64(found) / float64(relevant)
}

// NDCG is the normalised discounted cumulative gain of the first k documents:
// the sum of grade/log2(rank+1), over that of the ideal order (Järvelin and
// Kekäläinen 2002, with linear gain as in trec_eval's ndcg_cut). It is 0 when
// none is relevant.
func NDCG(ranked []string, grades Grades, k int) float64 {
	ideal := idealGain(grades, k)
	if ideal == 0 {
		return 0
	}
	gain := 0.0
	for i, doc := range ranked[:min(k, len(ranked))] {
		if grade := grades[doc]; grade > 0 {
			gain += float64(grade) / math.Log2(float64(i+2))
		}
	}
	return gain / ideal
}

func idealGain(grades Grades, k int) float64 {
	highest := 0
	count := map[int]int{}
	for _, grade := range grades {
		count[grade]++
		highest = max(highest, grade)
	}
	gain, rank := 0.0, 0
	for grade := highest; grade > 0; grade-- {
		for range count[grade] {
			if rank == k {
				return gain
			}
			gain += float64(grade) / math.Log2(float64(rank+2))
			rank++
		}
	}
	return gain
}
