package wire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"owl/app/config"
	"owl/engine"
	"owl/engine/lexicon"
	"owl/engine/trace"
	"owl/epics"
	"owl/epics/archiver"
	"owl/epics/channelfinder"
	"owl/epics/channels"
)

// PVs finds process variables and reads them, live and from the archive. What it
// needs for a call is opened by that call.
type PVs struct {
	config config.Config
	now    func() time.Time

	archive *archiver.Client // nil when there is none
	finder  *channelfinder.Client
	machine *demoMachine // nil but for the demo

	mu     sync.Mutex
	reader epics.Reader // nil before it was needed
	end    []func() error

	knowing sync.Mutex
	last    catalogue
}

// What the commands and the console see of epics.
type (
	// FoundChannels is the answer of Find.
	FoundChannels = channels.Result
	// PVSample is a live reading.
	PVSample = epics.Sample
	// HistoryQuery is what is asked of the archive.
	HistoryQuery = archiver.Query
	// HistorySample is an archived reading.
	HistorySample = archiver.Sample
	// HistorySummary is what is known at the end of a history.
	HistorySummary = archiver.Summary
	// HistoryBin is a column of a chart.
	HistoryBin = archiver.Bin
)

// OpenPVs prepares what the configuration says.
func OpenPVs(cfg config.Config) (*PVs, error) {
	if err := cfg.CheckDatabases(); err != nil {
		return nil, err
	}
	p := &PVs{config: cfg, now: func() time.Time { return time.Now().In(cfg.Site.Zone) }}
	if cfg.Archiver.Retrieval != "" {
		p.archive = &archiver.Client{Retrieval: cfg.Archiver.Retrieval, Management: cfg.Archiver.Management, JSON: cfg.Archiver.Format == "json"}
	}
	if cfg.Channels.ChannelFinder != "" {
		p.finder = &channelfinder.Client{URL: cfg.Channels.ChannelFinder}
	}
	return p, nil
}

// Now is the present time in the site's zone.
func (p *PVs) Now() time.Time { return p.now() }

// ASCII tells whether charts are drawn with ASCII characters only.
func (p *PVs) ASCII() bool { return p.config.UI.ASCII }

// notConfigured says what to set for something that needs it.
func notConfigured(what, key string) error {
	return fmt.Errorf("%w: %s; set %s in owl.toml, or see --demo", engine.ErrUsage, what, key)
}

// live opens the reader of live PVs when it is first needed.
func (p *PVs) live(ctx context.Context) (epics.Reader, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.reader != nil {
		return p.reader, nil
	}
	if able := epics.Native(); !able.Available { // before anything is started for it
		return nil, errors.New(able.Why)
	}
	options := epics.Options{ConnectTimeout: p.config.EPICS.Timeout}
	for _, name := range p.config.EPICS.Providers {
		options.Providers = append(options.Providers, epics.Provider(name))
	}
	options.PVA, options.CA = network(p.config.EPICS, epics.PVA), network(p.config.EPICS, epics.CA)
	var err error
	if p.machine != nil {
		if options.PVA, options.CA, err = p.machine.networks(ctx); err != nil {
			return nil, err
		}
	}
	p.reader, err = epics.Open(options)
	return p.reader, err
}

// network is what the configuration says of one protocol. An address with a
// protocol before it is for that one only.
func network(c config.EPICS, p epics.Provider) epics.Network {
	return epics.Network{Addrs: only(c.Addresses, p), NameServers: only(c.NameServers, p)}
}

func only(list []string, p epics.Provider) []string {
	var out []string
	for _, address := range list {
		of, bare, named := strings.Cut(address, "://")
		switch {
		case !named:
			out = append(out, address)
		case of == string(p):
			out = append(out, bare)
		}
	}
	return out
}

// start has the machine of the demo run from now on; it does nothing for another
// facility. What becomes of it stands in the notices.
func (p *PVs) start(ctx context.Context) {
	if p.machine != nil {
		p.machine.start(ctx)
	}
}

// Notices returns what is wrong with the PVs now.
func (p *PVs) Notices() []trace.Degraded {
	if p.machine == nil {
		return nil
	}
	said, _ := p.machine.said()
	if said == "" {
		return nil
	}
	return []trace.Degraded{{What: "live PVs", Why: said, Do: "records and archive answer"}}
}

// Probe reads one PV of the demo live and from the archive, and says both in a
// line. The error is an engine.ErrNotFound when the demo has no IOC.
func (p *PVs) Probe(ctx context.Context) (engine.Untrusted, error) {
	entries, _, err := p.machine.channels()
	if err != nil {
		return "", err
	}
	pv := entries[0].PV
	live, err := p.Get(ctx, []string{pv})
	if err == nil {
		err = live[0].Err
	}
	if err != nil {
		return "", err
	}
	at, err := p.archive.At(ctx, []string{pv}, p.now().Add(-time.Minute))
	if err != nil {
		return "", err
	}
	old, ok := at[pv]
	if !ok {
		return "", fmt.Errorf("%s: %w in the archive", pv, engine.ErrNotFound)
	}
	return engine.Untrusted(pv) + " reads " + PVValue(live[0]) + ", a minute ago " + PVValue(old.Sample), nil
}

// Get reads every PV once.
func (p *PVs) Get(ctx context.Context, names []string) ([]PVSample, error) {
	r, err := p.live(ctx)
	if err != nil {
		return nil, err
	}
	return r.Get(ctx, names...)
}

// Watch hands over the present sample of every PV and then every change.
func (p *PVs) Watch(ctx context.Context, names []string, handle func([]PVSample) error) error {
	r, err := p.live(ctx)
	if err != nil {
		return err
	}
	return r.Watch(ctx, handle, names...)
}

// History streams archived samples.
func (p *PVs) History(ctx context.Context, q HistoryQuery, each func(HistorySample)) (HistorySummary, error) {
	if p.archive == nil {
		return HistorySummary{}, notConfigured("no archiver is configured", "[archiver] retrieval")
	}
	return p.archive.History(ctx, q, each)
}

// Bins reads a history as columns of a chart.
func (p *PVs) Bins(ctx context.Context, q HistoryQuery, n int) ([]HistoryBin, HistorySummary, error) {
	if p.archive == nil {
		return nil, HistorySummary{}, notConfigured("no archiver is configured", "[archiver] retrieval")
	}
	return p.archive.Bins(ctx, q, n, archiver.Auto, p.now())
}

// HasNoChart tells an error that says that a history has texts or waveforms.
func HasNoChart(err error) bool { return errors.Is(err, archiver.ErrNoNumbers) }

// ParseOp checks an operator of the archiver; the error is an engine.ErrUsage.
func ParseOp(text string) (archiver.Op, error) { return archiver.ParseOp(text) }

// ParseReduction checks a reduction of waveforms; the error is an
// engine.ErrUsage.
func ParseReduction(text string) (archiver.Reduction, error) { return archiver.ParseReduction(text) }

// Close ends what was opened.
func (p *PVs) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var errs []error
	if p.reader != nil {
		errs = append(errs, p.reader.Close())
		p.reader = nil
	}
	for _, end := range p.end {
		errs = append(errs, end())
	}
	return errors.Join(errs...)
}

// entries reads the databases of channels that are configured.
func (p *PVs) entries() ([]channels.Entry, error) {
	var all []channels.Entry
	for _, file := range p.config.Channels.Databases {
		f, err := os.Open(file)
		if err != nil {
			return nil, fmt.Errorf("open channels: %w", err)
		}
		more, err := channels.Read(f)
		if err := errors.Join(err, f.Close()); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		all = append(all, more...)
	}
	return all, nil
}

// words reads the site's acronyms, none when there is no file of them.
func (p *PVs) words() ([]lexicon.Entry, error) {
	file := p.config.Site.Acronyms
	if file == "" {
		return nil, nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("open acronyms: %w", err)
	}
	list, err := readWords(f)
	return list, errors.Join(err, f.Close())
}

func readWords(r io.Reader) ([]lexicon.Entry, error) { return lexicon.Read(r) }
