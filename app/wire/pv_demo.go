package wire

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"time"

	"owl/app/config"
	"owl/assets/demogen/history"
	"owl/engine/lexicon"
	"owl/epics"
	"owl/epics/archiver"
	"owl/epics/channels"
	"owl/epics/sim"
	"owl/epics/sim/archive"
)

// demoMachine is the demo facility's process variables: an archiver on this
// host, and an IOC, which is started when it is first wanted and started again
// when it ends.
type demoMachine struct {
	files   fs.FS
	begin   time.Time // of the demo's clock, where the play joins the archive
	clock   func() time.Time
	played  *archive.Recorder
	find    func() (sim.Program, error)
	starter sync.Once
	serving chan struct{} // closed when the IOC first serves
	ended   chan struct{} // closed when it is run no more
	cancel  context.CancelFunc
	done    sync.WaitGroup

	mu     sync.Mutex
	ports  sim.Ports
	notice string // what is wrong with the IOC; empty when nothing is
	lately string // what was wrong with it last
	failed error  // why it is run no more
}

// OpenDemoPVs starts the archiver of the demo facility on a free port of this
// host. Close ends it, and the IOC when it was started.
func OpenDemoPVs(ctx context.Context, cfg config.Config, d Demo) (*PVs, error) {
	return openDemoPVs(ctx, cfg, d, d.clock())
}

func openDemoPVs(ctx context.Context, cfg config.Config, d Demo, clock func() time.Time) (*PVs, error) {
	h, err := history.Open(d.files)
	if err != nil {
		return nil, fmt.Errorf("open the demo's histories: %w", err)
	}
	m := &demoMachine{
		files: d.files, begin: d.Now, clock: clock, played: archive.NewRecorder(h), find: sim.Find,
		serving: make(chan struct{}), ended: make(chan struct{}), cancel: func() {},
	}
	server, err := archive.New(h, m.played, clock).Start(ctx)
	if err != nil {
		return nil, err
	}
	cfg.Site = d.site()
	cfg.Archiver = config.Archiver{Retrieval: server.Retrieval(), Management: server.Management()}
	cfg.EPICS, cfg.Channels = config.EPICS{Timeout: cfg.EPICS.Timeout}, config.Channels{}
	return &PVs{
		config: cfg, now: clock, machine: m, end: []func() error{m.close, server.Close},
		archive: &archiver.Client{Retrieval: server.Retrieval(), Management: server.Management()},
	}, nil
}

// channels are the channels of the demo and its words.
func (m *demoMachine) channels() ([]channels.Entry, []lexicon.Entry, error) {
	f, err := m.files.Open("history/pvs.json")
	if err != nil {
		return nil, nil, fmt.Errorf("open the demo's channels: %w", err)
	}
	entries, err := channels.Read(f)
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, nil, err
	}
	f, err = m.files.Open("acronyms.json")
	if err != nil {
		return nil, nil, fmt.Errorf("open the demo's acronyms: %w", err)
	}
	words, err := readWords(f)
	return entries, words, errors.Join(err, f.Close())
}

// configured says in lines what there is.
func (m *demoMachine) configured(archive string) []string {
	return []string{
		"channels: those of the demo facility",
		"archive: " + archive + ", of the demo, while this command runs",
		"live: an IOC of the demo on free ports of this host, started when it is first read",
	}
}

// start has the IOC run until close, once.
func (m *demoMachine) start(ctx context.Context) {
	m.starter.Do(func() {
		run, cancel := context.WithCancel(context.WithoutCancel(ctx)) // it outlives the call
		m.cancel = cancel
		m.done.Go(func() { m.conclude(m.run(run)) })
	})
}

func (m *demoMachine) run(ctx context.Context) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the IOC of the demo: %v", r)
		}
	}()
	program, err := m.find()
	if err != nil {
		return err
	}
	return sim.Run(ctx, sim.Options{
		Program: program, Demo: m.files, Scenes: sim.Scenes(m.begin), Clock: m.clock,
		Serving: m.serves, Ended: m.away, Played: m.played.Record,
	})
}

// serves takes note of an IOC that serves.
func (m *demoMachine) serves(p sim.Ports) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.ports != p {
		m.ports = p
		close(m.serving)
		return
	}
	m.notice = ""
	m.lately = "the IOC of the demo had ended and was started again at " + m.clock().Format(time.TimeOnly)
}

// away takes note of an IOC that ended by itself.
func (m *demoMachine) away(why error) {
	m.played.Lost(m.clock())
	m.mu.Lock()
	defer m.mu.Unlock()
	m.notice = fmt.Sprintf("%v; it is being started again", why)
}

func (m *demoMachine) conclude(err error) {
	m.mu.Lock()
	m.failed = err
	if err != nil {
		m.notice = err.Error()
	}
	m.mu.Unlock()
	close(m.ended)
}

// said is what is wrong with the IOC now, and what is or was wrong last; both are
// empty when all has been well.
func (m *demoMachine) said() (now, last string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.notice, cmp.Or(m.notice, m.lately)
}

// networks starts the IOC and says where it is, once it serves.
func (m *demoMachine) networks(ctx context.Context) (pva, ca epics.Network, err error) {
	m.start(ctx)
	select {
	case <-m.serving:
	case <-m.ended:
	case <-ctx.Done():
		return pva, ca, ctx.Err()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.failed != nil {
		return pva, ca, m.failed
	}
	return epics.Loopback(m.ports.PVA, m.ports.PVASearch), epics.Loopback(m.ports.CA, m.ports.CABeacon), nil
}

// close ends the IOC and waits for it.
func (m *demoMachine) close() error {
	m.starter.Do(func() {}) // it starts no more
	m.cancel()
	m.done.Wait()
	return nil
}
