package wire

import (
	"context"
	"errors"
	"fmt"

	"owl/app/config"
	"owl/engine"
	"owl/engine/adapters/meilisearch"
	"owl/engine/adapters/qdrant"
	"owl/engine/kb"
	"owl/engine/mirror"
	"owl/engine/retrieve"
	"owl/engine/trace"
)

// mirrors are the servers that hold copies of the words and of the vectors. The
// zero value is none.
type mirrors struct {
	words   *meilisearch.Client
	vectors *qdrant.Client
	copies  []*mirror.Copy
	failed  []trace.Degraded // why there is none although one is configured
	base    *kb.Base
	meaning *meaning
}

// pushCommand brings the copies up to date.
const pushCommand = "owl store push"

// newMirrors makes the connections ready; nothing is asked yet.
func newMirrors(ctx context.Context, cfg config.Store, base *kb.Base, m *meaning) (*mirrors, error) {
	out := &mirrors{base: base, meaning: m}
	if base == nil || !cfg.CopiesText() && !cfg.CopiesVectors() {
		return out, nil
	}
	id, err := base.ID(ctx)
	if err != nil {
		return out, err
	}
	if cfg.CopiesText() {
		s := cfg.Meilisearch
		out.words, err = meilisearch.New(meilisearch.Config{Address: s.Address, KeyEnv: s.KeyEnv, Index: s.Prefix, Base: id})
		out.lacking("meilisearch", err)
	}
	if cfg.CopiesVectors() && m.dense != nil {
		s := cfg.Qdrant
		out.vectors, err = qdrant.New(qdrant.Config{Address: s.Address, KeyEnv: s.KeyEnv, Collection: s.Prefix, Base: id}, out.model)
		out.lacking("qdrant", err)
	}
	return out, nil
}

// ownAnswers is what becomes of a question that a server cannot take.
const ownAnswers = "the embedded index answers"

func (m *mirrors) lacking(what string, err error) {
	if err != nil {
		m.failed = append(m.failed, trace.Degraded{What: what, Why: err.Error(), Do: ownAnswers})
	}
}

// parts puts the copies before the own indexes.
func (m *mirrors) parts(p *retrieve.Parts) {
	if m.words != nil {
		c := &mirror.Copy{What: "meilisearch", Name: "meilisearch at " + m.words.Host(), Held: m.words.Count, Own: m.chunks, Push: pushCommand}
		m.copies = append(m.copies, c)
		p.Text = mirror.Text{Copy: c, Remote: m.words, Embedded: p.Text}
	}
	if m.vectors != nil && p.Dense != nil {
		c := &mirror.Copy{What: "qdrant", Name: "qdrant at " + m.vectors.Host(), Held: m.vectors.Count, Own: m.embedded, Push: pushCommand}
		m.copies = append(m.copies, c)
		p.Dense = mirror.Vectors{Copy: c, Remote: m.vectors, Embedded: p.Dense}
	}
	if len(m.copies) > 0 {
		p.News = m.news
	}
}

func (m *mirrors) chunks(ctx context.Context) (int, error) {
	_, n, err := m.base.Size(ctx)
	return n, err
}

// embedded is how many chunks have a vector.
func (m *mirrors) embedded(ctx context.Context) (int, error) {
	all, err := m.chunks(ctx)
	if err != nil {
		return 0, err
	}
	v, err := m.base.Vectors(ctx)
	return all - v.Missing, err
}

// model is the one that made the vectors: the embedder's once it is loaded.
func (m *mirrors) model(ctx context.Context) engine.ModelID {
	if id := m.meaning.embedder.ID(); id.Dim != 0 {
		return id
	}
	v, err := m.base.Vectors(ctx)
	if err != nil {
		return engine.ModelID{} // of which no server holds vectors
	}
	return v.Model
}

func (m *mirrors) news() []trace.Degraded {
	return m.said((*mirror.Copy).News)
}

// notices says which copies are not asked now.
func (m *mirrors) notices() []trace.Degraded {
	if m == nil {
		return nil
	}
	return append(m.said((*mirror.Copy).Why), m.failed...)
}

func (m *mirrors) said(why func(*mirror.Copy) error) []trace.Degraded {
	var out []trace.Degraded
	for _, c := range m.copies {
		if err := why(c); err != nil {
			out = append(out, trace.Degraded{What: c.What, Why: err.Error(), Do: ownAnswers})
		}
	}
	return out
}

func (m *mirrors) close() error {
	if m == nil {
		return nil
	}
	if m.words != nil {
		m.words.Close()
	}
	if m.vectors != nil {
		return m.vectors.Close()
	}
	return nil
}

// Pushed is what a push to the servers did, by the name of the store.
type Pushed map[string]mirror.Pushed

// Push brings the configured servers in line with the knowledge base. The error is
// engine.ErrUsage when none is configured.
func (o *Owl) Push(ctx context.Context, progress func(store string, p mirror.Pushed)) (Pushed, error) {
	if o.base == nil {
		return nil, errNoRecords
	}
	if !o.config.Store.CopiesText() && !o.config.Store.CopiesVectors() {
		return nil, fmt.Errorf("no server is configured for words or vectors (store.text, store.dense): %w", engine.ErrUsage)
	}
	return o.mirrored.push(ctx, progress)
}

// push writes to the servers. What one of them cannot take does not keep the other
// from its own.
func (m *mirrors) push(ctx context.Context, progress func(store string, p mirror.Pushed)) (Pushed, error) {
	out := Pushed{}
	var errs []error
	for _, f := range m.failed {
		errs = append(errs, errors.New(f.Why))
	}
	to := func(name string, t mirror.Target, s mirror.Source) {
		p, err := mirror.Push(ctx, t, s, func(p mirror.Pushed) { progress(name, p) })
		if err != nil {
			errs = append(errs, err)
		}
		if err == nil || p.Written+p.Removed > 0 {
			out[name] = p
		}
	}
	if m.words != nil {
		to("meilisearch", m.words, mirror.Source{Each: m.base.Each})
	}
	if m.vectors != nil && m.meaning.dense.Exists() {
		if _, err := m.meaning.model.Wait(ctx); err != nil {
			return out, errors.Join(append(errs, fmt.Errorf("the model of the vectors: %w", err))...)
		}
		to("qdrant", m.vectors, mirror.Source{Each: m.base.Each, Vectors: m.meaning.dense.Vectors})
	}
	for _, c := range m.copies {
		c.Pushed()
	}
	return out, errors.Join(errs...)
}

// mirror brings the servers in line after an ingest. The records are stored and the
// own indexes have them: what goes wrong is a note.
func (in Ingest) mirror(ctx context.Context, cfg config.Config) error {
	if !cfg.Store.CopiesText() && !cfg.Store.CopiesVectors() {
		return nil
	}
	base, err := openBase(ctx, cfg.Home, in.options)
	if base == nil {
		return err
	}
	meaning, err := newMeaning(cfg.Models, base, nil)
	if err != nil {
		return errors.Join(err, base.Close())
	}
	m, err := newMirrors(ctx, cfg.Store, base, meaning)
	if err == nil {
		_, err = m.push(ctx, func(string, mirror.Pushed) {})
	}
	if err != nil && ctx.Err() == nil {
		in.Note(fmt.Sprintf("%v; %s, %s tries again", engine.OneLine(err), ownAnswers, pushCommand))
	}
	return errors.Join(ctx.Err(), m.close(), meaning.close(), base.Close())
}

// mirrorChecks says whether the configured servers hold all.
func mirrorChecks(ctx context.Context, cfg config.Config) []kb.Check {
	if !cfg.Store.CopiesText() && !cfg.Store.CopiesVectors() {
		return nil
	}
	base, err := kb.Open(ctx, cfg.Home, kb.Options{})
	if err != nil {
		return nil // which another check says
	}
	defer func() { _ = base.Close() }() // it was only read
	meaning, err := newMeaning(cfg.Models, base, nil)
	if err != nil {
		return nil // likewise
	}
	defer func() { _ = meaning.close() }()
	m, err := newMirrors(ctx, cfg.Store, base, meaning)
	if err != nil {
		return []kb.Check{check("stores", kb.Warn, err.Error(), "")}
	}
	defer func() { _ = m.close() }()
	m.parts(&retrieve.Parts{Dense: meaning.dense})
	return m.checks(ctx)
}

func (m *mirrors) checks(ctx context.Context) []kb.Check {
	const do = "until then, " + ownAnswers
	var out []kb.Check
	for _, f := range m.failed {
		out = append(out, check(f.What, kb.Warn, f.Why, do))
	}
	for _, c := range m.copies {
		if err := c.Check(ctx); err != nil {
			out = append(out, check(c.What, kb.Warn, err.Error(), do))
			continue
		}
		out = append(out, check(c.What, kb.OK, c.Name+" holds all", ""))
	}
	return out
}
