package sim

import (
	"context"
	"errors"
	"io/fs"
	"time"
)

// restartAfter is the rest before an IOC that ended is started again.
const restartAfter = 500 * time.Millisecond

// Options say what to run. All but Seed, Ports and Played must be set.
type Options struct {
	Program Program
	Demo    fs.FS // the demo folder
	Scenes  []Scene
	Seed    uint64
	Clock   func() time.Time // of the values' time stamps
	Ports   Ports            // free ones when zero
	Serving func(Ports)      // called whenever an IOC begins to serve
	Ended   func(error)      // called when an IOC ended by itself, before it is started again
	Played  func([]Update)   // called with what an IOC was given; nil is not called
}

// Run serves the demo facility until ctx is done, which is no error. An IOC that
// ends in between is started again on the same ports, so that clients find it.
func Run(ctx context.Context, o Options) error {
	player, err := NewPlayer(o.Demo, o.Scenes, o.Seed)
	if err != nil {
		return err
	}
	database, err := Database(player.Channels())
	if err != nil {
		return err
	}
	m := &machine{options: o, player: player, database: database, begin: o.Clock()}
	if m.ioc, err = m.first(ctx); err != nil {
		return err
	}
	for {
		why := m.play(ctx)
		err := m.ioc.Close()
		if ctx.Err() != nil {
			return err
		}
		o.Ended(errors.Join(why, err))
		if !m.again(ctx) {
			return nil
		}
	}
}

// machine is an IOC with what plays on it.
type machine struct {
	options  Options
	player   *Player
	database string
	begin    time.Time
	ioc      *IOC
}

// first starts an IOC. Between the search for free ports and their use somebody
// may take one; other ports are tried then.
func (m *machine) first(ctx context.Context) (*IOC, error) {
	const tries = 3
	choose := m.options.Ports == Ports{}
	for try := 1; ; try++ {
		if choose {
			ports, err := FreePorts()
			if err != nil {
				return nil, err
			}
			m.options.Ports = ports
		}
		ioc, err := m.options.Program.Start(ctx, m.database, m.options.Ports)
		if err == nil || !choose || try == tries || !errors.Is(err, errPortTaken) {
			return ioc, err
		}
	}
}

// again starts an IOC on the same ports, as often as it takes. It is false when
// ctx was done before.
func (m *machine) again(ctx context.Context) bool {
	for {
		select {
		case <-ctx.Done():
			return false
		case <-time.After(restartAfter):
		}
		ioc, err := m.options.Program.Start(ctx, m.database, m.options.Ports)
		if err == nil {
			m.ioc = ioc
			return true
		}
		if ctx.Err() == nil {
			m.options.Ended(err)
		}
	}
}

// play drives the IOC until it ends or ctx is done.
func (m *machine) play(ctx context.Context) error {
	m.player.Forget()
	ticker := time.NewTicker(Tick)
	defer ticker.Stop()
	for serving := false; ; {
		now := m.options.Clock()
		updates, err := m.player.Step(int64(now.Sub(m.begin)/Tick), now)
		if err != nil {
			return err
		}
		if err := m.ioc.Put(updates); err != nil {
			return err
		}
		if m.options.Played != nil {
			m.options.Played(updates)
		}
		if !serving {
			m.options.Serving(m.options.Ports)
			serving = true
		}
		select {
		case <-ctx.Done():
			return nil
		case <-m.ioc.Exited():
			return m.ioc.ended()
		case <-ticker.C:
		}
	}
}
