package wire

import (
	"context"
	"fmt"

	"owl/assets"
	"owl/engine"
	"owl/engine/adapters/llm"
	"owl/engine/graph/assist"
	"owl/engine/writer/prompt"
)

// Learn is a run of the language model over the records for the fault graph.
type Learn struct {
	Again    bool // read also what was read before
	Budget   assist.Budget
	Progress func(assist.Report)
}

// learnRate is how many calls a minute a run makes at most. They come one after
// the other, so that a slow model is not flooded.
const learnRate = 600

// Learn has the configured language model read records for the fault graph. The
// error is engine.ErrUsage when none is configured.
func (o *Owl) Learn(ctx context.Context, run Learn) (assist.Report, error) {
	if o.config.LLM.BaseURL == "" {
		return assist.Report{}, fmt.Errorf("no language model is configured (llm.base_url); the rules have read every record without one: %w", engine.ErrUsage)
	}
	if o.base == nil {
		return assist.Report{}, fmt.Errorf("read records for the fault graph: nothing was ingested yet: %w", engine.ErrNotFound)
	}
	cfg := clientConfig(o.config.LLM, o.config.LLM.Model)
	cfg.PerMinute = learnRate
	client, err := llm.New(cfg)
	if err != nil {
		return assist.Report{}, err
	}
	defer client.Close()
	r := &assist.Reader{Model: client}
	for name, into := range map[string]*prompt.Prompt{"graph-extract": &r.Extract, "graph-verify": &r.Verify} {
		if *into, err = prompt.Read(assets.Prompts(), name); err != nil {
			return assist.Report{}, err
		}
	}
	return o.base.Learn(ctx, r, run.Again, run.Budget, run.Progress)
}
