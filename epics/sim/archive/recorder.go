package archive

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"owl/assets/demogen/channel"
	"owl/assets/demogen/history"
	"owl/epics/sim"
)

// Recorder archives what is played on the demo machine, so that its histories go
// on where those of the demo folder end. It is safe for concurrent use.
type Recorder struct {
	mu       sync.Mutex
	channels map[string]*channel.Channel
	held     map[string][]history.Sample
	begun    time.Time // of the first sample; zero before
	lost     time.Time // since when nothing is played; zero while it is
}

// maxHeld is how many samples of a channel are kept. Older ones are thinned out
// then, as appliances do with old data.
const maxHeld = 2048

// NewRecorder records the channels of an archive.
func NewRecorder(h *history.Archive) *Recorder {
	r := &Recorder{channels: map[string]*channel.Channel{}, held: map[string][]history.Sample{}}
	for _, c := range h.Channels() {
		r.channels[c.Name] = c
	}
	return r
}

// Record takes what was played. A channel that is archived periodically keeps
// one sample a period.
func (r *Recorder) Record(updates []sim.Update) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, u := range updates {
		c := r.channels[u.PV]
		if c == nil {
			continue
		}
		if r.begun.IsZero() {
			r.begun = u.Time
		}
		list := r.held[u.PV]
		s := sampleOf(c, u)
		if n := len(list); n > 0 {
			if list[n-1].Time.Before(r.lost) {
				s.Gap = &history.Gap{From: r.lost, To: u.Time, Cause: "disconnected"}
			} else if u.Time.Sub(list[n-1].Time) < c.Period {
				continue
			}
		}
		r.held[u.PV] = thinned(append(list, s))
	}
}

// Lost says that nothing is played from now on, until the next Record.
func (r *Recorder) Lost(now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lost = now
}

// thinned leaves every second sample out of the older half of a full list.
func thinned(list []history.Sample) []history.Sample {
	if len(list) < maxHeld {
		return list
	}
	kept := list[:0]
	for i, s := range list {
		if i >= maxHeld/2 || i%2 == 0 || s.Gap != nil {
			kept = append(kept, s)
		}
	}
	return kept
}

func sampleOf(c *channel.Channel, u sim.Update) history.Sample {
	s := history.Sample{Time: u.Time}
	switch c.Kind {
	case channel.Text:
		s.Value.Text = u.Value
	case channel.Wave:
		for word := range strings.FieldsSeq(u.Value) {
			x, _ := strconv.ParseFloat(word, 64) // the player wrote it
			s.Value.Wave = append(s.Value.Wave, x)
		}
	default:
		s.Value.Number, _ = strconv.ParseFloat(u.Value, 64)
		if i := int(s.Value.Number); c.Kind == channel.Enum && i >= 0 && i < len(c.Choices) {
			s.Value.Text = c.Choices[i]
		}
	}
	s.Severity, s.Status = history.Alarm(c, s.Value)
	if u.Severity > int(s.Severity) {
		s.Severity, s.Status = history.Severity(u.Severity), statusComm
	}
	return s
}

// statusComm is the alarm status COMM of EPICS, as owl-ioc sets it.
const statusComm history.Status = 9

// since is when recording began; zero when it did not.
func (r *Recorder) since() time.Time {
	if r == nil {
		return time.Time{}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.begun
}

// samples are those of a window, with the one in force at its start.
func (r *Recorder) samples(pv string, w history.Window) []history.Sample {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := r.held[pv]
	byTime := func(s history.Sample, t time.Time) int { return s.Time.Compare(t) }
	from, _ := slices.BinarySearchFunc(list, w.From, byTime)
	to, _ := slices.BinarySearchFunc(list, w.To, byTime)
	if w.Before && from > 0 {
		from--
	}
	return slices.Clone(list[from:max(from, to)])
}
