package sim

import (
	"fmt"
	"hash/fnv"
	"io/fs"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"owl/assets/demogen/channel"
	"owl/assets/demogen/history"
)

// Tick is the step of the play: the fastest a PV changes.
const Tick = 100 * time.Millisecond

// flicker is the noise between two samples of the archive, as a share of the
// channel's own, which the samples have already. Together they stay within the
// limits of the alarms.
const flicker = 0.4

// Player makes the values of the channels. The same seed gives the same values.
type Player struct {
	archive *history.Archive
	scenes  []Scene
	seed    uint64
	parts   []*voice
	last    int64 // tick of the step before
}

// voice is one channel of the play.
type voice struct {
	channel *channel.Channel
	every   int64              // ticks between two values
	offset  int64              // so that not all change at once
	stream  uint64             // of its noise
	written [][]history.Sample // by scene, of a channel that is archived on change
	sent    Update             // the last one
}

// NewPlayer reads the stories of a demo folder.
func NewPlayer(demo fs.FS, scenes []Scene, seed uint64) (*Player, error) {
	archive, err := history.Open(demo)
	if err != nil {
		return nil, fmt.Errorf("read the stories: %w", err)
	}
	p := &Player{archive: archive, scenes: scenes, seed: seed}
	for _, c := range archive.Channels() {
		v := &voice{channel: c, every: pace(c.Period), stream: hash(c.Name)}
		v.offset = int64(v.stream % uint64(v.every))
		if c.Period == 0 {
			if v.written, err = p.changes(c.Name); err != nil {
				return nil, err
			}
		}
		p.parts = append(p.parts, v)
	}
	return p, nil
}

// Channels are those that it plays. They must not be changed.
func (p *Player) Channels() []*channel.Channel { return p.archive.Channels() }

// pace is how many ticks pass between two values: 2 of a channel that is
// archived every second, 5 of one every five seconds, 10 of the others. A state
// is looked at with every tick.
func pace(period time.Duration) int64 {
	switch {
	case period == 0:
		return 1
	case period <= time.Second:
		return 2
	case period <= 5*time.Second:
		return 5
	}
	return 10
}

func hash(name string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(name)) // a hash never fails
	return h.Sum64()
}

// changes reads what a channel did in each scene, with the state at its begin.
func (p *Player) changes(pv string) ([][]history.Sample, error) {
	var all [][]history.Sample
	for _, s := range p.scenes {
		samples, err := p.archive.Samples(pv, history.Window{From: s.From, To: s.To, Before: true})
		if err != nil {
			return nil, fmt.Errorf("play %s: %w", pv, err)
		}
		var list []history.Sample
		for sample := range samples {
			list = append(list, sample)
		}
		all = append(all, list)
	}
	return all, nil
}

// Forget makes the next steps send all values again.
func (p *Player) Forget() {
	for _, v := range p.parts {
		v.sent = Update{}
	}
}

// Step returns what changed since the step before up to a tick, counted from the
// beginning of the play. now becomes the time of the values.
func (p *Player) Step(tick int64, now time.Time) ([]Update, error) {
	scene, at := moment(p.scenes, time.Duration(tick)*Tick)
	var updates []Update
	for _, v := range p.parts {
		first := v.sent.PV == ""
		if !first && (tick+v.offset)/v.every == (p.last+v.offset)/v.every {
			continue
		}
		u, err := p.value(v, scene, at, tick)
		if err != nil {
			return nil, err
		}
		if first || u.Value != v.sent.Value || u.Severity != v.sent.Severity {
			u.PV, u.Time = v.channel.Name, now
			updates, v.sent = append(updates, u), u
		}
	}
	p.last = tick
	return updates, nil
}

// value is what a channel reads. Where the archive has a gap the last value
// stays, with the severity of one that cannot be had.
func (p *Player) value(v *voice, scene int, at time.Time, tick int64) (Update, error) {
	if v.channel.Period == 0 {
		return stateOf(v.channel, v.written[scene], at), nil
	}
	samples, err := p.archive.Samples(v.channel.Name, history.Window{From: at, To: at, Before: true})
	if err != nil {
		return Update{}, fmt.Errorf("play %s: %w", v.channel.Name, err)
	}
	for s := range samples {
		u := Update{Value: p.text(v, s, tick)}
		if at.Sub(s.Time) > 3*v.channel.Period {
			u.Severity = invalid
		}
		return u, nil
	}
	return Update{Value: "0", Severity: invalid}, nil
}

const invalid = 3

// stateOf finds the last of the changes.
func stateOf(c *channel.Channel, changes []history.Sample, at time.Time) Update {
	var value history.Value
	severity := invalid
	for _, s := range changes {
		if s.Time.After(at) {
			break
		}
		value, severity = s.Value, 0
	}
	if c.Kind == channel.Text {
		return Update{Value: value.Text, Severity: severity}
	}
	return Update{Value: number(value.Number), Severity: severity}
}

// text writes a sample, numbers with some noise.
func (p *Player) text(v *voice, s history.Sample, tick int64) string {
	c := v.channel
	if c.Kind == channel.Wave {
		words := make([]string, len(s.Value.Wave))
		for i, x := range s.Value.Wave {
			words[i] = strconv.FormatFloat(x, 'g', 6, 64)
		}
		return strings.Join(words, " ")
	}
	x := s.Value.Number
	if x == 0 || c.Noise == 0 {
		return number(x)
	}
	noise := flicker * c.Noise * p.normal(v, tick)
	if c.Log {
		noise *= x
	}
	return number(c.Round(x + noise))
}

// normal is a random number of mean 0 and standard deviation 1, never beyond 3.5.
func (p *Player) normal(v *voice, tick int64) float64 {
	r := rand.New(rand.NewPCG(p.seed^v.stream, uint64(tick)))
	return max(-3.5, min(3.5, r.NormFloat64()))
}
