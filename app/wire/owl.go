package wire

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"owl/app/config"
	"owl/assets"
	"owl/engine"
	"owl/engine/compose"
	"owl/engine/dense/seed"
	"owl/engine/kb"
	"owl/engine/loop"
	"owl/engine/retrieve"
	"owl/engine/trace"
)

// Owl answers from one knowledge base.
type Owl struct {
	Loop      *loop.Loop
	Retriever *retrieve.Retriever
	Records   engine.Records
	Sources   engine.Sources
	PVs       *PVs // nil when the notices say why

	config   config.Config
	now      func() time.Time
	base     *kb.Base  // nil when nothing was ingested yet
	meaning  *meaning  // nil before connect
	speaks   *language // nil before connect
	reader   *reader   // nil before connect
	copied   copied    // of the fault graph
	mirrored *mirrors  // of words and vectors; nil before connect
	warming  warmth
	notices  []trace.Degraded // beside those of the base

	facility    facility
	composer    *compose.Model
	suggestions []string     // questions that the console offers
	demoFiles   fs.FS        // of the demo facility; else nil
	end         func() error // after Close; may be nil
}

// Open opens the configured knowledge base for asking. Progress, which may be
// nil, is called while its text index is mended. A home without a knowledge
// base is empty, not an error.
func Open(ctx context.Context, cfg config.Config, progress func(kb.Progress)) (*Owl, error) {
	owl := &Owl{config: cfg, now: func() time.Time { return time.Now().In(cfg.Site.Zone) }}
	if err := cfg.CheckModels(); err != nil {
		return nil, err
	}
	var err error
	if owl.facility, err = readFacility(cfg.Site, openFile); err != nil {
		return nil, err
	}
	if owl.PVs, err = OpenPVs(cfg); err != nil {
		owl.notices = append(owl.notices, trace.Degraded{What: "PVs", Why: err.Error(), Do: "the records are searched without them"})
	}
	base, err := openBase(ctx, cfg.Home, owl.facility.options(progress))
	if err != nil {
		return nil, err
	}
	if err := owl.connect(ctx, base, nil); err != nil {
		return nil, errors.Join(err, owl.Close())
	}
	if err := owl.checkSources(ctx); err != nil {
		return nil, errors.Join(err, owl.Close())
	}
	return owl, nil
}

// openBase opens a knowledge base; nil when there is none.
func openBase(ctx context.Context, home string, options kb.Options) (*kb.Base, error) {
	if info, err := os.Stat(home); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("open knowledge base: %s is not a folder", home)
	}
	base, err := kb.Open(ctx, home, options)
	if !errors.Is(err, engine.ErrNotFound) {
		return base, err
	}
	// A folder that cannot be looked into is not an empty one.
	if _, err := os.ReadDir(home); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("open knowledge base: %w", err)
	}
	return nil, nil
}

// connect joins the parts over a base, which may be nil. Table holds vectors
// that are known already; it may be nil.
func (o *Owl) connect(ctx context.Context, base *kb.Base, table *seed.Table) error {
	o.base, o.Records, o.Sources = base, empty{}, empty{}
	settings, err := readRanking(o.config.Models.Ranking)
	if err != nil {
		return err
	}

	if o.composer, err = readComposing(o.config.Models.Composing); err != nil {
		return err
	}
	parts := retrieve.Parts{Text: empty{}, Records: empty{}, Weigh: empty{}.IDF, Settings: settings}
	if base != nil {
		parts.Text, parts.Records, parts.Weigh = base.Lexical(), base.Records(), base.IDF
		o.Records, o.Sources = base.Records(), base.Sources()
	}
	if o.meaning, err = newMeaning(o.config.Models, base, table); err != nil {
		return err
	}
	if base != nil {
		o.meaning.count(ctx, base)
	}
	o.meaning.parts(&parts)
	if base != nil {
		parts.Graph = spreader{base}
	}
	if o.mirrored, err = newMirrors(ctx, o.config.Store, base, o.meaning); err != nil {
		return err
	}
	o.mirrored.parts(&parts)
	o.meaning.warm(ctx, settings)
	o.Retriever = retrieve.New(parts)
	if o.reader, err = newReader(ctx, o.facility, base, o.now); err != nil {
		return err
	}
	o.copied = newCopied(ctx, o.config.Store)
	o.speaks = newLanguage(o.config, o.Tools())
	o.Loop = o.loopWithout(loop.Off{})
	return nil
}

// loopWithout answers with some parts off.
func (o *Owl) loopWithout(off loop.Off) *loop.Loop {
	deps := loop.Deps{Retriever: o.Retriever, Sources: o.Sources, Context: o.reader.context, Notices: o.Notices, Model: o.speaks.model, Composer: o.composer, Budget: budget(o.config.Policy), Off: off}
	if o.base != nil {
		deps.Graph, deps.Lister = o.base.Graph, o.base
	}
	return loop.New(deps)
}

// WithoutModel has the answers of this Owl made of the records' own sentences. It
// is called before anything is asked.
func (o *Owl) WithoutModel() {
	o.speaks.failed = nil // it is not missed
	o.Loop = o.loopWithout(loop.Off{Model: true})
}

// checkSources looks whether the configured folders can be reached. One that
// cannot is an error, unless records of it are there to answer from: then it
// is a notice, because the knowledge base must work without the network.
func (o *Owl) checkSources(ctx context.Context) error {
	var known map[string]bool
	for _, src := range o.config.Sources {
		unreachable := o.config.Reachable(src)
		if unreachable == nil {
			continue
		}
		if known == nil {
			var err error
			if known, err = o.ingested(ctx); err != nil {
				return err
			}
		}
		if !known[src.Name] {
			return unreachable
		}
		o.notices = append(o.notices, trace.Degraded{
			What: "source " + src.Name, Why: unreachable.Error(), Do: "what was ingested before is searched; make the folder reachable to bring it up to date",
		})
	}
	return nil
}

// ingested gives the names of the sources that have records.
func (o *Owl) ingested(ctx context.Context) (map[string]bool, error) {
	all, err := o.Sources.Sources(ctx)
	names := map[string]bool{}
	for _, s := range all {
		names[s.Name] = s.Records > 0
	}
	return names, err
}

// AllSources lists every source by name, also those that are configured and
// were never ingested.
func (o *Owl) AllSources(ctx context.Context) ([]engine.SourceStatus, error) {
	all, err := o.Sources.Sources(ctx)
	if err != nil {
		return nil, err
	}
	for _, src := range o.config.Sources {
		if !slices.ContainsFunc(all, func(s engine.SourceStatus) bool { return s.Name == src.Name }) {
			all = append(all, engine.SourceStatus{Name: src.Name, Kind: src.Kind, Where: src.Where})
		}
	}
	slices.SortFunc(all, func(a, b engine.SourceStatus) int { return strings.Compare(a.Name, b.Name) })
	return all, nil
}

// Notices returns what is missing or broken now.
func (o *Owl) Notices() []trace.Degraded {
	out := append([]trace.Degraded{}, o.notices...)
	if o.base != nil {
		for _, line := range o.base.Notices() {
			out = append(out, trace.Degraded{What: "knowledge base", Why: line, Do: "see owl doctor"})
		}
	}
	if o.meaning != nil {
		out = append(out, o.meaning.notices()...)
	}
	if o.speaks != nil {
		out = append(out, o.speaks.notices()...)
	}
	if o.PVs != nil {
		out = append(out, o.PVs.Notices()...)
	}
	out = append(out, o.mirrored.notices()...)
	return append(out, o.copied.notices()...)
}

// EmbedInBackground gives vectors to the chunks that have none, until Close. How
// far that is stands in the notices.
func (o *Owl) EmbedInBackground(ctx context.Context) { o.meaning.begin(ctx) }

// StartPVs has the machine of the demo run until Close.
func (o *Owl) StartPVs(ctx context.Context) {
	if o.PVs != nil {
		o.PVs.start(ctx)
	}
}

// Ready waits until the models are loaded, but not long: what is not there then
// is done without, and said. A command that asks one question calls it, so that
// its answer does not depend on how fast the models came.
func (o *Owl) Ready(ctx context.Context) {
	o.Warm(ctx)
	o.meaning.ready(ctx, o.Retriever.Settings)
}

// WithoutVector is how many chunks cannot be found by their meaning yet; 0 when
// the embedder is switched off.
func (o *Owl) WithoutVector() int {
	o.meaning.mu.Lock()
	defer o.meaning.mu.Unlock()
	return o.meaning.missing
}

// Now is the time of questions, in the site's zone.
func (o *Owl) Now() time.Time { return o.now() }

// ASCII tells whether only ASCII signs are to be drawn.
func (o *Owl) ASCII() bool { return o.config.UI.ASCII }

// Close closes the knowledge base.
func (o *Owl) Close() error {
	var errs []error
	o.warming.close()
	if o.reader != nil {
		o.reader.close()
	}
	if o.meaning != nil {
		errs = append(errs, o.meaning.close())
	}
	if o.speaks != nil {
		o.speaks.close()
	}
	if o.PVs != nil {
		errs = append(errs, o.PVs.Close())
	}
	errs = append(errs, o.mirrored.close(), o.copied.close())
	if o.base != nil {
		errs = append(errs, o.base.Close())
	}
	if o.end != nil {
		errs = append(errs, o.end())
	}
	return errors.Join(errs...)
}

// readRanking reads the ranking's settings from a file, or the built-in ones.
func readRanking(file string) (retrieve.Settings, error) {
	if file == "" {
		return retrieve.ReadSettings(assets.Ranking())
	}
	f, err := os.Open(file)
	if err != nil {
		return retrieve.Settings{}, fmt.Errorf("open the ranking's settings: %w", err)
	}
	defer f.Close()
	settings, err := retrieve.ReadSettings(f)
	if err != nil {
		return settings, fmt.Errorf("%s: %w", file, err)
	}
	return settings, nil
}

// readComposing reads the composer's weights from a file, or the built-in ones.
func readComposing(file string) (*compose.Model, error) {
	if file == "" {
		return compose.Builtin(), nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("open the composer's weights: %w", err)
	}
	defer f.Close()
	m, err := compose.ReadModel(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return m, nil
}
