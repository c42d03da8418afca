package wire

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"owl/app/config"
	"owl/engine"
	"owl/engine/dense/seed"
	"owl/engine/kb"
	"owl/engine/models"
	"owl/engine/nativedir"
	"owl/engine/retrieve"
	"owl/engine/trace"
)

// testedFile remembers in a knowledge base which models passed their self-test.
const testedFile = "models-tested.json"

// meaning is what searching by meaning needs: the models, and the vectors of a
// knowledge base. Each may be missing, which it says.
type meaning struct {
	embedder engine.Embedder // nil when switched off
	model    models.LazyEmbedder
	reranker *models.LazyReranker // nil when switched off
	dense    *kb.Dense            // nil without embedder or knowledge base

	mu       sync.Mutex
	missing  int              // chunks without a vector when it was opened
	progress kb.EmbedProgress // of the embedding that runs here
	running  bool
	failed   error // of the last one
	wait     sync.WaitGroup
	stop     context.CancelFunc
}

// newMeaning makes the models of a configuration ready to load. Table holds
// vectors that are known already; it may be nil. A model that cannot be had is
// no error but a notice.
func newMeaning(cfg config.Models, base *kb.Base, table *seed.Table) (*meaning, error) {
	m := &meaning{stop: func() {}}
	native, err := nativedir.Default()
	if without := withoutBuiltin(cfg); err != nil && without != cfg {
		m.failed = fmt.Errorf("no models: %w", err)
		cfg = without
	}
	if cfg.Embedder != config.NoModel && base != nil {
		spec, err := modelSpec(cfg.Embedder, cfg.EmbedderName, cfg.KeyEnv, native)
		if err != nil {
			return nil, err
		}
		spec.Tested = filepath.Join(base.Dir(), testedFile)
		m.model = models.OpenEmbedder(spec)
		m.embedder = seed.Embedder{Embedder: m.model, Table: table}
		m.dense = base.Dense(m.embedder)
	}
	if cfg.Reranker != config.NoModel {
		spec, err := modelSpec(cfg.Reranker, cfg.RerankerName, cfg.KeyEnv, native)
		if err != nil {
			return nil, errors.Join(err, m.close())
		}
		if base != nil {
			spec.Tested = filepath.Join(base.Dir(), testedFile)
		}
		reranker := models.OpenReranker(spec)
		m.reranker = &reranker
	}
	return m, nil
}

// withoutBuiltin switches off what needs the folder of native parts.
func withoutBuiltin(cfg config.Models) config.Models {
	for _, source := range []*string{&cfg.Embedder, &cfg.Reranker} {
		if !isService(*source) {
			*source = config.NoModel
		}
	}
	return cfg
}

func isService(source string) bool { return strings.Contains(source, "://") }

func modelSpec(source, name, key string, native nativedir.Dir) (models.Spec, error) {
	spec, err := models.ParseSpec(cmp.Or(source, models.BuiltinSource), native)
	spec.Model, spec.KeyEnv = name, key
	return spec, err
}

// warm begins to load what the next question will need.
func (m *meaning) warm(ctx context.Context, settings retrieve.Settings) {
	if m.dense != nil && m.dense.Exists() {
		m.model.Warm(ctx)
	}
	if m.reranker != nil && settings.UsesCross() {
		m.reranker.Warm(ctx)
	}
}

// parts adds the channel of meaning and the cross-encoder to the parts of
// retrieval.
func (m *meaning) parts(p *retrieve.Parts) {
	if m.dense != nil {
		p.Dense, p.HasDense, p.Embedder = m.dense, func() bool { return m.unusable() == nil }, m.embedder
	}
	if m.reranker != nil {
		p.Cross = *m.reranker
	}
}

// embed gives vectors to the chunks that have none.
func (m *meaning) embed(ctx context.Context, progress func(kb.EmbedProgress)) error {
	if m.dense == nil {
		return nil
	}
	if _, err := m.model.Wait(ctx); err != nil {
		return fmt.Errorf("load the embedder: %w", err)
	}
	err := m.dense.Embed(ctx, progress)
	if err == nil {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.missing = 0
	}
	return err
}

// count looks how many chunks have no vector, of whatever model.
func (m *meaning) count(ctx context.Context, base *kb.Base) {
	if m.dense == nil {
		return
	}
	if v, err := base.Vectors(ctx); err == nil { // an index that cannot be used says so when it is searched
		m.missing = v.Missing
	}
}

// begin embeds in the background until close.
func (m *meaning) begin(ctx context.Context) {
	if m.dense == nil {
		return
	}
	ctx, m.stop = context.WithCancel(ctx)
	m.running = true
	m.wait.Go(func() {
		err := guarded(func() error { return m.embed(ctx, m.note) })
		m.mu.Lock()
		defer m.mu.Unlock()
		m.running = false
		if ctx.Err() == nil && !errors.Is(err, engine.ErrLocked) { // another owl is at it
			m.failed = err
		}
	})
}

// guarded turns a fault into an error.
func guarded(do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("internal fault: %v", p)
		}
	}()
	return do()
}

func (m *meaning) note(p kb.EmbedProgress) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.progress = p
}

// notices says what is missing of searching by meaning now.
func (m *meaning) notices() []trace.Degraded {
	const what = "dense channel"
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.failed != nil {
		return []trace.Degraded{{What: what, Why: m.failed.Error(), Do: "the text channel answers; owl doctor says more"}}
	}
	if m.dense == nil {
		return nil
	}
	if left := m.progress.Total - m.progress.Done; m.running && left > 0 {
		why := fmt.Sprintf("%d of %d new chunks have no vector yet", left, m.progress.Total)
		if eta, known := m.progress.Left(); known {
			why += fmt.Sprintf(", %s left", roughly(eta))
		}
		return []trace.Degraded{{What: what, Why: why, Do: "the text channel has them all"}}
	}
	if m.running {
		return nil
	}
	if why := m.unusable(); why != nil {
		return []trace.Degraded{*why}
	}
	if m.missing > 0 {
		return []trace.Degraded{{What: what, Why: fmt.Sprintf("%d chunks have no vector yet", m.missing), Do: "owl ingest makes them; the text channel has them all"}}
	}
	return nil
}

// unusable says why the dense channel cannot be asked; nil when it can, or when
// that is not known yet.
func (m *meaning) unusable() *trace.Degraded {
	no := func(why, do string) *trace.Degraded { return &trace.Degraded{What: "dense channel", Why: why, Do: do} }
	if !m.dense.Exists() {
		return no("no record has a vector yet", "owl ingest makes them, or the console while it is open")
	}
	switch state := m.model.State(); {
	case state.Err != nil:
		return no(state.Err.Error(), "the text channel answers; owl doctor says more")
	case state.Phase == models.Ready:
		if err := m.dense.Usable(); err != nil {
			return no(err.Error(), "owl ingest embeds all chunks again; the text channel answers")
		}
	}
	return nil
}

// readyWait is how long a command waits for its models before it does without.
const readyWait = 10 * time.Second

// ready waits until the models that were warmed are loaded, or cannot be.
func (m *meaning) ready(ctx context.Context, settings retrieve.Settings) {
	ctx, stop := context.WithTimeout(ctx, readyWait)
	defer stop()
	if m.dense != nil && m.dense.Exists() {
		_, _ = m.model.Wait(ctx) // its state says why it is not there
	}
	if m.reranker != nil && settings.UsesCross() {
		_, _ = m.reranker.Wait(ctx)
	}
}

// roughly writes a time that is left as one would say it.
func roughly(d time.Duration) string {
	if d < 2*time.Minute {
		return d.Round(time.Second).String()
	}
	return fmt.Sprintf("%d min", int(d.Round(time.Minute).Minutes()))
}

func (m *meaning) close() error {
	m.stop()
	m.wait.Wait()
	var errs []error
	if m.dense != nil {
		errs = append(errs, m.dense.Close(), m.model.Close())
	}
	if m.reranker != nil {
		errs = append(errs, m.reranker.Close())
	}
	return errors.Join(errs...)
}
