package assist

import (
	"context"
	"errors"
	"fmt"
	"time"

	"owl/engine"
	"owl/engine/writer/chat"
)

// Item is a record that may be read.
type Item struct {
	Record  engine.Record
	Faulty  bool // it is about a fault; others are not asked about
	Learned Learned
	Key     any // the shelf's own
}

// Shelf holds the records, and keeps what was learned.
type Shelf interface {
	// Due lists the records that were not read with this stamp, the newest first,
	// in pieces that Items reads.
	Due(ctx context.Context, stamp string) ([]int64, error)
	Items(ctx context.Context, rows []int64) ([]Item, error)
	// Keep writes what was learned; it is durable when Keep returns.
	Keep(ctx context.Context, stamp string, items []Item) error
}

// Budget bounds a run; a zero is no bound.
type Budget struct {
	Time   time.Duration
	Calls  int
	Tokens int
}

// Report is how far a run came.
type Report struct {
	Due        int // records that were not read before
	Passed     int // of them, those that are about no fault
	Read       int
	Unreadable int // replies that could not be used
	Statements int
	Dropped    int // statements that did not hold
	Cost       Cost
	Stopped    string // why it ended before everything was read; empty when it did not
}

// Left is how many records are still due.
func (r Report) Left() int { return r.Due - r.Passed - r.Read }

// Sizes of a run.
const (
	pageSize  = 64 // records that are loaded at a time
	keepEvery = 8  // records after which what was learned is kept
	tooMany   = 3  // records in a row that could not be read
)

var errTime = errors.New("the time of the budget is over")

// Run reads records until all are read, the budget is used up, or the model fails.
// What was learned is kept as it goes, also when the context ends: a later run goes
// on there. The error is that of the context, the shelf or the model.
func Run(ctx context.Context, r *Reader, shelf Shelf, b Budget, progress func(Report)) (Report, error) {
	w := &worker{Reader: r, shelf: shelf, budget: b, progress: progress}
	rows, err := shelf.Due(ctx, r.Stamp())
	if err != nil {
		return Report{}, err
	}
	w.report.Due = len(rows)
	limited := ctx
	if b.Time > 0 {
		var end context.CancelFunc
		limited, end = context.WithTimeoutCause(ctx, b.Time, errTime)
		defer end()
	}
	err = w.all(limited, rows)
	if errors.Is(context.Cause(limited), errTime) && ctx.Err() == nil {
		w.report.Stopped, err = fmt.Sprintf("the budget of %s is used up", b.Time), nil
	}
	return w.report, errors.Join(err, w.keep(context.WithoutCancel(ctx), true))
}

// worker is a run.
type worker struct {
	*Reader
	shelf    Shelf
	budget   Budget
	progress func(Report)
	report   Report
	done     []Item // learned, not kept yet
	odd      []Item // in a row, whose replies could not be read
	failed   int    // in a row
}

func (w *worker) all(ctx context.Context, rows []int64) error {
	for at := 0; at < len(rows); at += pageSize {
		items, err := w.shelf.Items(ctx, rows[at:min(at+pageSize, len(rows))])
		if err != nil {
			return err
		}
		for _, item := range items {
			if err := ctx.Err(); err != nil {
				return err
			}
			if !item.Faulty {
				w.report.Passed++
				continue
			}
			if w.spent() {
				return nil
			}
			if err := w.one(ctx, item); err != nil {
				return err
			}
		}
	}
	return nil
}

// spent reports that the budget does not suffice for another record.
func (w *worker) spent() bool {
	c := w.report.Cost
	switch {
	case w.budget.Calls > 0 && c.Calls+2 > w.budget.Calls:
		w.report.Stopped = fmt.Sprintf("the budget of %d calls is used up", w.budget.Calls)
	case w.budget.Tokens > 0 && c.Tokens >= w.budget.Tokens:
		w.report.Stopped = fmt.Sprintf("the budget of %d tokens is used up", w.budget.Tokens)
	default:
		return false
	}
	return true
}

// one reads a record. A reply that cannot be used is noted with the next good one:
// a model of which no reply can be used marks nothing as read.
func (w *worker) one(ctx context.Context, item Item) error {
	kept, dropped, cost, err := w.Read(ctx, item.Record)
	w.report.Cost = w.report.Cost.plus(cost)
	item.Learned = Learned{Model: w.Model.Name(), Statements: kept}
	if err != nil {
		return w.fail(ctx, item, err)
	}
	w.done = append(append(w.done, w.odd...), item)
	w.report.Read += len(w.odd) + 1
	w.odd, w.failed = nil, 0
	w.report.Statements += len(kept)
	w.report.Dropped += dropped
	if len(w.done) >= keepEvery {
		if err := w.keep(ctx, false); err != nil {
			return err
		}
	}
	if w.progress != nil {
		w.progress(w.report)
	}
	return nil
}

// fail ends the run when the model cannot be asked, or failed several times in a
// row; what it stumbles over now and then is passed.
func (w *worker) fail(ctx context.Context, item Item, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	w.failed++
	w.report.Unreadable++
	if errors.Is(err, ErrNoStatements) {
		item.Learned.Statements = nil
		w.odd = append(w.odd, item)
	}
	gone := errors.Is(err, chat.ErrUnreachable) || errors.Is(err, chat.ErrRefused) || errors.Is(err, chat.ErrPaused)
	if gone || w.failed >= tooMany {
		return err
	}
	return nil
}

// keep writes what was learned. While another process writes it waits for the next
// time, unless this is the last.
func (w *worker) keep(ctx context.Context, last bool) error {
	if len(w.done) == 0 {
		return nil
	}
	err := w.shelf.Keep(ctx, w.Stamp(), w.done)
	if errors.Is(err, engine.ErrLocked) && !last {
		return nil
	}
	if err == nil {
		w.done = nil
	}
	return err
}
