package ask

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"owl/engine"
	"owl/engine/graph/cypher"
	"owl/engine/tools"
)

// args are those of the tool.
type args struct {
	Operation string `json:"operation"`
	Words     string `json:"words"`
	To        string `json:"to"`
	Cypher    string `json:"cypher"`
	Limit     int    `json:"limit"`
}

// operation is one thing that the tool can be asked for.
type operation struct {
	name         string
	does         string
	usual, most  int // entries of a result
	to, isCypher bool
	run          func(ctx context.Context, s Source, a args, limit int) (result, error)
}

func operations() []operation {
	return []operation{
		{
			name: "chain", does: "fault chains from symptom to resolution, with what was ruled out and what did not help; words may name a time", usual: 3, most: 10,
			run: func(ctx context.Context, s Source, a args, limit int) (result, error) {
				return s.Chains(ctx, a.Words, limit)
			},
		},
		{
			name: "near", does: "what is joined to a thing", usual: 20, most: 60,
			run: func(ctx context.Context, s Source, a args, limit int) (result, error) {
				return s.Near(ctx, a.Words, limit)
			},
		},
		{
			name: "path", does: "the shortest way from words to to", usual: 1, most: 1, to: true,
			run: func(ctx context.Context, s Source, a args, _ int) (result, error) { return s.Path(ctx, a.Words, a.To) },
		},
		{
			name: "recurrence", does: "how often a fault happened, when, and how many days lay between", usual: 3, most: 10,
			run: func(ctx context.Context, s Source, a args, limit int) (result, error) {
				return s.Recurrences(ctx, a.Words, limit)
			},
		},
		{
			name: "expert", does: "who has worked on a thing, with the records that say so", usual: 5, most: 10,
			run: func(ctx context.Context, s Source, a args, limit int) (result, error) {
				return s.Experts(ctx, a.Words, limit)
			},
		},
		{
			name: "query", does: "rows of a query in cypher: MATCH, WHERE, RETURN, ORDER BY, SKIP, LIMIT", usual: 30, most: 100, isCypher: true,
			run: func(ctx context.Context, s Source, a args, limit int) (result, error) {
				return s.Query(ctx, a.Cypher, limit)
			},
		},
	}
}

// Tool is the tool graph_search. Open gives the graph as it is now.
func Tool(open func(context.Context) (Source, error)) tools.Tool {
	return tools.New(tools.Spec{Name: "graph_search", Description: description(), Schema: schema()}, func(ctx context.Context, a args) (tools.Result, error) {
		op, err := a.check()
		if err != nil {
			return tools.Result{}, fmt.Errorf("%w: %w", tools.ErrArguments, err)
		}
		s, err := open(ctx)
		if err != nil {
			return tools.Result{}, err
		}
		return op.ask(ctx, s, a)
	})
}

func description() string {
	text := "Asks the fault graph of the facility's records: what broke, why, what was done, who knows it. Every statement comes with doc_id, date and quote. Operations:"
	for _, op := range operations() {
		text += " " + op.name + " (" + op.does + ");"
	}
	return text[:len(text)-1] + ". In cypher, labels are Fault, Symptom, Component, System, Action, LogEntry, WorkRequest, Procedure, Person, Downtime, PV, Document, " +
		"relations CAUSED_BY, RESOLVED_BY, HAS_FAULT, HAS_SYMPTOM, ABOUT_SYSTEM, PART_OF, FOLLOWS_PROCEDURE, CONTACT_PERSON, MENTIONS, SUPERSEDES, RECURRED_AS, FAILED_TO_RESOLVE."
}

func schema() json.RawMessage {
	var names []string
	for _, op := range operations() {
		names = append(names, op.name)
	}
	enum, _ := json.Marshal(names) // strings
	return json.RawMessage(fmt.Sprintf(`{"type":"object","properties":{`+
		`"operation":{"type":"string","enum":%s},`+
		`"words":{"type":"string","minLength":1,"maxLength":500,"description":"names, words or a doc_id; every operation but query needs them"},`+
		`"to":{"type":"string","minLength":1,"maxLength":500,"description":"the other end of a path"},`+
		`"cypher":{"type":"string","minLength":1,"maxLength":4000,"description":"of a query, such as MATCH (f:Fault)-[:CAUSED_BY]->(c) WHERE f.name CONTAINS 'RFB' RETURN f.name, c.name, c.doc_id LIMIT 20"},`+
		`"limit":{"type":"integer","minimum":1,"maximum":100,"description":"most entries to give"}},`+
		`"required":["operation"],"additionalProperties":false}`, enum))
}

// check finds the operation, and refuses arguments that it lacks or has no use for.
func (a args) check() (operation, error) {
	for _, op := range operations() {
		if op.name != a.Operation {
			continue
		}
		for _, arg := range []struct {
			name, value string
			wanted      bool
		}{{"words", a.Words, !op.isCypher}, {"to", a.To, op.to}, {"cypher", a.Cypher, op.isCypher}} {
			switch {
			case arg.wanted && arg.value == "":
				return op, fmt.Errorf("operation %s needs %s", op.name, arg.name)
			case !arg.wanted && arg.value != "":
				return op, fmt.Errorf("operation %s has no use for %s", op.name, arg.name)
			}
		}
		if a.Limit > op.most {
			return op, fmt.Errorf("limit is %d; operation %s gives at most %d entries", a.Limit, op.name, op.most)
		}
		return op, nil
	}
	return operation{}, fmt.Errorf("there is no operation %q", a.Operation) // the schema lets no other through
}

// ask runs an operation. That there is nothing is an answer, not a failure.
func (op operation) ask(ctx context.Context, s Source, a args) (tools.Result, error) {
	limit := a.Limit
	if limit == 0 {
		limit = op.usual
	}
	found, err := op.fitting(ctx, s, a, limit)
	var none *NothingError
	var syntax *cypher.SyntaxError
	switch {
	case errors.As(err, &none):
		return tools.Result{Value: map[string]any{"found": 0, "note": none.Error()}}, nil
	case errors.As(err, &syntax), errors.Is(err, engine.ErrUsage):
		return tools.Result{}, fmt.Errorf("%w: cypher: %w", tools.ErrArguments, err)
	case err != nil:
		return tools.Result{}, fmt.Errorf("ask the fault graph: %w", err)
	}
	passages, err := s.passages(ctx, found.documents())
	return tools.Result{Value: found, Found: passages}, err
}
