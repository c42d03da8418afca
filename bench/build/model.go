package build

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"owl/bench/suite"
	"owl/engine"
	"owl/engine/graph"
	"owl/engine/verify"
	"owl/engine/writer/chat"
	"owl/engine/writer/prompt"
)

// spoken is a language model that words questions over the records of a sample.
// What it says is checked in code, and refused when a quote does not stand in
// its record or a statement not on its quote.
type spoken struct {
	like   generator // of templates: what the model is shown as an example
	model  chat.Model
	prompt prompt.Prompt
	corpus *corpus
}

// reply is what the model is asked for.
type reply struct {
	Question string `json:"question"`
	Answer   string `json:"answer"`
	Nuggets  []struct {
		Text   string `json:"text"`
		Label  string `json:"label"`
		Role   string `json:"role"`
		Record int    `json:"record"` // from 1
		Quote  string `json:"quote"`
	} `json:"nuggets"`
}

// Limits of what is sent and taken.
const (
	recordBytes   = 6000 // of each record
	questionBytes = 500
	replyTokens   = 1500
	tries         = 2
)

func (g spoken) generate(ctx context.Context, s sample) (draft, string, error) {
	like, refusal, err := g.like.generate(ctx, s)
	if err != nil || refusal != "" {
		return like, refusal, err
	}
	system, user := g.prompt.Fill(g.values(s, like.question))
	messages := []chat.Message{{Role: chat.User, Text: user}}
	for range tries {
		out, err := g.model.Chat(ctx, chat.Request{System: system, Messages: messages, MaxTokens: replyTokens}, nil)
		if err != nil && !passing(err) {
			return draft{}, "", fmt.Errorf("have a question worded: %w", err)
		}
		var d draft
		if d, err = g.check(s, string(out.Text), err); err == nil {
			return d, "", nil
		}
		refusal = err.Error()
		messages = append(messages[:1:1], chat.Message{Role: chat.Assistant, Text: string(out.Text)},
			chat.Message{Role: chat.User, Text: "Refused: " + refusal + ". Reply again, as asked."})
	}
	return draft{}, "model: " + refusal, nil
}

// passing tells a reply that was no good from a service that is not there.
func passing(err error) bool {
	return errors.Is(err, chat.ErrEmpty) || errors.Is(err, chat.ErrEnvelope) || errors.Is(err, chat.ErrTooLarge)
}

// values fills the prompt.
func (g spoken) values(s sample, example string) map[string]string {
	var texts []engine.Untrusted
	for _, id := range s.records() {
		rec := g.corpus.byID[id].rec
		texts = append(texts, engine.Untrusted(headOf(rec))+engine.Untrusted(firstBytes(string(rec.Content), recordBytes)))
	}
	fence := prompt.NewFence(texts...)
	var records []string
	for i, text := range texts {
		records = append(records, fence.Enclose(fmt.Sprintf("record %d", i+1), text))
	}
	return map[string]string{"words": s.kind, "question": prompt.Plain(engine.Untrusted(example)), "records": strings.Join(records, "\n\n"), "mark": fence.Mark()}
}

// What a reply is refused for.
var (
	errShape    = errors.New("the reply is not the JSON object that was asked for")
	errQuestion = errors.New("the question is empty or too long")
	errQuote    = errors.New("a quote does not stand in its record")
	errNugget   = errors.New("a nugget does not stand on its quote")
	errLabel    = errors.New("a label or role is none of those asked for")
	errAnswer   = errors.New("the answer says more than the records")
)

// check reads a reply.
func (g spoken) check(s sample, text string, failed error) (draft, error) {
	if failed != nil {
		return draft{}, errShape
	}
	var r reply
	from, to := strings.IndexByte(text, '{'), strings.LastIndexByte(text, '}')
	if from < 0 || to < from || json.Unmarshal([]byte(text[from:to+1]), &r) != nil {
		return draft{}, errShape
	}
	r.Question, r.Answer = strings.TrimSpace(r.Question), strings.TrimSpace(r.Answer)
	if r.Question == "" || len(r.Question) > questionBytes {
		return draft{}, errQuestion
	}
	d := draft{sample: s, question: r.Question, gold: r.Answer}
	var err error
	if d.facts, err = g.facts(s, r); err != nil {
		return draft{}, err
	}
	var all strings.Builder
	for _, id := range s.records() {
		all.WriteString(headOf(g.corpus.byID[id].rec) + string(g.corpus.byID[id].rec.Content) + "\n\n")
	}
	if r.Answer == "" || verify.NewSource(all.String()).Check(r.Answer) != nil {
		return draft{}, errAnswer
	}
	return d, nil
}

// facts finds the place of every quote.
func (g spoken) facts(s sample, r reply) ([]fact, error) {
	ids := s.records()
	var facts []fact
	for _, n := range r.Nuggets {
		if n.Record < 1 || n.Record > len(ids) || n.Quote == "" {
			return nil, errQuote
		}
		p := g.corpus.byID[ids[n.Record-1]]
		at := strings.Index(string(p.rec.Content), n.Quote)
		if at < 0 {
			return nil, errQuote
		}
		label, role := suite.Label(n.Label), suite.Role(n.Role)
		if label != suite.Vital && label != suite.Okay || role != suite.Cause && role != suite.Effect && role != suite.Resolution && role != suite.NoRole {
			return nil, errLabel
		}
		if strings.TrimSpace(n.Text) == "" || verify.NewSource(headOf(p.rec)+n.Quote).Check(n.Text) != nil {
			return nil, errNugget
		}
		facts = append(facts, p.from(graph.Span{Start: at, End: at + len(n.Quote)}, strings.TrimSpace(n.Text), label, role))
	}
	return facts[:min(len(facts), maxNuggets)], nil
}

func (g spoken) provenance(s sample) Generator {
	return Generator{Name: g.model.Name(), Template: s.template, Hash: g.prompt.Hash}
}
