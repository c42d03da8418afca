// Package assist has a language model read records for the fault graph, beside the
// rules of package extract. Nothing depends on it.
//
// A record is asked about in two calls. The first lists statements with their
// quotes; the code keeps those whose quote stands in the record and whose name
// stands in the quote; the second call says which of them the quotes really say.
// What is left becomes facts with an extractor and a confidence of their own. Where
// the rules read the same words, both mean the same node.
//
//	assist.go  the reader: two calls a record
//	check.go   what a model says, held against the record
//	merge.go   statements as facts of a sheet
//	run.go     many records, within a budget, so that a run can go on later
//
// What a record says is data: it is fenced in the prompts, the model has no tools,
// and nothing of its reply is used but what was looked up in the record.
package assist

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"owl/engine"
	"owl/engine/writer/chat"
	"owl/engine/writer/prompt"
)

// Version rises with every change that keeps other statements of the same reply.
const Version = 1

// Reader asks a model about records. It is safe for concurrent use.
type Reader struct {
	Model   chat.Model
	Extract prompt.Prompt
	Verify  prompt.Prompt
}

// ErrNoStatements says that a reply is not the JSON that was asked for.
var ErrNoStatements = errors.New("the model's reply is not the JSON that was asked for")

// Stamp changes when the same record may be read otherwise.
func (r *Reader) Stamp() string {
	return fmt.Sprintf("%d %s %s %s", Version, r.Model.Name(), r.Extract.Hash[:12], r.Verify.Hash[:12])
}

// Says is what a statement says of the fault.
type Says string

// What is said of a cause or an action.
const (
	Cause      Says = "cause"
	Suspected  Says = "suspected"
	RuledOut   Says = "ruled_out"
	ResolvedBy Says = "resolved_by"
	DidNotHelp Says = "did_not_help"
)

// Statement is one thing that a record says of its fault. Start and End are bytes
// of its content.
type Statement struct {
	Says  Says             `json:"says"`
	Name  engine.Untrusted `json:"name"`
	Start int              `json:"start"`
	End   int              `json:"end"`
}

// Cost is what asking took.
type Cost struct{ Calls, Tokens int }

func (c Cost) plus(other Cost) Cost { return Cost{c.Calls + other.Calls, c.Tokens + other.Tokens} }

// Sizes of what is asked.
const (
	longestText   = 8000 // bytes of a record that are shown
	extractTokens = 1200 // of a reply
	verifyTokens  = 200
)

// Read asks about a record. Dropped counts the statements that did not hold. The
// error is ErrNoStatements for a reply that cannot be read, or one of the model.
func (r *Reader) Read(ctx context.Context, rec engine.Record) (kept []Statement, dropped int, cost Cost, err error) {
	shown := shownOf(rec)
	f := prompt.NewFence(shown)
	reply, cost, err := r.ask(ctx, r.Extract, map[string]string{"mark": f.Mark(), "records": f.Enclose("record", shown)}, extractTokens)
	if err != nil {
		return nil, 0, cost, fmt.Errorf("read %s for the fault graph: %w", rec.DocID, err)
	}
	said, err := readSaid(reply)
	if err != nil {
		return nil, 0, cost, err
	}
	kept = check(string(rec.Content), said)
	dropped = len(said) - len(kept)
	if len(kept) == 0 {
		return nil, dropped, cost, nil
	}
	holds, more, err := r.verify(ctx, rec, shown, kept)
	return holds, dropped + len(kept) - len(holds), cost.plus(more), err
}

// shownOf is the part of a record that the model sees.
func shownOf(rec engine.Record) engine.Untrusted {
	text := string(rec.Content)
	if len(text) > longestText {
		end := longestText
		for end > 0 && !utf8.RuneStart(text[end]) {
			end--
		}
		text = text[:end]
	}
	return engine.Header(rec, engine.Chunk{}) + "\n" + engine.Untrusted(text)
}

// verify asks which statements their quotes really say.
func (r *Reader) verify(ctx context.Context, rec engine.Record, shown engine.Untrusted, list []Statement) ([]Statement, Cost, error) {
	var b strings.Builder
	for i, st := range list {
		fmt.Fprintf(&b, "%d. %s, because the record says: %q\n", i+1, st.inWords(), rec.Content[st.Start:st.End])
	}
	statements := engine.Untrusted(b.String())
	f := prompt.NewFence(shown, statements)
	reply, cost, err := r.ask(ctx, r.Verify, map[string]string{
		"mark": f.Mark(), "records": f.Enclose("record", shown), "draft": f.Enclose("statements", statements),
	}, verifyTokens)
	if err != nil {
		return nil, cost, fmt.Errorf("verify what was read in %s: %w", rec.DocID, err)
	}
	var verdict struct {
		Holds []int `json:"holds"`
	}
	if !firstObject(reply, &verdict) || verdict.Holds == nil {
		return nil, cost, ErrNoStatements
	}
	var kept []Statement
	for i, st := range list {
		for _, n := range verdict.Holds {
			if n == i+1 {
				kept = append(kept, st)
				break
			}
		}
	}
	return kept, cost, nil
}

// inWords puts a statement in a sentence.
func (st Statement) inWords() string {
	switch st.Says {
	case Suspected:
		return fmt.Sprintf("%q may be the cause", st.Name)
	case RuledOut:
		return fmt.Sprintf("%q was not the cause", st.Name)
	case ResolvedBy:
		return fmt.Sprintf("%q ended the fault", st.Name)
	case DidNotHelp:
		return fmt.Sprintf("%q did not end the fault", st.Name)
	}
	return fmt.Sprintf("%q was the cause", st.Name)
}

func (r *Reader) ask(ctx context.Context, p prompt.Prompt, values map[string]string, most int) (string, Cost, error) {
	system, user := p.Fill(values)
	reply, err := r.Model.Chat(ctx, chat.Request{System: system, Messages: []chat.Message{{Role: chat.User, Text: user}}, MaxTokens: most}, nil)
	cost := Cost{Calls: 1, Tokens: reply.Usage.Prompt + reply.Usage.Completion}
	if cost.Tokens == 0 { // the service does not say; a token is about four bytes
		cost.Tokens = (len(system) + len(user) + len(reply.Text)) / 4
	}
	return string(reply.Text), cost, err
}

// firstObject decodes the first JSON object of a reply.
func firstObject(text string, into any) bool {
	at := strings.IndexByte(text, '{')
	return at >= 0 && json.NewDecoder(strings.NewReader(text[at:])).Decode(into) == nil
}
