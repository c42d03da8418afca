package ask

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"owl/engine"
	"owl/engine/graph"
	"owl/engine/text/token"
)

// Chain is a fault from symptom to resolution, with what speaks against it.
type Chain struct {
	Fault        engine.Untrusted `json:"fault"`
	Key          string           `json:"key"`
	Completeness float64          `json:"completeness"` // share of symptom, cause and resolution that is known
	Claims       []Statement      `json:"claims"`
	Occurrences  []Occurrence     `json:"occurrences"`
}

// Occurrence is a record that reports that a fault happened.
type Occurrence struct {
	Date  string           `json:"date"`
	DocID string           `json:"doc_id"`
	Title engine.Untrusted `json:"title"`
	Quote engine.Untrusted `json:"quote"`
}

// Chains is what Chains found. Note says how a time in the words was taken.
type Chains struct {
	Chains []Chain `json:"chains"`
	Note   string  `json:"note,omitempty"`
}

// Chains returns the fault chains that words mean, or that a record belongs to.
// Words may name a time: the faults of then come alone, those that share most
// words first; when there is none, the nearest in time come first, which Note says.
// Without a time the latest come first.
func (s Source) Chains(ctx context.Context, words string, limit int) (Chains, error) {
	faults, note, err := s.faults(ctx, words, limit)
	if err != nil {
		return Chains{}, err
	}
	out := Chains{Chains: []Chain{}, Note: note}
	for _, id := range faults {
		if err := ctx.Err(); err != nil {
			return Chains{}, err
		}
		out.Chains = append(out.Chains, s.chain(ctx, s.Graph.Chain(id)))
	}
	return out, nil
}

// faults returns at most so many faults that words mean, one at least.
func (s Source) faults(ctx context.Context, words string, limit int) ([]graph.ID, string, error) {
	w, phrase, rest := s.timed(words)
	if _, exact, err := s.exact(ctx, words); exact || err != nil || w.IsZero() {
		all, err := s.faultsOf(ctx, words, limit)
		return all[:min(len(all), limit)], "", err
	}
	var named []graph.ID
	if strings.TrimSpace(rest) != "" {
		var err error
		if named, err = s.faultsOf(ctx, rest, manyFaults); err != nil && !errors.Is(err, engine.ErrNotFound) {
			return nil, "", err
		}
	}
	about, err := s.about(ctx, rest)
	if err != nil {
		return nil, "", err
	}
	theirs := slices.DeleteFunc(slices.Clone(named), func(id graph.ID) bool { return !about(id) })
	if then := s.then(w, rest, theirs, about); len(then) > 0 {
		return then[:min(len(then), limit)], "", nil
	}
	if len(theirs) == 0 { // the graph does not know the device by that name: its words have to do
		if then := s.then(w, rest, named, whatever); len(then) > 0 {
			return then[:min(len(then), limit)], "", nil
		}
		theirs = named
	}
	if len(theirs) == 0 {
		return nil, "", nothing("no fault of that time (%s) is known that is called %q", phrase, rest)
	}
	slices.SortStableFunc(theirs, func(a, b graph.ID) int { return cmp.Compare(s.Graph.Away(a, w), s.Graph.Away(b, w)) })
	return theirs[:min(len(theirs), limit)], fmt.Sprintf("no such fault of that time (%s) is known; those nearest in time come first", phrase), nil
}

// manyFaults is how many faults of each thing are looked through for a time.
const manyFaults = 1000

// faultsOf returns faults of what words mean: at most so many of each thing, the
// latest first, the best thing first. None is a NothingError.
func (s Source) faultsOf(ctx context.Context, words string, each int) ([]graph.ID, error) {
	ids, err := s.some(ctx, words, fewMeant, ofFaults()...)
	if err != nil {
		return nil, err
	}
	var all []graph.ID
	for _, id := range ids {
		faults, err := s.Graph.FaultsOf(ctx, id)
		if err != nil {
			return nil, err
		}
		for _, f := range faults[:min(len(faults), each)] {
			if !slices.Contains(all, f) {
				all = append(all, f)
			}
		}
	}
	if len(all) == 0 {
		return nil, nothing("no fault is known of %q", s.Graph.Node(ids[0]).Name)
	}
	return all, nil
}

// then returns the faults of a time that share a word with the rest of the
// question, those with most first; all of them when nothing else is asked for.
func (s Source) then(w graph.Window, rest string, named []graph.ID, about func(graph.ID) bool) []graph.ID {
	asked := telling(rest)
	fits := map[graph.ID]float64{}
	var list []graph.ID
	for id := range s.Graph.Faults() {
		if s.Graph.Away(id, w) > 0 || !about(id) {
			continue
		}
		fit := share(asked, s.wordsOf(id))
		if slices.Contains(named, id) {
			fit += 0.5
		}
		if fit > 0 || len(asked) == 0 {
			fits[id] = fit
			list = append(list, id)
		}
	}
	slices.SortStableFunc(list, func(a, b graph.ID) int {
		return cmp.Or(cmp.Compare(fits[b], fits[a]), s.Graph.Node(b).Evidence.Date.Compare(s.Graph.Node(a).Evidence.Date))
	})
	return list
}

// about tells the faults that a text can mean: where it names devices, those that
// are about one of them.
func (s Source) about(ctx context.Context, text string) (func(graph.ID) bool, error) {
	devices := identifiers(text)
	if len(devices) == 0 {
		return whatever, nil
	}
	theirs := map[graph.ID]bool{}
	for _, m := range s.Graph.Entities(text, fewMeant, graph.Component, graph.PV) {
		faults, err := s.Graph.FaultsOf(ctx, m.ID)
		if err != nil {
			return nil, err
		}
		for _, id := range faults {
			theirs[id] = true
		}
	}
	return func(id graph.ID) bool { return theirs[id] || share(devices, s.wordsOf(id)) > 0 }, nil
}

func whatever(graph.ID) bool { return true }

// identifiers returns the words of a text that look like names of devices: with a
// digit, or in capitals.
func identifiers(text string) []string {
	var names []string
	for _, word := range strings.Fields(text) {
		digit := strings.ContainsFunc(word, unicode.IsDigit)
		if letter := strings.ContainsFunc(word, unicode.IsLetter); letter && (digit || len(word) > 1 && word == strings.ToUpper(word)) {
			names = append(names, graph.FoldWords(word)...)
		}
	}
	return names
}

// telling returns the words of a text that say something.
func telling(text string) []string {
	return slices.DeleteFunc(graph.FoldWords(text), token.IsStop)
}

// wordsOf returns the words by which a fault may be asked for: of its names, and
// of what it lies in and looks like.
func (s Source) wordsOf(fault graph.ID) []string {
	names := append(s.Graph.Aliases(fault), string(s.Graph.Node(fault).Name))
	for e := range s.Graph.Out(fault) {
		if e.Relation == graph.HasSymptom || e.Relation == graph.AboutSystem {
			names = append(names, string(s.Graph.Node(e.To).Name))
		}
	}
	for e := range s.Graph.In(fault) {
		if e.Relation == graph.HasFault {
			names = append(names, string(s.Graph.Node(e.From).Name))
		}
	}
	return graph.FoldWords(strings.Join(names, " "))
}

// share is the share of the asked words that the others hold. Forms of a word,
// such as "dump" and "dumped", are one.
func share(asked, held []string) float64 {
	n := 0
	for _, a := range asked {
		if slices.ContainsFunc(held, func(h string) bool { return sameWord(a, h) }) {
			n++
		}
	}
	return float64(n) / float64(max(1, len(asked)))
}

const shortest = 4 // letters that the forms of a word have in common

func sameWord(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return a == b || len(a) >= shortest && len(b) <= len(a)+3 && strings.HasPrefix(b, a)
}

// roles lists the statements of a chain in the order in which one reads it.
func roles(c graph.Chain) []struct {
	name   string
	claims []graph.Claim
} {
	return []struct {
		name   string
		claims []graph.Claim
	}{
		{"on", c.Components},
		{"symptom", c.Symptoms},
		{"cause", c.Causes},
		{"suspected", c.Suspects},
		{"ruled out", c.RuledOut},
		{"did not help", c.Failed},
		{"resolved by", c.Resolutions},
		{"procedure", c.Procedures},
		{"contact", c.People},
	}
}

func (s Source) chain(ctx context.Context, c graph.Chain) Chain {
	out := Chain{Fault: c.Fault.Name, Key: c.Fault.Key, Completeness: round(c.Completeness()), Claims: []Statement{}}
	for _, r := range roles(c) {
		for _, claim := range r.claims {
			out.Claims = append(out.Claims, s.state(ctx, r.name, claim))
		}
	}
	out.Occurrences = s.occurrences(ctx, c.Occurrences)
	return out
}

func (s Source) occurrences(ctx context.Context, list []graph.Occurrence) []Occurrence {
	out := []Occurrence{}
	for _, o := range list {
		e := o.Edge.Evidence
		out = append(out, Occurrence{Date: engine.RFC3339(o.Date), DocID: e.DocID, Title: o.Record.Name, Quote: s.Quote(ctx, e)})
	}
	return out
}
