package compose

import (
	"math"
	"regexp"
	"strings"
)

// feature is one thing that a unit is judged by, with what it adds to the
// logarithm of the odds that an answer needs the unit.
type feature struct {
	name   string
	weight float64
}

// vector gives the features of unit i, in the order of features. The first ones
// are those of its record.
func (a *asked) vector(p *passage, i int, rec []float64, labels map[string]float64) []float64 {
	m, around, kind := p.marks[i], p.around(i, 3), p.units[i].kind
	has := func(k kinds) float64 { return flag(m.is&k != 0) }
	return append(append(make([]float64, 0, 32), rec...),
		a.cover(m.held), a.coverPart(m.held), a.coverAt(p, p.heads[i]), a.coverAt(p, i-1), p.ranks[i],
		has(clock&a.wants)*(0.5+a.coverPart(around.held)), flag(kind == item && a.wants&step != 0),
		has(number), has(clock), has(name), has(person),
		flag(kind == block), flag(kind == heading), labels[p.labels[i]], flag(kind == field && m.words < shortField),
		math.Min(1, float64(m.details)/6), math.Min(1, float64(m.tokens)/25), 1/(1+math.Abs(float64(i-p.peak))),
		a.cover(around.held)/float64(1+p.rank),
	)
}

// shortField is the length in words of a labelled line below which its value is
// a name or a number.
const shortField = 6

// record gives the features that all units of a passage share.
func (a *asked) record(p, first *passage) []float64 {
	return []float64{
		flag(p.rank == 0), 1 / (1 + float64(p.rank)), p.level, math.Exp(-apart(p.rec, first.rec) / 7),
		flag(a.offTime(p.rec.Created)), flag(isSuperseded(p.rec) && !a.Old), math.Log1p(float64(p.whole.words)) / 7,
	}
}

func (a *asked) coverAt(p *passage, i int) float64 {
	if i < 0 {
		return 0
	}
	return a.cover(p.marks[i].held)
}

// judge says of every unit how much it is worth.
func (a *asked) judge(list []*passage) {
	labels := commonLabels(list)
	for _, p := range list {
		rec := a.record(p, list[0])
		for i := range p.units {
			p.worth = append(p.worth, likely(a.vector(p, i, rec, labels)))
		}
	}
}

// likely is the logistic function of the weighted features.
func likely(x []float64) float64 {
	z := bias
	for i, f := range features {
		z += f.weight * x[i]
	}
	return 1 / (1 + math.Exp(-z))
}

func flag(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// commonLabels is, for each label of labelled lines, how common it is among the
// passages, 0..1: what stands in each of them is seldom what was asked.
func commonLabels(list []*passage) map[string]float64 {
	count := map[string]float64{}
	for _, p := range list {
		seen := map[string]bool{"": true}
		for _, l := range p.labels {
			if l = strings.TrimSpace(l); !seen[l] {
				seen[l] = true
				count[l]++
			}
		}
	}
	for l, n := range count {
		count[l] = math.Min(1, (n-1)/4)
	}
	return count
}

var supersededTitle = regexp.MustCompile(`(?i)\b(?:superseded|obsolete|withdrawn)\b`)
