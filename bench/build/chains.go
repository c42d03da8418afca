package build

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"
	"unicode"

	"owl/bench/suite"
	"owl/engine/graph"
)

// What is taken from a chain.
const (
	episode    = 14 * 24 * time.Hour // facts further from the fault belong to another time
	perRole    = 3                   // facts of one role
	confidence = 0.65                // of the rule that read a fact, at least
)

// fromChains asks about faults of the graph: causes, what was tried, and the
// whole way over several records.
func (c *corpus) fromChains(ctx context.Context) ([]sample, error) {
	if c.graph == nil {
		return nil, nil
	}
	var out []sample
	for n := range c.graph.Nodes() {
		if n.Kind != graph.Fault {
			continue
		}
		chains, err := c.graph.Chains(ctx, n.ID, 1)
		if err != nil {
			return nil, err
		}
		if len(chains) == 1 && chains[0].Fault.ID == n.ID { // a cause leads to the chain of its fault
			out = append(out, c.fromChain(chains[0])...)
		}
	}
	return out, nil
}

// chained is what a chain says within its episode, by role.
type chained struct {
	effects, causes, failed, cleared, helped []fact
}

func (c *corpus) fromChain(chain graph.Chain) []sample {
	date, device := chain.Fault.Evidence.Date, c.deviceOf(chain)
	if date.IsZero() || device == "" {
		return nil
	}
	take := func(claims []graph.Claim, label suite.Label, role suite.Role) []fact {
		return c.claimed(claims, date, label, role)
	}
	all := chained{
		effects: take(chain.Symptoms, suite.Okay, suite.Effect),
		causes:  take(chain.Causes, suite.Vital, suite.Cause),
		failed:  take(chain.Failed, suite.Vital, suite.NoRole),
		cleared: take(chain.RuledOut, suite.Okay, suite.NoRole),
		helped:  take(chain.Resolutions, suite.Vital, suite.Resolution),
	}
	var out []sample
	for _, s := range all.questions() {
		s.facts = apart(s.facts)
		if enough(s.facts) == "" {
			out = append(out, c.chainSample(s, chain, device))
		}
	}
	return out
}

// questions lists what can be asked about a chain.
func (all chained) questions() []sample {
	var out []sample
	if len(all.failed) > 0 && len(all.helped) > 0 {
		out = append(out, sample{template: "chain-tried", kind: "troubleshooting", facts: slices.Concat(all.failed, all.cleared, all.helped, all.causes)})
	}
	if len(all.causes) == 0 || len(all.helped) == 0 {
		return out
	}
	whole := slices.Concat(all.effects[:min(len(all.effects), 2)], all.causes, all.helped)
	why, far := "chain-why", "chain-whole"
	if len(all.effects) == 0 {
		why, far = "chain-cause", "chain-long"
	}
	out = append(out, sample{template: why, kind: "causal", facts: whole})
	if len(recordsOf(slices.Concat(all.causes, all.helped))) > 1 { // no record alone has what is vital
		out = append(out, sample{template: far, kind: "multi_hop", facts: whole})
	}
	return out
}

func (c *corpus) chainSample(s sample, chain graph.Chain, device string) sample {
	date := chain.Fault.Evidence.Date
	s.day = date.Format(time.DateOnly)
	s.collection = c.mostOf(s.facts)
	s.hops = len(s.records())
	for _, cause := range chain.Causes {
		s.hops = max(s.hops, cause.Depth)
	}
	s.slots = map[string]string{"device": device, "date": longDate(date), "month": date.Format("January 2006")}
	return s
}

// mostOf is the collection that most facts come from.
func (c *corpus) mostOf(facts []fact) string {
	count := map[string]int{}
	for _, f := range facts {
		count[string(c.byID[f.docID].rec.Collection)]++
	}
	return slices.MaxFunc(sortedKeys(count), func(a, b string) int { return cmp.Compare(count[a], count[b]) })
}

// claimed makes facts of claims that are sure enough, of that time, and say
// something.
func (c *corpus) claimed(claims []graph.Claim, date time.Time, label suite.Label, role suite.Role) []fact {
	var out []fact
	for _, claim := range claims {
		e := claim.Edge.Evidence
		p := c.byID[e.DocID]
		at := graph.Span{Start: e.Start, End: e.End}
		if p == nil || len(out) == perRole || e.Confidence < confidence || e.Date.Sub(date).Abs() > episode || !p.states(at) {
			continue
		}
		at = p.rounded(at)
		out = append(out, p.from(at, plain(p.of(at)), label, role))
	}
	return out
}

// states tells whether a span says something by itself. What a field holds may
// be short.
func (p *page) states(at graph.Span) bool {
	if at.Start < 0 || at.End > len(p.rec.Content) || at.Start >= at.End {
		return false
	}
	for _, f := range p.fields {
		if f.value == at {
			return words(p.of(at)) >= 2
		}
	}
	return tells(p.of(at))
}

// shortSentence is how long a sentence may be to stand for a clause of it, in
// bytes.
const shortSentence = 160

// rounded is the sentence that a clause is a piece of, when it is short.
func (p *page) rounded(at graph.Span) graph.Span {
	for _, s := range p.sentences() {
		if s.Start <= at.Start && at.End <= s.End && s.Len() <= shortSentence {
			return s
		}
	}
	return at
}

// apart drops facts whose place overlaps that of an earlier one, or that say the
// same.
func apart(facts []fact) []fact {
	var out []fact
	for _, f := range facts {
		same := func(g fact) bool {
			return strings.EqualFold(f.text, g.text) || f.docID == g.docID && f.Start < g.End && g.Start < f.End
		}
		if !slices.ContainsFunc(out, same) {
			out = append(out, f)
		}
	}
	return out[:min(len(out), maxNuggets)]
}

// deviceOf is the device that most records of a chain name; empty when none is
// named well enough to be asked for.
func (c *corpus) deviceOf(chain graph.Chain) string {
	count := map[string]int{}
	for _, claim := range chain.Components {
		if name := string(claim.Node.Name); isDevice(name) && c.fits(claim.Node.ID) {
			count[name]++
		}
	}
	if len(count) == 0 {
		return ""
	}
	return slices.MaxFunc(sortedKeys(count), func(a, b string) int {
		return cmp.Or(cmp.Compare(count[a], count[b]), cmp.Compare(len(a), len(b)))
	})
}

// isDevice tells the name of one device from that of a kind of devices or of a
// place: it holds a digit or the parts of a channel.
func isDevice(name string) bool {
	return len(name) > 3 && (strings.Contains(name, ":") || strings.ContainsFunc(name, unicode.IsDigit))
}

// manyParts is how many devices a component may have to be one itself; with more
// it is a place.
const manyParts = 4

// fits tells a device from a place.
func (c *corpus) fits(id graph.ID) bool {
	parts := 0
	for e := range c.graph.In(id) {
		if e.Relation == graph.PartOf {
			parts++
		}
	}
	return parts <= manyParts
}
