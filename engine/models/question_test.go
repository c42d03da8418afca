package models

import (
	"context"
	"errors"
	"testing"

	"owl/engine/models/tokenizer"
)

// named is a runner that does nothing.
type named struct{ closed *int }

func (named) run(context.Context, tokenizer.Encoding) (tensor, error) { return tensor{}, nil }

func (n named) close() error { *n.closed++; return nil }

func TestASecondSessionIsOpenedForThoseWhoAskOften(t *testing.T) {
	var usual, second int
	q := newQuestions(func() (runner, error) { return named{&second}, nil })
	for range askedOften - 1 {
		if q.runner(named{&usual}).(named).closed != &usual {
			t.Fatal("the second session answers the first questions")
		}
	}
	if err := q.close(); err != nil || second != 0 {
		t.Fatalf("closed %d sessions that were not opened, %v", second, err)
	}
	q = newQuestions(func() (runner, error) { return named{&second}, nil })
	for range askedOften {
		q.runner(named{&usual})
	}
	<-q.done
	if q.runner(named{&usual}).(named).closed != &second {
		t.Error("the second session does not answer")
	}
	if err := q.close(); err != nil || second != 1 {
		t.Errorf("closed %d, %v", second, err)
	}
}

func TestWithoutASecondSessionTheFirstAnswers(t *testing.T) {
	var usual int
	for _, open := range []func() (runner, error){
		func() (runner, error) { return nil, errors.New("no memory") },
		func() (runner, error) { panic("bug") },
	} {
		q := newQuestions(open)
		for range askedOften {
			q.runner(named{&usual})
		}
		<-q.done
		if q.runner(named{&usual}).(named).closed != &usual || q.close() != nil {
			t.Error("the first session does not answer")
		}
	}
	var none *questions
	if none.runner(named{&usual}).(named).closed != &usual || none.close() != nil {
		t.Error("no second session is a fault")
	}
}
