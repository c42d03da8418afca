package rerank

import (
	"slices"
	"strings"
	"time"

	"owl/engine/terms"
)

// Question is what candidates are compared with.
type Question struct {
	Text    string       // with everything that was corrected
	Related string       // expansions and synonyms, which count in a feature of their own
	Telling []terms.Term // what the records that came first have in common
	Intent  string
	Wants   Wants
	// Around is the time that the question is about, when it states one without
	// excluding others; zero when it does not.
	Around Span
}

// Span is a stretch of time: Since is in it, Until is not.
type Span struct{ Since, Until time.Time }

// IsZero reports that there is no span.
func (s Span) IsZero() bool { return s.Since.IsZero() && s.Until.IsZero() }

// Wants says what kind of thing the question asks for.
type Wants struct{ Cause, Steps, Number, Date, Person bool }

// ready is a question made ready to compare many candidates with.
type ready struct {
	Question
	asked, related []terms.Term
	telling        []terms.Term
	at             map[string]int // place of a normal form in asked, behind it in related, and in telling
	days           []time.Time    // named in the question, as UTC dates
	total          float64        // weight of asked
	event          bool           // something that happened is asked about
	totalRelated   float64
	totalTelling   float64
	hard           float64 // weight of the identifiers, values and dates in asked
}

// maxTerms bounds what is compared: sets are kept in the bits of two words.
const maxTerms = 64

func (q Question) ready(weigh terms.Weigher) *ready {
	r := &ready{Question: q, at: map[string]int{}}
	r.asked = terms.Of(q.Text, weigh)
	r.asked = r.asked[:min(len(r.asked), maxTerms)]
	for i, t := range r.asked {
		r.at[t.Text] = i
		r.total += t.Weight
		if t.Hard {
			r.hard += t.Weight
		}
		if day, err := time.Parse("d:2006-01-02", t.Text); t.Date && err == nil {
			r.days = append(r.days, day)
		}
	}
	r.event = len(r.days) > 0 || !q.Around.IsZero() || q.Intent == "temporal" || q.Intent == "multi_hop" || q.Intent == "troubleshooting"
	for _, t := range terms.Of(q.Related, weigh) {
		if _, known := r.at[t.Text]; known || len(r.related) == maxTerms {
			continue
		}
		r.at[t.Text] = maxTerms + len(r.related)
		r.related = append(r.related, t)
		r.totalRelated += t.Weight
	}
	for _, t := range q.Telling {
		if _, known := r.at[t.Text]; known || len(r.telling) == maxTerms {
			continue
		}
		r.at[t.Text] = 2*maxTerms + len(r.telling)
		r.telling = append(r.telling, t)
		r.totalTelling += t.Weight
	}
	return r
}

// found is a set of terms: those of asked, of related and of telling.
type found struct{ asked, related, telling uint64 }

func (f *found) add(g found) {
	f.asked |= g.asked
	f.related |= g.related
	f.telling |= g.telling
}

const pairDistance = 3

// weight sums the weights of a set of terms.
func weight(list []terms.Term, set uint64, count func(terms.Term) bool) float64 {
	sum := 0.0
	for i, t := range list {
		if set&(1<<i) != 0 && count(t) {
			sum += t.Weight
		}
	}
	return sum
}

func share(part, whole float64) float64 {
	if whole <= 0 {
		return 0
	}
	return part / whole
}

func (r *ready) cover(f found) float64 {
	return share(weight(r.asked, f.asked, func(terms.Term) bool { return true }), r.total)
}

func (r *ready) coverHard(f found) float64 {
	return share(weight(r.asked, f.asked, func(t terms.Term) bool { return t.Hard }), r.hard)
}

func (r *ready) coverRelated(f found) float64 {
	return share(weight(r.related, f.related, func(terms.Term) bool { return true }), r.totalRelated)
}

func (r *ready) coverTelling(f found) float64 {
	return share(weight(r.telling, f.telling, func(terms.Term) bool { return true }), r.totalTelling)
}

// sentences yields the pieces of a text that end with a line or a sentence.
func sentences(text string, yield func(string)) {
	start := 0
	for i := 0; i < len(text); i++ {
		end := text[i] == '\n' || strings.IndexByte(".;!?", text[i]) >= 0 && (i+1 == len(text) || text[i+1] == ' ' || text[i+1] == '\n')
		if end && i-start >= shortest {
			yield(text[start : i+1])
			start = i + 1
		}
	}
	if start < len(text) {
		yield(text[start:])
	}
}

// shortest is the number of bytes below which a piece is joined with the next.
const shortest = 24

// bestThree is the mean of the three highest values.
func bestThree(values []float64) float64 {
	slices.SortFunc(values, func(a, b float64) int { return int(b*1e6) - int(a*1e6) })
	n := min(3, len(values))
	sum := 0.0
	for _, v := range values[:n] {
		sum += v
	}
	return share(sum, float64(n))
}
