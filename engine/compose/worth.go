package compose

import (
	"math"
	"regexp"
	"strings"
)

// Features names what a unit is judged by, in the order of a vector: first what
// all units of a record share.
func Features() []string {
	return []string{
		"its record is the first",
		"1 / rank of its record",
		"score of its record, of the first one's",
		"near in time to the first record",
		"its record is of another time than asked",
		"its record is superseded",
		"length of its record",

		"covers the question",
		"covers one thing that is asked",
		"heading covers the question",
		"unit before covers it",
		"level of its chunk",
		"a time, and one is asked for",
		"a list entry, and steps are asked for",
		"holds a number",
		"holds a time",
		"holds an identifier",
		"holds a person's name",
		"is code",
		"is a heading",
		"its label stands in many records",
		"a short labelled line",
		"identifiers, values and dates in it",
		"its length",
		"near the unit that covers most",
		"covers with neighbours, by rank of the record",
	}
}

// vector gives the features of unit i. The first ones are those of its record.
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
func (a *asked) judge(list []*passage, m *Model) {
	labels := commonLabels(list)
	for _, p := range list {
		rec := a.record(p, list[0])
		for i := range p.units {
			p.worth = append(p.worth, m.likely(a.vector(p, i, rec, labels)))
		}
	}
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
