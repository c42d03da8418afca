package wire

import (
	"context"
	"errors"
	"time"

	"owl/app/config"
	"owl/engine"
	"owl/engine/models"
	"owl/engine/nativedir"
)

// ModelInfo is a configured model after it was loaded and tested.
type ModelInfo struct {
	Role   models.Role
	Source string // "builtin", "none", a folder, or the address of a service
	ID     engine.ModelID
	Took   time.Duration // to load and test
	Err    error         // why it cannot be used, in one line; nil for one that is switched off
}

// Off reports a model that the configuration switches off.
func (m ModelInfo) Off() bool { return m.Source == config.NoModel }

// Models loads every configured model, tests it and lets go of it.
func Models(ctx context.Context, cfg config.Models) []ModelInfo {
	native, err := nativedir.Default()
	return []ModelInfo{
		loadModel(models.Embedder, cfg.Embedder, cfg.EmbedderName, cfg, native, err).try(ctx),
		loadModel(models.Reranker, cfg.Reranker, cfg.RerankerName, cfg, native, err).try(ctx),
	}
}

// tried is a model that is about to be loaded.
type tried struct {
	ModelInfo
	model interface {
		Wait(context.Context) (engine.ModelID, error)
		State() models.State
		Close() error
	}
}

func loadModel(role models.Role, source, name string, cfg config.Models, native nativedir.Dir, missing error) tried {
	t := tried{ModelInfo: ModelInfo{Role: role, Source: source}}
	if t.Off() {
		return t
	}
	if !isService(source) && missing != nil {
		t.Err = missing
		return t
	}
	spec, err := modelSpec(source, name, cfg.KeyEnv, native)
	if err != nil {
		t.Err = err
		return t
	}
	if role == models.Embedder {
		t.model = models.OpenEmbedder(spec)
	} else {
		t.model = models.OpenReranker(spec)
	}
	return t
}

func (t tried) try(ctx context.Context) ModelInfo {
	if t.model == nil {
		return t.ModelInfo
	}
	t.ID, t.Err = t.model.Wait(ctx)
	state := t.model.State()
	t.Source, t.Took = state.Label, state.Took
	t.Err = errors.Join(t.Err, t.model.Close())
	return t.ModelInfo
}
