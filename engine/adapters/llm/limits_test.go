package llm

import (
	"context"
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"owl/engine/writer/chat"
)

// fake is a model whose replies are given, on a clock of its own.
type fake struct {
	now   time.Time
	errs  []error // of the next calls; nil after them
	calls int
	slept []time.Duration
	delta string
}

func (*fake) Name() string { return "fake" }

func (f *fake) Chat(_ context.Context, _ chat.Request, onDelta func(string)) (chat.Reply, error) {
	f.calls++
	if f.delta != "" {
		onDelta(f.delta)
	}
	if f.calls <= len(f.errs) {
		return chat.Reply{}, f.errs[f.calls-1]
	}
	return chat.Reply{Text: "ok"}, nil
}

func (f *fake) clock() time.Time { return f.now }

func (f *fake) sleep(_ context.Context, d time.Duration) error {
	f.slept = append(f.slept, d)
	f.now = f.now.Add(d)
	return nil
}

func (f *fake) retry() *retry {
	f.now = time.Unix(1e9, 0)
	r := newRetry(f)
	r.now, r.sleep = f.clock, f.sleep
	return r
}

func busy(after time.Duration) error {
	return &failure{kind: chat.ErrBusy, status: 429, fast: true, after: after}
}

func TestRetryWaitsAsLongAsItIsAsked(t *testing.T) {
	f := &fake{errs: []error{busy(time.Second), &failure{kind: chat.ErrServer, fast: true}}}
	if _, err := f.retry().Chat(t.Context(), chat.Request{}, nil); err != nil || f.calls != 3 || f.slept[0] != time.Second {
		t.Errorf("%v after %d calls, slept %v", err, f.calls, f.slept)
	}
}

func TestRetryGivesUp(t *testing.T) {
	down := &failure{kind: chat.ErrUnreachable, fast: true}
	for name, c := range map[string]struct {
		fake  fake
		calls int
	}{
		"after two more tries":            {fake{errs: []error{down, down, down, down}}, 3},
		"when asked to wait for long":     {fake{errs: []error{busy(time.Minute)}}, 1},
		"when its budget is spent":        {fake{errs: []error{busy(1500 * time.Millisecond), busy(time.Second)}}, 2},
		"when something was seen":         {fake{errs: []error{down}, delta: "The "}, 1},
		"when it took long to fail":       {fake{errs: []error{&failure{kind: chat.ErrUnreachable}}}, 1},
		"when it stalled":                 {fake{errs: []error{&failure{kind: chat.ErrStalled}}}, 1},
		"when the request is wrong":       {fake{errs: []error{&failure{kind: chat.ErrRefused, status: 400, fast: true}}}, 1},
		"when the reply cannot be read":   {fake{errs: []error{&failure{kind: chat.ErrEnvelope}}}, 1},
		"when the limit is one's own":     {fake{errs: []error{&failure{kind: chat.ErrBusy}}}, 1},
		"when the error is of the caller": {fake{errs: []error{context.Canceled}}, 1},
	} {
		if _, err := c.fake.retry().Chat(t.Context(), chat.Request{}, nil); err == nil || c.fake.calls != c.calls {
			t.Errorf("%s: %v after %d calls", name, err, c.fake.calls)
		}
	}
}

func TestPausesAreSpreadAndGrow(t *testing.T) {
	for try := range maxRetries {
		most := firstPause << try
		seen := map[bool]bool{}
		for range 200 {
			d := fullJitter(most)
			if d <= 0 || d > most+time.Millisecond {
				t.Fatalf("%s of %s", d, most)
			}
			seen[d < most/2] = true
		}
		if len(seen) != 2 {
			t.Errorf("pauses of %s are not spread", most)
		}
	}
}

func TestRateNeverPassesItsLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := &fake{now: time.Unix(1e9, 0)}
		r := newRate(f, rapid.IntRange(1, 200).Draw(t, "per minute"))
		r.now, r.sleep = f.clock, f.sleep
		began := f.now
		for range 100 {
			f.now = f.now.Add(time.Duration(rapid.IntRange(0, 3000).Draw(t, "ms")) * time.Millisecond)
			_, err := r.Chat(context.Background(), chat.Request{}, nil)
			if err != nil && !errors.Is(err, chat.ErrBusy) {
				t.Fatal(err)
			}
			allowed := float64(r.perMinute)*f.now.Sub(began).Minutes() + max(1, float64(r.perMinute)/4) + 1e-6
			if float64(f.calls) > allowed {
				t.Fatalf("%d calls after %s", f.calls, f.now.Sub(began))
			}
		}
	})
}

func TestRateLetsThroughWhatItMay(t *testing.T) {
	f := &fake{now: time.Unix(1e9, 0)}
	r := newRate(f, 60)
	r.now, r.sleep = f.clock, f.sleep
	for i := range 20 {
		if _, err := r.Chat(t.Context(), chat.Request{}, nil); err != nil {
			t.Fatalf("call %d: %v", i, err) // 15 at once, then one a second
		}
	}
	if len(f.slept) != 5 {
		t.Errorf("slept %v", f.slept)
	}
}

func TestBreaker(t *testing.T) {
	server := &failure{kind: chat.ErrServer, detail: "500"}
	f := &fake{now: time.Unix(1e9, 0), errs: []error{server, &failure{kind: chat.ErrRefused}, server, server, context.Canceled, server}}
	b := newBreaker(f, 2, 30*time.Second)
	b.now = f.clock
	ask := func(want error, calls int) {
		t.Helper()
		_, err := b.Chat(t.Context(), chat.Request{}, nil)
		if want == nil && err != nil || want != nil && !errors.Is(err, want) || f.calls != calls {
			t.Fatalf("%v after %d calls, want %v after %d", err, f.calls, want, calls)
		}
	}
	ask(chat.ErrServer, 1)
	ask(chat.ErrRefused, 2) // it answered: the count begins anew
	ask(chat.ErrServer, 3)
	ask(chat.ErrServer, 4)
	ask(chat.ErrPaused, 4)
	f.now = f.now.Add(31 * time.Second)
	ask(context.Canceled, 5) // says nothing about the service
	ask(chat.ErrServer, 6)
	ask(chat.ErrPaused, 6)
	f.now = f.now.Add(31 * time.Second)
	ask(nil, 7)
	ask(nil, 8)
}

func TestBreakerLetsOneCallTry(t *testing.T) {
	slow := &waiting{begun: make(chan struct{}), go_: make(chan struct{})}
	b := newBreaker(slow, 1, time.Nanosecond)
	b.failed = 1
	done := make(chan error)
	go func() {
		_, err := b.Chat(t.Context(), chat.Request{}, nil)
		done <- err
	}()
	<-slow.begun
	if _, err := b.Chat(t.Context(), chat.Request{}, nil); !errors.Is(err, chat.ErrPaused) {
		t.Errorf("%v", err)
	}
	close(slow.go_)
	if err := <-done; err != nil {
		t.Error(err)
	}
}

type waiting struct {
	fake
	begun, go_ chan struct{}
}

func (w *waiting) Chat(context.Context, chat.Request, func(string)) (chat.Reply, error) {
	close(w.begun)
	<-w.go_
	return chat.Reply{Text: "ok"}, nil
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 10, 1, 12, 0, 0, 0, time.UTC)
	for in, want := range map[string]time.Duration{
		"": 0, "3": 3 * time.Second, "-1": 0, "soon": 0, "99999999999999": 24 * time.Hour, "1000000": 24 * time.Hour,
		"Thu, 01 Oct 2026 12:00:05 GMT": 5 * time.Second, "Thu, 01 Oct 2026 11:00:00 GMT": 0,
	} {
		if got := retryAfter(in, now); got != want {
			t.Errorf("%q: %s", in, got)
		}
	}
}
