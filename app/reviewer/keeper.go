package reviewer

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"

	tea "charm.land/bubbletea/v2"

	"owl/bench/build"
	"owl/bench/review"
	"owl/bench/suite"
	"owl/engine"
	"owl/views/record"
	pane "owl/views/review"
)

// keeper holds the review. Its commands run beside the screen, one at a time.
type keeper struct {
	ctx    context.Context // of the whole screen
	deps   Deps
	editor []string
	mu     sync.Mutex
}

func newKeeper(ctx context.Context, deps Deps, env []string) *keeper {
	return &keeper{ctx: ctx, deps: deps, editor: editorOf(env)}
}

// editorOf is the editor of an environment, with its arguments.
func editorOf(env []string) []string {
	var visual, editor string
	for _, v := range env {
		name, value, _ := strings.Cut(v, "=")
		switch name {
		case "VISUAL":
			visual = strings.TrimSpace(value)
		case "EDITOR":
			editor = strings.TrimSpace(value)
		}
	}
	return strings.Fields(cmp.Or(visual, editor, "vi"))
}

// questions are all questions as they are now.
func (k *keeper) questions() pane.Questions {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.list()
}

func (k *keeper) list() pane.Questions {
	var out pane.Questions
	for _, item := range k.deps.Review.Items {
		q := item.Question
		shown := pane.Question{
			ID: q.ID, Kind: q.Type, Collection: q.Collection, Difficulty: q.Difficulty, Text: engine.Untrusted(q.Text), Gold: engine.Untrusted(q.Gold),
			State: pane.State(item.Verdict), Reason: engine.Untrusted(item.Reason),
		}
		for i, n := range q.Nuggets {
			shown.Nuggets = append(shown.Nuggets, pane.Nugget{N: i + 1, Label: string(n.Label), Role: string(n.Role), Text: engine.Untrusted(n.Text), DocID: n.DocID, Quote: engine.Untrusted(n.Quote)})
		}
		for _, e := range q.Evidence {
			grade := "supporting"
			if e.Grade == suite.Primary {
				grade = "primary"
			}
			shown.Evidence = append(shown.Evidence, pane.Evidence{DocID: e.DocID, Grade: grade})
		}
		out = append(out, shown)
	}
	return out
}

// load reads the record of a nugget; of one that names none, the first evidence.
func (k *keeper) load(want pane.Wanted) tea.Cmd {
	return func() tea.Msg {
		k.mu.Lock()
		q := k.deps.Review.Items[want.Question].Question
		k.mu.Unlock()
		id := ""
		if want.Nugget < len(q.Nuggets) {
			id = q.Nuggets[want.Nugget].DocID
		}
		if id == "" && len(q.Evidence) > 0 {
			id = q.Evidence[0].DocID
		}
		rec, err := k.deps.Records.Record(k.ctx, id)
		if err != nil {
			return loaded{want, record.Failed{Why: err.Error()}}
		}
		return loaded{want, opened(rec, q, want.Nugget)}
	}
}

// opened shows a record at the quote of a nugget, if it stands there.
func opened(rec engine.Record, q build.Record, at int) record.Opened {
	out := record.Opened{Record: rec}
	if at >= len(q.Nuggets) {
		return out
	}
	n := q.Nuggets[at]
	if start, ok := review.Place(rec, n); ok {
		out.At = engine.Citation{N: at + 1, DocID: rec.DocID, Start: start, End: start + len(n.Quote), Quote: engine.Untrusted(n.Quote)}
		out.Quotes = []engine.Citation{out.At}
	}
	return out
}

// decide keeps a decision of the pane.
func (k *keeper) decide(d pane.Decided) tea.Cmd {
	return func() tea.Msg {
		k.mu.Lock()
		defer k.mu.Unlock()
		var changed json.RawMessage
		if d.Text != "" {
			var err error
			if changed, err = k.deps.Review.Items[d.Question].Reword(d.Text); err != nil {
				return kept{err: err}
			}
		}
		return k.keep(d.Question, review.Verdict(d.State), d.Reason, changed)
	}
}

// keep checks a change and keeps a decision; mu is held.
func (k *keeper) keep(place int, v review.Verdict, reason string, changed json.RawMessage) kept {
	if changed != nil {
		if err := k.deps.Review.Items[place].Check(k.ctx, changed, k.deps.Records.Record); err != nil {
			return kept{err: err}
		}
	}
	if err := k.deps.Review.Decide(place, v, reason, changed, k.deps.Now()); err != nil {
		return kept{err: err}
	}
	return kept{questions: k.list()}
}

// written is a question in a file, ready for the editor.
type written struct {
	question int
	file     string
	before   []byte
	editor   *exec.Cmd
	err      error
}

// closed says that the editor has ended.
type closed struct {
	written
	failed error
}

// write writes a question into a file of its own.
func (k *keeper) write(question int) tea.Cmd {
	return func() tea.Msg {
		k.mu.Lock()
		text := k.deps.Review.Items[question].JSON()
		k.mu.Unlock()
		file, err := os.CreateTemp("", "owl-question-*.json")
		if err != nil {
			return written{err: fmt.Errorf("write the question for the editor: %w", err)}
		}
		_, err = file.Write(text)
		if err = errors.Join(err, file.Close()); err != nil {
			return written{err: fmt.Errorf("write the question for the editor: %w", errors.Join(err, os.Remove(file.Name())))}
		}
		args := append(k.editor[1:len(k.editor):len(k.editor)], file.Name())
		return written{question: question, file: file.Name(), before: text, editor: exec.CommandContext(k.ctx, k.editor[0], args...)}
	}
}

var (
	errUnchanged = errors.New("nothing was changed; accept with a")
	errNoEditor  = errors.New("the editor failed; set EDITOR")
)

// read takes a question back from the editor, and removes its file.
func (k *keeper) read(c closed) tea.Cmd {
	return func() tea.Msg {
		text, err := os.ReadFile(c.file)
		err = errors.Join(err, os.Remove(c.file))
		switch {
		case c.failed != nil:
			return kept{err: fmt.Errorf("%w: %w", errNoEditor, c.failed)}
		case err != nil:
			return kept{err: fmt.Errorf("read the question from the editor: %w", err)}
		case bytes.Equal(text, c.before):
			return kept{err: errUnchanged}
		case !json.Valid(text):
			return kept{err: fmt.Errorf("%w: it is no JSON", review.ErrEdit)}
		}
		k.mu.Lock()
		defer k.mu.Unlock()
		return k.keep(c.question, review.Edited, "", bytes.TrimSpace(text))
	}
}
