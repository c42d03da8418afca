package writer

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"owl/engine"
	"owl/engine/guard"
	"owl/engine/writer/chat"
	"owl/engine/writer/prompt"
)

// Gate asks a small model whether a draft answers its question. It is safe for
// concurrent use.
type Gate struct {
	Model  chat.Model
	Prompt prompt.Prompt
}

// Verdict is what a gate thinks of a draft.
type Verdict struct {
	Answers bool
	Concise bool
	Missing string // part of the question that is not answered
}

// errNoVerdict is a gate's reply that is none.
var errNoVerdict = errors.New("the gate's reply is not the JSON that was asked for")

// Judge asks for a verdict.
func (g *Gate) Judge(ctx context.Context, question, draft engine.Untrusted) (Verdict, chat.Usage, error) {
	f := prompt.NewFence(question, draft)
	system, user := g.Prompt.Fill(map[string]string{"question": prompt.Plain(question), "mark": f.Mark(), "draft": f.Enclose("draft", draft)})
	reply, err := g.Model.Chat(ctx, chat.Request{System: system, Messages: []chat.Message{{Role: chat.User, Text: user}}, MaxTokens: 120}, nil)
	if err != nil {
		return Verdict{}, chat.Usage{}, fmt.Errorf("gate: %w", err)
	}
	v, err := readVerdict(string(reply.Text))
	return v, reply.Usage, err
}

// The fields of a verdict, which small models put into broken JSON.
var (
	verdictBool = regexp.MustCompile(`"(answers|concise)"\s*:\s*(true|false)`)
	verdictText = regexp.MustCompile(`"missing"\s*:\s*"([^"\\]*)"`)
)

// readVerdict needs the field answers; the others may be missing.
func readVerdict(text string) (Verdict, error) {
	v, heard := Verdict{Concise: true}, false
	for _, m := range verdictBool.FindAllStringSubmatch(text, -1) {
		if m[1] == "answers" {
			v.Answers, heard = m[2] == "true", true
		} else {
			v.Concise = m[2] == "true"
		}
	}
	if m := verdictText.FindStringSubmatch(text); m != nil {
		v.Missing = m[1]
	}
	if !heard {
		return Verdict{}, fmt.Errorf("%w: %.80q", errNoVerdict, guard.Line(engine.Untrusted(text)))
	}
	return v, nil
}

const maxMissing = 120 // bytes of what a gate misses

// faults says what a rewrite should change; none when the draft is good. What
// code can tell is not left to the gate. What the gate said is noted.
func (j *job) faults(ctx context.Context, d *Draft) []string {
	var out []string
	for _, drop := range d.Dropped {
		out = append(out, fmt.Sprintf("No record says: %.200q (%s).", drop.Claim, drop.Why))
	}
	if d.Claims == 0 {
		out = append(out, "It holds no sentence. Write the answer in words, near those of the records.")
	}
	words := len(strings.Fields(d.Text))
	if words > j.maxWords() {
		out = append(out, fmt.Sprintf("It has %d words.", words))
	}
	if j.Gate == nil || d.Kept == 0 {
		return out
	}
	v, usage, err := j.Gate.Judge(ctx, j.in.Question, engine.Untrusted(d.Text))
	d.Usage = d.Usage.Plus(usage)
	d.Notes = append(d.Notes, j.Gate.Prompt.String())
	if err != nil {
		d.Notes = append(d.Notes, "the gate was not heard: "+err.Error())
		return out
	}
	d.Verdict = &v
	if !v.Answers {
		missing := guard.Line(engine.Untrusted(strings.ToValidUTF8(v.Missing[:min(len(v.Missing), maxMissing)], "")))
		out = append(out, strings.TrimSpace("It does not answer the whole question. "+missing))
	}
	if !v.Concise && words > j.maxWords()/2 {
		out = append(out, "It says more than was asked.")
	}
	d.Notes = append(d.Notes, fmt.Sprintf("gate: answers %t, concise %t", v.Answers, v.Concise))
	return out
}
