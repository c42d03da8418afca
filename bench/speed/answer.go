package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"owl/engine"
	"owl/engine/kb"
	"owl/engine/trace"
)

// answerRows are the figures of whole answers without a language model, which is
// when the first cited answer is there, on the knowledge base that is searched.
func answerRows() []row {
	return []row{
		{label: "whole answer, fast, p50 ms", part: answerPart, figure: "fast_p50_ms"},
		{label: "whole answer, fast, p95 ms", part: answerPart, figure: "fast_p95_ms", target: "<= 700"},
		{label: "whole answer, thinking, p50 ms", part: answerPart, figure: "thinking_p50_ms"},
		{label: "whole answer, thinking, p95 ms", part: answerPart, figure: "thinking_p95_ms", target: "<= 1500"},
		{label: "rounds of a thinking answer, mean", part: answerPart, figure: "thinking_rounds"},
	}
}

// answerQueries is how many queries are answered.
const answerQueries = 200

// answerPart is the name of the part.
const answerPart = "answer"

// answerAll times whole answers on the knowledge base that is searched.
func answerAll(ctx context.Context, b *bench) (_ figures, err error) {
	queries, _, err := readQueries(b.corpus)
	if err != nil {
		return nil, err
	}
	base, err := kb.Open(ctx, b.searchHome(), kb.Options{})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, base.Close()) }()
	s, err := openSearch(ctx, base, b, queries)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	f := figures{}
	return f, s.timeAnswers(ctx, queries, f)
}

// timeAnswers times whole answers of both modes.
func (s *searching) timeAnswers(ctx context.Context, queries []engine.Query, f figures) error {
	for _, mode := range []engine.Mode{engine.Fast, engine.Thinking} {
		var took []float64
		rounds := 0
		for _, q := range queries[:min(len(queries), answerQueries)] {
			start := time.Now()
			answer, err := s.answer(ctx, q, mode)
			if err != nil {
				return fmt.Errorf("answer %q: %w", q.Text, err)
			}
			took = append(took, milliseconds(start))
			rounds += answer.Rounds
		}
		f[string(mode)+"_p50_ms"], f[string(mode)+"_p95_ms"] = percentile(took, 50), percentile(took, 95)
		f[string(mode)+"_rounds"] = float64(rounds) / float64(len(took))
	}
	return nil
}

// answer answers one query. An answer that did without a channel is an error: its
// time would say nothing.
func (s *searching) answer(ctx context.Context, q engine.Query, mode engine.Mode) (engine.Answer, error) {
	var lost error
	answer, err := s.answers.Ask(ctx, engine.Request{Question: engine.Untrusted(q.Text), Mode: mode}, func(e trace.Event) {
		if d, ok := e.Payload.(trace.Degraded); ok {
			lost = fmt.Errorf("%s: %s", d.What, d.Why)
		}
	})
	if err == nil {
		err = lost
	}
	return answer, err
}
