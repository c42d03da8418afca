// Package load asks many questions at the same time, as several users would,
// and measures how the answers keep up.
//
// Each session asks one question after another without a pause, so the load is
// the heaviest that its number of users can make. When the time is up no
// question is begun any more; those under way are waited for, so that slow
// answers are not left out of the latencies.
package load

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"owl/bench/run"
	"owl/engine"
	"owl/engine/trace"
)

// Job says how much is asked.
type Job struct {
	Asker     run.Asker
	Questions []engine.Untrusted // at least one; every session asks them round and round, from a place of its own
	Mode      engine.Mode
	Sessions  int           // at least 1
	Time      time.Duration // after which no question is begun
	Grace     time.Duration // that questions under way may take after it; then they fail
	Most      int           // questions in all, at least 1

	Progress func(asked int) // called after each question, from one goroutine at a time; may be nil
}

// Result is what was measured. The latencies are those of answers and
// abstentions, by nearest rank. They carry no interval: answers that are made at
// the same time depend on each other.
type Result struct {
	Sessions   int       `json:"sessions"`
	Questions  int       `json:"questions"` // different ones
	Seconds    float64   `json:"seconds"`   // until the last question ended
	Answers    int       `json:"answers"`   // with the abstentions
	Abstained  int       `json:"abstained"`
	Errors     int       `json:"errors"`
	FirstError string    `json:"first_error,omitempty"`
	PerSecond  float64   `json:"answers_per_second"`
	Millis     Quantiles `json:"ms"`
	PeakMB     float64   `json:"peak_mb,omitempty"` // resident memory of the process since it began, in MiB; 0 where the system does not say
}

// Quantiles are of the time that an answer took, in milliseconds; all 0 without
// an answer.
type Quantiles struct {
	P50 float64 `json:"p50"`
	P95 float64 `json:"p95"`
	P99 float64 `json:"p99"`
}

// Run asks until the time is up or enough was asked. A question that fails is
// counted and does not end it; the end of the context does.
func (j Job) Run(ctx context.Context) (Result, error) {
	if j.Asker == nil || len(j.Questions) == 0 || j.Sessions < 1 || j.Most < 1 {
		return Result{}, fmt.Errorf("load: want an asker, questions, sessions and a limit: %w", engine.ErrUsage)
	}
	r := &running{Job: j, began: time.Now()}
	hard, cancel := context.WithTimeout(ctx, j.Time+j.Grace)
	defer cancel()
	group, hard := errgroup.WithContext(hard)
	for n := range j.Sessions {
		group.Go(func() error { return r.session(hard, n) })
	}
	err := group.Wait()
	if ctx.Err() != nil {
		return Result{}, ctx.Err()
	}
	return r.summary(), err
}

// running is the state of a job.
type running struct {
	Job
	began time.Time

	mu     sync.Mutex
	begun  int
	result Result
	millis []float64
}

// session asks until there is no more to ask.
func (r *running) session(ctx context.Context, n int) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("session %d: internal fault: %v", n+1, p)
		}
	}()
	at := n * len(r.Questions) / r.Sessions
	for ; r.another(ctx); at++ {
		req := engine.Request{Question: r.Questions[at%len(r.Questions)], Mode: r.Mode}
		began := time.Now()
		answer, err := r.Asker.Ask(ctx, req, func(trace.Event) {})
		r.ended(time.Since(began), answer, err)
	}
	return nil
}

// another takes the right to ask one more question.
func (r *running) another(ctx context.Context) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if ctx.Err() != nil || r.begun == r.Most || time.Since(r.began) >= r.Time {
		return false
	}
	r.begun++
	return true
}

func (r *running) ended(took time.Duration, answer engine.Answer, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case err != nil && !errors.Is(err, engine.ErrAbstained):
		if r.result.Errors++; r.result.Errors == 1 {
			r.result.FirstError = err.Error()
		}
	default:
		r.result.Answers++
		if answer.Abstained {
			r.result.Abstained++
		}
		r.millis = append(r.millis, float64(took.Microseconds())/1000)
	}
	if r.Progress != nil {
		r.Progress(r.result.Answers + r.result.Errors)
	}
}

func (r *running) summary() Result {
	out := r.result
	out.Sessions, out.Questions, out.PeakMB = r.Sessions, len(r.Questions), peakMB()
	out.Seconds = time.Since(r.began).Seconds()
	out.PerSecond = float64(out.Answers) / out.Seconds
	slices.Sort(r.millis)
	out.Millis = Quantiles{P50: nearest(r.millis, 0.5), P95: nearest(r.millis, 0.95), P99: nearest(r.millis, 0.99)}
	return out
}

// nearest is a quantile by nearest rank; 0 of nothing.
func nearest(sorted []float64, q float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[max(1, int(math.Ceil(q*float64(len(sorted)))))-1]
}
