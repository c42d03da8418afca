package review

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"owl/bench/build"
	"owl/bench/suite"
	"owl/engine"
)

// ErrEdit says why a changed question cannot be kept.
var ErrEdit = errors.New("the change cannot be kept")

// Reword changes the text of a question and nothing else.
func (i Item) Reword(text string) (json.RawMessage, error) {
	return set(i.now(), "question", text)
}

// set gives a key of an object another value.
func set(raw json.RawMessage, key, value string) (json.RawMessage, error) {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(raw, &object); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrEdit, err)
	}
	text, err := json.Marshal(value)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrEdit, err)
	}
	object[key] = text
	return json.Marshal(object)
}

// Check looks whether a changed question can be kept: it passes the checks of a
// benchmark, keeps its id, and its quotes stand in their records. Lookup finds
// these.
func (i Item) Check(ctx context.Context, changed json.RawMessage, lookup func(ctx context.Context, id string) (engine.Record, error)) error {
	list, err := json.Marshal([]json.RawMessage{changed})
	if err != nil {
		return fmt.Errorf("%w: it is no JSON object", ErrEdit)
	}
	questions, err := suite.Parse("", list)
	if err != nil {
		return fmt.Errorf("%w: %s", ErrEdit, firstFault(err))
	}
	if questions[0].ID != i.Question.ID {
		return fmt.Errorf("%w: its id is another one", ErrEdit)
	}
	var q build.Record
	if err := json.Unmarshal(changed, &q); err != nil {
		return fmt.Errorf("%w: %w", ErrEdit, err)
	}
	for n, nugget := range q.Nuggets {
		if why := misplaced(ctx, nugget, lookup); why != "" {
			return fmt.Errorf("%w: nuggets[%d]: %s", ErrEdit, n, why)
		}
	}
	return nil
}

func firstFault(err error) string {
	var f *suite.Fault
	if !errors.As(err, &f) {
		return err.Error()
	}
	if f.Field == "" {
		return f.Why
	}
	return f.Field + " " + f.Why
}

// misplaced says why the quote of a nugget does not stand where it should; empty
// when it does, or when there is none.
func misplaced(ctx context.Context, n build.Nugget, lookup func(context.Context, string) (engine.Record, error)) string {
	if n.DocID == "" || n.Quote == "" {
		return ""
	}
	rec, err := lookup(ctx, n.DocID)
	if err != nil {
		return err.Error()
	}
	if _, ok := Place(rec, n); !ok {
		return "its quote does not stand in " + n.DocID
	}
	return ""
}
