package load

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"owl/engine"
	"owl/engine/trace"
)

// asker answers by a function and keeps who was asked what.
type asker struct {
	mu    sync.Mutex
	asked map[engine.Untrusted]int
	now   int
	most  int // questions at the same time
	then  func(ctx context.Context, q engine.Untrusted) (engine.Answer, error)
}

func (a *asker) Ask(ctx context.Context, req engine.Request, _ trace.Sink) (engine.Answer, error) {
	a.mu.Lock()
	if a.asked == nil {
		a.asked = map[engine.Untrusted]int{}
	}
	a.asked[req.Question]++
	a.now++
	a.most = max(a.most, a.now)
	a.mu.Unlock()
	defer func() { a.mu.Lock(); a.now--; a.mu.Unlock() }()
	if a.then == nil {
		return engine.Answer{}, nil
	}
	return a.then(ctx, req.Question)
}

func job(a *asker) Job {
	return Job{Asker: a, Questions: []engine.Untrusted{"a", "b", "c", "d"}, Sessions: 2, Time: time.Hour, Grace: time.Hour, Most: 10}
}

func TestEnoughIsAsked(t *testing.T) {
	a := &asker{}
	j := job(a)
	seen := 0
	j.Progress = func(asked int) { seen = max(seen, asked) }
	r, err := j.Run(t.Context())
	if err != nil || r.Answers != 10 || r.Errors != 0 || r.Sessions != 2 || r.Questions != 4 || r.PerSecond <= 0 || seen != 10 {
		t.Errorf("%+v, %v, %d seen", r, err, seen)
	}
	if r.PeakMB <= 0 && runtime.GOOS == "linux" {
		t.Error("no peak of the memory")
	}
}

func TestSessionsAskAtTheSameTimeAndEachFromItsPlace(t *testing.T) {
	a := &asker{}
	both := make(chan struct{})
	var once sync.WaitGroup
	once.Add(2)
	go func() { once.Wait(); close(both) }()
	a.then = func(ctx context.Context, _ engine.Untrusted) (engine.Answer, error) {
		once.Done()
		select {
		case <-both:
			return engine.Answer{}, nil
		case <-ctx.Done():
			return engine.Answer{}, ctx.Err()
		}
	}
	j := job(a)
	j.Most = 2
	if r, err := j.Run(t.Context()); err != nil || r.Answers != 2 || a.most != 2 || a.asked["a"] != 1 || a.asked["c"] != 1 {
		t.Errorf("%+v, %v; %d at a time, asked %v", r, err, a.most, a.asked)
	}
}

func TestFailuresAndAbstentionsAreCounted(t *testing.T) {
	a := &asker{then: func(_ context.Context, q engine.Untrusted) (engine.Answer, error) {
		switch q {
		case "a":
			return engine.Answer{}, errors.New("disk on fire")
		case "b":
			return engine.Answer{Abstained: true}, nil
		}
		return engine.Answer{}, nil
	}}
	j := job(a)
	j.Sessions, j.Most = 1, 8
	r, err := j.Run(t.Context())
	if err != nil || r.Answers != 6 || r.Abstained != 2 || r.Errors != 2 || r.FirstError != "disk on fire" {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestTheTimeEndsIt(t *testing.T) {
	hangs := func(ctx context.Context, _ engine.Untrusted) (engine.Answer, error) {
		<-ctx.Done()
		return engine.Answer{}, ctx.Err()
	}
	j := job(&asker{then: hangs})
	j.Time, j.Grace = time.Millisecond, time.Millisecond
	if r, err := j.Run(t.Context()); err != nil || r.Answers != 0 || r.Errors > 2 || r.Millis != (Quantiles{}) {
		t.Errorf("%+v, %v", r, err)
	}
	j = job(&asker{})
	j.Time = 0
	if r, err := j.Run(t.Context()); err != nil || r.Answers != 0 || r.Errors != 0 {
		t.Errorf("no time: %+v, %v", r, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	j = job(&asker{then: func(context.Context, engine.Untrusted) (engine.Answer, error) { cancel(); return engine.Answer{}, nil }})
	if _, err := j.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("an end from outside: %v", err)
	}
}

func TestAPanicAndNothingToAskAreErrors(t *testing.T) {
	j := job(&asker{then: func(context.Context, engine.Untrusted) (engine.Answer, error) { panic("x") }})
	if _, err := j.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "internal fault: x") {
		t.Errorf("%v", err)
	}
	for name, change := range map[string]func(*Job){
		"no questions": func(j *Job) { j.Questions = nil }, "no sessions": func(j *Job) { j.Sessions = 0 },
		"no limit": func(j *Job) { j.Most = 0 }, "no asker": func(j *Job) { j.Asker = nil },
	} {
		j := job(&asker{})
		change(&j)
		if _, err := j.Run(t.Context()); !errors.Is(err, engine.ErrUsage) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestNearestRank(t *testing.T) {
	var hundred []float64
	for i := range 100 {
		hundred = append(hundred, float64(i+1))
	}
	for _, c := range []struct {
		of   []float64
		q    float64
		want float64
	}{{hundred, 0.5, 50}, {hundred, 0.95, 95}, {hundred, 0.99, 99}, {[]float64{7}, 0.99, 7}, {nil, 0.5, 0}, {[]float64{1, 2, 3}, 0.5, 2}} {
		if got := nearest(c.of, c.q); got != c.want {
			t.Errorf("quantile %v of %d values: %v", c.q, len(c.of), got)
		}
	}
}
