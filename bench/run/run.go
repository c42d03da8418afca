package run

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"owl/engine"
	"owl/engine/trace"
)

// Question is what is asked, and what its file is called.
type Question struct{ ID, Text string }

// Asker answers a question as loop.Loop does: every step goes to the sink, the
// last one being a terminal event. It is safe for concurrent use.
type Asker interface {
	Ask(ctx context.Context, req engine.Request, sink trace.Sink) (engine.Answer, error)
}

// Job is one variant's run.
type Job struct {
	Dir       string // of the benchmark; the variant's folder is below
	Manifest  Manifest
	Asker     Asker
	Questions []Question
	Again     bool           // ask also what was asked before
	Progress  func(Progress) // called after each question, from one goroutine at a time; may be nil
}

// Progress is how far a job is.
type Progress struct {
	Variant string
	Done    int // questions, with those that were there
	Reused  int // questions that were there
	Total   int
	Elapsed time.Duration
}

// Left estimates the time that is left; known is false when there is nothing to
// go by.
func (p Progress) Left() (left time.Duration, known bool) {
	asked := p.Done - p.Reused
	if asked == 0 || p.Done >= p.Total {
		return 0, false
	}
	return p.Elapsed / time.Duration(asked) * time.Duration(p.Total-p.Done), true
}

// Result says what a job did.
type Result struct {
	Asked   int
	Reused  int      // runs that were there
	Removed int      // files of another configuration or index
	Failed  []string // ids of questions whose run failed, which is kept as such
}

// Run asks the questions that have no whole run yet, as many at a time as the
// manifest says. When the context ends it stops; what is done stays.
func (j Job) Run(ctx context.Context) (Result, error) {
	for _, q := range j.Questions {
		if err := checkID(q.ID); err != nil {
			return Result{}, err
		}
	}
	if j.Manifest.Models == nil {
		j.Manifest.Models = map[string]string{}
	}
	r := &running{Job: j, began: time.Now()}
	var err error
	if r.result.Removed, err = j.Manifest.prepare(j.folder()); err != nil {
		return r.result, err
	}
	todo := r.open()
	r.report()
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(1, j.Manifest.Jobs))
	for _, q := range todo {
		group.Go(func() error { return r.one(ctx, q) })
	}
	err = group.Wait()
	return r.result, err
}

func (j Job) folder() string { return filepath.Join(j.Dir, j.Manifest.Variant.Name) }

// checkID refuses an id that cannot be the name of a file.
func checkID(id string) error {
	if id == "" || len(id) > 200 || id[0] == '.' || strings.ContainsFunc(id, func(r rune) bool { return r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) }) {
		return fmt.Errorf("question %q: its id cannot name a file", id)
	}
	return nil
}

// running is the state of a job.
type running struct {
	Job
	began  time.Time
	mu     sync.Mutex
	result Result
}

func (r *running) file(q Question) string { return filepath.Join(r.folder(), q.ID+traceExt) }

// open returns the questions that are still to be asked.
func (r *running) open() []Question {
	var todo []Question
	for _, q := range r.Questions {
		if !r.Again && done(r.file(q), q) {
			r.result.Reused++
		} else {
			todo = append(todo, q)
		}
	}
	return todo
}

// one asks one question and writes its file.
func (r *running) one(ctx context.Context, q Question) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("question %s: internal fault: %v", q.ID, p)
		}
	}()
	if err := ctx.Err(); err != nil {
		return err
	}
	var lines bytes.Buffer
	var broken error
	encode := json.NewEncoder(&lines)
	_, asked := r.Asker.Ask(ctx, engine.Request{Question: engine.Untrusted(q.Text), Mode: r.Manifest.Variant.Mode}, func(e trace.Event) {
		broken = errors.Join(broken, encode.Encode(e))
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if broken != nil {
		return fmt.Errorf("question %s: %w", q.ID, broken)
	}
	if err := writeFile(r.file(q), lines.Bytes()); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.result.Asked++
	if asked != nil {
		r.result.Failed = append(r.result.Failed, q.ID)
	}
	r.report()
	return nil
}

func (r *running) report() {
	if r.Progress != nil {
		r.Progress(Progress{
			Variant: r.Manifest.Variant.Name, Done: r.result.Reused + r.result.Asked, Reused: r.result.Reused,
			Total: len(r.Questions), Elapsed: time.Since(r.began),
		})
	}
}
