// Package ask puts questions to the fault graph in the words that people and
// models type, and gives each statement back with its record, its date and the
// words that say so.
//
//	ask.go        what words mean
//	when.go       the times that they name
//	chain.go      fault chains, those of a time first
//	near.go       neighbours and shortest paths
//	people.go     recurrences and experts
//	statement.go  statements, as they are written to JSON
//	tool.go       all of it as the tool graph_search
//	bound.go      results that are no larger than one can read
package ask

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"owl/engine"
	"owl/engine/graph"
	"owl/engine/graph/cypher"
	"owl/engine/query/when"
)

// Source is what is asked. It is safe for concurrent use.
type Source struct {
	Graph    *graph.Graph
	Records  engine.Records
	Calendar when.Calendar // that times in words are read by
	Cypher   Runner        // of queries; nil asks the graph itself
}

// Runner answers a query about the graph, from a copy of it or from the graph. Note
// says which of them answered, and is empty when all is well.
type Runner func(ctx context.Context, g *graph.Graph, q *cypher.Query, l cypher.Limits) (rows cypher.Result, note string, err error)

// NothingError says what there is nothing of. It is an engine.ErrNotFound.
type NothingError struct{ why string }

// Error is one line.
func (e *NothingError) Error() string { return e.why }

// Is makes it an engine.ErrNotFound.
func (e *NothingError) Is(target error) bool { return target == engine.ErrNotFound }

func nothing(format string, args ...any) error { return &NothingError{fmt.Sprintf(format, args...)} }

// unknown says that words name nothing.
func unknown(words string) error { return nothing("nothing in the fault graph is called %q", words) }

// Meant finds the nodes that an id or words mean, best first. An id of a record
// means its node; of words the things that they name come first. Kinds restricts
// them; none means any.
func (s Source) Meant(ctx context.Context, words string, limit int, kinds ...graph.Kind) ([]graph.ID, error) {
	node, ok, err := s.exact(ctx, words)
	if ok || err != nil {
		return []graph.ID{node}, err
	}
	var out []graph.ID
	for _, m := range append(s.Graph.Entities(words, limit, kinds...), s.Graph.Find(words, limit, kinds...)...) {
		if !slices.Contains(out, m.ID) {
			out = append(out, m.ID)
		}
	}
	return out[:min(len(out), limit)], nil
}

// exact finds the node that words are the id or the key of.
func (s Source) exact(ctx context.Context, words string) (graph.ID, bool, error) {
	if node, ok := s.Graph.OfRecord(words); ok {
		return node, true, nil
	}
	if node, ok := s.Graph.Lookup(words); ok {
		return node, true, nil
	}
	rec, err := s.Records.Record(ctx, words)
	if err == nil {
		node, ok := s.Graph.OfRecord(rec.DocID)
		return node, ok, nil
	}
	if !errors.Is(err, engine.ErrNotFound) && !errors.Is(err, engine.ErrAmbiguous) {
		return 0, false, fmt.Errorf("look up %q: %w", words, err)
	}
	return 0, false, nil
}

// some is Meant, but none is a NothingError.
func (s Source) some(ctx context.Context, words string, limit int, kinds ...graph.Kind) ([]graph.ID, error) {
	ids, err := s.Meant(ctx, words, limit, kinds...)
	if err == nil && len(ids) == 0 {
		err = unknown(words)
	}
	return ids, err
}

// ofFaults are the kinds of nodes that faults belong to.
func ofFaults() []graph.Kind {
	return []graph.Kind{graph.Fault, graph.Component, graph.Downtime, graph.Symptom, graph.PV}
}

// fewMeant is how many nodes words are taken to mean.
const fewMeant = 5
