package wire

import (
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

// demoMachine is the demo facility's process variables: an archiver on this host,
// and an IOC that is started when live PVs are read.
type demoMachine struct {
	files  fs.FS
	cancel context.CancelFunc // of the IOC; nil until it was started
	done   sync.WaitGroup
}

// OpenDemoPVs starts the archiver of the demo facility on a free port of this
// host. Close ends it, and the IOC when it was started.
func OpenDemoPVs(ctx context.Context, cfg config.Config, d Demo) (*PVs, error) {
	h, err := history.Open(d.files)
	if err != nil {
		return nil, fmt.Errorf("open the demo's histories: %w", err)
	}
	now := func() time.Time { return d.Now }
	server, err := archive.New(h, now).Start(ctx)
	if err != nil {
		return nil, err
	}
	m := &demoMachine{files: d.files}
	cfg.Site = d.site()
	cfg.Archiver = config.Archiver{Retrieval: server.Retrieval(), Management: server.Management()}
	cfg.EPICS, cfg.Channels = config.EPICS{Timeout: cfg.EPICS.Timeout}, config.Channels{}
	return &PVs{
		config: cfg, now: now, machine: m, end: []func() error{m.close, server.Close},
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

// networks starts the IOC and says where it is, once it serves.
func (m *demoMachine) networks(ctx context.Context) (pva, ca epics.Network, err error) {
	program, err := sim.Find()
	if err != nil {
		return pva, ca, err
	}
	serving := make(chan sim.Ports, 1)
	failed := make(chan error, 1)
	options := sim.Options{
		Program: program, Demo: m.files, Scenes: sim.Scenes(), Clock: time.Now,
		Ended: func(error) {}, // it is started again; meanwhile its PVs are stale
		Serving: func(p sim.Ports) {
			select {
			case serving <- p:
			default: // a restart on the same ports
			}
		},
	}
	run, cancel := context.WithCancel(context.WithoutCancel(ctx)) // it outlives the call
	m.cancel = cancel
	m.done.Go(func() {
		defer func() {
			if r := recover(); r != nil {
				failed <- fmt.Errorf("the IOC of the demo: %v", r)
			}
		}()
		failed <- sim.Run(run, options)
	})
	select {
	case p := <-serving:
		return epics.Loopback(p.PVA, p.PVASearch), epics.Loopback(p.CA, p.CABeacon), nil
	case err := <-failed:
		return pva, ca, fmt.Errorf("start the IOC of the demo: %w", err)
	case <-ctx.Done():
		return pva, ca, ctx.Err()
	}
}

// close ends the IOC and waits for it.
func (m *demoMachine) close() error {
	if m.cancel != nil {
		m.cancel()
	}
	m.done.Wait()
	return nil
}
