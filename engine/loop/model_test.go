package loop

import (
	"context"
	"strings"
	"testing"

	"owl/assets"
	"owl/engine"
	"owl/engine/trace"
	"owl/engine/writer"
	"owl/engine/writer/chat"
	"owl/engine/writer/prompt"
)

// script is a model that says one text after the other, and the last one again
// and again.
type script struct {
	texts []string
	asked []chat.Request
}

func (s *script) Name() string { return "script" }

func (s *script) Chat(ctx context.Context, req chat.Request, onDelta func(string)) (chat.Reply, error) {
	s.asked = append(s.asked, req)
	text := s.texts[min(len(s.asked), len(s.texts))-1]
	if onDelta != nil {
		onDelta(text)
	}
	return chat.Reply{Text: engine.Untrusted(text), Usage: chat.Usage{Completion: len(text) / 4}, Finish: chat.Stop}, ctx.Err()
}

func writing(t *testing.T, s *script) Deps {
	t.Helper()
	prompts, err := prompt.Load(assets.Prompts())
	if err != nil {
		t.Fatal(err)
	}
	d := deps(facility())
	d.Model = &Model{Writer: &writer.Writer{Model: s, Prompts: prompts, Once: true}}
	return d
}

func reasons(events []trace.Event) string {
	var out []string
	for _, e := range events {
		if p, ok := e.Payload.(trace.Retried); ok {
			out = append(out, p.Reason)
		}
	}
	return strings.Join(out, "; ")
}

func TestADraftOfTheModelThatDoesNotHoldCallsForOtherEvidence(t *testing.T) {
	const good = "Circulator strainer ST-B3 of RFB was clogged with resin [1][2]."
	for name, c := range map[string]struct {
		bad, reason string
	}{
		"made up":          {"The dog ate the modulator [1]. It costs 5 EUR [1].", "no sentence of the model's draft stands in the records"},
		"nothing found":    {"NOT FOUND", "the model found no answer in the records"},
		"unknown entities": {good + " Flow 42.4 L/min [1][2]. Beam returned [1][2]. ZX-77-QQ, YY-88-PP and VV-99-RR tripped [1].", "no record and no node of the graph knows"},
	} {
		s := &script{texts: []string{c.bad, good}}
		var events []trace.Event
		answer, err := New(writing(t, s)).Ask(t.Context(), engine.Request{Question: "what clogged the circulator strainer of RFB?", Mode: engine.Thinking},
			func(e trace.Event) { events = append(events, e) })
		if err != nil {
			t.Fatal(err)
		}
		if got := reasons(events); !strings.Contains(got, c.reason) {
			t.Errorf("%s: retried because of %q", name, got)
		}
		if answer.Composer != "script" || !strings.Contains(answer.Text, "clogged with resin") || answer.Rounds < 2 || strings.Contains(answer.Text, "ZX") {
			t.Errorf("%s: %d rounds, %s wrote %q", name, answer.Rounds, answer.Composer, answer.Text)
		}
		checkStream(t, events, trace.KindAnswer)
	}
}

func TestTheModelWritesWithinItsTokens(t *testing.T) {
	s := &script{texts: []string{"Circulator strainer ST-B3 of RFB was clogged with resin [1][2]."}}
	d := writing(t, s)
	d.Budget = func(m engine.Mode) Budget {
		b := Usual(m)
		b.Tokens, b.Calls = 50, 1
		return b
	}
	if _, err := New(d).Ask(t.Context(), engine.Request{Question: "what clogged the circulator strainer of RFB?", Mode: engine.Thinking}, nil); err != nil {
		t.Fatal(err)
	}
	if len(s.asked) != 1 || s.asked[0].MaxTokens != 50 {
		t.Errorf("%d calls, the first for %d tokens", len(s.asked), s.asked[0].MaxTokens)
	}
}
