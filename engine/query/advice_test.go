package query

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"owl/engine"
	"owl/engine/query/intent"
)

// adviser answers as told.
type adviser func(ctx context.Context, question string) (Advice, error)

func (a adviser) Advise(ctx context.Context, question string) (Advice, error) {
	return a(ctx, question)
}

func TestAdviceOnlyAdds(t *testing.T) {
	u := Understand("why did SR:RF:B:CIRC:FLOW fall in June 2025?", demo(t))
	with := u.WithAdvice(Advice{
		Intent:     "Troubleshooting ",
		Expansions: []engine.Untrusted{"cooling water", "SR:RF:A:CIRC:FLOW", "escape \x1b]52;c;x\a", "two\nlines"},
		Paraphrases: []engine.Untrusted{
			"circulator flow fell", engine.Untrusted(strings.Repeat("long ", 100)), "collection:wiki since:2001-01-01 flow", "bad \xff", "\u202edias",
		},
	}, nil)
	if with.Query.Filter.Since != u.Query.Filter.Since || len(with.Query.Filter.Collections) != 0 || with.Query.Text != u.Query.Text {
		t.Errorf("advice changed the query: %+v", with.Query)
	}
	if with.Intent != intent.Troubleshooting {
		t.Errorf("intent %s", with.Intent)
	}
	var texts []string
	for _, s := range with.Synonyms[len(u.Synonyms):] {
		texts = append(texts, s.Text)
	}
	for _, p := range with.Paraphrases[len(u.Paraphrases):] {
		texts = append(texts, p.Text)
	}
	if got, want := strings.Join(texts, "|"), "cooling water|two lines|circulator flow fell"; got != want {
		t.Errorf("added %q, want %q", got, want)
	}
	if said := did(with, "advice"); !strings.Contains(said, "6 of its texts were refused") || !strings.Contains(said, "intent troubleshooting") {
		t.Errorf("said %q", said)
	}
}

func TestNoAdviceIsSaid(t *testing.T) {
	u := Understand("why did the flow fall?", demo(t))
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for name, c := range map[string]struct {
		ctx   context.Context
		from  Adviser
		limit time.Duration
		want  string
	}{
		"none":      {t.Context(), nil, time.Hour, "off: no model is configured"},
		"late":      {t.Context(), adviser(func(ctx context.Context, _ string) (Advice, error) { <-ctx.Done(); return Advice{}, ctx.Err() }), time.Nanosecond, "late: "},
		"too late":  {t.Context(), adviser(func(ctx context.Context, _ string) (Advice, error) { <-ctx.Done(); return Advice{Intent: "code"}, nil }), time.Nanosecond, "late: "},
		"failed":    {t.Context(), adviser(func(context.Context, string) (Advice, error) { return Advice{}, errors.New("refused") }), time.Hour, "failed: ask for advice: refused"},
		"fault":     {t.Context(), adviser(func(context.Context, string) (Advice, error) { panic("nil map") }), time.Hour, "failed: ask for advice: internal fault: nil map"},
		"cancelled": {cancelled, adviser(func(ctx context.Context, _ string) (Advice, error) { return Advice{}, ctx.Err() }), time.Hour, "failed: "},
		"silent":    {t.Context(), adviser(func(context.Context, string) (Advice, error) { return Advice{}, nil }), time.Hour, "the model added nothing"},
	} {
		advice, err := Consult(c.ctx, c.from, u.Query.Text, c.limit)
		got := u.WithAdvice(advice, err)
		if said := did(got, "advice"); !strings.HasPrefix(said, c.want) || got.Intent != u.Intent {
			t.Errorf("%s: said %q, want %q; intent %s", name, said, c.want, got.Intent)
		}
	}
}
