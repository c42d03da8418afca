// Package writer lets a language model write the answer, and believes none of
// it: every sentence is looked up in the records, and one that no record holds is
// left out before anybody reads it.
//
//	writer.go    asks the model, checks, asks once more
//	evidence.go  what the model is shown
//	segment.go   the model's text, cut into claims with their marks
//	assemble.go  claims that hold, put back together with their citations
//	support.go   where in the records a claim stands
//	gate.go      is it an answer, is it short
//	advise.go    how else a question could be searched for
//	prompt/      prompt files and fences
//	chat/        the port to a model
//	react/       a model asks tools
//	llmtest/     a model for tests
package writer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/trace"
	"owl/engine/writer/chat"
	"owl/engine/writer/prompt"
)

// The reasons why a model's draft is not used, beside those of chat.
var (
	ErrNoAnswer    = errors.New("the model found no answer in the records")
	ErrUnsupported = errors.New("no sentence of the model's draft stands in the records")
	ErrNoEvidence  = errors.New("there is no record to write from")
)

// Writer writes answers. It is safe for concurrent use.
type Writer struct {
	Model   chat.Model
	Prompts prompt.Set
	// Gate checks drafts; nil leaves that to the checks in code. It may be
	// another, smaller model.
	Gate *Gate
	// MaxWords is how long an answer may be; 0 is 250. MaxTokens bounds a reply; 0
	// is 700.
	MaxWords, MaxTokens int
	// Once takes the first draft as it is, without asking for a better one.
	Once bool
}

// Input is what is written from.
type Input struct {
	Question engine.Untrusted
	Evidence []Evidence
	// OnText gets the first draft as it grows, each piece checked; it may be nil.
	// The draft that stands at the end can be another one: see Draft.Rewritten.
	OnText func(markdown string)
}

// Draft is an answer whose every claim was found in the evidence.
type Draft struct {
	Text      string // Markdown with marks [1]
	Citations []engine.Citation
	Claims    int // of the model's draft as it came
	Kept      int
	Dropped   []trace.Drop
	Verdict   *Verdict // of the gate on the first draft; nil without a gate
	Rewritten bool     // Text is not what OnText got
	Notes     []string // prompts and what the gate found
	Usage     chat.Usage
	Took      time.Duration
}

// Grounding is the share of the raw draft's claims that hold, g of the
// corrective score.
func (d Draft) Grounding() float64 { return float64(d.Kept) / float64(max(1, d.Claims)) }

// Drafted is the draft's event.
func (d Draft) Drafted(composer string) trace.Drafted {
	return trace.Drafted{
		Composer: composer, Claims: d.Claims, Dropped: d.Dropped, Millis: float64(d.Took.Microseconds()) / 1000, Notes: d.Notes,
	}
}

// Write asks for a draft, checks it, and asks once for a better one when it is
// not good enough. An error means that the model wrote nothing to show: one of
// the errors above or of chat, in one line; the draft then says what was dropped.
func (w *Writer) Write(ctx context.Context, in Input) (Draft, error) {
	began := time.Now()
	if len(in.Evidence) == 0 {
		return Draft{}, ErrNoEvidence
	}
	j := w.newJob(in)
	first, text, err := j.draft(ctx, w.Prompts.Answer, nil, in.OnText)
	if err != nil && !errors.Is(err, ErrUnsupported) {
		return Draft{}, err
	}
	best := first
	var faults []string
	if !w.Once {
		faults = j.faults(ctx, &first)
	}
	best.Notes, best.Usage, best.Verdict = first.Notes, first.Usage, first.Verdict
	if len(faults) > 0 {
		best = j.better(ctx, first, text, faults)
	}
	best.Took = time.Since(began)
	if best.Kept == 0 {
		best.Text, best.Citations = "", nil
		return best, cmp.Or(err, ErrUnsupported)
	}
	return best, nil
}

// job is one answer in the making.
type job struct {
	*Writer
	in    Input
	fence prompt.Fence
	slots map[string]string
}

func (w *Writer) newJob(in Input) *job {
	texts := []engine.Untrusted{in.Question}
	for _, e := range in.Evidence {
		texts = append(texts, e.header(), e.text())
	}
	j := &job{Writer: w, in: in, fence: prompt.NewFence(texts...)}
	j.slots = map[string]string{
		"question": prompt.Plain(in.Question), "mark": j.fence.Mark(), "words": strconv.Itoa(j.maxWords()), "records": j.records(),
	}
	return j
}

func (w *Writer) maxWords() int { return cmp.Or(w.MaxWords, 250) }

func (j *job) records() string {
	var out []string
	for i, e := range j.in.Evidence {
		out = append(out, j.fence.Enclose(fmt.Sprintf("record %d", i+1), e.header()+"\n"+e.text()))
	}
	return strings.Join(out, "\n\n")
}

// draft asks once and checks what comes while it comes.
func (j *job) draft(ctx context.Context, p prompt.Prompt, more map[string]string, onText func(string)) (Draft, engine.Untrusted, error) {
	slots := map[string]string{}
	for _, m := range []map[string]string{j.slots, more} {
		for k, v := range m {
			slots[k] = v
		}
	}
	system, user := p.Fill(slots)
	a := newAssembler(j.in.Evidence, onText)
	reply, err := j.Model.Chat(ctx, chat.Request{
		System: system, Messages: []chat.Message{{Role: chat.User, Text: user}}, MaxTokens: cmp.Or(j.MaxTokens, 700),
	}, a.feed)
	if err != nil {
		return Draft{}, "", err
	}
	if saysNotFound(reply.Text) {
		return Draft{}, "", ErrNoAnswer
	}
	d := a.end()
	d.Usage = reply.Usage
	d.Notes = []string{p.String()}
	if reply.Finish == chat.Length || reply.Finish == chat.Cut {
		d.Notes = append(d.Notes, "the model's reply was cut: "+string(reply.Finish))
	}
	if d.Kept == 0 {
		return d, reply.Text, ErrUnsupported
	}
	return d, reply.Text, nil
}

func saysNotFound(text engine.Untrusted) bool {
	words := strings.Fields(strings.ToUpper(strings.Trim(string(text), " \t\r\n.*\"'`[]")))
	return len(words) >= 2 && len(words) <= 3 && words[0] == "NOT" && strings.HasPrefix(words[1], "FOUND")
}

// better asks for a corrected draft and returns the better one of the two.
func (j *job) better(ctx context.Context, first Draft, text engine.Untrusted, faults []string) Draft {
	var rest []string
	for _, f := range faults {
		rest = append(rest, "- "+prompt.Plain(engine.Untrusted(f)))
	}
	second, _, err := j.draft(ctx, j.Prompts.Rewrite, map[string]string{
		"draft": j.fence.Enclose("draft", engine.Untrusted(strings.ReplaceAll(string(text), j.fence.Mark(), ""))), "faults": strings.Join(rest, "\n"),
	}, nil)
	if err != nil {
		first.Notes = append(first.Notes, "the rewrite was not used: "+err.Error())
		return first
	}
	second.Usage = second.Usage.Plus(first.Usage)
	if worse(second, first, j.maxWords()) {
		first.Notes = append(first.Notes, second.Notes...)
		first.Notes = append(first.Notes, "the rewrite was not used: it is no better")
		first.Usage = second.Usage
		return first
	}
	second.Notes = append(slices.Clone(first.Notes), append(second.Notes, "rewritten once")...)
	second.Rewritten = true
	return second
}

// worse compares by what code can tell: a rewrite must hold at least as well,
// and must not lose most of the answer unless that was too long.
func worse(second, first Draft, words int) bool {
	if second.Grounding() < first.Grounding() {
		return true
	}
	long := len(strings.Fields(first.Text)) > words
	return !long && 2*second.Kept < first.Kept
}
