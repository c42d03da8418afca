// Package react lets a language model ask tools, in rounds, before an answer is
// written: the model says what it wants to know, the tool's answer is read to it,
// and so on until it has enough or a limit is reached.
//
// The model never sees a record here, only the question and what tools returned,
// so that text in a record cannot ask for a call. What a tool returned can hold
// such text too; a call that it asks for is refused (see steered).
package react

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/tools"
	"owl/engine/trace"
	"owl/engine/writer/chat"
	"owl/engine/writer/prompt"
)

// Limits bound a run; a zero is the usual value.
type Limits struct {
	Rounds int           // replies of the model; usually 4
	Calls  int           // of tools; usually 6
	Tokens int           // of all replies together; usually 2000
	Bytes  int           // of a result that the model reads; usually 6000
	Time   time.Duration // usually 30 s
}

// Filled puts the usual value where there is none.
func (l Limits) Filled() Limits {
	for _, f := range []struct {
		at    *int
		usual int
	}{{&l.Rounds, 4}, {&l.Calls, 6}, {&l.Tokens, 2000}, {&l.Bytes, 6000}} {
		if *f.at <= 0 {
			*f.at = f.usual
		}
	}
	if l.Time <= 0 {
		l.Time = 30 * time.Second
	}
	return l
}

// Executor asks tools on behalf of a model. It is safe for concurrent use.
type Executor struct {
	Model  chat.Model
	Tools  *tools.Registry
	Prompt prompt.Prompt
	Limits Limits
}

// Outcome is what came of the tools.
type Outcome struct {
	// Returned are the results that are no error, each as a record of the
	// collection "tool", so that an answer can cite it.
	Returned []engine.Record
	Found    []engine.Passage // records that the results speak of
	Calls    int
	Usage    chat.Usage
	// Stopped says which limit ended the run; empty when the model did.
	Stopped string
}

// Collection is that of the records of Outcome.Returned.
const Collection engine.Collection = "tool"

// Run asks until the model is done. emit gets each call and each result; at is
// the time that the results bear. An error of the model ends the run with what
// came so far.
func (e *Executor) Run(ctx context.Context, question engine.Untrusted, at time.Time, emit func(trace.Payload)) (Outcome, error) {
	limits := e.Limits.Filled()
	timed, cancel := context.WithTimeout(ctx, limits.Time)
	defer cancel()
	r := &run{Executor: e, limits: limits, question: question, at: at, emit: emit, fence: prompt.NewFence(question)}
	err := r.rounds(timed)
	if err != nil && ctx.Err() == nil && timed.Err() != nil {
		r.out.Stopped, err = fmt.Sprintf("the tools had %s", limits.Time), nil
	}
	return r.out, err
}

type run struct {
	*Executor
	limits   Limits
	question engine.Untrusted
	at       time.Time
	emit     func(trace.Payload)
	fence    prompt.Fence
	messages []chat.Message
	heard    []string // what tools returned
	out      Outcome
}

func (r *run) rounds(ctx context.Context) error {
	system, user := r.Prompt.Fill(map[string]string{
		"question": prompt.Plain(r.question), "mark": r.fence.Mark(), "tools": listOf(r.Tools.Specs()),
	})
	r.messages = []chat.Message{{Role: chat.User, Text: user}}
	for range r.limits.Rounds {
		left := r.limits.Tokens - r.out.Usage.Completion
		if left <= 0 {
			r.out.Stopped = fmt.Sprintf("the tools had %d tokens", r.limits.Tokens)
			return nil
		}
		reply, err := r.Model.Chat(ctx, chat.Request{
			System: system, Messages: r.messages, Tools: r.Tools.Specs(), MaxTokens: min(left, 500),
		}, nil)
		if err != nil {
			return fmt.Errorf("ask for tools: %w", err)
		}
		if reply.Usage.Completion == 0 { // a service that does not say
			reply.Usage.Completion = len(reply.Text) / 4
		}
		r.out.Usage = r.out.Usage.Plus(reply.Usage)
		calls, native := wanted(reply, r.Tools)
		if len(calls) == 0 {
			return nil
		}
		if err := r.answer(ctx, reply, calls, native); err != nil || r.out.Stopped != "" {
			return err
		}
	}
	r.out.Stopped = fmt.Sprintf("the tools had %d rounds", r.limits.Rounds)
	return nil
}

// wanted returns native calls, else those that the model wrote into its text.
func wanted(reply chat.Reply, registry *tools.Registry) (calls []chat.Call, native bool) {
	if len(reply.Calls) > 0 {
		return reply.Calls, true
	}
	return chat.TextCalls(string(reply.Text), registry.Has), false
}

// answer makes the calls and reads their results to the model.
func (r *run) answer(ctx context.Context, reply chat.Reply, calls []chat.Call, native bool) error {
	said := chat.Message{Role: chat.Assistant, Text: prompt.Plain(reply.Text)}
	if native {
		said.Calls = calls
	}
	r.messages = append(r.messages, said)
	var text []string
	for _, c := range calls {
		if r.out.Calls >= r.limits.Calls {
			r.out.Stopped = fmt.Sprintf("the tools had %d calls", r.limits.Calls)
			return nil
		}
		heard := r.call(ctx, c)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if native {
			r.messages = append(r.messages, chat.Message{Role: chat.Returned, CallID: c.ID, Text: heard})
		} else {
			text = append(text, heard)
		}
	}
	if !native {
		r.messages = append(r.messages, chat.Message{Role: chat.User, Text: strings.Join(text, "\n\n") + "\n\nCall another tool, or reply with DONE."})
	}
	return nil
}

// call makes one call and returns what the model reads of it.
func (r *run) call(ctx context.Context, c chat.Call) string {
	r.out.Calls++
	name := prompt.Plain(engine.Untrusted(c.Name))
	if !r.Tools.Has(c.Name) {
		return r.refused(name, fmt.Errorf("%w as %.64q", tools.ErrUnknown, name))
	}
	if r.steered(c.Name) {
		return r.refused(name, errSteered)
	}
	r.emit(trace.ToolCalled{Tool: c.Name, Args: argsShown(c.Args)})
	began := time.Now()
	e := r.Tools.Call(ctx, c.Name, c.Args)
	result := engine.Untrusted(e.Result)
	if e.Err != nil {
		result = ""
	}
	r.emit(trace.ToolReturned{Tool: c.Name, Result: result, Error: e.Error, Millis: float64(time.Since(began).Microseconds()) / 1000})
	r.heard = append(r.heard, string(e.Result)+" "+e.Error)
	if e.Err == nil {
		r.out.Found = append(r.out.Found, e.Found...)
		r.out.Returned = append(r.out.Returned, r.record(c, e))
	}
	return r.fence.Enclose(fmt.Sprintf("result of %s", c.Name), engine.Untrusted(clip(encode(e), r.limits.Bytes)))
}

func (r *run) refused(name string, why error) string {
	r.emit(trace.ToolReturned{Tool: name, Error: why.Error()})
	return fmt.Sprintf("The call of %.64q was refused: %v. The tools are: %s.", name, why, names(r.Tools.Specs()))
}

// record makes a result citable. Its text is the result with one field a line.
func (r *run) record(c chat.Call, e tools.Envelope) engine.Record {
	id := fmt.Sprintf("tool/%s/%d", c.Name, r.out.Calls)
	return engine.Record{
		DocID: id, FileID: id, Collection: Collection, Title: engine.Untrusted(c.Name + " " + string(argsShown(c.Args))),
		Content: engine.Untrusted(strings.ToValidUTF8(readable(e.Result), "\uFFFD")), Created: r.at, Format: engine.Plain,
	}
}

func argsShown(args json.RawMessage) json.RawMessage {
	if !json.Valid(args) {
		return json.RawMessage("{}")
	}
	return args
}

func encode(e tools.Envelope) string {
	data, err := json.Marshal(e)
	if err != nil {
		return fmt.Sprintf(`{"status":"error","error":%q}`, err.Error())
	}
	return string(data)
}

// clip leaves out the end of what is too long to read, and says so.
func clip(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + fmt.Sprintf(" ... (%d more bytes; ask for less)", len(text)-most)
}

func listOf(specs []tools.Spec) string {
	var lines []string
	for _, s := range specs {
		lines = append(lines, fmt.Sprintf("- %s: %s Arguments: %s", s.Name, s.Description, s.Schema))
	}
	return strings.Join(lines, "\n")
}

func names(specs []tools.Spec) string {
	var all []string
	for _, s := range specs {
		all = append(all, s.Name)
	}
	return strings.Join(all, ", ")
}

var errSteered = errors.New("what a tool returned asked for this call")
