package wire

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"owl/app/config"
	"owl/assets"
	"owl/engine"
	"owl/engine/adapters/llm"
	"owl/engine/graph/ask"
	"owl/engine/kb"
	"owl/engine/loop"
	"owl/engine/tools"
	"owl/engine/tools/calc"
	"owl/engine/trace"
	"owl/engine/writer"
	"owl/engine/writer/prompt"
	"owl/engine/writer/react"
)

// language is the language model of a configuration. The zero value is none.
type language struct {
	model   *loop.Model
	clients []*llm.Client
	failed  error // why there is none although one is configured
}

func clientConfig(cfg config.LLM, model string) llm.Config {
	return llm.Config{
		URL: cfg.BaseURL, Model: model, Dialect: llm.Dialect(cmp.Or(cfg.Dialect, config.Dialects()[0])), KeyEnv: cfg.KeyEnv, User: cfg.User,
		FirstToken: cfg.FirstToken, Stall: cfg.Stall, Total: cfg.Timeout,
	}
}

// newLanguage makes the model ready; nothing is asked yet. One that cannot be
// made is a notice: the answers do without it.
func newLanguage(cfg config.Config, of []tools.Tool) *language {
	l := &language{}
	if cfg.LLM.BaseURL == "" {
		return l
	}
	if l.failed = l.open(cfg, of); l.failed != nil {
		l.close()
		l.model = nil
	}
	return l
}

func (l *language) open(cfg config.Config, of []tools.Tool) error {
	prompts, err := prompt.Load(assets.Prompts())
	if err != nil {
		return err
	}
	client, err := l.client(cfg.LLM, cfg.LLM.Model)
	if err != nil {
		return err
	}
	judge := client
	if cfg.LLM.Judge != "" && cfg.LLM.Judge != cfg.LLM.Model {
		if judge, err = l.client(cfg.LLM, cfg.LLM.Judge); err != nil {
			return err
		}
	}
	registry, err := tools.NewRegistry(tools.Limits{Time: cfg.Policy.ToolTime}, of...)
	if err != nil {
		return err
	}
	l.model = &loop.Model{
		Writer:  &writer.Writer{Model: client, Prompts: prompts, Gate: &writer.Gate{Model: judge, Prompt: prompts.Gate}},
		Tools:   &react.Executor{Model: client, Tools: registry, Prompt: prompts.Tools, Limits: react.Limits{Calls: cfg.Policy.ToolCalls}},
		Adviser: &writer.Adviser{Model: client, Prompt: prompts.Advice},
	}
	return nil
}

func (l *language) client(cfg config.LLM, model string) (*llm.Client, error) {
	c, err := llm.New(clientConfig(cfg, model))
	if err == nil {
		l.clients = append(l.clients, c)
	}
	return c, err
}

func (l *language) close() {
	if l.model != nil {
		l.model.Tools.Tools.Wait()
	}
	for _, c := range l.clients {
		c.Close()
	}
}

func (l *language) notices() []trace.Degraded {
	if l.failed == nil {
		return nil
	}
	return []trace.Degraded{{What: "language model", Why: l.failed.Error(), Do: "answers are made of the records' own sentences"}}
}

// Tools are what a model may ask on this knowledge base.
func (o *Owl) Tools() []tools.Tool {
	all := []tools.Tool{calc.Tool()}
	if o.base != nil {
		all = append(all, ask.Tool(o.Ask))
	}
	if o.PVs != nil {
		all = append(all, o.PVs.Tools()...)
	}
	return all
}

// budget is what an answer may cost by the configured policy.
func budget(p config.Policy) func(engine.Mode) loop.Budget {
	return func(m engine.Mode) loop.Budget {
		b := loop.Usual(m)
		b.Time = cmp.Or(p.AnswerTime, b.Time)
		b.Tokens = cmp.Or(p.Tokens, b.Tokens)
		return b
	}
}

// llmCheck says whether the language model can be reached and offers the
// configured models.
func llmCheck(ctx context.Context, cfg config.LLM) kb.Check {
	const name, without = "language model", "answers are made of the records' own sentences"
	if cfg.BaseURL == "" {
		return check(name, kb.OK, "none is configured; "+without, "")
	}
	client, err := llm.New(clientConfig(cfg, cfg.Model))
	if err != nil {
		return check(name, kb.Warn, err.Error(), without)
	}
	defer client.Close()
	offered, err := client.Models(ctx)
	if err != nil {
		return check(name, kb.Warn, err.Error(), "until it answers, "+without)
	}
	for _, model := range []string{cfg.Model, cfg.Judge} {
		if model != "" && len(offered) > 0 && !slices.Contains(offered, model) {
			return check(name, kb.Warn, fmt.Sprintf("%s does not offer %s, only %s", client.Host(), model, strings.Join(offered[:min(len(offered), 5)], ", ")), "correct llm.model")
		}
	}
	return check(name, kb.OK, fmt.Sprintf("%s answers, with %s", client.Host(), cmp.Or(cfg.Model, "its default model")), "")
}
