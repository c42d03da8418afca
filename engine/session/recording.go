package session

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"golang.org/x/sys/unix"

	"owl/engine"
	"owl/engine/session/follow"
	"owl/engine/trace"
)

// recording writes the events of one turn down while they come.
type recording struct {
	c        *Conversation
	id, turn string
	typed    engine.Untrusted
	read     follow.Reading
	sink     trace.Sink

	journal *os.File // nil when it cannot be written
	failed  error    // the first failed write
	said    bool     // that it failed
	shift   int      // by how much seq is higher than the asker's
	run     trace.State
}

// begin notes the question.
func (c *Conversation) begin(id string, req engine.Request, read follow.Reading, sink trace.Sink) *recording {
	if sink == nil {
		sink = func(trace.Event) {}
	}
	r := &recording{c: c, id: id, turn: random(), typed: req.Question, read: read, sink: sink}
	if c.audit {
		return r
	}
	l := line{Kind: asked, Turn: r.turn, Question: req.Question, Mode: req.Mode}
	if read.Why != "" {
		l.Read = engine.Untrusted(read.Text)
	}
	if !req.Filter.IsZero() {
		l.Filter = &req.Filter
	}
	r.failed = c.store.append(id, l)
	r.open()
	return r
}

func (r *recording) open() {
	if r.failed != nil || r.c.audit {
		return
	}
	file, err := os.OpenFile(r.c.store.path(r.id, journalExt), os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		r.failed = fmt.Errorf("write the journal: %w", err)
		return
	}
	r.journal = file
	r.failed = mend(file)
}

// mend ends a line that a killed process left half written.
func mend(file *os.File) error {
	if err := unix.Flock(int(file.Fd()), unix.LOCK_EX); err != nil {
		return fmt.Errorf("lock the journal: %w", err)
	}
	defer func() { _ = unix.Flock(int(file.Fd()), unix.LOCK_UN) }() // else closing it unlocks
	if !torn(file) {
		return nil
	}
	if _, err := file.Write([]byte{'\n'}); err != nil {
		return fmt.Errorf("write the journal: %w", err)
	}
	return nil
}

// take passes an event on as the conversation tells it: with the question as it
// was typed, how it was read, and, once, that it could not be kept.
func (r *recording) take(e trace.Event) {
	if r.failed != nil && !r.said && e.Seq > 1 {
		r.said = true
		warning := e
		warning.Seq += r.shift
		warning.Payload = trace.Degraded{What: "history", Why: r.failed.Error(), Do: "the answer is not affected; make room or the folder writable"}
		r.pass(warning)
		r.shift++
	}
	e.Seq += r.shift
	switch p := e.Payload.(type) {
	case trace.Started:
		if r.typed != "" {
			p.Question = r.typed
			e.Payload = p
		}
	case trace.Understood:
		if r.read.Why != "" {
			p.Steps = append([]trace.Step{{Name: "follow-up", Did: r.read.Why}}, slices.Clone(p.Steps)...)
			e.Payload = p
		}
	}
	r.pass(e)
}

func (r *recording) pass(e trace.Event) {
	r.run = trace.Reduce(r.run, e)
	r.write(e)
	r.sink(e)
}

func (r *recording) write(e trace.Event) {
	if r.journal == nil || r.failed != nil {
		return
	}
	data, err := json.Marshal(entry{r.turn, e})
	if err == nil {
		_, err = r.journal.Write(append(data, '\n'))
	}
	if err != nil {
		r.failed = fmt.Errorf("write the journal: %w", err)
	}
}

// end notes how the turn ended, here and in the audit log.
func (r *recording) end() {
	if r.journal != nil {
		_ = r.journal.Close() // every line was written when it came
	}
	text := engine.Untrusted(r.run.Error)
	if r.run.Answer != nil {
		text = engine.Untrusted(r.run.Answer.Text)
	}
	if !r.c.audit && r.failed == nil {
		r.failed = r.c.store.append(r.id, line{Kind: answered, Turn: r.turn, Run: r.run.Run, Ended: r.run.Ended, Text: text})
	}
	if err := r.c.store.Audit(r.id, r.run); err != nil && r.failed == nil {
		r.failed = err
	}
	r.c.trouble(r.failed)
}
